/* SPDX-License-Identifier: MIT */
/* Why something is missing, from the facts of the frontier, for readers of a served mirror. */
#include "config.h"

#include "serve/missing.h"

#include "base/clock.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "serve/page.h"
#include "serve/target.h"

enum { NOT_FOUND = 404, FORBIDDEN = 403, ERROR = 500, BAD_GATEWAY = 502, NOT_YET = 503 };

/* By reasons. */
static const struct answer {
    int status;
    const char *text;
} refusals[FRONTIER_REASONS] = {
    [FRONTIER_BY_ROBOTS] = {FORBIDDEN, "The site's robots.txt does not allow tiptoe to request it."},
    [FRONTIER_BY_ROBOTS_UNREACHABLE] =
        {BAD_GATEWAY,
         "robots.txt of its host could not be fetched, so tiptoe sends no requests to that host."},
    [FRONTIER_BY_SCOPE] = {NOT_FOUND, "It was not requested: it is outside --scope."},
    [FRONTIER_BY_PATTERN] = {NOT_FOUND, "An option leaves it out, by its address or its type."},
    [FRONTIER_BY_REQUISITES] = {NOT_FOUND, "It was not requested: --requisites leaves it out."},
    [FRONTIER_BY_DEPTH] = {NOT_FOUND, "It was not requested: it is deeper than --depth allows."},
    [FRONTIER_BY_MAX_PAGES] = {NOT_FOUND, "It was not requested: --max-pages was already reached."},
    [FRONTIER_BY_MAX_BYTES] = {NOT_FOUND, "It was left out: --max-bytes was reached."},
    [FRONTIER_BY_MAX_FILE_SIZE] = {NOT_FOUND, "It was left out: it is larger than --max-file-size allows."},
    [FRONTIER_BY_LENGTH] = {NOT_FOUND, "It was not requested: its address is too long."},
    [FRONTIER_BY_TRAP] =
        {NOT_FOUND,
         "It was not requested: it looks like one of endless addresses with no new content, such as other "
         "views of a page (crawler trap)."},
    [FRONTIER_BY_NOINDEX] = {FORBIDDEN, "The site does not allow copies of it (NOINDEX)."},
    [FRONTIER_BY_NOARCHIVE] = {FORBIDDEN, "The site does not allow copies of it (NOARCHIVE)."},
    [FRONTIER_BY_IMPORT] = {NOT_FOUND, "It is not in the archive from which this mirror was imported."},
    [FRONTIER_BY_STATUS] = {BAD_GATEWAY, "The live site answered with an error."},
    [FRONTIER_BY_NETWORK] = {BAD_GATEWAY, "The live site gave no complete answer."},
    [FRONTIER_BY_REDIRECTS] = {BAD_GATEWAY, "On the live site it redirects in a circle, or too often."},
    [FRONTIER_BY_LOCATION] = {BAD_GATEWAY, "On the live site its redirect has no valid target."},
    [FRONTIER_BY_CONTENT] = {BAD_GATEWAY, "The answer of the live site cannot be decoded."},
    [FRONTIER_BY_NAME] = {NOT_FOUND, "No file name is possible for it."},
    [FRONTIER_BY_NOFOLLOW] = {NOT_FOUND, "It was not requested: all links to it have rel=nofollow."},
    [FRONTIER_BY_CHALLENGE] = {BAD_GATEWAY, "A firewall answered instead of the live site."},
    [FRONTIER_BY_BLOCK] = {BAD_GATEWAY,
                           "It was not requested: its host refuses requests, or is out of reach."},
};

static struct answer judge(const struct frontier_row *row)
{
    static const struct answer queued = {NOT_YET,
                                         "It has not been requested yet: the mirror is not complete."};
    static const struct answer gone = {NOT_FOUND, "The live site does not have it."};
    static const struct answer unknown = {
        NOT_FOUND, "No link that this mirror follows leads to it, so it was never requested."};
    static const struct answer lost = {NOT_FOUND, "It is known, but has no file."};
    struct answer answer;

    if (!row)
        return unknown;
    if (row->state == FRONTIER_QUEUED)
        return queued;
    if (row->state == FRONTIER_GONE) {
        answer = gone;
        if (row->answered && row->visit.status == 410)
            answer.status = 410;
        return answer;
    }
    if (row->reason > FRONTIER_NO_REASON && row->reason < FRONTIER_REASONS && refusals[row->reason].text)
        return refusals[row->reason];
    return lost;
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
    struct answer answer = judge(row);
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
    struct answer answer = {NOT_FOUND, "It had not been captured by then."};
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

int missing_damaged(struct buf *out, bool html, struct span url, const char *error)
{
    struct page_text page;

    page_begin(&page, out, html, "This page cannot be shown");
    page_fact(&page, "Address on the live site", url, url);
    page_fact(&page, "Reason", span_of(error), span_of(""));
    page_say(&page, "To find the damage, run: tiptoe verify");
    page_end(&page);
    return ERROR;
}
