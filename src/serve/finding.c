/* SPDX-License-Identifier: MIT */
/* The search of a served mirror. Other clients wait while the index is brought up to date, so that gets one
 * moment for each search. */
#include "config.h"

#include "serve/finding.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "search/search.h"
#include "serve/page.h"
#include "serve/target.h"
#include "url/percent.h"

enum { OK = 200, BAD_REQUEST = 400, NOT_FOUND = 404, ERROR = 500 };
enum { RESULTS_MAX = 50, UPDATE_MS = 500, WHY_MAX = 16 * 1024, TYPED_MAX = 16 * 1024 };

struct finding_results {
    struct page_text *page;
    struct span site;
    struct buf target;
};

static void show(void *context, const struct search_result *result)
{
    struct finding_results *results = context;

    target_make(&results->target, result->url, span_of(""), results->site);
    page_result(results->page, result->title, buf_span(&results->target), result->url, result->snippet);
}

/* Adds the value of the field "q" in the query of TARGET. */
static void read_typed(struct buf *typed, struct span target)
{
    struct span query = span_part(target, span_find(target, '?') + 1, target.len);
    struct buf spaced;

    buf_init(&spaced, TYPED_MAX);
    while (query.len > 0) {
        struct span field = span_take_until(&query, '&');

        if (!span_starts(field, "q=") || spaced.len > 0)
            continue;
        for (size_t i = 2; i < field.len; i++)
            (void)buf_add_byte(&spaced, field.at[i] == '+' ? ' ' : field.at[i]);
    }
    (void)percent_decode(typed, buf_span(&spaced));
    buf_release(&spaced);
}

/* Searches, and adds the results. Returns an enum error and WHY. */
static int find(struct page_text *page, struct search *search, struct span typed, struct span site,
                struct buf *why)
{
    struct finding_results results = {.page = page, .site = site};
    bool complete = false;
    int64_t count = 0;
    char line[80];
    int error = search_update(search, clock_monotonic_ms() + UPDATE_MS, &complete);

    buf_init(&results.target, 2 * LIMIT_URL_BYTES);
    if (!error)
        error = search_find(search, typed, RESULTS_MAX, show, &results, &count);
    if (error)
        search_explain(search, error, why);
    if (!error) {
        (void)snprintf(line, sizeof line, "%" PRId64 " page%s%s", count, count == 1 ? "" : "s",
                       count > RESULTS_MAX ? "; these are the best." : ".");
        page_say(page, line);
    }
    if (!error && !complete)
        page_say(page, "Not all pages are in the index yet: search again, or run tiptoe search.");
    buf_release(&results.target);
    return error;
}

/* Searches the index of a folder, which is open only meanwhile. */
static int find_in_folder(struct page_text *page, struct mirror *mirror, const char *index, struct span typed,
                          struct span site, struct buf *why)
{
    struct search search;
    int error = search_open(&search, mirror, index, why);

    if (!error)
        error = find(page, &search, typed, site, why);
    search_close(&search);
    return error;
}

static int search_page(struct page_text *page, struct mirror *mirror, struct span typed, struct span site,
                       const struct page_mirror *about)
{
    struct buf why;
    int error;

    page_about(page, about, typed);
    if (!about->index) {
        page_say(page, "Search shows the mirror as it is now: serve it without --at.");
        return NOT_FOUND;
    }
    buf_init(&why, WHY_MAX);
    error = about->search ? find(page, about->search, typed, site, &why)
                          : find_in_folder(page, mirror, about->index, typed, site, &why);
    if (error)
        page_fact(page, "Nothing was searched", buf_span(&why), span_of(""));
    buf_release(&why);
    return !error ? OK : error == ERROR_INVALID || error == ERROR_TOO_LARGE ? BAD_REQUEST : ERROR;
}

int finding_page(struct buf *out, struct mirror *mirror, struct span target, struct span site,
                 const struct page_mirror *about)
{
    struct span path = span_part(target, 0, span_find(target, '?'));
    struct page_text page;
    struct buf typed;
    int status = OK;

    buf_init(&typed, TYPED_MAX);
    read_typed(&typed, target);
    if (span_is(path, TARGET_OWN "search") && span_trim_white(buf_span(&typed)).len > 0) {
        page_begin(&page, out, true, "Search");
        status = search_page(&page, mirror, buf_span(&typed), site, about);
    } else {
        page_begin(&page, out, true, "tiptoe");
        page_about(&page, about, span_of(""));
        status = span_is(path, TARGET_OWN) || span_is(path, TARGET_OWN "search") ? OK : NOT_FOUND;
    }
    page_end(&page);
    buf_release(&typed);
    return status;
}
