/* SPDX-License-Identifier: MIT */
/* Writes the first words of a report: the state of a mirror in a sentence or two, and what to ask the owner
 * of a site that refused the last run. The setting "refused" keeps the facts of a refusal: run, delay in ms,
 * connections and User-Agent, with a space between them. It counts only while that run is the last one. */
#include "config.h"

#include "report/verdict.h"

#include <inttypes.h>

#include "base/exit_status.h"
#include "frontier/frontier.h"
#include "report/facts.h"
#include "report/printer.h"

enum { NOTE_MAX = 4096 };

/* Adds " 12 THINGS." or " 1 THING." if NUMBER is not 0. */
static void add_finding(struct buf *out, int64_t number, const char *one, const char *many)
{
    if (number == 0)
        return;
    (void)buf_add_byte(out, ' ');
    printer_add_number(out, VALUE_COUNT, number);
    (void)buf_add_text(out, number == 1 ? one : many);
}

/* Returns whether the mirror is complete. */
static bool describe(const struct report_facts *facts, struct buf *out)
{
    const struct frontier_run *last = facts->run_count > 0 ? &facts->runs[0] : NULL;
    bool is_complete =
        last && last->ended_ms > 0 && facts->queued == 0 && exit_status_is_complete(last->exit_status);

    (void)buf_add_text(out, is_complete ? "Complete:" : "Not complete:");
    add_finding(out, facts->files, " file.", " files.");
    if (facts->files == 0)
        (void)buf_add_text(out, " nothing is stored.");
    add_finding(out, facts->queued, " address is still in the queue.", " addresses are still in the queue.");
    add_finding(out, (int64_t)facts->lists[LIST_LINKS].total - facts->passing,
                " link is dead on the site as well.", " links are dead on the site as well.");
    add_finding(out, facts->passing, " link could not be fetched.", " links could not be fetched.");
    add_finding(out, (int64_t)facts->lists[LIST_REQUISITES].total, " part of a page is missing.",
                " parts of pages are missing.");
    add_finding(out, (int64_t)facts->lists[LIST_SHELLS].total,
                " page is built by scripts and may stay blank.",
                " pages are built by scripts and may stay blank.");
    if (facts->search.len > 0)
        (void)buf_add_format(out, " The site's search asks %.*s, which is not in the mirror.",
                             (int)facts->search.len, facts->search.at);
    return is_complete;
}

void verdict_make(const struct report_facts *facts, struct fact *verdict, struct buf *text)
{
    *verdict = (struct fact){.key = "verdict", .label = "in short", .is_line = true};
    verdict->tone = describe(facts, text) ? TONE_GOOD : TONE_BAD;
    verdict->value = TEXT(buf_span(text));
}

int permission_note(struct frontier *frontier, int64_t run, const struct permission *permission)
{
    struct buf note BUF_LOCAL(NOTE_MAX);

    (void)buf_add_format(&note, "%" PRId64 " %" PRId64 " %d ", run, permission->delay_ms,
                         permission->connections);
    (void)buf_add_span(&note, permission->agent);
    return frontier_set_setting(frontier, "refused", buf_span(&note));
}

void permission_describe(struct frontier *frontier, struct buf *out)
{
    struct frontier_run run;
    struct span agent;
    uint64_t number, delay_ms, connections;

    if (frontier_last_run(frontier, &run) || frontier_setting(frontier, "refused", &agent) ||
        !span_to_u64(span_take_until(&agent, ' '), &number) || number != (uint64_t)run.id ||
        !span_to_u64(span_take_until(&agent, ' '), &delay_ms) ||
        !span_to_u64(span_take_until(&agent, ' '), &connections))
        return;
    (void)buf_add_format(out,
                         "The site refused the last run. Ask its owner to allow these requests:\n"
                         "User-Agent: %.*s\n"
                         "addresses: the public address of this machine, or of its router or proxy (the "
                         "router or the provider shows it)\n"
                         "pace: at least %.3f s between two requests, at most %" PRIu64 " at once\n"
                         "for robots.txt:\n"
                         "User-agent: tiptoe\nAllow: /\nCrawl-delay: %" PRIu64,
                         (int)agent.len, agent.at, (double)delay_ms / 1000, connections,
                         delay_ms > 1000 ? delay_ms / 1000 + (delay_ms % 1000 > 0) : 1);
}
