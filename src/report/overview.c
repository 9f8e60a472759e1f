/* SPDX-License-Identifier: MIT */
/* Says the state of a mirror in a few words: the first words of a report, what to ask the owner of a site
 * that refused the last run, and a row of a page for each of many mirrors. The setting "refused" keeps the
 * facts of a refusal: run, delay in ms, connections and User-Agent, with a space between them. It counts only
 * while that run is the last one. */
#include "config.h"

#include "report/overview.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/exit_status.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "report/facts.h"
#include "report/standing.h"
#include "site/path.h"

enum { PATH_TEXT_MAX = 64 * 1024, NOTE_MAX = 4096 };

static const struct section section = {
    .key = "mirrors",
    .title = "Mirrors",
    .about = "Each row leads to the pages of its mirror, and to its report. To search all of "
             "them, run tiptoe serve with the names of these directories."};

static const struct report_column columns[] = {
    {"start", "Pages", VALUE_URL, 0},
    {"report", "Report", VALUE_URL, 0},
    {"directory", "Directory", VALUE_TEXT, 0},
    {"run", "Last run", VALUE_TIME, 0},
    {"end", "Its end", VALUE_TEXT, 0},
    {"stored", "Stored", VALUE_COUNT, 0},
    {"queued", "Queued", VALUE_COUNT, 0},
    {"failures", "Failures", VALUE_COUNT, 0},
    {0},
};

static const struct table table = {.key = "mirrors", .title = "All mirrors", .columns = columns};

/* The links of a row. */
enum { LINK_PAGES, LINK_REPORT };

/* Refers from the page to the start page of the row's mirror, to which site/index.html leads if it is
 * elsewhere, or to its report; without a link to a file that is missing. */
static void address_of(void *context, int64_t id, struct report_address *address)
{
    struct overview *overview = context;
    struct buf from BUF_LOCAL(PATH_TEXT_MAX);
    struct buf target BUF_LOCAL(PATH_TEXT_MAX);
    char *real;

    (void)buf_add_format(&from, "%s%spage", overview->folder + 1, overview->folder[1] ? "/" : "");
    (void)buf_add_format(&target, "%s/%s", overview->mirror->path,
                         id == LINK_PAGES ? "site/index.html" : "report.html");
    buf_clear(&overview->href);
    real = realpath(buf_text(&target), NULL);
    if (real)
        path_relative(&overview->href, buf_span(&from), span_of(real + 1), span_of(NULL));
    free(real);
    *address = (struct report_address){.url = id == LINK_PAGES ? buf_span(&overview->mirror->start)
                                                               : span_of("report"),
                                       .href = buf_span(&overview->href)};
}

void overview_begin(struct overview *overview, int fd, const char *folder, size_t count)
{
    struct buf title BUF_LOCAL(LIMIT_URL_BYTES);

    *overview = (struct overview){.folder = folder};
    buf_init(&overview->href, 4 * PATH_TEXT_MAX);
    overview->source = (struct report_source){.context = overview, .address = address_of};
    printer_init(&overview->printer, REPORT_HTML, fd, &overview->source);
    (void)buf_add_format(&title, count == 1 ? "%zu site" : "%zu sites", count);
    printer_begin(&overview->printer, buf_span(&title), NULL, &section, 1);
    printer_section(&overview->printer, &section);
    printer_table(&overview->printer, &table, count);
}

void overview_add(struct overview *overview, const struct mirror *mirror)
{
    struct standing standing;

    standing_read(&standing, mirror, 0);
    overview->mirror = mirror;
    printer_row(&overview->printer, &table,
                (struct report_value[]){URL(LINK_PAGES), URL(LINK_REPORT), TEXT(span_of(mirror->path)),
                                        TIME(standing.run.started_ms), TEXT(span_of(standing.end)),
                                        COUNT(standing.stats.states[FRONTIER_DONE]),
                                        COUNT(standing.stats.states[FRONTIER_QUEUED]),
                                        COUNT(frontier_failures(&standing.stats))});
}

int overview_end(struct overview *overview)
{
    int error;

    printer_end_table(&overview->printer);
    printer_end_section(&overview->printer);
    error = printer_end(&overview->printer);
    printer_release(&overview->printer);
    buf_release(&overview->href);
    return error;
}

/* Adds " 12 THINGS." or " 1 THING." if NUMBER is not 0. */
static void add_finding(struct buf *out, int64_t number, const char *one, const char *many)
{
    if (number == 0)
        return;
    (void)buf_add_byte(out, ' ');
    printer_add_number(out, VALUE_COUNT, number);
    (void)buf_add_text(out, number == 1 ? one : many);
}

void lacks_describe(struct frontier *frontier, struct buf *out)
{
    struct span service;
    uint64_t shells;

    if (frontier_count(frontier, FRONTIER_SHELLS, 0, &shells) == 0)
        add_finding(out, (int64_t)shells,
                    " page is built by scripts and may stay blank; tiptoe render keeps what it shows.",
                    " pages are built by scripts and may stay blank; tiptoe render keeps what they show.");
    if (frontier_search_service(frontier, &service) == 0)
        (void)buf_add_format(out,
                             " The site's search asks %.*s, which is not in the mirror; tiptoe search finds "
                             "its pages.",
                             (int)service.len, service.at);
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
    (void)buf_add_span(out, facts->lacks);
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
