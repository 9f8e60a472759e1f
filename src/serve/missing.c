/* SPDX-License-Identifier: MIT */
/* Why something is missing, from the facts of the frontier, for readers of a served mirror. */
#include "config.h"

#include "serve/missing.h"

#include "base/clock.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "serve/page.h"
#include "serve/target.h"

enum { NOT_FOUND = 404, GONE = 410, ERROR = 500 };

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
    struct buf text;

    clock_format(clock_us(visit->seen_ms ? visit->seen_ms : visit->requested_ms), 0, time);
    page_fact(page, "Last requested", span_of(time), span_of(""));
    buf_init(&text, LIMIT_URL_BYTES);
    if (visit->seen_ms > visit->requested_ms)
        (void)buf_add_format(&text, "HTTP status %d", visit->seen_status);
    else
        (void)buf_add_format(&text, "HTTP status %d %.*s", visit->status, (int)visit->outcome.len,
                             visit->outcome.at);
    page_fact(page, "Answer", span_trim(buf_span(&text), " "), span_of(""));
    buf_release(&text);
}

static void say_facts(struct page_text *page, const struct frontier_row *row, struct span site)
{
    struct buf target;

    if (row->rule.len > 0)
        page_fact(page, "Rule", row->rule, span_of(""));
    if (row->answered)
        say_answer(page, &row->visit);
    if (row->referrer_url.len == 0)
        return;
    buf_init(&target, 2 * LIMIT_URL_BYTES);
    target_make(&target, row->referrer_url, span_of(""), site);
    page_fact(page, "First found on", row->referrer_url, buf_span(&target));
    buf_release(&target);
}

int missing_explain(struct buf *out, bool html, struct span url, const struct frontier_row *row,
                    struct span site, const struct page_mirror *mirror)
{
    struct frontier_served answer = judge(row);
    struct page_text page;

    page_begin(&page, out, html, "Not in this mirror");
    if (url.len > 0)
        page_fact(&page, "Address on the live site", url, url);
    page_fact(&page, "Reason", span_of(answer.text), span_of(""));
    if (row)
        say_facts(&page, row, site);
    page_about(&page, mirror, span_of(""));
    page_end(&page);
    return answer.status;
}

int missing_then(struct buf *out, bool html, struct span url, const struct frontier_row *row,
                 int64_t until_us, enum past_row then, const struct page_mirror *mirror)
{
    struct frontier_served answer = {NOT_FOUND, "It had not been captured by then."};
    char time[CLOCK_TEXT_SIZE];
    struct page_text page;

    if (then == PAST_NOT_KEPT)
        answer.text = "Its version of that time is not in the mirror: only mirrors made with --archive all "
                      "keep every version of files that are not documents.";
    else if (row && then == PAST_CAPTURE)
        answer = judge(row);
    clock_format(until_us, 0, time);
    page_begin(&page, out, html, "Not in this mirror at that time");
    if (url.len > 0)
        page_fact(&page, "Address on the live site", url, url);
    page_fact(&page, "Shown as it was at", span_of(time), span_of(""));
    page_fact(&page, "Reason", span_of(answer.text), span_of(""));
    if (row && then == PAST_CAPTURE)
        say_answer(&page, &row->visit);
    page_about(&page, mirror, span_of(""));
    page_end(&page);
    return answer.status;
}

int missing_unreadable(struct buf *out, bool html, struct span url, const char *reason, bool damaged)
{
    struct page_text page;

    page_begin(&page, out, html, "This page cannot be shown");
    page_fact(&page, "Address on the live site", url, url);
    page_fact(&page, "Reason", span_of(reason), span_of(""));
    page_say(&page, damaged ? "To find the damage, run: tiptoe verify"
                            : "This computer refused it; the mirror itself may be complete.");
    page_end(&page);
    return ERROR;
}
