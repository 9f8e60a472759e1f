/* SPDX-License-Identifier: MIT */
/* The command `tiptoe robots stats`: figures over many robots.txt files, those that WebWatch published in
 * 1998, as text with histograms of '#', or as one JSON object. */
#include "config.h"

#include <fts.h>
#include <limits.h>
#include <stdio.h>

#include "base/json.h"
#include "cmd/command.h"
#include "lint/stats.h"
#include "term/message.h"

enum {
    EXIT_UNREADABLE = 3,
    FILE_MAX = 64 * 1024 * 1024,
    ANSWERS_MAX = 256 * 1024 * 1024,
    LABEL_COLUMNS = 32,
    BAR_COLUMNS = 40,
};
#define OUTPUT_MAX ((size_t)4 * 1024 * 1024 * 1024)

static const struct option_row rows[] = {
    {.name = "answers",
     .kind = OPTION_TEXT,
     .access = SANDBOX_READ,
     .argument = "FILE",
     .help = "count the answers of all sites tried: one line per site, which starts with a status or a word "
             "such as timeout"},
    {.name = "each", .kind = OPTION_FLAG, .help = "also print a line of figures for each file"},
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object"},
    {.kind = OPTION_END},
};

/* Answers of the sites tried: a file, 404, a timeout, any other. */
enum answer { ANSWER_RETRIEVED, ANSWER_NOT_FOUND, ANSWER_TIMED_OUT, ANSWER_OTHER, ANSWER_COUNT };
static const char *const answer_texts[ANSWER_COUNT] = {"retrieved", "404", "timed-out", "other"};

/* One call of the command. */
struct report {
    struct stats stats;
    struct buf body; /* of the last file */
    struct buf out;
    struct json_writer json; /* to out */
    bool is_json, is_each;
    size_t unreadable;
    size_t tried, answers[ANSWER_COUNT]; /* sites */
};

static void add_each(struct buf *out, const char *name, const struct stats_file *file)
{
    static const enum figure shown[] = {FIGURE_BYTES,         FIGURE_LINES,       FIGURE_BLANK_LINES,
                                        FIGURE_COMMENT_LINES, FIGURE_USER_AGENTS, FIGURE_DISALLOWS,
                                        FIGURE_ALLOWS};

    for (size_t i = 0; i < COUNT_OF(shown); i++)
        buf_add_format(out, "%9.0f", file->figures[shown[i]]);
    buf_add_format(out, "%9zu%9zu  ", file->severities[LINT_ERROR], file->severities[LINT_WARNING]);
    (void)safe_add(out, span_of(name));
    buf_add_text(out, file->is_html ? " (a web page)\n" : "\n");
}

static void json_file(struct json_writer *json, const char *name, const struct stats_file *file)
{
    json_open(json, '{');
    json_member_text(json, "name", span_of(name));
    for (int i = 0; i < FILE_FIGURE_COUNT; i++)
        json_member_number(json, stats_names[i].key, file->figures[i]);
    json_open_member(json, "findings", '{');
    for (int i = 0; i < LINT_SEVERITY_COUNT; i++)
        json_member_number(json, lint_severity_text((enum lint_severity)i), (double)file->severities[i]);
    json_close(json);
    json_close(json);
}

static void read_file(struct report *report, const char *name)
{
    struct stats_file file;

    buf_clear(&report->body);
    if (open_input(name, &report->body)) {
        report->unreadable++;
        return;
    }
    if (report->body.len == FILE_MAX)
        message_warn("%s: larger than %d MiB; counting only the part up to there", name,
                     FILE_MAX / 1024 / 1024);
    file = stats_add(&report->stats, buf_span(&report->body));
    if (report->is_json)
        json_file(&report->json, name, &file);
    else if (report->is_each)
        add_each(&report->out, name, &file);
}

static int compare_names(const FTSENT **a, const FTSENT **b)
{
    return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Reads the file OPERAND, or all files below the directory OPERAND, in the order of their names; of a mirror,
 * only those with the name robots.txt. */
static void read_tree(struct report *report, char *operand)
{
    char *operands[] = {operand, NULL};
    FTS *tree = fts_open(operands, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, compare_names);
    FTSENT *entry;
    int mirror = INT_MAX; /* the level of the mirror that the walk is in */

    while (tree && (entry = fts_read(tree))) {
        if (entry->fts_level <= mirror)
            mirror = entry->fts_info == FTS_D && open_is_mirror(entry->fts_path) ? entry->fts_level : INT_MAX;
        if (entry->fts_info == FTS_F || (entry->fts_info == FTS_DEFAULT && entry->fts_level == 0)) {
            if (entry->fts_level <= mirror || strcmp(entry->fts_name, "robots.txt") == 0)
                read_file(report, entry->fts_path);
        } else if (entry->fts_errno != 0) {
            message_error("%s: %s", entry->fts_path, strerror(entry->fts_errno));
            report->unreadable++;
        }
    }
    if (tree)
        (void)fts_close(tree);
}

static enum answer answer_of(struct span word)
{
    uint64_t status;

    if (span_starts_nocase(word, "time"))
        return ANSWER_TIMED_OUT;
    if (!span_to_u64(word, &status))
        return ANSWER_OTHER;
    if (status >= 200 && status < 300)
        return ANSWER_RETRIEVED;
    return status == 404 ? ANSWER_NOT_FOUND : ANSWER_OTHER;
}

/* Counts the first words of the lines. Returns false if the file cannot be read, which is reported. */
static bool read_answers(struct report *report, const char *path)
{
    struct buf body BUF_LOCAL(ANSWERS_MAX);
    struct span rest;
    bool is_read = open_input(path, &body) == 0;

    rest = buf_span(&body);
    while (is_read && rest.len > 0) {
        struct span line = span_trim(span_take_until(&rest, '\n'), PLAIN_WHITE);

        if (line.len == 0)
            continue;
        report->tried++;
        report->answers[answer_of(span_take_until(&line, ' '))]++;
    }
    return is_read;
}

/* Adds a number; whole numbers have no decimals, others one. */
static void add_cell(struct buf *out, double value)
{
    bool is_whole = value < 1e15 && value <= (double)(int64_t)value;

    buf_add_format(out, " %9.*f", is_whole ? 0 : 1, value);
}

/* Adds one line for each range, from the first to the last with a number. */
static void add_histogram(const char *text, const struct stats_summary *summary, struct buf *out)
{
    size_t most = 1;

    for (size_t i = 0; i < summary->range_count; i++)
        most = summary->ranges[i] > most ? summary->ranges[i] : most;
    buf_add_format(out, "\n%s (most often %.10g)\n", text, summary->mode);
    for (size_t i = 0; i < summary->range_count; i++) {
        double least = stats_limits[i], last = stats_limits[i + 1] - 1;

        if (last < summary->min)
            continue;
        buf_add_format(out, last > least ? "%10.0f to %8.0f" : "%10.0f            ", least, last);
        buf_add_format(out, "%8zu ", summary->ranges[i]);
        for (size_t j = 0; j * most < summary->ranges[i] * BAR_COLUMNS; j++)
            buf_add_byte(out, '#');
        buf_add_byte(out, '\n');
    }
}

static void add_figures(struct stats *stats, struct buf *out)
{
    struct stats_summary bytes = stats_summarise(stats, FIGURE_BYTES);
    struct stats_summary lines = stats_summarise(stats, FIGURE_LINES);
    struct buf histograms BUF_LOCAL(OUTPUT_MAX);

    buf_add_format(out, "%.0f bytes in %.0f lines, %.1f bytes a line\n\n", bytes.sum, lines.sum,
                   lines.sum > 0 ? bytes.sum / lines.sum : 0);
    buf_add_format(out, "%-*s %9s %9s %9s %9s %9s %9s\n", LABEL_COLUMNS, "", "number", "mean", "min",
                   "median", "90 %", "max");
    for (int i = 0; i < FIGURE_COUNT; i++) {
        struct stats_summary summary = stats_summarise(stats, (enum figure)i);

        buf_add_format(out, "%-*s", LABEL_COLUMNS, stats_names[i].text);
        add_cell(out, (double)summary.count);
        add_cell(out, summary.mean);
        add_cell(out, summary.min);
        add_cell(out, summary.median);
        add_cell(out, summary.ninetieth);
        add_cell(out, summary.max);
        buf_add_byte(out, '\n');
        if (stats_names[i].has_histogram && summary.count > 0)
            add_histogram(stats_names[i].text, &summary, &histograms);
    }
    buf_add_span(out, buf_span(&histograms));
}

static void add_report(struct report *report)
{
    struct stats *stats = &report->stats;
    struct buf *out = &report->out;
    size_t files = stats->figures[FIGURE_BYTES].count, tried = report->tried;

    buf_add_format(out,
                   "%zu file%s; %zu more %s, for which only findings are counted; %zu could not be read\n",
                   files, message_plural(files), stats->html_count,
                   stats->html_count == 1 ? "is a web page" : "are web pages", report->unreadable);
    add_figures(stats, out);
    buf_add_text(out, "\nFindings of robots check\n   files    times\n");
    for (int i = 0; i < LINT_CODE_COUNT; i++) {
        const struct lint_kind *kind = lint_kind((enum lint_code)i);

        if (stats->codes[i].times > 0)
            buf_add_format(out, "%8zu %8zu  %s: %s\n", stats->codes[i].files, stats->codes[i].times,
                           lint_severity_text(kind->severity), kind->text);
    }
    if (tried > 0)
        buf_add_format(out, "\nSites tried: %zu\n", tried);
    for (int i = 0; i < ANSWER_COUNT && tried > 0; i++)
        buf_add_format(out, "%8zu %5.1f %%  %s\n", report->answers[i],
                       100 * (double)report->answers[i] / (double)tried, answer_texts[i]);
}

static void json_figures(struct stats *stats, struct json_writer *json)
{
    json_open_member(json, "figures", '{');
    for (int i = 0; i < FIGURE_COUNT; i++) {
        struct stats_summary summary = stats_summarise(stats, (enum figure)i);

        json_open_member(json, stats_names[i].key, '{');
        json_member_number(json, "count", (double)summary.count);
        json_member_number(json, "sum", summary.sum);
        json_member_number(json, "mean", summary.mean);
        json_member_number(json, "min", summary.min);
        json_member_number(json, "median", summary.median);
        json_member_number(json, "ninetieth", summary.ninetieth);
        json_member_number(json, "max", summary.max);
        json_member_number(json, "mode", summary.mode);
        /* Pairs: the least value of a range, and the count. */
        json_open_member(json, "histogram", '[');
        for (size_t j = 0; j < summary.range_count; j++) {
            json_open(json, '[');
            json_number(json, stats_limits[j]);
            json_number(json, (double)summary.ranges[j]);
            json_close(json);
        }
        json_close(json);
        json_close(json);
    }
    json_close(json);
}

static void json_codes(const struct stats *stats, struct json_writer *json)
{
    json_open_member(json, "findings", '{');
    for (int i = 0; i < LINT_CODE_COUNT; i++) {
        const struct lint_kind *kind = lint_kind((enum lint_code)i);

        if (stats->codes[i].times == 0)
            continue;
        json_open_member(json, kind->text, '{');
        json_member_text(json, "severity", span_of(lint_severity_text(kind->severity)));
        json_member_number(json, "files", (double)stats->codes[i].files);
        json_member_number(json, "times", (double)stats->codes[i].times);
        json_close(json);
    }
    json_close(json);
}

/* Ends the list of files, and adds the figures of all. */
static void end_json(struct report *report)
{
    struct stats *stats = &report->stats;
    struct json_writer *json = &report->json;

    json_close(json);
    json_member_number(json, "text-files", (double)stats->figures[FIGURE_BYTES].count);
    json_member_number(json, "web-pages", (double)stats->html_count);
    json_member_number(json, "unreadable", (double)report->unreadable);
    json_figures(stats, json);
    json_codes(stats, json);
    json_open_member(json, "answers", '{');
    json_member_number(json, "tried", (double)report->tried);
    for (int i = 0; i < ANSWER_COUNT; i++)
        json_member_number(json, answer_texts[i], (double)report->answers[i]);
    json_close(json);
    json_close(json);
    (void)buf_add_byte(&report->out, '\n');
}

static void read_files(struct report *report, const struct options *given)
{
    if (report->is_json) {
        json_begin(&report->json, &report->out);
        json_open_member(&report->json, "files", '[');
    } else if (report->is_each) {
        buf_add_text(&report->out, "    bytes    lines    blank  comment   agents disallow    allow   errors "
                                   "warnings  file\n");
    }
    for (size_t i = 0; i < given->operand_count; i++) {
        if (strcmp(given->operands[i], "-") == 0)
            read_file(report, "-");
        else
            read_tree(report, given->operands[i]);
    }
}

static int run_robots_stats(const struct options *given)
{
    struct report report = {.is_json = options_flag(given, "json"), .is_each = options_flag(given, "each")};
    const char *answers = options_text(given, "answers");
    bool is_complete;

    buf_init(&report.body, FILE_MAX);
    buf_init(&report.out, OUTPUT_MAX);
    read_files(&report, given);
    is_complete = !answers || read_answers(&report, answers);
    if (report.is_each && !report.is_json)
        buf_add_byte(&report.out, '\n');
    (report.is_json ? end_json : add_report)(&report);
    (void)fwrite(buf_text(&report.out), 1, report.out.len, stdout);
    stats_release(&report.stats);
    buf_release(&report.body);
    buf_release(&report.out);
    return is_complete && report.unreadable == 0 ? EXIT_COMPLETE : EXIT_UNREADABLE;
}

const struct command command_robots_stats = {
    .name = "robots stats",
    .usage = "[options] FILE|DIR…",
    .summary = "print figures over many robots.txt files",
    .options = rows,
    .operands_min = 1,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_FILES,
    .run = run_robots_stats,
};
