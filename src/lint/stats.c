/* SPDX-License-Identifier: MIT */
/* Adds up the figures of measure.c and the findings of lint.c. Readings are compared for the paths that each
 * file names. Words are collected in order and sorted on request: a hostile file could slow a hash table. */
#include "config.h"

#include "lint/stats.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/die.h"
#include "lint/lint.h"
#include "robots/times.h"

struct tally_word {
    size_t at;
    struct span word; /* of the text, set while sorting */
    uint32_t len, file;
    uint32_t order;
    bool folds;
};

void tally_init(struct tally *tally, bool folds)
{
    *tally = (struct tally){.folds = folds};
    buf_init(&tally->text, UINT32_MAX);
}

void tally_release(struct tally *tally)
{
    free(tally->words);
    buf_release(&tally->text);
    tally_init(tally, tally->folds);
}

void tally_add(struct tally *tally, struct span word, uint32_t file)
{
    tally->words = mem_extend(tally->words, tally->count, &tally->room, sizeof *tally->words);
    tally->words[tally->count] = (struct tally_word){.at = tally->text.len,
                                                     .len = (uint32_t)word.len,
                                                     .file = file,
                                                     .order = (uint32_t)tally->count,
                                                     .folds = tally->folds};
    tally->count++;
    if (buf_add_span(&tally->text, word))
        die("more than 4 GiB of words to count");
}

static int compare_text(const struct tally_word *left, const struct tally_word *right)
{
    size_t len = left->word.len < right->word.len ? left->word.len : right->word.len;

    for (size_t i = 0; i < len; i++) {
        unsigned char a = (unsigned char)left->word.at[i], b = (unsigned char)right->word.at[i];

        if (left->folds) {
            a = (unsigned char)ascii_lower((char)a);
            b = (unsigned char)ascii_lower((char)b);
        }
        if (a != b)
            return a < b ? -1 : 1;
    }
    return (left->word.len > right->word.len) - (left->word.len < right->word.len);
}

static int compare_words(const void *a, const void *b)
{
    const struct tally_word *left = a, *right = b;
    int order = compare_text(left, right);

    return order ? order : (left->order > right->order) - (left->order < right->order);
}

static int compare_rows(const void *a, const void *b)
{
    const struct tally_row *left = a, *right = b;

    if (left->files != right->files)
        return left->files > right->files ? -1 : 1;
    if (left->times != right->times)
        return left->times > right->times ? -1 : 1;
    return (left->word.at > right->word.at) - (left->word.at < right->word.at);
}

struct tally_row *tally_rows(struct tally *tally, size_t *count)
{
    struct tally_row *rows = mem_new(tally->count, sizeof *rows);

    *count = 0;
    for (size_t i = 0; i < tally->count; i++)
        tally->words[i].word = span_part(buf_span(&tally->text), tally->words[i].at, tally->words[i].len);
    if (tally->count > 0)
        qsort(tally->words, tally->count, sizeof *tally->words, compare_words);
    for (size_t i = 0; i < tally->count; i++) {
        const struct tally_word *word = &tally->words[i];
        bool is_new = i == 0 || compare_text(&word[-1], word) != 0;

        if (is_new)
            rows[(*count)++] = (struct tally_row){.word = word->word};
        rows[*count - 1].times++;
        rows[*count - 1].files += is_new || word[-1].file != word->file;
    }
    if (*count > 0)
        qsort(rows, *count, sizeof *rows, compare_rows);
    return rows;
}

void spread_init(struct spread *spread)
{
    *spread = (struct spread){.count = 0};
}

void spread_release(struct spread *spread)
{
    free(spread->values);
    spread_init(spread);
}

void spread_clear(struct spread *spread)
{
    spread->count = 0;
}

void spread_add(struct spread *spread, double value)
{
    spread->values = mem_extend(spread->values, spread->count, &spread->room, sizeof *spread->values);
    spread->values[spread->count++] = value;
}

static int compare_numbers(const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

/* For one or more sorted numbers. */
static double at_percent(const struct spread *spread, size_t percent)
{
    return spread->values[(spread->count - 1) * percent / 100];
}

static double mode_of(const struct spread *spread)
{
    size_t best = 0;
    double mode = spread->values[0];

    for (size_t i = 0, end; i < spread->count; i = end) {
        for (end = i + 1; end < spread->count && spread->values[end] <= spread->values[i];)
            end++;
        if (end - i > best) {
            best = end - i;
            mode = spread->values[i];
        }
    }
    return mode;
}

struct spread_summary spread_summarise(struct spread *spread)
{
    struct spread_summary summary = {.count = spread->count};
    const double *values = spread->values;
    size_t count = spread->count;

    if (count == 0)
        return summary;
    qsort(spread->values, count, sizeof *spread->values, compare_numbers);
    for (size_t i = 0; i < count; i++)
        summary.sum += values[i];
    summary.mean = summary.sum / (double)count;
    summary.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    summary.min = values[0];
    summary.max = values[count - 1];
    summary.p90 = at_percent(spread, 90);
    summary.p99 = at_percent(spread, 99);
    summary.mode = mode_of(spread);
    return summary;
}

size_t spread_between(const struct spread *spread, double least, double below)
{
    size_t found = 0;

    for (size_t i = 0; i < spread->count; i++)
        found += spread->values[i] >= least && spread->values[i] < below;
    return found;
}

double spread_limit(size_t i)
{
    static const double steps[] = {5, 10, 20};
    double limit = (double)i;

    if (i <= 5)
        return limit;
    limit = steps[(i - 5) % 3];
    for (size_t power = (i - 5) / 3; power > 0; power--)
        limit *= 10;
    return limit;
}

/* The most paths of a file for which readings are compared: enough to meet every kind of difference. */
enum { PROBES = 100, PROBE_BYTES = 1024 };

#define PROBE_ORIGIN "http://site.invalid"

void stats_init(struct stats *stats, struct span agent)
{
    *stats = (struct stats){.agent = agent};
    spread_init(&stats->agent_disallows);
    spread_init(&stats->agent_allows);
    spread_init(&stats->group_rules);
    spread_init(&stats->bare_lines);
    spread_init(&stats->delay_seconds);
    tally_init(&stats->names, true);
    tally_init(&stats->paths, false);
    tally_init(&stats->delays, false);
    measure_init(&stats->measure);
    findings_init(&stats->found);
}

void stats_release(struct stats *stats)
{
    free(stats->files);
    spread_release(&stats->agent_disallows);
    spread_release(&stats->agent_allows);
    spread_release(&stats->group_rules);
    spread_release(&stats->bare_lines);
    spread_release(&stats->delay_seconds);
    tally_release(&stats->names);
    tally_release(&stats->paths);
    tally_release(&stats->delays);
    measure_release(&stats->measure);
    findings_release(&stats->found);
}

/* Adds a URL that a rule with this path matches: without the anchor, a letter for each wildcard. */
static void add_probe(struct buf *out, struct span path)
{
    path = span_part(path, 0, PROBE_BYTES);
    buf_add_text(out, PROBE_ORIGIN);
    if (path.len == 0 || path.at[0] != '/')
        buf_add_byte(out, '/');
    for (size_t i = 0; i < path.len; i++) {
        if (path.at[i] != '$' || i + 1 < path.len)
            buf_add_byte(out, path.at[i] == '*' ? 'x' : path.at[i]);
    }
}

/* Fills FOUND with the findings of robots check, for the paths of the file too. */
static void check_file(struct stats *stats, struct span body)
{
    const struct measure_spans *paths = &stats->measure.paths;
    size_t ends[PROBES], count = paths->count < PROBES ? paths->count : PROBES;
    struct span urls[PROBES];
    struct buf probes;
    struct lint_options options = {.agent = stats->agent, .urls = urls, .url_count = count};

    buf_init(&probes, (size_t)PROBES * (PROBE_BYTES + 64));
    for (size_t i = 0; i < count; i++) {
        add_probe(&probes, paths->items[i]);
        ends[i] = probes.len;
    }
    for (size_t i = 0; i < count; i++) {
        size_t start = i > 0 ? ends[i - 1] : 0;

        urls[i] = span_part(buf_span(&probes), start, ends[i] - start);
    }
    findings_clear(&stats->found);
    lint_robots(&stats->found, body, &options);
    buf_release(&probes);
}

static void add_findings(struct stats *stats, struct stats_file *file)
{
    for (int code = 0; code < LINT_CODE_COUNT; code++) {
        stats->findings[code].times += stats->found.counts[code];
        stats->findings[code].files += stats->found.counts[code] > 0;
    }
    memcpy(file->severities, stats->found.severities, sizeof file->severities);
    if (stats->found.counts[LINT_READING_DIFFERS] > 0)
        file->traits |= UINT64_C(1) << TRAIT_DIFFERS;
}

static void add_groups(struct stats *stats)
{
    const struct measure *measure = &stats->measure;

    for (size_t i = 1; i < measure->group_count; i++) {
        const struct measure_group *group = &measure->groups[i];

        spread_add(&stats->group_rules, group->disallows + (double)group->allows);
        for (uint32_t agent = 0; agent < group->agents; agent++) {
            spread_add(&stats->agent_disallows, group->disallows);
            spread_add(&stats->agent_allows, group->allows);
        }
    }
}

static void add_words(struct stats *stats, uint32_t number)
{
    const struct measure *measure = &stats->measure;

    for (size_t i = 0; i < measure->names.count; i++)
        tally_add(&stats->names, measure->names.items[i], number);
    for (size_t i = 0; i < measure->paths.count; i++)
        tally_add(&stats->paths, measure->paths.items[i], number);
    for (size_t i = 0; i < measure->delays.count; i++) {
        int64_t ms;

        tally_add(&stats->delays, measure->delays.items[i], number);
        if (times_read_delay(measure->delays.items[i], &ms))
            spread_add(&stats->delay_seconds, (double)ms / 1000);
    }
}

void stats_add(struct stats *stats, struct span body)
{
    struct stats_file *file;

    stats->files = mem_extend(stats->files, stats->count, &stats->room, sizeof *stats->files);
    file = &stats->files[stats->count++];
    measure_file(&stats->measure, body, stats->agent);
    memcpy(file->figures, stats->measure.figures, sizeof file->figures);
    file->traits = stats->measure.traits;
    check_file(stats, body);
    add_findings(stats, file);
    add_groups(stats);
    add_words(stats, (uint32_t)stats->count);
    if (measure_has(file->traits, TRAIT_BARE))
        spread_add(&stats->bare_lines, file->figures[FIGURE_LINES]);
    if (measure_has(file->traits, TRAIT_HTML))
        file->traits = UINT64_C(1) << TRAIT_HTML;
    for (int trait = 0; trait < TRAIT_COUNT; trait++)
        stats->traits[trait] += measure_has(file->traits, (enum trait)trait);
}

size_t stats_text_files(const struct stats *stats)
{
    return stats->count - stats->traits[TRAIT_HTML];
}

void stats_spread(const struct stats *stats, enum figure figure, struct spread *spread)
{
    spread_clear(spread);
    for (size_t i = 0; i < stats->count; i++) {
        if (!measure_has(stats->files[i].traits, TRAIT_HTML))
            spread_add(spread, stats->files[i].figures[figure]);
    }
}
