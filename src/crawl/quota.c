/* SPDX-License-Identifier: MIT */
/* Limits on a whole mirror. Requests in flight count as pages, so that the limit is met and not passed. */
#include "config.h"

#include "crawl/quota.h"

#include <inttypes.h>

#include "crawl/state.h"
#include "frontier/next.h"
#include "frontier/stats.h"

static struct span name_limit(struct crawl *crawl, const char *option, int64_t value)
{
    buf_clear(&crawl->text);
    (void)buf_add_format(&crawl->text, "%s %" PRId64, option, value);
    return buf_span(&crawl->text);
}

enum frontier_reason quota_judge(struct crawl *crawl, const struct frontier_item *item, struct span *rule)
{
    const struct settings *settings = crawl->settings;
    struct frontier_stats stats;
    uint64_t pages;

    if (settings->max_pages < 0 && settings->max_bytes < 0)
        return FRONTIER_NO_REASON;
    frontier_stats(crawl->frontier, &stats);
    if (settings->max_bytes >= 0 && stats.wire_bytes >= (uint64_t)settings->max_bytes) {
        *rule = name_limit(crawl, "--max-bytes", settings->max_bytes);
        return FRONTIER_BY_MAX_BYTES;
    }
    pages = stats.kinds[FRONTIER_DONE][FRONTIER_START] + stats.kinds[FRONTIER_DONE][FRONTIER_PAGE] +
            crawl->pages_in_flight;
    if (settings->max_pages >= 0 && item->kind == FRONTIER_PAGE && pages >= (uint64_t)settings->max_pages) {
        *rule = name_limit(crawl, "--max-pages", settings->max_pages);
        return FRONTIER_BY_MAX_PAGES;
    }
    return FRONTIER_NO_REASON;
}
