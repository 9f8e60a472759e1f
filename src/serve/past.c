/* SPDX-License-Identifier: MIT */
/* The answer in force at a time: the last capture up to then, unless site/ has a file from between that
 * capture and the time. */
#include "config.h"

#include "serve/past.h"

#include "answer/answer.h"
#include "base/error.h"
#include "base/clock.h"
#include "frontier/archive.h"
#include "frontier/report.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "mirror/mirror.h"
#include "weave/document.h"

static const int64_t ms_us = 1000;

/* A run to find, and its end. */
struct wanted_run {
    int64_t id, until_us, next_started_ms;
};

/* Notes a run, the last one first; a run that was killed ended before the next began. */
static void note_run(void *context, const struct frontier_run *run, const struct frontier_load *load)
{
    struct wanted_run *wanted = context;
    int64_t ended_ms = run->ended_ms > 0 ? run->ended_ms : wanted->next_started_ms - 1;

    (void)load;
    if (run->id == wanted->id)
        wanted->until_us = ended_ms * ms_us + ms_us - 1;
    wanted->next_started_ms = run->started_ms;
}

bool past_parse(struct mirror *mirror, struct span text, int64_t *until_us)
{
    enum { YEAR_DIGITS = 4 };
    struct wanted_run wanted = {.next_started_ms = INT64_MAX / ms_us - 1};
    int64_t first_us;
    uint64_t number;

    if (text.len == YEAR_DIGITS || !span_to_u64(text, &number))
        return moment_parse(text, &first_us, until_us);
    wanted.id = number <= INT64_MAX ? (int64_t)number : 0;
    if (frontier_walk_runs(mirror->frontier, note_run, &wanted) || wanted.until_us == 0)
        return false;
    *until_us = wanted.until_us;
    return true;
}

int past_open(struct past *past, struct mirror *mirror)
{
    *past = (struct past){.mirror = mirror};
    url_init(&past->base);
    url_init(&past->location);
    return capture_reader_open(&past->reader, mirror, INT64_MAX);
}

void past_close(struct past *past)
{
    capture_reader_close(&past->reader);
    url_release(&past->base);
    url_release(&past->location);
}

/* Returns whether ROW's present answer was in force then, and is newer than the capture (INT64_MIN: none). */
static bool is_in_force(const struct past *past, const struct frontier_row *row, int64_t captured_us)
{
    const struct frontier_visit *visit = &row->visit;
    int64_t requested_us = visit->requested_ms * ms_us;

    return row->answered && (visit->state == FRONTIER_DONE || visit->state == FRONTIER_REDIRECTED) &&
           requested_us <= past->until_us && (captured_us == INT64_MIN || requested_us > captured_us);
}

/* Marks ROW as failed or gone. */
static void set_failed(struct frontier_row *row, const struct fetch_result *result)
{
    bool gone = result->status == 404 || result->status == 410;

    row->state = row->visit.state = gone ? FRONTIER_GONE : FRONTIER_FAILED;
    row->reason = row->visit.reason =
        fetch_outcome_is_answer(result->outcome) ? FRONTIER_BY_STATUS : FRONTIER_BY_NETWORK;
}

static void set_redirected(struct past *past, struct frontier_row *row, const struct fetch_result *result)
{
    row->state = row->visit.state = FRONTIER_REDIRECTED;
    if (url_parse(&past->location, result->fields->first[ANSWER_LOCATION], &past->base, NULL) != URL_OK)
        set_failed(row, result);
}

static void set_stored(struct past *past, struct frontier_row *row, struct span bytes)
{
    struct span type = document_type(row->visit.content_type, false, &past->base, bytes);

    row->state = row->visit.state = FRONTIER_DONE;
    row->visit.document =
        document_form(type, bytes) == DOCUMENT_NONE ? FRONTIER_NO_DOCUMENT : FRONTIER_DOCUMENT;
}

/* Gives ROW the answer of CAPTURE. */
static int set_answer(struct past *past, struct frontier_row *row, const struct capture *capture)
{
    const struct fetch_result *result = &past->reader.answer->result;
    struct frontier_place place = capture_reader_place(&past->reader, capture);
    int64_t requested_ms = capture->date_us / ms_us;
    struct span bytes;
    int error = body_span(result->plain, &bytes);

    if (error)
        return error;
    row->answered = true;
    row->rule = span_of("");
    row->reason = FRONTIER_NO_REASON;
    row->visit = (struct frontier_visit){
        .url = row->item.id,
        .requested_ms = requested_ms,
        .seen_ms = requested_ms,
        .status = result->status,
        .seen_status = result->status,
        .content_type = result->fields->first[ANSWER_CONTENT_TYPE],
        .last_modified = result->fields->first[ANSWER_LAST_MODIFIED],
        .digest = span_make((const char *)result->payload_sha256, sizeof result->payload_sha256),
        .archive = place.archive,
        .archive_offset = place.offset,
        .archive_length = place.length,
    };
    if (result->outcome == FETCH_OK)
        set_stored(past, row, bytes);
    else if (result->outcome == FETCH_REDIRECT)
        set_redirected(past, row, result);
    else
        set_failed(row, result);
    return 0;
}

int past_recall(struct past *past, struct frontier_row *row, enum past_row *then)
{
    const struct capture *capture = captures_find(past->reader.index, row->item.url, past->until_us);
    int error;

    *then = PAST_SAME;
    if (row->state == FRONTIER_REFUSED || frontier_is_withdrawn(row) ||
        is_in_force(past, row, capture ? capture->date_us : INT64_MIN))
        return 0;
    *then = capture ? PAST_CAPTURE : PAST_NOTHING;
    if (!capture) {
        if (row->answered && row->visit.state == FRONTIER_DONE && !row->visit.document)
            *then = PAST_NOT_KEPT;
        return 0;
    }
    if (url_parse(&past->base, row->item.url, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    error = capture_reader_read(&past->reader, capture, row->item.url);
    return error ? error : set_answer(past, row, capture);
}

size_t past_times(const struct past *past, const struct frontier_row *row, int64_t *times, size_t room)
{
    const struct past whole = {.until_us = INT64_MAX};
    const struct capture *capture = captures_find(past->reader.index, row->item.url, INT64_MAX);
    size_t count = 0;

    if (row->state == FRONTIER_REFUSED || frontier_is_withdrawn(row))
        return 0;
    if (is_in_force(&whole, row, capture ? capture->date_us : INT64_MIN))
        times[count++] = row->visit.requested_ms * ms_us;
    for (; capture && count < room;
         capture = captures_find(past->reader.index, row->item.url, capture->date_us - 1)) {
        if (capture->status >= 200 && capture->status < 400)
            times[count++] = capture->date_us;
    }
    return count;
}
