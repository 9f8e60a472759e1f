/* SPDX-License-Identifier: MIT */
/* `tiptoe robots stats --json`: one object. */
#include "config.h"

#include <stdlib.h>

#include "base/json.h"
#include "cmd_robots/stats.h"

static void open_member(struct json_writer *json, const char *key, char bracket)
{
    json_key(json, key);
    json_open(json, bracket);
}

static void add_traits_of(const struct stats_file *file, struct json_writer *json)
{
    open_member(json, "traits", '[');
    for (int trait = 0; trait < TRAIT_COUNT; trait++) {
        if (measure_has(file->traits, (enum trait)trait))
            json_text(json, span_of(trait_name((enum trait)trait)->key));
    }
    json_close(json);
}

static void add_files(const struct stats_report *report, struct json_writer *json)
{
    open_member(json, "files", '[');
    for (size_t i = 0; i < report->stats.count; i++) {
        const struct stats_file *file = &report->stats.files[i];

        json_open(json, '{');
        json_member_text(json, "name", span_of(report->names[i]));
        for (int figure = 0; figure < FIGURE_COUNT; figure++)
            json_member_number(json, figure_name((enum figure)figure)->key, file->figures[figure]);
        add_traits_of(file, json);
        open_member(json, "findings", '{');
        for (int severity = 0; severity < LINT_SEVERITY_COUNT; severity++)
            json_member_number(json, lint_severity_text((enum lint_severity)severity),
                               (double)file->severities[severity]);
        json_close(json);
        json_close(json);
    }
    json_close(json);
}

/* Pairs: the least value of a range, and the count. */
static void add_histogram(const struct stats_row *row, const struct spread *spread, struct json_writer *json)
{
    open_member(json, "histogram", '[');
    for (size_t i = 0; spread->count > 0 && stats_report_limit(row, i) <= row->summary.max; i++) {
        json_open(json, '[');
        json_number(json, stats_report_limit(row, i));
        json_number(
            json, (double)spread_between(spread, stats_report_limit(row, i), stats_report_limit(row, i + 1)));
        json_close(json);
    }
    json_close(json);
}

static void add_rows(struct stats_report *report, struct json_writer *json)
{
    struct spread spread;

    spread_init(&spread);
    open_member(json, "figures", '{');
    for (size_t i = 0; i < STATS_ROWS; i++) {
        struct stats_row row = stats_report_row(report, i, &spread);

        open_member(json, row.key, '{');
        json_member_number(json, "count", (double)row.summary.count);
        json_member_number(json, "sum", row.summary.sum);
        json_member_number(json, "mean", row.summary.mean);
        json_member_number(json, "median", row.summary.median);
        json_member_number(json, "min", row.summary.min);
        json_member_number(json, "max", row.summary.max);
        json_member_number(json, "p90", row.summary.p90);
        json_member_number(json, "p99", row.summary.p99);
        json_member_number(json, "mode", row.summary.mode);
        add_histogram(&row, &spread, json);
        json_close(json);
    }
    json_close(json);
    spread_release(&spread);
}

static void add_words(struct tally *tally, const char *key, size_t top, struct json_writer *json)
{
    size_t count;
    struct tally_row *words = tally_rows(tally, &count);

    open_member(json, key, '{');
    json_member_number(json, "different", (double)count);
    open_member(json, "top", '[');
    for (size_t i = 0; i < count && i < top; i++) {
        json_open(json, '{');
        json_member_text(json, "text", words[i].word);
        json_member_number(json, "files", (double)words[i].files);
        json_member_number(json, "times", (double)words[i].times);
        json_close(json);
    }
    json_close(json);
    json_close(json);
    free(words);
}

static void add_findings(const struct stats *stats, struct json_writer *json)
{
    open_member(json, "findings", '{');
    for (int code = 0; code < LINT_CODE_COUNT; code++) {
        const struct stats_finding *finding = &stats->findings[code];

        if (finding->times == 0)
            continue;
        open_member(json, lint_kind((enum lint_code)code)->text, '{');
        json_member_text(json, "severity",
                         span_of(lint_severity_text(lint_kind((enum lint_code)code)->severity)));
        json_member_number(json, "files", (double)finding->files);
        json_member_number(json, "times", (double)finding->times);
        json_close(json);
    }
    json_close(json);
}

static void add_answers(struct stats_report *report, struct json_writer *json)
{
    size_t counts[ANSWER_COUNT];

    stats_report_answers(report, counts);
    open_member(json, "answers", '{');
    json_member_number(json, "tried", (double)report->answers.count);
    for (int i = 0; i < ANSWER_COUNT; i++)
        json_member_number(json, stats_answer_text((enum stats_answer)i), (double)counts[i]);
    json_close(json);
}

void stats_report_json(struct stats_report *report, struct buf *out)
{
    struct stats *stats = &report->stats;
    struct json_writer writer, *json = &writer;

    json_init(json, out);
    json_open(json, '{');
    json_member_number(json, "text-files", (double)stats_text_files(stats));
    json_member_number(json, "unreadable", (double)report->unreadable);
    add_rows(report, json);
    open_member(json, "traits", '{');
    for (int trait = 0; trait < TRAIT_COUNT; trait++)
        json_member_number(json, trait_name((enum trait)trait)->key, (double)stats->traits[trait]);
    json_close(json);
    add_words(&stats->delays, "crawl-delays", report->top, json);
    add_words(&stats->names, "names", report->top, json);
    add_words(&stats->paths, "paths", report->top, json);
    add_findings(stats, json);
    add_answers(report, json);
    add_files(report, json);
    json_close(json);
    (void)buf_add_byte(out, '\n');
}
