/* SPDX-License-Identifier: MIT */
/* Limits the guesses that are requested. Guesses cost a site requests that no reader would make, so they must
 * pay: of each shape one of the first few must exist, and of shapes that were not tried yet at least one in
 * four before. */
#include "config.h"

#include "judge/candidates.h"

#include <string.h>

#include "base/digest.h"
#include "base/hash.h"
#include "frontier/next.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "frontier/stats.h"
#include "judge/site.h"
#include "markup/link.h"
#include "markup/place.h"

/* Returns the hash of the shape of URL, which was found by VIA. Names that a generator writes are in any
 * folder. */
static uint64_t hash_shape(const struct url *url, struct span via)
{
    static const uint64_t key[2] = {0};
    struct span path = url_path(url);
    size_t name = span_after_last(path, '/'), dot = span_after_last(path, '.');
    struct span extension = span_part(path, dot > name ? dot : path.len, path.len);
    uint64_t hash = siphash13(key, via) ^ siphash13(key, extension) * 3;

    if (link_place(via) >= PLACE_SCRIPT_SRC)
        hash ^= siphash13(key, span_part(path, 0, name)) * 5;
    return hash;
}

/* Returns whether ROW has the body of the start page, as every URL has where an app shows its pages itself.
 */
static bool is_shell(struct site *site, const struct frontier_row *row)
{
    unsigned char digest[DIGEST_MAX_BYTES];
    size_t len = row->visit.digest.len;
    struct frontier_row start;

    if (!row->answered || len == 0 || len > sizeof digest)
        return false;
    memcpy(digest, row->visit.digest.at, len);
    return frontier_get(site->frontier, site_start_id(site), &start) == 0 && start.answered &&
           span_equals(start.visit.digest, span_make((const char *)digest, len));
}

/* Returns whether the URL with this id was requested and does not exist; sets EXISTS if it does. */
static bool is_wrong(struct site *site, int64_t id, bool *exists)
{
    struct frontier_row row;
    enum frontier_state state;

    if (frontier_get(site->frontier, id, &row))
        return false;
    state = row.state;
    if (state == FRONTIER_GONE || state == FRONTIER_FAILED || is_shell(site, &row))
        return true;
    *exists |= state == FRONTIER_DONE || state == FRONTIER_REDIRECTED;
    return false;
}

/* Returns the shape of ITEM with what is known of it now; WRONG is the number of its first URLs that do not
 * exist. */
static struct guess_shape *find_shape(struct site *site, const struct frontier_item *item,
                                      const struct url *url, unsigned *wrong)
{
    struct frontier_row row;
    struct span via = frontier_get(site->frontier, item->id, &row) ? span_of("") : row.via;
    uint64_t hash = hash_shape(url, via);
    struct guess_shape *shape = &site->shapes.slots[hash % COUNT_OF(site->shapes.slots)];

    if (shape->hash != hash)
        *shape = (struct guess_shape){.hash = hash};
    for (unsigned i = 0; i < shape->tried && !shape->pays; i++)
        *wrong += is_wrong(site, shape->ids[i], &shape->pays);
    return shape;
}

static bool most_are_wrong(struct site *site)
{
    struct frontier_stats stats;
    uint64_t good, bad;

    frontier_stats(site->frontier, &stats);
    good =
        stats.kinds[FRONTIER_DONE][FRONTIER_CANDIDATE] + stats.kinds[FRONTIER_REDIRECTED][FRONTIER_CANDIDATE];
    bad = stats.kinds[FRONTIER_GONE][FRONTIER_CANDIDATE] + stats.kinds[FRONTIER_FAILED][FRONTIER_CANDIDATE];
    return bad >= LIMIT_GUESSES_WRONG && bad > 3 * good;
}

enum frontier_reason candidates_judge(struct site *site, const struct frontier_item *item,
                                      const struct url *url)
{
    struct guess_shape *shape;
    unsigned wrong = 0;

    if (site_has_copy(site, item))
        return FRONTIER_NO_REASON;
    shape = find_shape(site, item, url, &wrong);
    if (shape->pays)
        return FRONTIER_NO_REASON;
    if (wrong == LIMIT_GUESSES_OF_SHAPE || most_are_wrong(site))
        return FRONTIER_BY_GUESSES;
    if (shape->tried < LIMIT_GUESSES_OF_SHAPE)
        shape->ids[shape->tried++] = item->id;
    return FRONTIER_NO_REASON;
}

bool candidates_may_be_page(struct site *site, int64_t id, const struct url *url)
{
    static const char *const endings[] = {".html", ".htm", ".xhtml", ".shtml"};
    struct span path = url_path(url);
    struct frontier_row row;

    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        size_t len = strlen(endings[i]);

        if (path.len > len && span_is_nocase(span_part(path, path.len - len, len), endings[i]))
            return true;
    }
    return frontier_get(site->frontier, id, &row) == 0 && link_place(row.via) == PLACE_TEMPLATE;
}

/* Returns whether HTML begins as a document, not as a fragment. */
static bool is_whole(struct span html)
{
    html = span_trim(span_part(html, 0, 1024), "\xef\xbb\xbf \t\r\n\f");
    while (span_starts(html, "<!--") || span_starts(html, "<?")) {
        (void)span_take_until(&html, '>');
        html = span_trim_white(html);
    }
    return span_starts_nocase(html, "<!doctype html") || span_starts_nocase(html, "<html");
}

int candidates_accept(struct site *site, const struct frontier_item *item, const struct url *url,
                      struct span html, bool *is_page)
{
    struct frontier_new row = {.kind = FRONTIER_PAGE, .roles = FRONTIER_AS_PAGE, .depth = item->depth};

    *is_page = candidates_may_be_page(site, item->id, url) && is_whole(html);
    return *is_page ? frontier_want(site->frontier, item->id, &row) : 0;
}
