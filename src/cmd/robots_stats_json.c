/* SPDX-License-Identifier: MIT */
/* `tiptoe robots stats --json`: everything as one object. */
#include "config.h"

#include <stdlib.h>

#include "cmd/json.h"
#include "cmd/robots_stats.h"

static void add_member(struct buf *out, const char *key, double number)
{
    json_key(out, key);
    json_number(out, number);
}

static void add_traits_of(const struct stats_file *file, struct buf *out)
{
    json_key(out, "traits");
    json_open(out, '[');
    for (int trait = 0; trait < TRAIT_COUNT; trait++) {
        if (measure_has(file->traits, (enum trait)trait))
            json_text(out, span_of(trait_key((enum trait)trait)));
    }
    json_close(out, ']');
}

static void add_files(const struct stats_report *report, struct buf *out)
{
    json_key(out, "files");
    json_open(out, '[');
    for (size_t i = 0; i < report->stats.count; i++) {
        const struct stats_file *file = &report->stats.files[i];

        json_open(out, '{');
        json_key(out, "name");
        json_text(out, span_of(report->names[i]));
        for (int figure = 0; figure < FIGURE_COUNT; figure++)
            add_member(out, figure_key((enum figure)figure), file->figures[figure]);
        add_traits_of(file, out);
        json_key(out, "findings");
        json_open(out, '{');
        for (int severity = 0; severity < LINT_SEVERITY_COUNT; severity++)
            add_member(out, lint_severity_text((enum lint_severity)severity),
                       (double)file->severities[severity]);
        json_close(out, '}');
        json_close(out, '}');
    }
    json_close(out, ']');
}

/* Pairs of the least value of a range and how many are in it. */
static void add_histogram(const struct stats_row *row, const struct spread *spread, struct buf *out)
{
    json_key(out, "histogram");
    json_open(out, '[');
    for (size_t i = 0; spread->count > 0 && stats_report_limit(row, i) <= row->summary.max; i++) {
        json_open(out, '[');
        json_number(out, stats_report_limit(row, i));
        json_number(
            out, (double)spread_between(spread, stats_report_limit(row, i), stats_report_limit(row, i + 1)));
        json_close(out, ']');
    }
    json_close(out, ']');
}

static void add_rows(struct stats_report *report, struct buf *out)
{
    struct spread spread;

    spread_init(&spread);
    json_key(out, "figures");
    json_open(out, '{');
    for (size_t i = 0; i < STATS_ROWS; i++) {
        struct stats_row row = stats_report_row(report, i, &spread);

        json_key(out, row.key);
        json_open(out, '{');
        add_member(out, "count", (double)row.summary.count);
        add_member(out, "sum", row.summary.sum);
        add_member(out, "mean", row.summary.mean);
        add_member(out, "median", row.summary.median);
        add_member(out, "min", row.summary.min);
        add_member(out, "max", row.summary.max);
        add_member(out, "p90", row.summary.p90);
        add_member(out, "p99", row.summary.p99);
        add_member(out, "mode", row.summary.mode);
        add_histogram(&row, &spread, out);
        json_close(out, '}');
    }
    json_close(out, '}');
    spread_release(&spread);
}

static void add_words(struct tally *tally, const char *key, size_t top, struct buf *out)
{
    size_t count;
    struct tally_row *words = tally_rows(tally, &count);

    json_key(out, key);
    json_open(out, '{');
    add_member(out, "different", (double)count);
    json_key(out, "top");
    json_open(out, '[');
    for (size_t i = 0; i < count && i < top; i++) {
        json_open(out, '{');
        json_key(out, "text");
        json_text(out, words[i].word);
        add_member(out, "files", (double)words[i].files);
        add_member(out, "times", (double)words[i].times);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_close(out, '}');
    free(words);
}

static void add_findings(const struct stats *stats, struct buf *out)
{
    json_key(out, "findings");
    json_open(out, '{');
    for (int code = 0; code < LINT_CODE_COUNT; code++) {
        const struct stats_finding *finding = &stats->findings[code];

        if (finding->times == 0)
            continue;
        json_key(out, lint_code_text((enum lint_code)code));
        json_open(out, '{');
        json_key(out, "severity");
        json_text(out, span_of(lint_severity_text(lint_code_severity((enum lint_code)code))));
        add_member(out, "files", (double)finding->files);
        add_member(out, "times", (double)finding->times);
        json_close(out, '}');
    }
    json_close(out, '}');
}

static void add_answers(struct stats_report *report, struct buf *out)
{
    size_t counts[ANSWER_COUNT];

    stats_report_answers(report, counts);
    json_key(out, "answers");
    json_open(out, '{');
    add_member(out, "tried", (double)report->answers.count);
    for (int i = 0; i < ANSWER_COUNT; i++)
        add_member(out, stats_answer_text((enum stats_answer)i), (double)counts[i]);
    json_close(out, '}');
}

void stats_report_json(struct stats_report *report, struct buf *out)
{
    struct stats *stats = &report->stats;

    json_open(out, '{');
    add_member(out, "text-files", (double)stats_text_files(stats));
    add_member(out, "unreadable", (double)report->unreadable);
    add_rows(report, out);
    json_key(out, "traits");
    json_open(out, '{');
    for (int trait = 0; trait < TRAIT_COUNT; trait++)
        add_member(out, trait_key((enum trait)trait), (double)stats->traits[trait]);
    json_close(out, '}');
    add_words(&stats->delays, "crawl-delays", report->top, out);
    add_words(&stats->names, "names", report->top, out);
    add_words(&stats->paths, "paths", report->top, out);
    add_findings(stats, out);
    add_answers(report, out);
    add_files(report, out);
    json_close(out, '}');
    buf_add_byte(out, '\n');
}
