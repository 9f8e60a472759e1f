/* SPDX-License-Identifier: MIT */
/* The cases of tests/robots/meta-cases.jsonl: pages and header lines, read as `tiptoe robots meta` does. */
#include "config.h"

#include "robots/meta.h"

#include "base/clock.h"
#include "extract/html.h"
#include "json.h"
#include "robots/date.h"
#include "robots/lines.h"
#include "tap.h"
#include "url/url.h"

enum { META_CASES = 74, HEADERS_MAX = 16 };

/* Fills the header lines of INPUT; true if they do not say that the page is something other than HTML. */
static bool take_headers(const struct json *test, struct span *headers, struct meta_input *input)
{
    const struct json *list = json_get(test, "headers");
    bool is_html = true;

    for (const struct json *line = list ? list->first : NULL; line && input->header_count < HEADERS_MAX;
         line = line->next) {
        headers[input->header_count++] = line->text;
        if (span_starts_nocase(line->text, "content-type:"))
            is_html = span_starts(line->text, "Content-Type: text/html");
    }
    return is_html;
}

static void check_flag(const struct json *test, const char *name, bool seen)
{
    const struct json *wanted = json_get(test, name);

    ok(wanted && seen == (wanted->type == JSON_TRUE), "%s: %s", json_get_text(test, "id").at, name);
}

static void check_case(const struct json *test, struct page *page, const struct url *url)
{
    struct span headers[HEADERS_MAX], now = json_get_text(test, "now");
    struct meta_input input = {
        .agent = json_get_text(test, "agent"), .headers = headers, .now_ms = clock_wall_ms()};
    struct meta_verdict verdict;

    if (now.len > 0)
        is_int(date_read(now, &input.now_ms), now.len, "the time of a case");
    page_clear(page);
    if (take_headers(test, headers, &input)) {
        is_int(page_open(page, json_get_text(test, "html"), span_of(NULL), url), 0, "the page of a case");
        page_read_robots(page, text_token(input.agent));
        input.entries = page->robots;
        input.entry_count = page->robots_count;
    }
    meta_init(&verdict);
    meta_judge(&verdict, &input);
    check_flag(test, "index", !(verdict.effects & META_NO_INDEX));
    check_flag(test, "follow", !(verdict.effects & META_NO_FOLLOW));
    check_flag(test, "archive", !(verdict.effects & META_NO_ARCHIVE));
    meta_release(&verdict);
}

int main(void)
{
    struct buf data;
    struct span rest;
    struct json *test;
    struct page page;
    struct url url;
    int count = 0;

    ok(source_read("tests/robots/meta-cases.jsonl", &data),
       "tests/robots/meta-cases.jsonl below $top_srcdir can be read");
    page_init(&page);
    url = (struct url){0};
    is_int(url_parse(&url, span_of("https://site.example/"), NULL, NULL), URL_OK, "the URL of the pages");
    rest = buf_span(&data);
    for (; rest.len > 0 && (test = json_next(&rest)) != NULL; count++) {
        check_case(test, &page, &url);
        json_free(test);
    }
    is_int(count, META_CASES, "all cases");
    url_release(&url);
    page_release(&page);
    buf_release(&data);
    return done();
}
