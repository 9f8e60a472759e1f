/* SPDX-License-Identifier: MIT */
/* Makes a report: reads the facts from the tables of the frontier, prints them in sections, with a layout for
 * each table and chart, and writes report.html beside site/. */
#include "config.h"

#include "report/report.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "report/facts.h"
#include "report/overview.h"
#include "report/printer.h"
#include "report/standing.h"
#include "site/path.h"

enum { TEXT_MAX = 1000, RUNS_SHOWN = 20 };

/* Where a cell has its value from. */
enum source {
    FROM_FIRST, /* the first part of the row's key: a URL */
    FROM_COUNT,
    FROM_BYTES,
    FROM_IDS,    /* pages or examples */
    FROM_TYPE,   /* the text for the first part: a media type, */
    FROM_RESULT, /* a state with a reason, */
    FROM_RULE,   /* a rule, */
    FROM_ORIGIN, /* an origin, */
    FROM_ANSWER, /* the last answer to a URL, */
    FROM_WHY,    /* the state of a URL, with its reason; */
    FROM_CHANGE, /* a kind of change; */
    FROM_SECOND  /* the second part: a URL, or the text for a rule */
};

static const struct report_column type_columns[] = {{"type", "media type", VALUE_TEXT, FROM_TYPE},
                                                    {"files", "files", VALUE_COUNT, FROM_COUNT},
                                                    {"bytes", "bytes", VALUE_BYTES, FROM_BYTES},
                                                    {0}};
static const struct report_column trouble_columns[] = {
    {"url", "address", VALUE_URL, FROM_FIRST},   {"answer", "answer", VALUE_TEXT, FROM_ANSWER},
    {"why", "why", VALUE_TEXT, FROM_WHY},        {"pages", "pages", VALUE_COUNT, FROM_COUNT},
    {"on", "linked from", VALUE_URLS, FROM_IDS}, {0}};
static const struct report_column group_columns[] = {{"why", "why", VALUE_TEXT, FROM_RESULT},
                                                     {"rule", "rule", VALUE_TEXT, FROM_SECOND},
                                                     {"count", "addresses", VALUE_COUNT, FROM_COUNT},
                                                     {"examples", "for example", VALUE_URLS, FROM_IDS},
                                                     {0}};
static const struct report_column host_columns[] = {{"origin", "site", VALUE_ADDRESS, FROM_ORIGIN},
                                                    {"count", "addresses", VALUE_COUNT, FROM_COUNT},
                                                    {"examples", "for example", VALUE_URLS, FROM_IDS},
                                                    {0}};
static const struct report_column preference_columns[] = {{"text", "as written", VALUE_TEXT, FROM_RULE},
                                                          {"count", "files", VALUE_COUNT, FROM_COUNT},
                                                          {"examples", "for example", VALUE_URLS, FROM_IDS},
                                                          {0}};
static const struct report_column shell_columns[] = {
    {"url", "address", VALUE_URL, FROM_FIRST}, {"why", "why", VALUE_TEXT, FROM_SECOND}, {0}};
static const struct report_column change_columns[] = {
    {"change", "change", VALUE_TEXT, FROM_CHANGE}, {"url", "address", VALUE_URL, FROM_SECOND}, {0}};
static const struct report_column change_count_columns[] = {
    {"change", "change", VALUE_TEXT, FROM_CHANGE}, {"count", "addresses", VALUE_COUNT, FROM_COUNT}, {0}};
static const struct report_column largest_columns[] = {
    {"url", "address", VALUE_URL, FROM_FIRST}, {"bytes", "bytes", VALUE_BYTES, FROM_COUNT}, {0}};
static const struct report_column slowest_columns[] = {
    {"url", "address", VALUE_URL, FROM_FIRST}, {"ms", "time", VALUE_MS, FROM_COUNT}, {0}};
static const struct report_column run_columns[] = {
    {"run", "run", VALUE_COUNT, 0},          {"started", "started", VALUE_TIME, 0},
    {"took_ms", "took", VALUE_MS, 0},        {"requests", "requests", VALUE_COUNT, 0},
    {"bytes", "received", VALUE_BYTES, 0},   {"exit", "exit status", VALUE_COUNT, 0},
    {"why", "ended because", VALUE_TEXT, 0}, {0}};

static const char *const sizes[REPORT_SIZES] = {"< 1 kB", "1 kB", "4 kB", "16 kB", "64 kB",
                                                "256 kB", "1 MB", "4 MB", "16 MB", "64 MB"};
static const char *const statuses[REPORT_STATUSES] = {"success (2xx)",      "not modified (304)",
                                                      "redirect (3xx)",     "client error (4xx)",
                                                      "server error (5xx)", "no complete answer"};
static const char *const times[REPORT_TIMES] = {"< 10 ms", "10 ms", "30 ms", "0.1 s",
                                                "0.3 s",   "1 s",   "3 s",   "10 s"};

/* Each chart, without its values. */
static const struct chart report_charts[REPORT_CHARTS] = {
    [CHART_SIZES] = {"sizes", "Files, by size (each row up to the next)", sizes, NULL, REPORT_SIZES},
    [CHART_STATUSES] = {"statuses", "Requested addresses, by their last answer", statuses, NULL,
                        REPORT_STATUSES},
    [CHART_TIMES] = {"times", "Answers, by time taken (each row up to the next)", times, NULL, REPORT_TIMES},
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns why a run ended, or that it did not; borrowed from RUN. */
static struct span end_of(const struct frontier_run *run)
{
    return span_of(run->ended_ms > 0 ? run->why : "still running, or killed");
}

static void print_mirror(const struct report_facts *facts, struct printer *printer)
{
    const struct frontier_run *first = facts->run_count > 0 ? &facts->runs[facts->run_count - 1] : NULL;
    const struct frontier_run *last = facts->run_count > 0 ? &facts->runs[0] : NULL;
    size_t links = facts->lists[LIST_LINKS].total, requisites = facts->lists[LIST_REQUISITES].total;
    const struct fact list[] = {
        {"files", "files", COUNT(facts->files)},
        {"pages", "of these, pages", COUNT(facts->pages)},
        {"requisites", "of these, images, styles, scripts and others", COUNT(facts->files - facts->pages)},
        {"known", "addresses known", COUNT(facts->known)},
        {"queued", "still in the queue", COUNT(facts->queued)},
        {"broken_links", "broken links", COUNT(links), links > 0 ? TONE_BAD : TONE_GOOD},
        {"missing_requisites", "missing parts of pages", COUNT(requisites),
         requisites > 0 ? TONE_BAD : TONE_GOOD},
        {"wire_bytes", "received over the network", BYTES(facts->wire_bytes)},
        {"file_bytes", "files, decoded", BYTES(facts->plain_bytes)},
        {"archive_bytes", "archive of originals", BYTES(facts->archive_bytes)},
        {facts->read_in_part > 0 ? "read_in_part" : NULL, "documents read in part (too many links)",
         COUNT(facts->read_in_part)},
        {"start", "start page", {.kind = VALUE_ADDRESS, .text = facts->start}},
        {facts->twin.len > 0 ? "twin" : NULL, "another name", TEXT(facts->twin)},
        {"ended", "end of the last run", TEXT(last ? end_of(last) : span_of("-"))},
        {facts->permission.len > 0 ? "permission" : NULL, "what to ask the owner of the site for",
         TEXT(facts->permission)},
        {"first_run", "first run", TIME(first ? first->started_ms : 0)},
        {"last_run", "last run", TIME(last ? last->started_ms : 0)},
        {"reported", "this report", TIME(facts->made_ms)},
    };

    printer_facts(printer, list, COUNT_OF(list));
}

static void print_charts(const struct report_facts *facts, struct printer *printer)
{
    for (int i = 0; i < REPORT_CHARTS; i++) {
        struct chart chart = report_charts[i];

        chart.values = facts->charts[i];
        printer_chart(printer, &chart);
    }
}

static void print_load(const struct report_facts *facts, struct printer *printer)
{
    struct fact list[LOAD_FACTS];

    load_facts(&facts->load, list);
    printer_facts(printer, list, LOAD_FACTS);
}

static void print_runs(const struct report_facts *facts, struct printer *printer)
{
    static const struct table table = {"list", "All runs", run_columns, NULL};
    size_t shown = facts->list_max == SIZE_MAX ? SIZE_MAX : least(facts->list_max, RUNS_SHOWN);

    printer_table(printer, &table, facts->run_count);
    for (size_t i = 0; i < facts->run_count && i < shown; i++) {
        const struct frontier_run *run = &facts->runs[i];
        bool has_ended = run->ended_ms > 0;
        struct report_value values[] = {COUNT(run->id),
                                        TIME(run->started_ms),
                                        MS(has_ended ? run->ended_ms - run->started_ms : 0),
                                        COUNT(facts->runs[i].load.requests),
                                        BYTES(facts->runs[i].load.bytes),
                                        COUNT(run->exit_status),
                                        TEXT(end_of(run))};

        printer_row(printer, &table, values);
    }
    printer_end_table(printer);
}

/* A section: facts or charts, then its tables. */
struct part {
    struct section section;
    void (*print)(const struct report_facts *facts, struct printer *printer);
    bool is_optional; /* left out while its tables are empty */
    struct {
        struct table table;
        enum report_list list;
    } tables[2]; /* up to the first without a key */
};

static const struct part parts[] = {
    {{"mirror", "The mirror", "The state of the mirror after the last run."}, .print = print_mirror},
    {{"files", "Files",
      "The files of the mirror, by the media types that the server sent. Sizes are those of decoded files."},
     .print = print_charts,
     .tables = {{{"types", "Media types", type_columns, NULL}, LIST_TYPES}}},
    {{"broken", "Broken links",
      "Links of mirrored pages to addresses that do not exist on the site or could not be fetched, with the "
      "pages that contain them. Links to addresses that do not exist are broken on the live site too."},
     .is_optional = true,
     .tables = {{{"links", "Broken links, those on most pages first", trouble_columns,
                  "None: every link within the mirror works."},
                 LIST_LINKS},
                {{"guesses", "Guessed addresses that do not exist (these are not broken links)",
                  group_columns, NULL},
                 LIST_GUESSES}}},
    {{"missing", "Missing parts of pages",
      "Images, styles, scripts and other files that pages need and the mirror lacks. The copies refer to an "
      "empty file instead, so that opening a page sends no requests. Files that --requisites or --exclude "
      "leaves out are not listed."},
     .is_optional = true,
     .tables = {{{"requisites", "Missing, those on most pages first", trouble_columns,
                  "None: every page has all its parts."},
                 LIST_REQUISITES}}},
    {{"scripted", "Pages built by scripts",
      "Pages with almost no content of their own: scripts fill them in the browser, often with data that no "
      "link leads to. Their copies may stay blank or lack parts. tiptoe render keeps what they show in a "
      "browser, if nothing speaks against it."},
     .is_optional = true,
     .tables = {{{"pages", "Pages", shell_columns, "None."}, LIST_SHELLS}}},
    {{"changes", "Changes", "The differences that the last update found."},
     .is_optional = true,
     .tables = {{{"counts", "Number of changes", change_count_columns, "No update has found a difference."},
                 LIST_CHANGE_COUNTS},
                {{"list", "All changes", change_columns, NULL}, LIST_CHANGES}}},
    {{"withheld", "Withheld by the site",
      "Addresses that were not requested, or not stored, because of robots.txt, a META tag or a header."},
     .is_optional = true,
     .tables = {{{"rules", "By rule", group_columns, "None."}, LIST_WITHHELD}}},
    {{"left_out", "Left out",
      "Addresses that pages link to and that do not belong to the mirror: other sites, and addresses that an "
      "option or a limit excludes. Also files that an imported archive has only in part."},
     .is_optional = true,
     .tables = {{{"reasons", "By reason", group_columns, "None."}, LIST_LEFT_OUT},
                {{"hosts", "Other sites that pages link to", host_columns, NULL}, LIST_HOSTS}}},
    {{"preferences", "The site's preferences about uses",
      "Statements in robots.txt, headers or pages, as written. They also apply to the copies."},
     .is_optional = true,
     .tables = {{{"list", "Stated preferences", preference_columns, "None."}, LIST_PREFERENCES}}},
    {{"extremes", "Largest and slowest", "The largest files and the slowest answers."},
     .tables = {{{"largest", "Largest files", largest_columns, NULL}, LIST_LARGEST},
                {{"slowest", "Slowest answers", slowest_columns, NULL}, LIST_SLOWEST}}},
    {{"courtesy", "Load on the site",
      "All requests: their number, the gaps between them, and the pauses that a server requested."},
     .print = print_load},
    {{"runs", "Runs", "Each start of the program on this mirror, latest first."}, .print = print_runs},
};

enum { PARTS = COUNT_OF(parts), TABLES = COUNT_OF(parts[0].tables) };

/* Returns whether PART has nothing to report. */
static bool is_empty(const struct report_facts *facts, const struct part *part)
{
    size_t rows = 0;

    for (size_t i = 0; i < TABLES && part->tables[i].table.key; i++)
        rows += facts->lists[part->tables[i].list].total;
    return part->is_optional && rows == 0;
}

/* Describes the last answer of a URL: its status, and the outcome of the transfer if the status does not show
 * it. */
static struct span answer_of(const struct report_address *address, char text[64])
{
    int len = (int)least(address->outcome.len, 40);
    const char *outcome = len > 0 ? address->outcome.at : "";

    if (address->status >= 300)
        (void)snprintf(text, 64, "%d", address->status);
    else if (address->status > 0)
        (void)snprintf(text, 64, "%d %.*s", address->status, len, outcome);
    else
        (void)snprintf(text, 64, "%.*s", len, outcome);
    return span_trim(span_of(text), " ");
}

/* Returns the text of a cell; one about an answer is written to TEXT. */
static struct span text_of(const struct report_facts *facts, const struct report_source *source,
                           const struct group *row, int from, char text[64])
{
    struct report_address address;

    switch (from) {
    case FROM_TYPE:
        return span_of(facts->type_names[row->first]);
    case FROM_RESULT:
        return span_of(row->first < 0
                           ? "others"
                           : frontier_result_words((int)(row->first >> 16), (int)(row->first & 0xffff)));
    case FROM_RULE:
        return source->rule(source->context, row->first);
    case FROM_SECOND:
        return row->second > 0 ? source->rule(source->context, row->second) : span_of(NULL);
    case FROM_ORIGIN:
        return row->first > 0 ? source->origin(source->context, row->first) : span_of("others");
    case FROM_CHANGE:
        return span_of(frontier_change_name((int)row->first));
    default:
        source->address(source->context, row->first, &address);
        return from == FROM_ANSWER ? answer_of(&address, text)
                                   : span_of(frontier_result_words(address.state, address.reason));
    }
}

static struct report_value cell_of(const struct report_facts *facts, const struct report_source *source,
                                   const struct report_column *column, const struct group *row, char text[64])
{
    struct report_value value = {.kind = column->kind};

    if (column->kind == VALUE_URL) {
        value.number = column->source == FROM_FIRST ? row->first : row->second;
    } else if (column->source == FROM_BYTES) {
        value.number = row->bytes;
    } else if (column->source == FROM_COUNT || column->source == FROM_IDS) {
        value.number = row->count;
        value.ids = row->ids;
        value.count = least((size_t)row->count, GROUP_IDS);
    } else {
        value.text = text_of(facts, source, row, column->source, text);
    }
    return value;
}

static void print_list(const struct report_facts *facts, const struct table *table, const struct groups *list,
                       struct printer *printer)
{
    printer_table(printer, table, list->total);
    for (size_t i = 0; i < list->count; i++) {
        struct report_value values[COLUMNS_MAX];
        char text[64];

        for (size_t k = 0; table->columns[k].key; k++)
            values[k] = cell_of(facts, printer->source, &table->columns[k], &list->list[i], text);
        printer_row(printer, table, values);
    }
    printer_end_table(printer);
}

/* Prints the sections that are left out because they are empty, in one line. */
static void print_nothing(const struct report_facts *facts, struct printer *printer)
{
    struct fact fact = {.key = "nothing", .label = "nothing to report", .is_line = true};
    struct buf text BUF_LOCAL(TEXT_MAX);

    for (size_t i = 0; i < PARTS; i++)
        if (is_empty(facts, &parts[i]))
            (void)buf_add_format(&text, "%s%s", text.len > 0 ? "; " : "", parts[i].section.title);
    fact.value = TEXT(buf_span(&text));
    if (text.len > 0)
        printer_fact(printer, &fact);
}

static void print_part(const struct report_facts *facts, const struct part *part, const struct fact *verdict,
                       struct printer *printer)
{
    bool is_first = part == parts, is_json = printer->format == REPORT_JSON;

    printer_section(printer, &part->section);
    if (is_first && is_json)
        printer_fact(printer, verdict);
    if (part->print)
        part->print(facts, printer);
    if (is_first && !is_json)
        print_nothing(facts, printer);
    for (size_t i = 0; i < TABLES && part->tables[i].table.key; i++)
        print_list(facts, &part->tables[i].table, &facts->lists[part->tables[i].list], printer);
    printer_end_section(printer);
}

void contents_print(const struct report_facts *facts, struct printer *printer)
{
    bool is_json = printer->format == REPORT_JSON;
    struct section sections[PARTS];
    struct fact verdict;
    struct buf text BUF_LOCAL(TEXT_MAX);
    size_t count = 0;

    verdict_make(facts, &verdict, &text);
    for (size_t i = 0; i < PARTS; i++)
        if (!is_empty(facts, &parts[i]))
            sections[count++] = parts[i].section;
    printer_begin(printer, facts->start, &verdict, sections, count);
    for (size_t i = 0; i < PARTS; i++)
        if (is_json || !is_empty(facts, &parts[i]))
            print_part(facts, &parts[i], &verdict, printer);
}

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
    struct buf lacks BUF_LOCAL(LACKS_MAX);
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
    lacks_describe(mirror->frontier, &lacks);
    facts.lacks = buf_span(&lacks);
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
    int tmp FILE_LOCAL, dir = mirror->folder.dir, error;
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
    file_close(&outputs[0].fd);
    if (error && tmp >= 0)
        unlinkat(tmp, name, 0);
    return error;
}
