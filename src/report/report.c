/* SPDX-License-Identifier: MIT */
/* Makes a report: reads the facts from the tables of the frontier, prints them, and writes report.html beside
 * site/. */
#include "config.h"

#include "report/report.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/archive.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/origin.h"
#include "frontier/revisit.h"
#include "frontier/row.h"
#include "frontier/stats.h"
#include "mirror/mirror.h"
#include "report/contents.h"
#include "report/verdict.h"
#include "site/path.h"

static int read_facts(struct mirror *mirror, struct report_facts *facts)
{
    struct frontier *frontier = mirror->frontier;
    struct frontier_archive archive = {0};
    int64_t update = frontier_last_update(frontier);
    struct frontier_change change = {.run = update};
    int error = frontier_walk_urls(frontier, report_add_url, facts);

    facts->start = buf_span(&mirror->start);
    facts->made_ms = clock_wall_ms();
    report_begin_links(facts);
    if (!error)
        error = frontier_walk_links(frontier, report_add_links, facts);
    if (!error)
        error = frontier_walk_runs(frontier, report_add_run, facts);
    if (!error)
        error = frontier_load_sum(frontier, &facts->load);
    while (!error && update > 0 &&
           (error = frontier_next_change(frontier, change.run, change.url, &change)) == 0)
        report_add_change(facts, change.url, change.kind);
    error = error == ERROR_END ? 0 : error;
    while (!error && (error = frontier_archives(frontier, archive.id, &archive)) == 0)
        facts->archive_bytes += archive.length;
    report_finish(facts);
    return error == ERROR_END ? 0 : error;
}

/* Finds the texts for the ids in the facts. */
struct words {
    struct frontier *frontier;
    struct frontier_row row;
    struct buf path, href;
};

/* Sets ADDRESS to that of ID. A row that can no longer be read has no URL. */
static void find_address(void *context, int64_t id, struct report_address *address)
{
    struct words *words = context;
    struct frontier_row *row = &words->row;

    *address = (struct report_address){.state = FRONTIER_QUEUED};
    if (id <= 0 || frontier_get(words->frontier, id, row))
        return;
    *address =
        (struct report_address){.url = row->item.url, .state = (int)row->state, .reason = (int)row->reason};
    if (!row->answered)
        return;
    address->status = row->visit.seen_status;
    address->outcome = row->visit.outcome;
    address->title = row->visit.title;
    if (row->visit.path.len == 0 || row->visit.state != FRONTIER_DONE)
        return;
    buf_clear(&words->path);
    (void)buf_add_format(&words->path, "site/%.*s", (int)row->visit.path.len, row->visit.path.at);
    path_relative(&words->href, span_of("report.html"), buf_span(&words->path), span_of(NULL));
    address->href = buf_span(&words->href);
}

static struct span find_rule(void *context, int64_t id)
{
    struct words *words = context;
    struct span text;

    return frontier_rule_text(words->frontier, id, &text) == 0 ? span_trim(text, "\n") : span_of(NULL);
}

static struct span find_origin(void *context, int64_t id)
{
    struct words *words = context;
    struct span text;

    return frontier_origin_text(words->frontier, id, &text) == 0 ? text : span_of(NULL);
}

static int print_to(const struct report_facts *facts, struct words *words, bool all,
                    const struct report_output *output)
{
    const struct report_source source = {words, find_address, find_rule, find_origin};
    struct printer printer;
    int error;

    printer_init(&printer, output->format, output->fd, &source);
    printer.all = all;
    contents_print(facts, &printer);
    error = printer_end(&printer);
    printer_release(&printer);
    return error;
}

int report_print(struct mirror *mirror, bool all, const struct report_output *outputs, int count)
{
    struct words words = {.frontier = mirror->frontier};
    struct report_facts facts;
    struct buf permission BUF_LOCAL(PERMISSION_MAX);
    struct buf twin BUF_LOCAL(PERMISSION_MAX);
    int error;

    buf_init(&words.path, PATH_BUFFER_MAX);
    buf_init(&words.href, 4 * PATH_BYTES_MAX + LIMIT_URL_BYTES);
    report_init(&facts, all ? SIZE_MAX : REPORT_ROWS);
    permission_describe(mirror->frontier, &permission);
    facts.permission = buf_span(&permission);
    (void)buf_add_span(&twin, frontier_twin_note(mirror->frontier));
    facts.twin = buf_span(&twin);
    facts.read_in_part = frontier_setting_number(mirror->frontier, FRONTIER_READ_IN_PART);
    error = read_facts(mirror, &facts);
    if (!error && frontier_search_service(mirror->frontier, &facts.search))
        facts.search = span_of("");
    for (int i = 0; i < count && !error; i++)
        error = print_to(&facts, &words, all, &outputs[i]);
    report_release(&facts);
    buf_release(&words.path);
    buf_release(&words.href);
    return error;
}

/* Prints to a temporary file in tmp/, and renames it into place. */
int report_write(struct mirror *mirror, int fd)
{
    struct report_output outputs[2] = {{REPORT_HTML, -1}, {REPORT_TEXT, fd}};
    int dir = mirror->folder.dir, tmp = -1, error;
    const char *name;
    char path[64];

    (void)snprintf(path, sizeof path, "tmp/report.%ld", (long)getpid());
    error = file_open_parent(dir, path, true, &tmp, &name);
    if (!error)
        error = file_open(tmp, name, O_WRONLY | O_CREAT | O_TRUNC, 0666, &outputs[0].fd);
    if (!error)
        error = report_print(mirror, false, outputs, fd >= 0 ? 2 : 1);
    if (!error)
        error = file_sync(outputs[0].fd);
    if (!error)
        error = file_rename(tmp, name, dir, "report.html");
    if (outputs[0].fd >= 0)
        close(outputs[0].fd);
    if (error && tmp >= 0)
        unlinkat(tmp, name, 0);
    if (tmp >= 0)
        close(tmp);
    return error;
}
