/* SPDX-License-Identifier: MIT */
/* Adds up the figures of measure.c and the findings of lint.c. Readings are compared for the paths that each
 * file names. */
#include "config.h"

#include "lint/stats.h"

#include "lint/lint.h"
#include "base/alloc.h"
#include "robots/times.h"

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
