/* SPDX-License-Identifier: MIT */
/* The state of a mirror in a sentence or two: the first words of a report. */
#include "config.h"

#include "report/verdict.h"

#include "base/buf.h"
#include "base/exit_status.h"
#include "report/facts.h"
#include "report/printer.h"

/* Adds " 12 THINGS." or " 1 THING." if NUMBER is not 0. */
static void add_finding(struct buf *out, int64_t number, const char *one, const char *many)
{
    if (number == 0)
        return;
    (void)buf_add_byte(out, ' ');
    printer_add_number(out, VALUE_COUNT, number);
    (void)buf_add_text(out, number == 1 ? one : many);
}

static bool describe(const struct report_facts *facts, int64_t left, struct buf *out)
{
    const struct troubles *troubles = &facts->troubles;
    const struct frontier_run *last = facts->run_count > 0 ? &facts->runs[0].run : NULL;
    bool is_complete = last && last->ended_ms > 0 && left == 0 && exit_status_is_complete(last->exit_status);

    (void)buf_add_text(out, is_complete ? "Complete:" : "Not complete:");
    add_finding(out, facts->files, " file.", " files.");
    if (facts->files == 0)
        (void)buf_add_text(out, " nothing is stored.");
    add_finding(out, left, " address is still in the queue.", " addresses are still in the queue.");
    add_finding(out, (int64_t)(troubles->links - troubles->passing), " link is dead on the site as well.",
                " links are dead on the site as well.");
    add_finding(out, (int64_t)troubles->passing, " link could not be fetched.",
                " links could not be fetched.");
    add_finding(out, (int64_t)troubles->requisites, " part of a page is missing.",
                " parts of pages are missing.");
    add_finding(out, facts->shell_count, " page is built by scripts and may stay blank.",
                " pages are built by scripts and may stay blank.");
    if (facts->search.len > 0)
        (void)buf_add_format(out, " The site's search asks %.*s, which is not in the mirror.",
                             (int)facts->search.len, facts->search.at);
    return is_complete;
}

void verdict_make(const struct report_facts *facts, struct fact *verdict, struct buf *text)
{
    *verdict = (struct fact){.key = "verdict", .label = "in short", .is_line = true};
    verdict->tone = describe(facts, report_left(facts), text) ? TONE_GOOD : TONE_BAD;
    verdict->value = TEXT(buf_span(text));
}
