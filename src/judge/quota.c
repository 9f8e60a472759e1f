/* SPDX-License-Identifier: MIT */
/* Limits on a whole mirror. Requests in flight count as pages, so that the limit is met and not passed. */
#include "config.h"

#include "judge/quota.h"

#include <inttypes.h>

#include "crawl/state.h"
#include "frontier/next.h"
#include "frontier/stats.h"
#include "judge/candidates.h"
#include "judge/revisit.h"

static struct span name_limit(struct crawl *crawl, const char *option, int64_t value)
{
    buf_clear(&crawl->text);
    (void)buf_add_format(&crawl->text, "%s %" PRId64, option, value);
    return buf_span(&crawl->text);
}

static uint64_t stored_pages(const struct frontier_stats *stats)
{
    return stats->kinds[FRONTIER_DONE][FRONTIER_START] + stats->kinds[FRONTIER_DONE][FRONTIER_PAGE];
}

struct span quota_rule(struct crawl *crawl, enum frontier_reason reason)
{
    const struct settings *settings = crawl->settings;

    if (reason == FRONTIER_BY_MAX_PAGES)
        return name_limit(crawl, "--max-pages", settings->max_pages);
    if (reason == FRONTIER_BY_MAX_BYTES)
        return name_limit(crawl, "--max-bytes", settings->max_bytes);
    return name_limit(crawl, "--max-file-size", settings->max_file_size);
}

bool quota_counts_as_page(const struct crawl *crawl, const struct frontier_item *item)
{
    return item->kind == FRONTIER_START || item->kind == FRONTIER_PAGE ||
           (item->kind == FRONTIER_CANDIDATE && candidates_may_be_page(&crawl->found));
}

enum frontier_reason quota_judge(struct crawl *crawl, const struct frontier_item *item, struct span *rule)
{
    const struct settings *settings = crawl->settings;
    enum frontier_reason reason = FRONTIER_NO_REASON;
    struct frontier_stats stats;

    if ((settings->max_pages < 0 && settings->max_bytes < 0) || revisit_is_kept(crawl, item))
        return FRONTIER_NO_REASON;
    frontier_stats(crawl->frontier, &stats);
    if (settings->max_bytes >= 0 && stats.wire_bytes >= (uint64_t)settings->max_bytes)
        reason = FRONTIER_BY_MAX_BYTES;
    else if (settings->max_pages >= 0 && item->kind != FRONTIER_START && quota_counts_as_page(crawl, item) &&
             stored_pages(&stats) + crawl->pages_in_flight + crawl->kept_pages >=
                 (uint64_t)settings->max_pages)
        reason = FRONTIER_BY_MAX_PAGES;
    if (reason)
        *rule = quota_rule(crawl, reason);
    return reason;
}

bool quota_may_allow_later(const struct crawl *crawl)
{
    struct frontier_stats stats;

    frontier_stats(crawl->frontier, &stats);
    return stored_pages(&stats) + crawl->kept_pages < (uint64_t)crawl->settings->max_pages &&
           crawl->pages_in_flight > 0;
}

uint64_t quota_body_max(const struct crawl *crawl, enum frontier_reason *reason)
{
    const struct settings *settings = crawl->settings;
    uint64_t most = 0;
    struct frontier_stats stats;

    *reason = FRONTIER_NO_REASON;
    if (settings->max_file_size >= 0) {
        most = (uint64_t)settings->max_file_size;
        *reason = FRONTIER_BY_MAX_FILE_SIZE;
    }
    if (settings->max_bytes >= 0) {
        frontier_stats(crawl->frontier, &stats);
        if (most == 0 || most > (uint64_t)settings->max_bytes - stats.wire_bytes) {
            most = (uint64_t)settings->max_bytes - stats.wire_bytes;
            *reason = FRONTIER_BY_MAX_BYTES;
        }
    }
    return most;
}
