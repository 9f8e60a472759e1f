/* SPDX-License-Identifier: MIT */
/* One report in three formats: hostile text stays text, only http and https become links, lists are cut
 * with their total named, and the JSON can be read. */
#include "config.h"

#include "report/printer.h"

#include "frontier/row.h"
#include "json.h"
#include "report/facts.h"
#include "report/report.h"
#include "tap.h"

#define BIDI "\xe2\x80\xae"

/* Odd ids have a file. */
static void give_address(void *context, int64_t id, struct report_address *address)
{
    static char url[64];

    (void)context;
    (void)snprintf(url, sizeof url, "https://site.example/\"><script>%d", (int)id);
    *address = (struct report_address){.url = span_of(url), .status = 404, .title = span_of("\"<b>" BIDI)};
    if (id % 2 == 1)
        address->href = span_of("site/%22%3E.html");
    if (id == 66)
        address->url = span_of("javascript:alert(1)");
}

static struct span give_text(void *context, int64_t id)
{
    (void)context;
    (void)id;
    return span_of("line 1: <img src=x>" BIDI "\nand\x1b[2J \xff");
}

static const struct report_source source = {.address = give_address, .rule = give_text, .origin = give_text};

static void fill(struct report_facts *facts)
{
    struct frontier_run run = {
        .id = 1, .started_ms = 1000, .ended_ms = 61000, .why = "<why>", .load = {.requests = 1234}};
    int64_t targets[] = {3, 66};

    report_init(facts, 5);
    facts->start = span_of("https://site.example/a?<\">");
    for (int64_t id = 1; id <= 100; id++) {
        struct frontier_known_url url = {
            .id = id, .state = FRONTIER_GONE, .roles = FRONTIER_AS_PAGE, .answered = true, .status = 404};

        if (id == 1)
            url = (struct frontier_known_url){.id = 1,
                                              .state = FRONTIER_DONE,
                                              .roles = FRONTIER_AS_PAGE,
                                              .stored = true,
                                              .preferences = 1,
                                              .content_type = span_of("<x>")};
        report_add_url(facts, &url);
    }
    report_begin_links(facts);
    report_add_links(facts, 1, &(struct frontier_ids){.ids = targets, .count = 2});
    report_add_run(facts, &run);
    report_add_change(facts, 1, 0);
    report_finish(facts);
}

static void print(enum report_format format, struct buf *out)
{
    struct report_facts facts;
    struct printer printer;

    fill(&facts);
    printer_init(&printer, format, -1, &source);
    contents_print(&facts, &printer);
    is_int(printer_end(&printer), 0, "printed");
    buf_init(out, 1 << 20);
    (void)buf_add_span(out, buf_span(&printer.out));
    printer_release(&printer);
    report_release(&facts);
}

static bool has(const struct buf *out, const char *text)
{
    return strstr(buf_text(out), text) != NULL;
}

static size_t count(const struct buf *out, const char *text)
{
    size_t times = 0;

    for (const char *at = buf_text(out); (at = strstr(at, text)); at++)
        times++;
    return times;
}

/* Tests the load of all runs, and a mirror without a problem. */
static void test_sums(void)
{
    const struct frontier_run run = {.id = 2, .ended_ms = 1};
    static const enum report_format formats[] = {REPORT_JSON, REPORT_HTML};

    for (size_t i = 0; i < 2; i++) {
        struct report_facts facts;
        struct printer printer;

        report_init(&facts, 5);
        facts.start = span_of("https://site.example/");
        report_begin_links(&facts);
        report_add_run(&facts, &run);
        facts.load =
            (struct frontier_load){.shortest_gap_ms = 20, .longest_gap_ms = 50, .connections = 3, .waits = 3};
        report_finish(&facts);
        printer_init(&printer, formats[i], -1, &source);
        contents_print(&facts, &printer);
        is_int(printer_end(&printer), 0, "printed");
        if (i == 0)
            ok(has(&printer.out,
                   "\"shortest_gap_ms\":20,\"longest_gap_ms\":50,\"connections\":3,\"waits\":3"),
               "the load of all runs");
        else
            ok(has(&printer.out, "Complete: nothing is stored.") &&
                   has(&printer.out,
                       "Broken links; Missing parts of pages; Pages built by scripts; Changes; ") &&
                   count(&printer.out, "class=\"good\"") == 2 && !has(&printer.out, "id=\"changes\""),
               "no broken links and no missing parts are good; empty sections are one line");
        printer_release(&printer);
        report_release(&facts);
    }
}

static void test_html(void)
{
    struct buf out;

    print(REPORT_HTML, &out);
    ok(!has(&out, "<script") && !has(&out, "<img") && !has(&out, "<b>") && !has(&out, "<x>") &&
           !has(&out, "<why>"),
       "text from outside cannot add an element");
    ok(has(&out, "/&#34;&#62;&#60;script&#62;3"), "it is shown as text");
    ok(!has(&out, BIDI) && !has(&out, "\x1b") && !has(&out, "\xff"), "it cannot reorder or hide text");
    ok(has(&out, "\\x1B[2J \\xFF"), "harmful bytes are shown as numbers");
    ok(!has(&out, "href=\"javascript") && has(&out, "javascript:alert(1)"),
       "other schemes do not become links");
    ok(has(&out, "href=\"site/%22%3E.html\""), "copies are linked");
    ok(count(&out, "href=\"http") == count(&out, "rel=\"noreferrer\" href=\"http"),
       "links to the site send no referrer");
    is_int(count(&out, "<style"), 1, "one style element");
    ok(has(&out, "content=\"default-src 'none'; style-src 'unsafe-inline'\""),
       "a policy that forbids everything else");
    ok(has(&out, "The first 5 of 99;"), "a list that is cut says so");
    ok(!has(&out, "and 0 more"), "a complete list does not");
    ok(has(&out, "<th scope=\"row\">&#60; 1 kB</th><td><meter max=\"1\" value=\"1\"></meter></td>"
                 "<td class=\"n\">1</td>"),
       "a chart has a bar and a number for each label");
    buf_release(&out);
}

static void test_json(void)
{
    struct buf out;
    struct span rest;
    struct json *report;
    const struct json *broken, *first;
    size_t rows = 0;

    print(REPORT_JSON, &out);
    rest = buf_span(&out);
    report = json_next(&rest);
    ok(report && rest.len == 0, "one object");
    broken = json_get(report, "broken");
    is_int((int64_t)json_get(broken, "links_total")->number, 99, "the total");
    first = json_get(broken, "links")->first;
    for (const struct json *row = first; row; row = row->next)
        rows++;
    is_int(rows, 5, "the list is cut");
    is_span(json_get_text(first, "url"), span_of("https://site.example/\"><script>3"), "text as it is");
    is_int((int64_t)json_get(first, "pages")->number, 1, "those on pages come first");
    is_span(json_get_text(json_get(json_get(report, "runs"), "list")->first, "started"),
            span_of("1970-01-01T00:00:01Z"), "times as in all logs");
    json_free(report);
    buf_release(&out);
}

static void test_text(void)
{
    struct buf out;

    print(REPORT_TEXT, &out);
    ok(!has(&out, "\x1b") && !has(&out, BIDI), "no control characters for the terminal");
    ok(has(&out, "  Broken links, those on most pages first: 99\n"), "the total of a list");
    ok(has(&out, "    and 96 more\n"), "and how many are not shown");
    ok(has(&out, "line 1: <img src=x>\\xE2\\x80\\xAE; and\\x1B[2J \\xFF  1  https"), "lines become one");
    buf_release(&out);
}

static void test_numbers(void)
{
    static const struct {
        enum value_kind kind;
        int64_t number;
        const char *text;
    } cases[] = {
        {VALUE_COUNT, 0, "0"},
        {VALUE_COUNT, 999, "999"},
        {VALUE_COUNT, 1000, "1,000"},
        {VALUE_COUNT, 1234567, "1,234,567"},
        {VALUE_COUNT, -1234, "-1,234"},
        {VALUE_BYTES, 999, "999 B"},
        {VALUE_BYTES, 1000, "1.0 kB"},
        {VALUE_BYTES, 9949, "9.9 kB"},
        {VALUE_BYTES, 9950, "10 kB"},
        {VALUE_BYTES, 999499, "999 kB"},
        {VALUE_BYTES, 999500, "1.0 MB"},
        {VALUE_BYTES, INT64_MAX, "9.2 EB"},
        {VALUE_BYTES, 999499999, "999 MB"},
        {VALUE_MS, 999, "999 ms"},
        {VALUE_MS, 1000, "1.0 s"},
        {VALUE_MS, 1500, "1.5 s"},
        {VALUE_MS, 119900, "120 s"},
        {VALUE_MS, 120000, "2.0 min"},
        {VALUE_MS, 600000, "10 min"},
        {VALUE_MS, 7199000, "120 min"},
        {VALUE_MS, 7200000, "2.0 h"},
        {VALUE_MS, 36000000, "10 h"},
        {VALUE_MS, 172800000, "2.0 days"},
        {VALUE_TIME, 0, "-"},
        {VALUE_TIME, 1700000000000, "2023-11-14 22:13 UTC"},
    };
    struct buf out;

    buf_init(&out, 100);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        buf_clear(&out);
        printer_add_number(&out, cases[i].kind, cases[i].number);
        is_str(buf_text(&out), cases[i].text, cases[i].text);
    }
    buf_release(&out);
}

int main(void)
{
    test_sums();
    test_html();
    test_json();
    test_text();
    test_numbers();
    return done();
}
