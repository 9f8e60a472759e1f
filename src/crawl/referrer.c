/* SPDX-License-Identifier: MIT */
/* Says what a request tells about the page on which its URL was found (Referrer Policy). The place of the
 * link in the frontier has the policy, so that a later run follows it too. */
#include "config.h"

#include "crawl/referrer.h"

#include "base/buf.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "markup/link.h"

/* A longer URL is cut to its origin, as in browsers. */
enum { REFERRER_BYTES = 4096 };

/* Sets PAGE to the URL of the page on which that with this id was found, before any redirects, and POLICY to
 * that of the link. ERROR_NOT_FOUND if no page has it. */
static int find_page(struct frontier *frontier, int64_t id, struct span *page, enum referrer_policy *policy)
{
    struct frontier_hop hop;
    int error = frontier_hop(frontier, id, &hop);

    for (int i = 0; i < LIMIT_REDIRECTS && !error && link_place(hop.via) == PLACE_REDIRECT; i++)
        error = frontier_hop(frontier, hop.referrer, &hop);
    if (error || hop.referrer == 0)
        return error ? error : ERROR_NOT_FOUND;
    *policy = REFERRER_USUAL;
    if (span_take_after(&hop.via, PLACE_REFERRER_TEXT))
        *policy = referrer_policy(hop.via, REFERRER_USUAL);
    error = frontier_hop(frontier, hop.referrer, &hop);
    *page = hop.url;
    return error;
}

int referrer_add(struct frontier *frontier, int64_t id, const struct url *url, struct buf *out)
{
    enum referrer_policy policy;
    struct span page, origin;
    int error = find_page(frontier, id, &page, &policy);
    bool is_same;

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    origin = span_part(page, 0, span_find_end(page, 0, "://"));
    origin.len += span_find(span_part(page, origin.len, page.len), '/');
    is_same = span_equals(origin, url_origin(url));
    if (policy == REFERRER_NONE || (policy == REFERRER_SAME_ORIGIN && !is_same) ||
        (span_starts(page, "https:") && span_is(url_scheme(url), "http")))
        return 0;
    if (page.len > REFERRER_BYTES || policy == REFERRER_ORIGIN || (policy == REFERRER_USUAL && !is_same))
        page = span_part(page, 0, origin.len + 1);
    return buf_add_span(out, page);
}
