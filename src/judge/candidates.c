/* SPDX-License-Identifier: MIT */
/* Guesses cost a site requests that no reader would make, so they must pay: after the first few, at least one
 * in four must exist. */
#include "config.h"

#include "judge/candidates.h"

#include "base/limits.h"
#include "frontier/next.h"
#include "frontier/queue.h"
#include "frontier/stats.h"
#include "judge/site.h"
#include "judge/update.h"

enum frontier_reason candidates_judge(struct site *site, const struct frontier_item *item)
{
    struct frontier_stats stats;
    uint64_t good, bad;

    if (update_is_kept(site, item))
        return FRONTIER_NO_REASON;
    frontier_stats(site->frontier, &stats);
    good =
        stats.kinds[FRONTIER_DONE][FRONTIER_CANDIDATE] + stats.kinds[FRONTIER_REDIRECTED][FRONTIER_CANDIDATE];
    bad = stats.kinds[FRONTIER_GONE][FRONTIER_CANDIDATE] + stats.kinds[FRONTIER_FAILED][FRONTIER_CANDIDATE];
    return bad >= LIMIT_GUESSES_WRONG && bad > 3 * good ? FRONTIER_BY_GUESSES : FRONTIER_NO_REASON;
}

bool candidates_may_be_page(const struct url *url)
{
    static const char *const endings[] = {".html", ".htm", ".xhtml", ".shtml"};
    struct span path = url_path(url);

    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        size_t len = strlen(endings[i]);

        if (path.len > len && span_is_nocase(span_part(path, path.len - len, len), endings[i]))
            return true;
    }
    return false;
}

/* Whether HTML begins as a document, not as a fragment. */
static bool is_whole(struct span html)
{
    html = span_trim(span_part(html, 0, 1024), "\xef\xbb\xbf \t\r\n\f");
    while (span_starts(html, "<!--") || span_starts(html, "<?")) {
        (void)span_take_until(&html, '>');
        html = span_trim(html, " \t\r\n\f");
    }
    return span_starts_nocase(html, "<!doctype html") || span_starts_nocase(html, "<html");
}

int candidates_accept(struct site *site, const struct frontier_item *item, const struct url *url,
                      struct span html, bool *is_page)
{
    struct frontier_new row = {.kind = FRONTIER_PAGE, .roles = FRONTIER_AS_PAGE, .depth = item->depth};

    *is_page = candidates_may_be_page(url) && is_whole(html);
    return *is_page ? frontier_want(site->frontier, item->id, &row) : 0;
}
