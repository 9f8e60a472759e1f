/* SPDX-License-Identifier: MIT */
/* Writes the server's own pages: its start page, a search, and why something is
 * missing. Searches wait for each other, so indexes are updated for one moment before each. */
#include "config.h"

#include "serve/serving.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "frontier/row.h"
#include "mirror/versions.h"
#include "search/search.h"
#include "url/percent.h"

enum { OK = 200, BAD_REQUEST = 400, NOT_FOUND = 404, GONE = 410, ERROR = 500 };
enum { RESULTS_MAX = 50, RESULTS_OF_MANY = 10, UPDATE_MS = 5000, FIND_MS = 2000, TYPED_MAX = 16 * 1024 };

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\">\n<style>\n"
    "body { font: 16px/1.5 sans-serif; max-width: 46em; margin: 3em auto; padding: 0 1em; color: #222; "
    "background: #fff } h1 { font-size: 1.4em } h2 { font-size: 1.1em; margin: 1.5em 0 0 }\n"
    "h2 + p { margin-top: 0 } dt, p { color: #666 } dd { margin: 0 0 .6em }\n"
    "a, dd { overflow-wrap: anywhere; unicode-bidi: isolate }\n"
    "input, button { font: inherit; color: inherit; background: inherit; padding: .2em .5em; "
    "margin: .1em 0; max-width: 70%; border: 1px solid #888 }\n"
    "mark { color: inherit; background: #fd08 } @media (prefers-color-scheme: dark) {\n"
    "body { color: #ddd; background: #181818 } dt { color: #999 } a { color: #8bf } }\n"
    "</style>\n";

/* Adds text, escaped for HTML. Control characters become spaces; with MARKS, 1 and 2 enclose a match. */
static void add_marked(struct page_text *page, struct span text, bool marks)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];

        if (marks && (c == 1 || c == 2))
            (void)buf_add_text(page->out, c == 1 ? "<mark>" : "</mark>");
        else if (byte_is_in(c, "&<>\"'"))
            (void)buf_add_format(page->out, "&#%d;", c);
        else
            (void)buf_add_byte(page->out, (unsigned char)c < ' ' || c == 0x7f ? ' ' : c);
    }
}

static void add_text(struct page_text *page, struct span text)
{
    add_marked(page, text, false);
}

static void add_link(struct page_text *page, struct span text, struct span link)
{
    (void)buf_add_text(page->out, "<a rel=\"noreferrer\" href=\"");
    if (page->host)
        (void)buf_add_format(page->out, "http://%s", page->host);
    add_text(page, link);
    (void)buf_add_text(page->out, "\">");
    add_text(page, text);
    (void)buf_add_text(page->out, "</a>");
}

static void set_list(struct page_text *page, bool wanted)
{
    if (wanted != page->in_list)
        (void)buf_add_text(page->out, wanted ? "<dl>\n" : "</dl>\n");
    page->in_list = wanted;
}

void page_begin(struct page_text *page, struct buf *out, const char *title)
{
    *page = (struct page_text){.out = out};
    buf_clear(out);
    (void)buf_add_format(out, "%s<title>%s</title>\n<h1>%s</h1>\n", head, title, title);
}

static void add_form(struct page_text *page, struct span typed, const char *what)
{
    (void)buf_add_text(page->out, "<form action=\"" TARGET_OWN "search\"><input type=\"search\" name=\"q\" "
                                  "size=\"30\" aria-label=\"Words\" value=\"");
    add_text(page, typed);
    (void)buf_add_format(page->out, "\"> <button>Search %s</button></form>\n", what);
}

void page_about(struct page_text *page, const struct page_mirror *mirror, struct span typed)
{
    char date[CLOCK_TEXT_SIZE];

    set_list(page, false);
    if (page->host && mirror->title.len > 0) {
        (void)buf_add_text(page->out, "<h2>");
        add_link(page, mirror->title, mirror->target);
        (void)buf_add_text(page->out, "</h2>\n");
    }
    clock_format(clock_us(mirror->date_ms), 0, date);
    (void)buf_add_text(page->out, "<p>This is a mirror of ");
    add_link(page, mirror->start, mirror->target);
    if (mirror->date_ms > 0)
        (void)buf_add_format(page->out, ", as it was at %s", date);
    (void)buf_add_text(page->out, ".</p>\n");
    if (mirror->index && !page->host)
        add_form(page, typed, "this mirror");
}

void page_result(struct page_text *page, struct span title, struct span link, struct span url,
                 struct span snippet)
{
    set_list(page, true);
    (void)buf_add_text(page->out, "<dt>");
    add_link(page, title.len > 0 ? title : url, link);
    (void)buf_add_text(page->out, "</dt><dd>");
    add_marked(page, snippet, true);
    (void)buf_add_text(page->out, "<br><small>");
    add_text(page, url);
    (void)buf_add_text(page->out, "</small></dd>\n");
}

void page_fact(struct page_text *page, const char *label, struct span text, struct span link)
{
    set_list(page, true);
    (void)buf_add_format(page->out, "<dt>%s</dt><dd>", label);
    if (link.len > 0)
        add_link(page, text, link);
    else
        add_text(page, text);
    (void)buf_add_text(page->out, "</dd>\n");
}

void page_say(struct page_text *page, const char *text)
{
    set_list(page, false);
    (void)buf_add_format(page->out, "<p>%s</p>\n", text);
}

void page_end(struct page_text *page)
{
    set_list(page, false);
}

/* Returns the answer for ROW, which has no page to show; NULL: the frontier does not know the URL. */
static struct frontier_served judge(const struct frontier_row *row)
{
    struct frontier_served answer = {
        NOT_FOUND, "No link that this mirror follows leads to it, so it was never requested."};

    if (!row)
        return answer;
    answer = frontier_served((int)row->state, (int)row->reason);
    if (!answer.text)
        answer = (struct frontier_served){NOT_FOUND, "It is known, but has no file."};
    if (row->state == FRONTIER_GONE && row->answered && row->visit.status == GONE)
        answer.status = GONE;
    return answer;
}

static void say_answer(struct page_text *page, const struct frontier_visit *visit)
{
    char time[CLOCK_TEXT_SIZE];
    struct buf text BUF_LOCAL(LIMIT_URL_BYTES);

    clock_format(clock_us(visit->seen_ms ? visit->seen_ms : visit->requested_ms), 0, time);
    page_fact(page, "Last requested", span_of(time), span_of(""));
    if (visit->seen_ms > visit->requested_ms)
        (void)buf_add_format(&text, "HTTP status %d", visit->seen_status);
    else
        (void)buf_add_format(&text, "HTTP status %d %.*s", visit->status, (int)visit->outcome.len,
                             visit->outcome.at);
    page_fact(page, "Answer", span_trim(buf_span(&text), " "), span_of(""));
}

static void say_facts(struct page_text *page, const struct frontier_row *row, struct span site)
{
    struct buf target BUF_LOCAL(2 * LIMIT_URL_BYTES);

    if (row->rule.len > 0)
        page_fact(page, "Rule", row->rule, span_of(""));
    if (row->answered)
        say_answer(page, &row->visit);
    if (row->referrer_url.len == 0)
        return;
    target_make(&target, row->referrer_url, span_of(""), site);
    page_fact(page, "First found on", row->referrer_url, buf_span(&target));
}

/* Returns the answer for ROW as it was THEN. */
static struct frontier_served judge_then(const struct frontier_row *row, enum past_row then)
{
    if (then == PAST_NOT_KEPT)
        return (struct frontier_served){
            NOT_FOUND,
            "Its version of that time is not in the mirror: only mirrors made with --archive all keep "
            "every version of files that are not documents."};
    if (row && then == PAST_CAPTURE)
        return judge(row);
    return (struct frontier_served){NOT_FOUND, "It had not been captured by then."};
}

int page_of_missing(struct buf *out, struct span url, const struct frontier_row *row, int64_t until_us,
                    enum past_row then, const struct page_mirror *mirror)
{
    bool is_now = until_us == 0;
    struct frontier_served answer = is_now ? judge(row) : judge_then(row, then);
    char time[CLOCK_TEXT_SIZE];
    struct page_text page;

    page_begin(&page, out, is_now ? "Not in this mirror" : "Not in this mirror at that time");
    if (url.len > 0)
        page_fact(&page, "Address on the live site", url, url);
    clock_format(until_us, 0, time);
    if (!is_now)
        page_fact(&page, "Shown as it was at", span_of(time), span_of(""));
    page_fact(&page, "Reason", span_of(answer.text), span_of(""));
    if (row && is_now)
        say_facts(&page, row, mirror->site);
    else if (row && then == PAST_CAPTURE)
        say_answer(&page, &row->visit);
    page_about(&page, mirror, span_of(""));
    page_end(&page);
    return answer.status;
}

int page_of_unreadable(struct buf *out, struct span url, const char *reason, bool damaged)
{
    struct page_text page;

    page_begin(&page, out, "This page cannot be shown");
    page_fact(&page, "Address on the live site", url, url);
    page_fact(&page, "Reason", span_of(reason), span_of(""));
    page_say(&page, damaged ? "To find the damage, run: tiptoe verify"
                            : "This computer refused it; the mirror itself may be complete.");
    page_end(&page);
    return ERROR;
}

/* Adds a line of a difference. */
static void add_difference(void *context, char sign, struct span text)
{
    struct page_text *page = context;
    const char *name = sign == '-' ? "del" : sign == '+' ? "ins" : sign == '@' ? "small" : "span";

    set_list(page, false);
    (void)buf_add_format(page->out, "<%s>", name);
    add_text(page, text);
    (void)buf_add_format(page->out, "</%s><br>\n", name);
}

int page_of_versions(struct buf *out, struct versions *versions, struct span target)
{
    struct page_text page;
    struct buf link BUF_LOCAL(2 * LIMIT_URL_BYTES);
    char time[CLOCK_TEXT_SIZE], facts[80];
    const char *note = versions->count > 1 ? NULL : "No other version.";
    int error = 0;

    page_begin(&page, out, "Versions");
    page_fact(&page, "Page", buf_span(&versions->url.text), target);
    for (size_t i = 0; i < versions->count; i++) {
        const struct version *version = &versions->all[i];

        buf_clear(&link);
        past_add_place(&link, version->capture->date_us, target);
        clock_format(version->capture->date_us, 0, time);
        (void)snprintf(facts, sizeof facts, "status %d, %" PRIu64 " bytes, %.20s…", version->status,
                       version->bytes, version->digest);
        page_fact(&page, time, span_of(facts), buf_span(&link));
    }
    if (!note) {
        page_say(&page, "The last two, compared:");
        error = versions_compare(versions, versions->count - 2, versions->count - 1, add_difference, &page,
                                 &note);
    }
    if (note)
        page_say(&page, note);
    page_end(&page);
    return error;
}

struct finding_results {
    struct page_text *page;
    const struct page_mirror *about;
    struct buf target;
};

/* Names one of many mirrors, unless that was done, above what a search says of it. */
static void begin_results(struct page_text *page, const struct page_mirror *about)
{
    if (!page->host || page->named == about)
        return;
    page->named = about;
    page->named_count++;
    page_about(page, about, span_of(""));
}

static void show(void *context, const struct search_result *result)
{
    struct finding_results *results = context;

    begin_results(results->page, results->about);
    target_make(&results->target, result->url, span_of(""), results->about->site);
    page_result(results->page, result->title, buf_span(&results->target), result->url, result->snippet);
}

/* Adds the value of the field "q" in the query of TARGET. */
static void read_typed(struct buf *typed, struct span target)
{
    struct span query = span_part(target, span_find(target, '?') + 1, target.len);
    struct buf spaced BUF_LOCAL(TYPED_MAX);

    while (query.len > 0) {
        struct span field = span_take_until(&query, '&');

        if (!span_starts(field, "q=") || spaced.len > 0)
            continue;
        for (size_t i = 2; i < field.len; i++)
            (void)buf_add_byte(&spaced, field.at[i] == '+' ? ' ' : field.at[i]);
    }
    (void)percent_decode(typed, buf_span(&spaced));
}

/* Searches an index that is open, and adds the results. Returns an enum error and WHY. */
static int find(struct page_text *page, const struct page_mirror *about, struct search *search,
                struct span typed, struct buf *why)
{
    struct finding_results results = {.page = page, .about = about};
    bool complete = false;
    int64_t count = 0, limit = page->host ? RESULTS_OF_MANY : RESULTS_MAX, left_ms = FIND_MS;
    char line[80];
    int error = search_update(search, page->until_ms, &complete);

    if (page->host) /* the sum for all mirrors has a bound, too */
        left_ms = page->until_ms + FIND_MS - clock_monotonic_ms();
    search->find_ms = left_ms > FIND_MS ? FIND_MS : left_ms > 0 ? left_ms : 1;
    buf_init(&results.target, 2 * LIMIT_URL_BYTES);
    if (!error)
        error = search_find(search, typed, (uint64_t)limit, show, &results, &count);
    if (error)
        search_explain(search, error, why);
    if (error || !complete)
        begin_results(page, about);
    if (!error && (!page->host || page->named == about)) {
        (void)snprintf(line, sizeof line, "%" PRId64 " page%s%s", count, count == 1 ? "" : "s",
                       count > limit ? "; these are the best." : ".");
        page_say(page, line);
    }
    if (!error && !complete)
        page_say(page, "Not all pages are in the index yet: search again, or run tiptoe search.");
    buf_release(&results.target);
    return error;
}

/* Adds what was found in a mirror. Returns the HTTP status. */
static int search_one(struct page_text *page, const struct page_mirror *about, struct span typed)
{
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    struct search own;
    int error;

    if (!about->index) {
        page_say(page, "Search shows the mirror as it is now: serve it without --at.");
        return NOT_FOUND;
    }
    error = about->search ? 0 : search_open(&own, about->mirror, about->index, &why);
    if (!error)
        error = find(page, about, about->search ? about->search : &own, typed, &why);
    if (!about->search)
        search_close(&own);
    if (error)
        page_fact(page, "Nothing was searched", buf_span(&why), span_of(""));
    return !error ? OK : error == ERROR_INVALID || error == ERROR_TOO_LARGE ? BAD_REQUEST : ERROR;
}

int page_of_target(struct buf *out, struct span target, const struct page_mirror *mirrors, size_t count)
{
    struct span path = span_part(target, 0, span_find(target, '?'));
    bool is_search = span_is(path, TARGET_OWN "search");
    struct page_text page;
    struct buf typed BUF_LOCAL(TYPED_MAX);
    char line[100] = "This mirror";
    int one, status = is_search || span_is(path, count > 1 ? "/" : TARGET_OWN) ? OK : NOT_FOUND;

    read_typed(&typed, target);
    is_search = is_search && span_trim_white(buf_span(&typed)).len > 0;
    if (count > 1)
        (void)snprintf(line, sizeof line, "%zu mirrors", count);
    page_begin(&page, out, is_search ? "Search" : line);
    page.until_ms = clock_monotonic_ms() + UPDATE_MS;
    if (count > 1)
        add_form(&page, buf_span(&typed), "these mirrors");
    for (size_t i = 0; i < count; i++) {
        page.host = mirrors[i].host;
        if (!is_search || count == 1)
            page_about(&page, &mirrors[i], buf_span(&typed));
        if (!is_search)
            continue;
        one = search_one(&page, &mirrors[i], buf_span(&typed));
        if (i == 0 || one == OK)
            status = one;
    }
    if (is_search && count > 1 && count > page.named_count) {
        (void)snprintf(line, sizeof line, "Nothing was found in %zu of <a href=\"/\">%zu mirrors</a>.",
                       count - page.named_count, count);
        page_say(&page, line);
    }
    page_end(&page);
    return status;
}
