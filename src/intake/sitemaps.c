/* SPDX-License-Identifier: MIT */
/* Takes sitemaps from a line of robots.txt to pages in the queue. In an update, lastmod says which pages come
 * first and, if the user trusts it, which need no request. */
#include "config.h"

#include "intake/intake.h"

#include <errno.h>

#include "answer/answer.h"
#include "answer/decode.h"
#include "base/error.h"
#include "base/limits.h"
#include "extract/extract.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/judge.h"
#include "judge/site.h"
#include "markup/link.h"
#include "mirror/mirror.h"
#include "robots/date.h"
#include "robots/robots.h"
#include "term/message.h"
#include "update/update.h"

static const int64_t day_ms = INT64_C(24) * 3600 * 1000;

static int note_origin(struct site *site, int64_t id)
{
    struct origin *origin;
    int error = site_origin(site, id, &origin);

    if (error)
        return error;
    origin_set_activate(&site->origins, origin);
    origin->has_sitemaps = true;
    return 0;
}

int sitemaps_begin(struct site *site)
{
    int64_t id = 0;
    int error = 0;

    while (!error && (error = frontier_sitemap_origin(site->frontier, id, &id)) == 0)
        error = note_origin(site, id);
    return error == ERROR_END ? 0 : error;
}

static int queue_found(struct site *site, int64_t voucher, int level)
{
    struct frontier_sitemap row = {.voucher = voucher, .level = level};
    bool added = false;
    int error = frontier_origin(site->frontier, url_origin(&site->found), &row.origin);

    url_strip(&site->found);
    row.url = buf_span(&site->found.text);
    if (!error)
        error = frontier_add_sitemap(site->frontier, &row, &added);
    return error || !added ? error : note_origin(site, row.origin);
}

/* Queues URL, which the index at INDEX names. As the protocol has it, an index names sitemaps of its own
 * host, or of the host that names the index in its robots.txt (VOUCHER). */
static int queue_entry(struct site *site, struct span url, const struct url *index,
                       const struct origin *voucher, int level)
{
    struct span origin;

    if (level >= LIMIT_SITEMAP_LEVELS || url_parse(&site->found, url, NULL, NULL) != URL_OK)
        return 0;
    origin = url_origin(&site->found);
    if (!span_equals(origin, url_origin(index)) && !span_is(origin, voucher->text))
        return 0;
    return queue_found(site, voucher->id, level);
}

int sitemaps_linked(struct site *site, const struct url *index, const struct origin *origin,
                    const struct link_list *links)
{
    int error = 0;

    if (!site->settings->sitemaps || site->settings->scope.max_depth >= 0 || site->imports)
        return 0;
    for (size_t i = 0; !error && i < links->count; i++)
        if (link_place(span_of(links->links[i].where)) == PLACE_SITEMAP_INDEX)
            error = queue_entry(site, links->links[i].url, index, origin, 1);
    return error;
}

/* Returns whether pages are queued at ORIGIN, not only requisites. */
static bool has_pages(const struct site *site, const struct origin *origin)
{
    struct frontier_origin kept;

    frontier_get_origin(site->frontier, origin->id, &kept);
    return kept.queued[FRONTIER_START] + kept.queued[FRONTIER_PAGE] > 0;
}

int sitemaps_note(struct site *site, struct origin *origin)
{
    size_t count = robots_sitemap_count(origin->robots);
    struct url base URL_LOCAL;
    int error = 0;

    if (origin->sitemaps_noted || !site->settings->sitemaps || !has_pages(site, origin))
        return 0;
    origin->sitemaps_noted = true;
    if (count > 0 && url_parse(&base, span_of(origin->text), NULL, NULL) == URL_OK) {
        for (size_t i = 0; !error && i < count && i < LIMIT_SITEMAP_FILES; i++)
            if (url_parse_bytes(&site->found, robots_sitemap(origin->robots, i), &base) == URL_OK)
                error = queue_found(site, origin->id, 0);
    }
    return error;
}

static bool is_start_in(const struct site *site, enum frontier_state state)
{
    struct frontier_stats stats;

    frontier_stats(site->frontier, &stats);
    return stats.kinds[state][FRONTIER_START] > 0;
}

bool sitemaps_remain(const struct site *site, const struct origin *origin)
{
    return origin->has_sitemaps && site->settings->sitemaps && !site->settings->dry_run &&
           !is_start_in(site, FRONTIER_REFUSED);
}

/* Waits for the start page, which may move the site. */
bool sitemaps_wait(const struct site *site, const struct origin *origin)
{
    return sitemaps_remain(site, origin) && !is_start_in(site, FRONTIER_QUEUED);
}

int sitemaps_next(struct site *site, struct origin *origin, struct frontier_sitemap *sitemap, bool *found)
{
    int error = frontier_next_sitemap(site->frontier, origin->id, sitemap);

    *found = false;
    origin->has_sitemaps = error != ERROR_END;
    if (error)
        return error == ERROR_END ? 0 : error;
    if (!robots_judge(origin->robots, sitemap->url).allowed)
        return frontier_settle_sitemap(site->frontier, sitemap->id, 0, 0);
    *found = origin->sitemap_asked = true;
    return 0;
}

int sitemaps_abandon(struct site *site, struct origin *origin)
{
    struct frontier_sitemap sitemap;
    int error = 0;

    while (origin->has_sitemaps && !error) {
        error = frontier_next_sitemap(site->frontier, origin->id, &sitemap);
        origin->has_sitemaps = error != ERROR_END;
        if (!error)
            error = frontier_settle_sitemap(site->frontier, sitemap.id, 0, 0);
    }
    return error == ERROR_END ? 0 : error;
}

static int take_page(struct site *site, struct span url, struct span via, struct span modified)
{
    int64_t id, modified_ms;
    unsigned flags;

    if (!frontier_known(site->frontier, url, &id, &flags) || !(flags & FRONTIER_AS_PAGE))
        return discover_listed(site, url, via, 1);
    if (date_read(modified, &modified_ms) == 0)
        return site_request_gone(site, id);
    if (modified.len <= sizeof "2026-01-01" - 1)
        modified_ms += day_ms - 1; /* the latest time that it may mean */
    return update_apply_lastmod(site, id, modified_ms);
}

/* A sitemap that was fetched. */
struct listing {
    const struct frontier_sitemap *row;
    const struct url *url;
    const struct buf *via; /* how its pages were found */
};

static int take_entries(struct site *site, struct listing *listing, enum sitemap_kind kind,
                        const struct link_list *entries)
{
    const struct frontier_sitemap *row = listing->row;
    struct url page URL_LOCAL;
    struct origin *voucher;
    int error = site_origin(site, row->voucher, &voucher);

    for (size_t i = 0; !error && i < entries->count; i++) {
        const struct link *entry = &entries->links[i];

        if (kind == SITEMAP_INDEX)
            error = queue_entry(site, entry->url, listing->url, voucher, row->level + 1);
        else if (url_parse(&page, entry->url, NULL, NULL) == URL_OK &&
                 sitemap_may_list(listing->url, span_of(voucher->text), &page))
            error = take_page(site, buf_span(&page.text), buf_span(listing->via), entry->text);
    }
    return error;
}

/* Takes the pages of a feed, which some sites use as a sitemap, and sets HAS_PAGES if there are any. */
static int take_feed(struct site *site, const struct listing *listing, struct span bytes, bool *has_pages)
{
    struct link_list links RELEASED_BY(link_list_release) = {0};
    int error = 0;

    if (feed_read(&links, bytes, span_make(NULL, 0), listing->url)) {
        for (size_t i = 0; !error && i < links.count; i++) {
            if (links.links[i].role != LINK_RELATED)
                continue;
            *has_pages = true;
            error = take_page(site, links.links[i].url, buf_span(listing->via), span_make(NULL, 0));
        }
    }
    return error;
}

/* Sets BYTES to the sitemap, unpacked into PLAIN where it is a gzip file. */
static int unpack_sitemap(struct site *site, const struct fetch_result *result, struct body *plain,
                          struct span *bytes)
{
    bool mislabelled;
    int error = body_span(result->plain, bytes);

    if (error || !span_starts(*bytes, "\x1f\x8b"))
        return error;
    if (decoder_run(mirror_decoder(site->mirror), span_of("gzip"), *bytes, plain, &mislabelled) ==
        DECODE_SPOOL)
        return error_of_temporary(error_from_errno(errno));
    return body_span(plain, bytes);
}

static int take_listing(struct site *site, struct listing *listing, struct span bytes)
{
    struct link_list entries RELEASED_BY(link_list_release) = {0};
    enum sitemap_kind kind = sitemap_read(&entries, bytes, listing->url);
    bool is_feed = false;
    int error;

    if (entries.truncated && kind != SITEMAP_NONE)
        message_warn("%s is malformed or too long for a sitemap; using the part that could be read",
                     buf_text(&listing->url->text));
    error = take_entries(site, listing, kind, &entries);
    if (!error && kind == SITEMAP_NONE)
        error = take_feed(site, listing, bytes, &is_feed);
    if (!error && entries.count == 0 && !is_feed)
        message_warn("%s: no pages could be read from this sitemap", buf_text(&listing->url->text));
    return error ? error : frontier_settle_sitemap(site->frontier, listing->row->id, 200, entries.count);
}

int sitemaps_answered(struct site *site, const struct frontier_sitemap *row,
                      const struct fetch_result *result)
{
    struct span location = result->fields->first[ANSWER_LOCATION], bytes;
    struct body plain RELEASED_BY(body_release);
    struct url url URL_LOCAL;
    struct buf via BUF_LOCAL(LIMIT_URL_BYTES + 16);
    struct listing listing = {.row = row, .url = &url, .via = &via};
    int error = 0;

    body_init(&plain, site->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, LIMIT_SITEMAP_BYTES);
    (void)buf_add_format(&via, PLACE_SITEMAP_TEXT "%.*s", (int)row->url.len, row->url.at);
    if (url_parse(&url, row->url, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    if (result->outcome == FETCH_OK) {
        error = unpack_sitemap(site, result, &plain, &bytes);
        return error ? error : take_listing(site, &listing, bytes);
    }
    if (result->outcome == FETCH_REDIRECT) {
        if (location.len > 0 && url_parse_bytes(&site->found, location, &url) == URL_OK)
            error = queue_found(site, row->voucher, row->level);
    } else if (result->status != 404 || row->level == 0) {
        message_note("%s: %s; continuing without it", buf_text(&url.text),
                     result->status == 404
                         ? "does not exist (404), although robots.txt or a redirect names it"
                         : fetch_outcomes[result->outcome].text);
    }
    return error ? error : frontier_settle_sitemap(site->frontier, row->id, result->status, 0);
}
