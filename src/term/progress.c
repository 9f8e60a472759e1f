/* SPDX-License-Identifier: MIT */
/* Shows the progress of a run. Rates are smoothed exponentially over samples of at least a second. The time
 * left is the time that the queue needs at that rate, or at the pace if the rate is unknown. It is a lower
 * bound, because a crawl finds more URLs as it proceeds; only an update knows them all, and has a bar. */
#include "config.h"

#include "term/progress.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/span.h"
#include "base/utf8.h"
#include "term/message.h"

enum {
    DRAW_MS = 100,
    PLAIN_FIRST_MS = 10 * 1000,
    PLAIN_MOST_MS = 5 * 60 * 1000,
    SAMPLE_MS = 1000,
    SMOOTH_MS = 10 * 1000,
    PART_SIZE = 80,
    BAR_WIDTH = 20,
    WIDE = 120,     /* columns of a line with a URL, */
    URL_LEAST = 20, /* and the least that it has of them */
    STATUS_MOST = 400
};

/* The parts of a line, in order. */
enum part {
    PART_BAR,
    PART_DONE,
    PART_QUEUED,
    PART_WITHHELD,
    PART_FAILED,
    PART_RATE,
    PART_PACE,
    PART_LEFT,
    PART_COUNT
};

struct parts {
    char text[PART_COUNT][PART_SIZE];
};

void progress_init(struct progress *progress, int64_t now_ms)
{
    *progress = (struct progress){.next_ms = now_ms + PLAIN_FIRST_MS,
                                  .wait_ms = PLAIN_FIRST_MS,
                                  .drawn_ms = now_ms - DRAW_MS,
                                  .sample_ms = now_ms};
}

/* Adds a sample to a rate. RUN_MS is the time of all samples with this one. While it is short, the rate is
 * their average: a first sample without an answer would otherwise count for long. */
static void smooth(double *rate, uint64_t more, int64_t elapsed_ms, int64_t run_ms)
{
    double now = (double)more * 1000.0 / (double)elapsed_ms;
    int64_t span_ms = elapsed_ms + SMOOTH_MS;

    *rate += (now - *rate) * (double)elapsed_ms / (double)(run_ms < span_ms ? run_ms : span_ms);
}

/* Takes a sample of the counts. The rate of this run begins at the first ones, which include earlier runs. */
static void sample(struct progress *progress, const struct progress_counts *counts, int64_t now_ms)
{
    int64_t elapsed_ms = now_ms - progress->sample_ms;

    if (progress->begun && elapsed_ms < SAMPLE_MS)
        return;
    if (progress->begun) {
        progress->sampled_ms += elapsed_ms;
        smooth(&progress->done_rate, counts->done - progress->sample_done, elapsed_ms, progress->sampled_ms);
        smooth(&progress->bytes_rate, counts->bytes - progress->sample_bytes, elapsed_ms,
               progress->sampled_ms);
    }
    progress->begun = true;
    progress->sample_ms = now_ms;
    progress->sample_done = counts->done;
    progress->sample_bytes = counts->bytes;
}

static void add_rates(const struct progress *progress, const struct progress_counts *counts,
                      struct parts *parts)
{
    double rate = progress->done_rate;
    struct buf bytes BUF_LOCAL(PART_SIZE / 2);
    struct buf pace BUF_LOCAL(PART_SIZE / 2);
    struct buf left BUF_LOCAL(PART_SIZE / 2);

    if (progress->sampled_ms > 0) {
        units_add_bytes(&bytes, (int64_t)progress->bytes_rate);
        (void)snprintf(parts->text[PART_RATE], PART_SIZE, "%.*f/s, %s/s", rate < 10 ? 1 : 0, rate,
                       buf_text(&bytes));
    }
    units_add_ms(&pace, counts->pace_ms);
    if (counts->pace_ms > 0)
        (void)snprintf(parts->text[PART_PACE], PART_SIZE, "pace %s%s%s%s", buf_text(&pace),
                       counts->why[0] ? " (" : "", counts->why, counts->why[0] ? ")" : "");
    if (rate < 0.001 && counts->pace_ms > 0)
        rate = 1000.0 / (double)counts->pace_ms;
    if (rate >= 0.001 && counts->queued > 0) {
        double seconds = (double)counts->queued / rate;

        units_add_ms(&left, (int64_t)((seconds < 1e9 ? seconds : 1e9) * 1000));
        (void)snprintf(parts->text[PART_LEFT], PART_SIZE, "%s%s left", buf_text(&left),
                       counts->has_total ? "" : "+");
    }
}

/* Adds a bar for the part of all URLs that is done. */
static void add_bar(const struct progress_counts *counts, struct parts *parts)
{
    uint64_t done = counts->done + counts->failed, total = done + counts->queued;
    double share = total > 0 ? (double)done / (double)total : 1;
    int width = (int)(share * BAR_WIDTH);

    if (counts->has_total)
        (void)snprintf(parts->text[PART_BAR], PART_SIZE, "[%.*s%*s] %d %%", width, "####################",
                       BAR_WIDTH - width, "", (int)(share * 100));
}

/* Adds URL if COLUMNS have room for enough of it, without its middle if they lack room for that. */
static void add_url(struct span url, int columns, struct buf *line)
{
    int room = (columns < STATUS_MOST ? columns : STATUS_MOST) - (int)line->len - 3, tail = room / 2 - 3;
    struct buf safe BUF_LOCAL(4 * LIMIT_URL_BYTES);
    const char *text;

    if (columns < WIDE || room < URL_LEAST || url.len == 0)
        return;
    (void)safe_add(&safe, url);
    text = buf_text(&safe);
    if (!utf8_is_ascii(buf_span(&safe))) /* only in a damaged mirror; a byte is a column */
        return;
    if (safe.len <= (size_t)room)
        (void)buf_add_format(line, ", %s", text);
    else
        (void)buf_add_format(line, ", %.*s...%s", room - tail - 3, text, text + safe.len - tail);
}

static void add_counts(const struct progress_counts *counts, struct parts *parts)
{
    (void)snprintf(parts->text[PART_DONE], PART_SIZE, "%" PRIu64 " done", counts->done);
    (void)snprintf(parts->text[PART_QUEUED], PART_SIZE, "%" PRIu64 " queued", counts->queued);
    if (counts->withheld > 0)
        (void)snprintf(parts->text[PART_WITHHELD], PART_SIZE, "%" PRIu64 " withheld", counts->withheld);
    if (counts->failed > 0)
        (void)snprintf(parts->text[PART_FAILED], PART_SIZE, "%" PRIu64 " failed", counts->failed);
}

static void join(const struct parts *parts, struct buf *line)
{
    buf_clear(line);
    for (int part = 0; part < PART_COUNT; part++)
        if (parts->text[part][0])
            buf_add_format(line, "%s%s", line->len > 0 ? ", " : "", parts->text[part]);
}

void progress_line(const struct progress *progress, const struct progress_counts *counts, int columns,
                   struct buf *line)
{
    static const enum part expendable[] = {PART_PACE, PART_RATE,   PART_WITHHELD, PART_BAR,
                                           PART_LEFT, PART_FAILED, PART_QUEUED};
    size_t room = columns > 0 ? (size_t)columns - 1 : SIZE_MAX;
    struct parts parts = {0};

    add_bar(counts, &parts);
    add_counts(counts, &parts);
    add_rates(progress, counts, &parts);
    join(&parts, line);
    for (size_t i = 0; line->len > room && i < COUNT_OF(expendable); i++) {
        parts.text[expendable[i]][0] = '\0';
        join(&parts, line);
    }
    buf_cut(line, line->len < room ? line->len : room);
    add_url(counts->url, columns, line);
}

bool progress_is_due(const struct progress *progress, int64_t now_ms)
{
    return now_ms - progress->drawn_ms >= DRAW_MS;
}

void progress_update(struct progress *progress, const struct progress_counts *counts, int64_t now_ms)
{
    struct buf line BUF_LOCAL((size_t)PART_COUNT * PART_SIZE);
    int columns;

    if (!progress_is_due(progress, now_ms))
        return;
    progress->drawn_ms = now_ms;
    sample(progress, counts, now_ms);
    columns = message_columns();
    if (message_level() == MESSAGE_QUIET || (columns == 0 && now_ms < progress->next_ms))
        return;
    progress_line(progress, counts, columns, &line);
    if (columns > 0) {
        message_status(buf_span(&line));
    } else {
        message_note("%s", buf_text(&line));
        progress->next_ms = now_ms + progress->wait_ms;
        progress->wait_ms = progress->wait_ms * 2 < PLAIN_MOST_MS ? progress->wait_ms * 2 : PLAIN_MOST_MS;
    }
}
