/* SPDX-License-Identifier: MIT */
/* `tiptoe robots stats` as text: tables, and histograms of '#'. */
#include "config.h"

#include <stdlib.h>

#include "cmd_robots/stats.h"
#include "term/safe.h"
#include "term/message.h"

enum { LABEL_COLUMNS = 32, BAR_COLUMNS = 40 };

static double percent(size_t part, size_t all)
{
    return all > 0 ? 100 * (double)part / (double)all : 0;
}

/* Whole numbers have no decimals, others one. */
static void add_cell(struct buf *out, double value)
{
    bool is_whole = value < 1e15 && value <= (double)(int64_t)value;

    buf_add_format(out, " %9.*f", is_whole ? 0 : 1, value);
}

static void add_each(const struct stats_report *report, struct buf *out)
{
    buf_add_text(out,
                 "    bytes    lines    blank  comment   agents disallow    allow   errors warnings  file\n");
    for (size_t i = 0; i < report->stats.count; i++) {
        const struct stats_file *file = &report->stats.files[i];
        static const enum figure shown[] = {FIGURE_BYTES,         FIGURE_LINES,       FIGURE_BLANK_LINES,
                                            FIGURE_COMMENT_LINES, FIGURE_USER_AGENTS, FIGURE_DISALLOWS,
                                            FIGURE_ALLOWS};

        for (size_t j = 0; j < sizeof shown / sizeof shown[0]; j++)
            buf_add_format(out, "%9.0f", file->figures[shown[j]]);
        buf_add_format(out, "%9zu%9zu  ", file->severities[LINT_ERROR], file->severities[LINT_WARNING]);
        (void)safe_add(out, span_of(report->names[i]));
        buf_add_text(out, measure_has(file->traits, TRAIT_HTML) ? " (a web page)\n" : "\n");
    }
    buf_add_byte(out, '\n');
}

static void add_summary(const struct stats_row *row, struct buf *out)
{
    buf_add_format(out, "%-*s", LABEL_COLUMNS, row->text);
    add_cell(out, row->summary.mean);
    add_cell(out, row->summary.median);
    add_cell(out, row->summary.min);
    add_cell(out, row->summary.max);
    add_cell(out, row->summary.p90);
    add_cell(out, row->summary.p99);
    buf_add_byte(out, '\n');
}

static void add_bar(struct buf *out, size_t count, size_t most)
{
    buf_add_format(out, "%8zu ", count);
    for (size_t i = 0; i < (count * BAR_COLUMNS + most - 1) / most; i++)
        buf_add_byte(out, '#');
    buf_add_byte(out, '\n');
}

/* One line for each range, from the first to the last with a number. */
static void add_histogram(const struct stats_row *row, const struct spread *spread, struct buf *out)
{
    size_t most = 1;

    for (size_t i = 0; stats_report_limit(row, i) <= row->summary.max; i++) {
        size_t count = spread_between(spread, stats_report_limit(row, i), stats_report_limit(row, i + 1));

        most = count > most ? count : most;
    }
    buf_add_format(out, "\n%s (most often %.10g)\n", row->text, row->summary.mode);
    for (size_t i = 0; stats_report_limit(row, i) <= row->summary.max; i++) {
        double least = stats_report_limit(row, i), below = stats_report_limit(row, i + 1);

        if (below <= row->summary.min)
            continue;
        if (below - least > 1)
            buf_add_format(out, "%10.0f to %8.0f", least, below - 1);
        else
            buf_add_format(out, "%10.0f%12s", least, "");
        add_bar(out, spread_between(spread, least, below), most);
    }
}

static void add_rows(struct stats_report *report, struct buf *out)
{
    struct stats_row row;
    struct spread spread;
    double bytes;

    spread_init(&spread);
    row = stats_report_row(report, FIGURE_BYTES, &spread);
    bytes = row.summary.sum;
    row = stats_report_row(report, FIGURE_LINES, &spread);
    buf_add_format(out, "%.0f bytes in %.0f lines, %.1f bytes a line\n\n", bytes, row.summary.sum,
                   row.summary.sum > 0 ? bytes / row.summary.sum : 0);
    buf_add_format(out, "%-*s %9s %9s %9s %9s %9s %9s\n", LABEL_COLUMNS, "", "mean", "median", "min", "max",
                   "p90", "p99");
    for (size_t i = 0; i < STATS_ROWS; i++) {
        row = stats_report_row(report, i, &spread);
        add_summary(&row, out);
    }
    for (size_t i = 0; i < STATS_ROWS; i++) {
        row = stats_report_row(report, i, &spread);
        if (row.has_histogram && row.summary.count > 0)
            add_histogram(&row, &spread, out);
    }
    spread_release(&spread);
}

static void add_traits(const struct stats *stats, struct buf *out)
{
    size_t all = stats_text_files(stats);

    buf_add_text(out, "\nProperties of files\n");
    for (int trait = 0; trait < TRAIT_HTML; trait++)
        buf_add_format(out, "%8zu %5.1f %%  %s\n", stats->traits[trait], percent(stats->traits[trait], all),
                       trait_name((enum trait)trait)->text);
}

static void add_words(struct tally *tally, const char *title, size_t top, struct buf *out)
{
    size_t count;
    struct tally_row *words = tally_rows(tally, &count);

    if (count > 0)
        buf_add_format(out, "\n%s, %zu different\n   files    times\n", title, count);
    for (size_t i = 0; i < count && i < top; i++) {
        buf_add_format(out, "%8zu %8zu  ", words[i].files, words[i].times);
        (void)safe_add(out, words[i].word);
        buf_add_byte(out, '\n');
    }
    free(words);
}

static void add_findings(const struct stats *stats, struct buf *out)
{
    buf_add_text(out, "\nFindings of robots check\n   files    times\n");
    for (int code = 0; code < LINT_CODE_COUNT; code++) {
        const struct stats_finding *finding = &stats->findings[code];

        if (finding->times > 0)
            buf_add_format(out, "%8zu %8zu  %s: %s\n", finding->files, finding->times,
                           lint_severity_text(lint_kind((enum lint_code)code)->severity),
                           lint_kind((enum lint_code)code)->text);
    }
}

static void add_answers(struct stats_report *report, struct buf *out)
{
    size_t counts[ANSWER_COUNT];

    stats_report_answers(report, counts);
    buf_add_format(out, "\nSites tried: %zu\n", report->answers.count);
    for (int i = 0; i < ANSWER_COUNT; i++)
        buf_add_format(out, "%8zu %5.1f %%  %s\n", counts[i], percent(counts[i], report->answers.count),
                       stats_answer_text((enum stats_answer)i));
}

void stats_report_text(struct stats_report *report, struct buf *out)
{
    struct stats *stats = &report->stats;
    size_t files = stats_text_files(stats);

    if (report->has_each)
        add_each(report, out);
    buf_add_format(out,
                   "%zu file%s; %zu more %s, for which only findings are counted; %zu could not be read\n",
                   files, message_plural(files), stats->traits[TRAIT_HTML],
                   stats->traits[TRAIT_HTML] == 1 ? "is a web page" : "are web pages", report->unreadable);
    add_rows(report, out);
    add_traits(stats, out);
    add_words(&stats->delays, "Values of Crawl-delay", report->top, out);
    add_words(&stats->names, "Names", report->top, out);
    add_words(&stats->paths, "Paths of Disallow", report->top, out);
    add_findings(stats, out);
    if (report->answers.count > 0)
        add_answers(report, out);
}
