/* SPDX-License-Identifier: MIT */
/* Sitemaps, from a line of robots.txt to pages in the queue. In an update their lastmod says which pages come
 * first and, where the user trusts it, which need not be asked for at all. */
#include "config.h"

#include "judge/sitemaps.h"

#include "base/error.h"
#include "base/limits.h"
#include "crawl/jobs.h"
#include "crawl/state.h"
#include "extract/feed.h"
#include "extract/sitemap.h"
#include "frontier/origin.h"
#include "frontier/queue.h"
#include "frontier/sitemap.h"
#include "frontier/stats.h"
#include "intake/store.h"
#include "judge/discover.h"
#include "judge/revisit.h"
#include "mirror/mirror.h"
#include "robots/date.h"
#include "robots/robots.h"
#include "term/message.h"

static const int64_t day_ms = INT64_C(24) * 3600 * 1000;

int sitemaps_begin(struct crawl *crawl)
{
    int64_t id = 0;
    int error = frontier_queued_sitemaps(crawl->frontier, &crawl->sitemaps_queued);

    while (!error && (error = frontier_sitemap_origin(crawl->frontier, id, &id)) == 0) {
        struct origin *origin = crawl_origin(crawl, id);

        if (!origin)
            return crawl->error;
        origin_set_activate(&crawl->origins, origin);
        origin->has_sitemaps = true;
    }
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Queues the sitemap at crawl->location. */
static int queue(struct crawl *crawl, int64_t voucher, int level)
{
    struct frontier_sitemap row = {
        .url = buf_span(&crawl->location.text), .voucher = voucher, .level = level};
    struct origin *origin;
    bool added = false;
    int error = frontier_origin(crawl->frontier, url_origin(&crawl->location), &row.origin);

    if (!error)
        error = frontier_add_sitemap(crawl->frontier, &row, &added);
    if (error || !added)
        return error;
    origin = crawl_origin(crawl, row.origin);
    if (!origin)
        return crawl->error;
    origin_set_activate(&crawl->origins, origin);
    origin->has_sitemaps = true;
    crawl->sitemaps_queued++;
    return 0;
}

/* Pages of the site are waiting there, not only what pages of other hosts need. */
static bool has_pages(const struct crawl *crawl, const struct origin *origin)
{
    struct frontier_origin kept;

    frontier_get_origin(crawl->frontier, origin->id, &kept);
    return kept.queued[FRONTIER_START] + kept.queued[FRONTIER_PAGE] > 0;
}

int sitemaps_note(struct crawl *crawl, struct origin *origin)
{
    size_t count = robots_sitemap_count(origin->robots);
    int error = 0;

    if (origin->sitemaps_noted || !crawl->settings->sitemaps || !has_pages(crawl, origin))
        return 0;
    origin->sitemaps_noted = true;
    if (count == 0 || url_parse(&crawl->base, span_of(origin->text), NULL, NULL) != URL_OK)
        return 0;
    for (size_t i = 0; !error && i < count && i < LIMIT_SITEMAP_FILES; i++) {
        if (url_parse(&crawl->location, robots_sitemap(origin->robots, i), &crawl->base, NULL) != URL_OK)
            continue;
        url_strip(&crawl->location);
        error = queue(crawl, origin->id, 0);
    }
    return error;
}

bool sitemaps_remain(const struct crawl *crawl, const struct origin *origin)
{
    struct frontier_stats stats;

    if (!origin->has_sitemaps || !crawl->settings->sitemaps || crawl->settings->dry_run)
        return false;
    frontier_stats(crawl->frontier, &stats);
    return stats.kinds[FRONTIER_REFUSED][FRONTIER_START] == 0;
}

/* The start page comes first: it may move the site. */
bool sitemaps_wait(const struct crawl *crawl, const struct origin *origin)
{
    struct frontier_stats stats;

    if (!sitemaps_remain(crawl, origin))
        return false;
    frontier_stats(crawl->frontier, &stats);
    return stats.kinds[FRONTIER_QUEUED][FRONTIER_START] == 0;
}

static int settle(struct crawl *crawl, int64_t id, int status, uint64_t pages)
{
    crawl->sitemaps_queued--;
    return frontier_settle_sitemap(crawl->frontier, id, status, pages);
}

bool sitemaps_ask(struct crawl *crawl, struct origin *origin)
{
    struct fetch_request request = {.max_bytes = LIMIT_SITEMAP_BYTES,
                                    .keep_raw = crawl->settings->archive_all};
    struct frontier_sitemap sitemap;
    struct job *job;
    int error = frontier_next_sitemap(crawl->frontier, origin->id, &sitemap);

    if (error == ERROR_NOT_FOUND) {
        origin->has_sitemaps = false;
        return false;
    }
    if (!error && !robots_judge(origin->robots, sitemap.url).allowed)
        error = settle(crawl, sitemap.id, 0, 0);
    else if (!error) {
        job = job_new(crawl, JOB_SITEMAP, origin);
        job->id = sitemap.id;
        job->voucher = sitemap.voucher;
        job->depth = sitemap.level;
        request.url = sitemap.url;
        origin->sitemap_asked = true;
        job_start(crawl, job, &request);
        return true;
    }
    if (error)
        (void)crawl_failed(crawl, error);
    return false;
}

/* The last moment that a lastmod may mean: of a day, its end. */
static bool read_modified(struct span text, int64_t *ms)
{
    if (date_read(text, ms) == 0)
        return false;
    if (text.len <= sizeof "2026-01-01" - 1)
        *ms += day_ms - 1;
    return true;
}

/* A page of the sitemap, which is in crawl->found. */
static int take_page(struct crawl *crawl, struct span via, struct span modified)
{
    int64_t id, modified_ms;
    unsigned flags;

    if (!frontier_known(crawl->frontier, buf_span(&crawl->found.text), &id, &flags) ||
        !(flags & FRONTIER_AS_PAGE))
        return discover_listed(crawl, via);
    if (read_modified(modified, &modified_ms))
        return revisit_weigh(crawl, id, modified_ms);
    return 0;
}

/* Takes all entries of the sitemap at crawl->base. */
static int take_entries(struct crawl *crawl, const struct job *job, const struct sitemap *sitemap,
                        struct span via)
{
    struct origin *voucher = crawl_origin(crawl, job->voucher);
    int error = voucher ? 0 : crawl->error;

    for (size_t i = 0; !error && i < sitemap->count; i++) {
        const struct sitemap_entry *entry = &sitemap->entries[i];

        if (sitemap->kind == SITEMAP_INDEX) {
            if (job->depth + 1 < LIMIT_SITEMAP_LEVELS &&
                url_parse(&crawl->location, entry->url, NULL, NULL) == URL_OK)
                error = queue(crawl, job->voucher, job->depth + 1);
        } else if (url_parse(&crawl->found, entry->url, NULL, NULL) == URL_OK &&
                   sitemap_may_list(&crawl->base, span_of(voucher->text), &crawl->found)) {
            error = take_page(crawl, via, entry->modified);
        }
    }
    return error;
}

/* A feed may stand in for a sitemap. */
static int take_feed(struct crawl *crawl, struct span bytes, struct span via)
{
    int error = 0;

    if (!feed_read(&crawl->css_links, bytes, span_make(NULL, 0), &crawl->base))
        return 0;
    for (size_t i = 0; !error && i < crawl->css_links.count; i++) {
        const struct link *link = &crawl->css_links.links[i];

        if (link->role == LINK_RELATED && url_parse(&crawl->found, link->url, NULL, NULL) == URL_OK)
            error = take_page(crawl, via, span_make(NULL, 0));
    }
    return error;
}

/* Sets BYTES to the sitemap, unpacked into PLAIN where it is a gzip file. */
static int unpack(struct crawl *crawl, struct fetch_result *result, struct body *plain, struct span *bytes)
{
    bool mislabelled;
    int error = body_span(result->plain, bytes);

    if (error || !span_starts(*bytes, "\x1f\x8b"))
        return error;
    if (decoder_run(crawl->decoder, span_of("gzip"), *bytes, plain, &mislabelled) == DECODE_SPOOL)
        return ERROR_IO;
    return body_span(plain, bytes);
}

static int read_sitemap(struct crawl *crawl, const struct job *job, struct span bytes)
{
    struct sitemap sitemap;
    struct buf via;
    int error;

    sitemap_init(&sitemap);
    buf_init(&via, LIMIT_URL_BYTES + 16);
    (void)buf_add_text(&via, "sitemap ");
    (void)buf_add_span(&via, buf_span(&job->url));
    sitemap_read(&sitemap, bytes);
    if (sitemap.truncated && sitemap.kind != SITEMAP_NONE)
        message_warn("%s is malformed or longer than a sitemap may be; what could be read was taken",
                     buf_text(&job->url));
    error = take_entries(crawl, job, &sitemap, buf_span(&via));
    if (!error && sitemap.kind == SITEMAP_NONE)
        error = take_feed(crawl, bytes, buf_span(&via));
    if (!error)
        error = settle(crawl, job->id, 200, sitemap.count);
    sitemap_release(&sitemap);
    buf_release(&via);
    return error;
}

static int follow(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
{
    struct span location;
    int error = 0;

    if (fetch_header(result, "Location", 0, &location) &&
        url_parse(&crawl->location, location, &crawl->base, NULL) == URL_OK) {
        url_strip(&crawl->location);
        error = queue(crawl, job->voucher, job->depth);
    }
    return error ? error : settle(crawl, job->id, result->status, 0);
}

int sitemaps_answered(struct crawl *crawl, const struct job *job, struct fetch_result *result)
{
    struct body plain;
    struct span bytes;
    int error;

    job->asked->sitemap_asked = false;
    if (fetch_outcome_is_none(result->outcome))
        return 0;
    if (result->outcome == FETCH_LOCAL)
        return result->local_error;
    if (url_parse(&crawl->base, buf_span(&job->url), NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    error = store_archive(crawl, job, result, NULL);
    if (error)
        return error;
    if (result->outcome == FETCH_REDIRECT)
        return follow(crawl, job, result);
    if (result->outcome != FETCH_OK) {
        message_note("%s: %s; going on without it", buf_text(&job->url), fetch_outcome_text(result->outcome));
        return settle(crawl, job->id, result->status, 0);
    }
    body_init(&plain, crawl->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, LIMIT_SITEMAP_BYTES);
    error = unpack(crawl, result, &plain, &bytes);
    if (!error)
        error = read_sitemap(crawl, job, bytes);
    body_release(&plain);
    return error;
}
