/* SPDX-License-Identifier: MIT */
/* The parts of both output formats of `tiptoe robots stats`: rows of figures, their ranges, and answers. */
#include "config.h"

#include "cmd_robots/stats.h"

#include <stdlib.h>

static bool has_histogram(enum figure figure)
{
    switch ((int)figure) {
    case FIGURE_BYTES:
    case FIGURE_LINES:
    case FIGURE_UNPARSED_LINES:
    case FIGURE_UNPARSED_PERCENT:
    case FIGURE_DIRECTIVES:
    case FIGURE_USER_AGENTS:
        return true;
    default:
        return false;
    }
}

static void copy_spread(struct spread *to, const struct spread *from)
{
    spread_clear(to);
    for (size_t i = 0; i < from->count; i++)
        spread_add(to, from->values[i]);
}

struct stats_row stats_report_row(struct stats_report *report, size_t i, struct spread *spread)
{
    const struct stats *stats = &report->stats;
    const struct {
        const char *key, *text;
        const struct spread *spread;
        bool has_histogram;
    } parts[STATS_ROWS - FIGURE_COUNT] = {
        {"agent-disallows", "Disallow fields of a User-agent", &stats->agent_disallows, true},
        {"agent-allows", "Allow fields of a User-agent", &stats->agent_allows, false},
        {"group-rules", "rules of a group", &stats->group_rules, false},
        {"delay-seconds", "seconds of Crawl-delay", &stats->delay_seconds, true},
        {"bare-lines", "lines of a file without comments", &stats->bare_lines, true},
    };
    struct stats_row row = {.key = NULL};

    if (i < FIGURE_COUNT) {
        row.key = figure_name((enum figure)i)->key;
        row.text = figure_name((enum figure)i)->text;
        row.is_percent = i == FIGURE_UNPARSED_PERCENT;
        row.has_histogram = has_histogram((enum figure)i);
        stats_spread(stats, (enum figure)i, spread);
    } else {
        row.key = parts[i - FIGURE_COUNT].key;
        row.text = parts[i - FIGURE_COUNT].text;
        row.has_histogram = parts[i - FIGURE_COUNT].has_histogram;
        copy_spread(spread, parts[i - FIGURE_COUNT].spread);
    }
    row.summary = spread_summarise(spread);
    return row;
}

double stats_report_limit(const struct stats_row *row, size_t i)
{
    return row->is_percent ? 10 * (double)i : spread_limit(i);
}

const char *stats_answer_text(enum stats_answer answer)
{
    static const char *const texts[] = {"retrieved", "404", "timed-out", "other"};

    return texts[answer];
}

static enum stats_answer answer_of(struct span word)
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

void stats_report_answers(struct stats_report *report, size_t counts[ANSWER_COUNT])
{
    size_t count;
    struct tally_row *words = tally_rows(&report->answers, &count);

    memset(counts, 0, ANSWER_COUNT * sizeof *counts);
    for (size_t i = 0; i < count; i++)
        counts[answer_of(words[i].word)] += words[i].times;
    free(words);
}
