/* SPDX-License-Identifier: MIT */
/* The contents of a report, in order: the mirror, its problems, the pages that are not in it and why, and the
 * load on the site. */
#include "config.h"

#include "report/contents.h"

#include <stdio.h>

#include "report/history.h"
#include "report/verdict.h"

enum { TEXT_MAX = 1000 };

enum place {
    PLACE_MIRROR,
    PLACE_FILES,
    PLACE_BROKEN,
    PLACE_MISSING,
    PLACE_SHELLS,
    PLACE_CHANGES,
    PLACE_WITHHELD,
    PLACE_LEFT_OUT,
    PLACE_PREFERENCES,
    PLACE_EXTREMES,
    PLACE_COURTESY,
    PLACE_RUNS,
    PLACES
};

static const struct section sections[PLACES] = {
    [PLACE_MIRROR] = {"mirror", "The mirror", "The state of the mirror after the last run."},
    [PLACE_FILES] = {"files", "Files",
                     "The files of the mirror, by the media types that the server sent. Sizes are those of "
                     "decoded files."},
    [PLACE_BROKEN] =
        {"broken", "Broken links",
         "Links of mirrored pages to addresses that do not exist on the site or could not be fetched, with "
         "the pages that contain them. Links to addresses that do not exist are broken on the live site "
         "too."},
    [PLACE_MISSING] = {"missing", "Missing parts of pages",
                       "Images, styles, scripts and other files that pages need and the mirror lacks. The "
                       "copies refer to an empty file instead, so that opening a page sends no requests. "
                       "Files that --requisites or --exclude leaves out are not listed."},
    [PLACE_SHELLS] =
        {"scripted", "Pages built by scripts",
         "Pages with almost no content of their own: scripts fill them in the browser, often with "
         "data that no link leads to. Their copies may stay blank or lack parts. To keep what a "
         "browser shows, record the site in a browser that writes WACZ or WARC files, and use "
         "tiptoe import."},
    [PLACE_CHANGES] = {"changes", "Changes", "The differences that the last update found."},
    [PLACE_WITHHELD] =
        {"withheld", "Withheld by the site",
         "Addresses that were not requested, or not stored, because of robots.txt, a META tag or a header."},
    [PLACE_LEFT_OUT] = {"left_out", "Left out",
                        "Addresses that pages link to and that do not belong to the mirror: other sites, and "
                        "addresses that an option or a limit excludes. Also files that an imported archive "
                        "has only in part."},
    [PLACE_PREFERENCES] =
        {"preferences", "The site's preferences about uses",
         "Statements in robots.txt, headers or pages, as written. They also apply to the copies."},
    [PLACE_EXTREMES] = {"extremes", "Largest and slowest", "The largest files and the slowest answers."},
    [PLACE_COURTESY] =
        {"courtesy", "Load on the site",
         "All requests: their number, the gaps between them, and the pauses that a server requested."},
    [PLACE_RUNS] = {"runs", "Runs", "Each start of the program on this mirror, latest first."},
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Whether there is nothing to report at a place. */
static bool is_empty(const struct report_facts *facts, enum place place)
{
    int64_t counts[PLACES] = {
        [PLACE_BROKEN] = (int64_t)(facts->troubles.links + facts->guesses.count),
        [PLACE_MISSING] = (int64_t)facts->troubles.requisites,
        [PLACE_SHELLS] = facts->shell_count,
        [PLACE_CHANGES] = (int64_t)facts->change_count,
        [PLACE_WITHHELD] = (int64_t)facts->withheld.count,
        [PLACE_LEFT_OUT] = (int64_t)(facts->left_out.count + facts->hosts.count),
        [PLACE_PREFERENCES] = (int64_t)facts->preferences.count,
    };

    return place >= PLACE_BROKEN && place <= PLACE_PREFERENCES && counts[place] == 0;
}

/* The sections that are left out because they are empty, in one line. */
static void print_nothing(const struct report_facts *facts, struct printer *printer)
{
    struct fact fact = {.key = "nothing", .label = "nothing to report", .is_line = true};
    struct buf text;

    if (printer->ops->prints_all)
        return;
    buf_init(&text, TEXT_MAX);
    for (int place = 0; place < PLACES; place++)
        if (is_empty(facts, (enum place)place))
            (void)buf_add_format(&text, "%s%s", text.len > 0 ? "; " : "", sections[place].title);
    fact.value = TEXT(buf_span(&text));
    if (text.len > 0)
        printer->ops->fact(printer, &fact);
    buf_release(&text);
}

static void print_mirror(const struct report_facts *facts, struct printer *printer)
{
    const struct report_run *first = facts->run_count > 0 ? &facts->runs[facts->run_count - 1] : NULL;
    const struct report_run *last = facts->run_count > 0 ? &facts->runs[0] : NULL;
    int64_t pages = report_pages(facts);
    struct value start = {.kind = VALUE_ADDRESS, .text = facts->start};

    if (printer->ops->prints_all)
        printer->ops->fact(printer, &printer->verdict);
    printer_count(printer, "files", "files", facts->files);
    printer_count(printer, "pages", "of these, pages", pages);
    printer_count(printer, "requisites", "of these, images, styles, scripts and others",
                  facts->files - pages);
    printer_count(printer, "known", "addresses known", facts->known);
    printer_fact(printer, "queued", "still in the queue", COUNT(report_left(facts)), TONE_PLAIN);
    printer_fact(printer, "broken_links", "broken links", COUNT(facts->troubles.links),
                 facts->troubles.links > 0 ? TONE_BAD : TONE_GOOD);
    printer_fact(printer, "missing_requisites", "missing parts of pages", COUNT(facts->troubles.requisites),
                 facts->troubles.requisites > 0 ? TONE_BAD : TONE_GOOD);
    printer_fact(printer, "wire_bytes", "received over the network", BYTES(facts->wire_bytes), TONE_PLAIN);
    printer_fact(printer, "file_bytes", "files, decoded", BYTES(facts->plain_bytes), TONE_PLAIN);
    printer_fact(printer, "archive_bytes", "archive of originals", BYTES(facts->archive_bytes), TONE_PLAIN);
    printer_fact(printer, "start", "start page", start, TONE_PLAIN);
    printer_fact(printer, "ended", "end of the last run",
                 TEXT(span_of(last ? history_end_of(&last->run) : "-")), TONE_PLAIN);
    if (facts->permission.len > 0)
        printer_fact(printer, "permission", "what to ask the owner of the site for", TEXT(facts->permission),
                     TONE_PLAIN);
    printer_fact(printer, "first_run", "first run", TIME(first ? first->run.started_ms : 0), TONE_PLAIN);
    printer_fact(printer, "last_run", "last run", TIME(last ? last->run.started_ms : 0), TONE_PLAIN);
    printer_fact(printer, "reported", "this report", TIME(facts->made_ms), TONE_PLAIN);
    print_nothing(facts, printer);
}

static void print_chart(struct printer *printer, const char *key, const char *title, enum chart_form form,
                        enum value_kind unit, const char *const *labels, const int64_t *values, size_t count)
{
    struct chart chart = {.key = key,
                          .title = title,
                          .form = form,
                          .unit = unit,
                          .labels = labels,
                          .values = values,
                          .count = count};

    printer->ops->chart(printer, &chart);
}

static void print_charts(const struct report_facts *facts, struct printer *printer)
{
    static const char *const depths[REPORT_DEPTHS] = {"0", "1", "2", "3",  "4",  "5",  "6",
                                                      "7", "8", "9", "10", "11", "12+"};

    print_chart(printer, "bytes_by_kind", "Bytes, by kind", CHART_BARS, VALUE_BYTES, report_kind_names,
                facts->kind_bytes, REPORT_KINDS);
    print_chart(printer, "files_by_kind", "Files, by kind", CHART_BARS, VALUE_COUNT, report_kind_names,
                facts->kind_files, REPORT_KINDS);
    print_chart(printer, "sizes", "Files, by size (each column up to the next)", CHART_COLUMNS, VALUE_COUNT,
                report_size_names, facts->sizes, REPORT_SIZES);
    print_chart(printer, "depths", "Pages, by links from the start page", CHART_COLUMNS, VALUE_COUNT, depths,
                facts->depths, REPORT_DEPTHS);
    print_chart(printer, "statuses", "Requested addresses, by their last answer", CHART_BARS, VALUE_COUNT,
                report_status_names, facts->statuses, REPORT_STATUSES);
    print_chart(printer, "times", "Answers, by time taken (each column up to the next)", CHART_COLUMNS,
                VALUE_COUNT, report_time_names, facts->times, REPORT_TIMES);
}

static void print_types(const struct report_facts *facts, struct printer *printer)
{
    static const struct column columns[] = {
        {"type", "media type", VALUE_TEXT}, {"files", "files", VALUE_COUNT}, {"bytes", "bytes", VALUE_BYTES}};
    struct table table = {.key = "types",
                          .title = "Media types",
                          .columns = columns,
                          .column_count = 3,
                          .shown = facts->type_count,
                          .total = facts->type_count};

    printer->ops->table(printer, &table);
    for (size_t i = 0; i < table.shown; i++) {
        const struct report_type *type = &facts->types[i];
        struct value values[] = {TEXT(span_of(type->name)), COUNT(type->files), BYTES(type->bytes)};

        printer->ops->row(printer, &table, values);
    }
    printer->ops->end_table(printer, &table);
}

static void print_top(struct printer *printer, const char *key, const char *title,
                      const struct report_top *top, enum value_kind unit)
{
    const struct column columns[] = {
        {"url", "address", VALUE_URL},
        {unit == VALUE_BYTES ? "bytes" : "ms", unit == VALUE_BYTES ? "bytes" : "time", unit}};
    struct table table = {.key = key,
                          .title = title,
                          .columns = columns,
                          .column_count = 2,
                          .shown = top->count,
                          .total = top->count};

    printer->ops->table(printer, &table);
    for (size_t i = 0; i < top->count; i++) {
        struct value values[] = {URL(top->list[i].id), {.kind = unit, .number = top->list[i].value}};

        printer->ops->row(printer, &table, values);
    }
    printer->ops->end_table(printer, &table);
}

static void print_files(const struct report_facts *facts, struct printer *printer)
{
    print_charts(facts, printer);
    print_types(facts, printer);
}

static void print_extremes(const struct report_facts *facts, struct printer *printer)
{
    print_top(printer, "largest", "Largest files", &facts->largest, VALUE_BYTES);
    print_top(printer, "slowest", "Slowest answers", &facts->slowest, VALUE_MS);
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

static void print_trouble(const struct trouble *trouble, struct printer *printer, const struct table *table)
{
    struct report_address address;
    char answer[64];
    struct value values[] = {URL(trouble->id),
                             TEXT(span_of(NULL)),
                             TEXT(span_of(NULL)),
                             COUNT(trouble->pages),
                             {.kind = VALUE_URLS,
                              .number = trouble->pages,
                              .ids = trouble->first,
                              .count = least(trouble->pages, TROUBLE_PAGES)}};

    printer->source->address(printer->source->context, trouble->id, &address);
    values[1].text = answer_of(&address, answer);
    values[2].text = span_of(printer->source->reason(address.state, address.reason));
    printer->ops->row(printer, table, values);
}

static void print_troubles(const struct report_facts *facts, struct printer *printer, struct table *table,
                           unsigned kind)
{
    static const struct column columns[] = {{"url", "address", VALUE_URL},
                                            {"answer", "answer", VALUE_TEXT},
                                            {"why", "why", VALUE_TEXT},
                                            {"pages", "pages", VALUE_COUNT},
                                            {"on", "linked from", VALUE_URLS}};
    size_t printed = 0;

    table->columns = columns;
    table->column_count = 5;
    table->shown = least(table->total, facts->list_max);
    printer->ops->table(printer, table);
    for (size_t i = 0; i < facts->troubles.count && printed < table->shown; i++) {
        if ((facts->troubles.list[i].kinds & kind) == 0)
            continue;
        print_trouble(&facts->troubles.list[i], printer, table);
        printed++;
    }
    printer->ops->end_table(printer, table);
}

/* Prints a table of groups by state, reason and rule. */
static void print_groups(const struct report_facts *facts, struct printer *printer, const char *key,
                         const char *title, const struct groups *groups, const char *nothing)
{
    static const struct column columns[] = {{"why", "why", VALUE_TEXT},
                                            {"rule", "rule", VALUE_TEXT},
                                            {"count", "addresses", VALUE_COUNT},
                                            {"examples", "for example", VALUE_URLS}};
    const struct report_source *source = printer->source;
    struct table table = {.key = key,
                          .title = title,
                          .columns = columns,
                          .column_count = 4,
                          .shown = least(groups->count, facts->list_max),
                          .total = groups->count,
                          .nothing = nothing};

    printer->ops->table(printer, &table);
    for (size_t i = 0; i < table.shown; i++) {
        const struct group *group = &groups->list[i];
        const char *why = group->first < 0
                              ? "others"
                              : source->reason((int)(group->first >> 16), (int)(group->first & 0xffff));
        struct value values[] = {
            TEXT(span_of(why)),
            TEXT(group->second > 0 ? source->rule(source->context, group->second) : span_of(NULL)),
            COUNT(group->count),
            {.kind = VALUE_URLS,
             .number = group->count,
             .ids = group->examples,
             .count = least((size_t)group->count, GROUP_EXAMPLES)}};

        printer->ops->row(printer, &table, values);
    }
    printer->ops->end_table(printer, &table);
}

static void print_broken(const struct report_facts *facts, struct printer *printer)
{
    struct table table = {.key = "links",
                          .title = "Broken links, those on most pages first",
                          .total = facts->troubles.links,
                          .nothing = "None: every link within the mirror works."};

    print_troubles(facts, printer, &table, TROUBLE_LINK);
    print_groups(facts, printer, "guesses",
                 "Guessed addresses that do not exist (these are not broken links)", &facts->guesses, NULL);
}

static void print_missing(const struct report_facts *facts, struct printer *printer)
{
    struct table table = {.key = "requisites",
                          .title = "Missing, those on most pages first",
                          .total = facts->troubles.requisites,
                          .nothing = "None: every page has all its parts."};

    print_troubles(facts, printer, &table, TROUBLE_REQUISITE);
}

static void print_shells(const struct report_facts *facts, struct printer *printer)
{
    static const struct column columns[] = {{"url", "address", VALUE_URL}};
    struct table table = {.key = "pages",
                          .title = "Pages",
                          .columns = columns,
                          .column_count = 1,
                          .shown = least((size_t)facts->shell_count, facts->list_max),
                          .total = (size_t)facts->shell_count,
                          .nothing = "None."};

    printer->ops->table(printer, &table);
    for (size_t i = 0; i < table.shown; i++) {
        struct value values[] = {URL(facts->shells[i])};

        printer->ops->row(printer, &table, values);
    }
    printer->ops->end_table(printer, &table);
}

static void print_withheld(const struct report_facts *facts, struct printer *printer)
{
    print_groups(facts, printer, "rules", "By rule", &facts->withheld, "None.");
}

static void print_left_out(const struct report_facts *facts, struct printer *printer)
{
    static const struct column columns[] = {{"origin", "site", VALUE_ADDRESS},
                                            {"count", "addresses", VALUE_COUNT},
                                            {"examples", "for example", VALUE_URLS}};
    struct table table = {.key = "hosts",
                          .title = "Other sites that pages link to",
                          .columns = columns,
                          .column_count = 3,
                          .shown = least(facts->hosts.count, facts->list_max),
                          .total = facts->hosts.count};

    print_groups(facts, printer, "reasons", "By reason", &facts->left_out, "None.");
    printer->ops->table(printer, &table);
    for (size_t i = 0; i < table.shown; i++) {
        const struct group *group = &facts->hosts.list[i];
        struct value values[] = {
            {.kind = VALUE_ADDRESS,
             .text = group->first > 0 ? printer->source->origin(printer->source->context, group->first)
                                      : span_of("others")},
            COUNT(group->count),
            {.kind = VALUE_URLS, .number = group->count, .ids = group->examples, .count = 1}};

        printer->ops->row(printer, &table, values);
    }
    printer->ops->end_table(printer, &table);
}

static void print_preferences(const struct report_facts *facts, struct printer *printer)
{
    static const struct column columns[] = {{"text", "as written", VALUE_TEXT},
                                            {"count", "files", VALUE_COUNT},
                                            {"examples", "for example", VALUE_URLS}};
    const struct groups *groups = &facts->preferences;
    struct table table = {.key = "list",
                          .title = "Stated preferences",
                          .columns = columns,
                          .column_count = 3,
                          .shown = least(groups->count, facts->list_max),
                          .total = groups->count,
                          .nothing = "None."};

    printer->ops->table(printer, &table);
    for (size_t i = 0; i < table.shown; i++) {
        const struct group *group = &groups->list[i];
        struct value values[] = {TEXT(printer->source->rule(printer->source->context, group->first)),
                                 COUNT(group->count),
                                 {.kind = VALUE_URLS,
                                  .number = group->count,
                                  .ids = group->examples,
                                  .count = least((size_t)group->count, GROUP_EXAMPLES)}};

        printer->ops->row(printer, &table, values);
    }
    printer->ops->end_table(printer, &table);
}

void contents_print(const struct report_facts *facts, struct printer *printer)
{
    static void (*const parts[PLACES])(const struct report_facts *, struct printer *) = {
        [PLACE_MIRROR] = print_mirror,
        [PLACE_FILES] = print_files,
        [PLACE_BROKEN] = print_broken,
        [PLACE_MISSING] = print_missing,
        [PLACE_SHELLS] = print_shells,
        [PLACE_CHANGES] = history_print_changes,
        [PLACE_WITHHELD] = print_withheld,
        [PLACE_LEFT_OUT] = print_left_out,
        [PLACE_PREFERENCES] = print_preferences,
        [PLACE_EXTREMES] = print_extremes,
        [PLACE_COURTESY] = history_print_courtesy,
        [PLACE_RUNS] = history_print_runs,
    };
    struct section shown[PLACES];
    struct buf text;
    size_t count = 0;

    buf_init(&text, TEXT_MAX);
    verdict_make(facts, &printer->verdict, &text);
    for (int i = 0; i < PLACES; i++)
        if (printer->ops->prints_all || !is_empty(facts, (enum place)i))
            shown[count++] = sections[i];
    printer->ops->begin(printer, facts->start, shown, count);
    for (int i = 0; i < PLACES; i++) {
        if (!printer->ops->prints_all && is_empty(facts, (enum place)i))
            continue;
        printer->ops->section(printer, &sections[i]);
        parts[i](facts, printer);
        printer->ops->end_section(printer, &sections[i]);
        printer_flush(printer);
    }
    printer->verdict = (struct fact){0};
    buf_release(&text);
}
