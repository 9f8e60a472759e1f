/* SPDX-License-Identifier: MIT */
/* Judges a URL for the last time before its request: limits on the whole mirror, guesses, scope, traps,
 * robots.txt. Requests in flight count as pages, so that a limit is reached and never exceeded. Guesses cost
 * a site requests that no reader would make, so they must pay: of each shape one of the first few must exist,
 * and of shapes that were not tried yet at least one in four before. */
#include "config.h"

#include "judge/judge.h"

#include <inttypes.h>

#include "apps/app.h"
#include "base/digest.h"
#include "base/hash.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "markup/link.h"

/* Counts everything that was received; of an import, the bytes of its answers. */
uint64_t judge_bytes_left(const struct site *site)
{
    uint64_t most = (uint64_t)site->settings->max_bytes, spent = site->received_bytes;
    struct frontier_stats stats;

    if (site->settings->max_bytes < 0)
        return UINT64_MAX;
    frontier_stats(site->frontier, &stats);
    if (stats.wire_bytes > spent)
        spent = stats.wire_bytes;
    return spent < most ? most - spent : 0;
}

static uint64_t stored_pages(const struct frontier_stats *stats)
{
    return stats->kinds[FRONTIER_DONE][FRONTIER_START] + stats->kinds[FRONTIER_DONE][FRONTIER_PAGE];
}

struct span judge_limit_rule(struct site *site, enum frontier_reason reason)
{
    const struct settings *settings = site->settings;

    buf_clear(&site->rule);
    if (reason == FRONTIER_BY_MAX_PAGES)
        (void)buf_add_format(&site->rule, "--max-pages %" PRId64, settings->max_pages);
    else if (reason == FRONTIER_BY_MAX_BYTES)
        (void)buf_add_format(&site->rule, "--max-bytes %" PRId64, settings->max_bytes);
    else
        (void)buf_add_format(&site->rule, "--max-file-size %" PRId64, settings->max_file_size);
    return buf_span(&site->rule);
}

static bool has_page_name(struct span path)
{
    return span_is_one_of_nocase(span_part(path, span_after_last(path, '.'), path.len),
                                 "html htm xhtml shtml");
}

/* Returns whether the guess with this id and URL has the name of a page, or was found as a link is. */
static bool may_be_page(struct site *site, int64_t id, const struct url *url)
{
    enum link_place place;
    struct frontier_row row;

    if (has_page_name(url_path(url)))
        return true;
    if (frontier_get(site->frontier, id, &row))
        return false;
    place = link_place(row.via);
    return place == PLACE_TEMPLATE || place == PLACE_FORM;
}

bool judge_counts_as_page(struct site *site, const struct frontier_item *item, const struct url *url)
{
    return item->kind == FRONTIER_START || item->kind == FRONTIER_PAGE ||
           (item->kind == FRONTIER_CANDIDATE && may_be_page(site, item->id, url));
}

enum frontier_reason judge_by_limits(struct site *site, const struct frontier_item *item,
                                     const struct url *url, struct span *rule)
{
    const struct settings *settings = site->settings;
    enum frontier_reason reason = FRONTIER_NO_REASON;
    struct frontier_stats stats;

    if ((settings->max_pages < 0 && settings->max_bytes < 0) || site_has_copy(site, item))
        return FRONTIER_NO_REASON;
    frontier_stats(site->frontier, &stats);
    if (judge_bytes_left(site) == 0)
        reason = FRONTIER_BY_MAX_BYTES;
    else if (settings->max_pages >= 0 && item->kind != FRONTIER_START &&
             judge_counts_as_page(site, item, url) &&
             stored_pages(&stats) + site->pages_in_flight + site->updating.kept_pages >=
                 (uint64_t)settings->max_pages)
        reason = FRONTIER_BY_MAX_PAGES;
    if (reason)
        *rule = judge_limit_rule(site, reason);
    return reason;
}

bool judge_may_allow_later(const struct site *site)
{
    struct frontier_stats stats;

    frontier_stats(site->frontier, &stats);
    return stored_pages(&stats) + site->updating.kept_pages < (uint64_t)site->settings->max_pages &&
           site->pages_in_flight > 0;
}

/* Returns the hash of the shape of URL, which was found by VIA. Names that a generator writes, and those that
 * each page of a site has for itself (IN_PAGE), are in any folder. */
static uint64_t hash_shape(const struct url *url, struct span via, bool in_page)
{
    static const uint64_t key[2] = {0};
    struct span path = url_path(url);
    size_t name = span_after_last(path, '/'), dot = span_after_last(path, '.');
    struct span extension = span_part(path, dot > name ? dot : path.len, path.len);
    uint64_t hash = siphash13(key, via) ^ siphash13(key, extension) * 3;

    if (link_place(via) >= PLACE_SCRIPT_SRC && !in_page)
        hash ^= siphash13(key, span_part(path, 0, name)) * 5;
    return hash;
}

/* Returns whether ROW has the body of the start page, as all URLs have where an app shows its pages. */
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

/* Returns whether the name of a file, and not of a page, was answered with a page: a wiki does that. */
static bool is_page_instead(const struct frontier_row *row)
{
    struct span path = span_part(row->item.url, 0, span_find(row->item.url, '?'));
    struct span file = span_part(path, span_after_last(path, '/'), path.len);

    return span_find(file, '.') < file.len && !has_page_name(file) && frontier_is_page(&row->visit);
}

/* Returns whether the URL with this id was requested and does not exist, or is not what was guessed; sets
 * EXISTS if it does. */
static bool is_wrong(struct site *site, int64_t id, bool *exists)
{
    struct frontier_row row;
    enum frontier_state state;

    if (frontier_get(site->frontier, id, &row))
        return false;
    state = row.state;
    if (state == FRONTIER_GONE || state == FRONTIER_FAILED || state == FRONTIER_REFUSED ||
        is_shell(site, &row) || is_page_instead(&row))
        return true;
    *exists |= state == FRONTIER_DONE || state == FRONTIER_REDIRECTED;
    return false;
}

/* Returns the slot for HASH, with what is known of it now; WRONG is the number of its first URLs that do not
 * exist. */
static struct guess_shape *find_shape(struct site *site, uint64_t hash, unsigned *wrong)
{
    struct guess_shape *shape = &site->shapes[hash % COUNT_OF(site->shapes)];

    if (shape->hash != hash)
        *shape = (struct guess_shape){.hash = hash};
    *wrong = 0;
    for (unsigned i = 0; i < shape->tried && !shape->pays; i++)
        *wrong += is_wrong(site, shape->ids[i], &shape->pays);
    return shape;
}

static void note_try(struct guess_shape *shape, int64_t id)
{
    if (shape->tried < LIMIT_GUESSES_OF_SHAPE)
        shape->ids[shape->tried++] = id;
}

/* Returns whether too many guesses were wrong for another one of its kind: of names by form alone, one in
 * ten of all requests; of all others, three in four. */
static bool most_are_wrong(struct site *site, bool is_name)
{
    struct frontier_stats stats;
    uint64_t good, bad;

    frontier_stats(site->frontier, &stats);
    good =
        stats.kinds[FRONTIER_DONE][FRONTIER_CANDIDATE] + stats.kinds[FRONTIER_REDIRECTED][FRONTIER_CANDIDATE];
    bad = stats.kinds[FRONTIER_GONE][FRONTIER_CANDIDATE] + stats.kinds[FRONTIER_FAILED][FRONTIER_CANDIDATE];
    if (is_name)
        return bad >= LIMIT_NAMES_WRONG && bad * 10 > stats.states[FRONTIER_DONE];
    return bad >= LIMIT_GUESSES_WRONG && bad > 3 * good;
}

/* Judges a name that only its form makes likely. The same name in another folder is the same guess: what is
 * known of one decides. IS_ELSEWHERE: it is relative to the less likely of two bases, which is wrong if a
 * name of the same script exists by the other. */
static enum frontier_reason judge_name(struct site *site, const struct frontier_item *item,
                                       const struct url *url, bool is_elsewhere, struct guess_shape *shape,
                                       unsigned wrong)
{
    static const uint64_t key[2] = {1};
    struct span path = url_path(url), file = span_part(path, span_after_last(path, '/'), path.len);
    unsigned wrong_name, wrong_base;
    struct guess_shape *base =
        find_shape(site, siphash13(key, span_of("")) ^ (uint64_t)item->referrer, &wrong_base);
    struct guess_shape *name = find_shape(site, siphash13(key, file) ^ (uint64_t)item->referrer, &wrong_name);

    if (name->pays || wrong_name > 1 || (is_elsewhere && base->pays))
        return FRONTIER_BY_GUESSES;
    if (!shape->pays && (wrong > 1 || most_are_wrong(site, true)))
        return FRONTIER_BY_GUESSES;
    note_try(name, item->id);
    if (!is_elsewhere)
        note_try(base, item->id);
    note_try(shape, item->id);
    return FRONTIER_NO_REASON;
}

enum frontier_reason judge_guess(struct site *site, const struct frontier_item *item, const struct url *url)
{
    bool is_copy = site_has_copy(site, item);
    struct frontier_row row;
    struct span via = frontier_get(site->frontier, item->id, &row) ? span_of("") : row.via;
    enum link_place place = link_place(via); /* VIA is borrowed until the next row is read */
    bool is_elsewhere = place == PLACE_OTHER_NAME, is_name = is_elsewhere || place == PLACE_NAME, in_page;
    struct frontier_hop hop;
    struct guess_shape *shape;
    unsigned wrong;

    if (is_copy)
        return FRONTIER_NO_REASON;
    in_page = is_name && frontier_hop(site->frontier, item->referrer, &hop) == 0 && hop.kind == FRONTIER_PAGE;
    shape = find_shape(site, hash_shape(url, via, in_page), &wrong);
    if (is_name)
        return judge_name(site, item, url, is_elsewhere, shape, wrong);
    if (shape->pays)
        return FRONTIER_NO_REASON;
    if (wrong >= (place == PLACE_LISTED ? LIMIT_VALUES_WRONG : LIMIT_GUESSES_OF_SHAPE) ||
        most_are_wrong(site, false))
        return FRONTIER_BY_GUESSES;
    note_try(shape, item->id);
    return FRONTIER_NO_REASON;
}

static bool is_whole(struct span html)
{
    html = span_trim(span_part(html, 0, 1024), "\xef\xbb\xbf \t\r\n\f");
    while (span_starts(html, "<!--") || span_starts(html, "<?")) {
        (void)span_take_until(&html, '>');
        html = span_trim_white(html);
    }
    return span_starts_nocase(html, "<!doctype html") || span_starts_nocase(html, "<html");
}

int judge_guessed_page(struct site *site, const struct frontier_item *item, const struct url *url,
                       struct span html, bool *is_page)
{
    struct frontier_new row = {.kind = FRONTIER_PAGE, .roles = FRONTIER_AS_PAGE, .depth = item->depth};

    *is_page = may_be_page(site, item->id, url) && is_whole(html);
    return *is_page ? frontier_want(site->frontier, item->id, &row) : 0;
}

/* Returns whether ITEM is one of endless URLs by its text, unless an --include names it or the mirror has it:
 * the table of views grows with the program. Either its path repeats itself more often than that of the page
 * which links to it (a single such path is a page like others), or it is a view of something else that the
 * site has. */
static bool is_endless(struct site *site, const struct frontier_item *item, const struct url *url,
                       struct span *rule)
{
    struct frontier_hop page;

    if (scope_repeats(item->url, SCOPE_REPEATS) && item->referrer > 0 &&
        frontier_hop(site->frontier, item->referrer, &page) == 0 &&
        scope_repeats(page.url, SCOPE_REPEATS - 1)) {
        *rule = span_of(
            "a part of the path is there four times in a row; to mirror it, --include * and its folder");
    } else {
        const struct view *view = views_find(url, item->roles & FRONTIER_AS_REQUISITE, &site->rule);

        if (!view)
            return false;
        buf_clear(&site->rule);
        (void)buf_add_format(&site->rule, "%s: %s", view->program, view->what);
        *rule = buf_span(&site->rule);
    }
    return !scope_names(site->scope, url) && !site_has_copy(site, item);
}

enum frontier_reason judge_turn(struct site *site, const struct origin *origin,
                                const struct frontier_item *item, const struct url *url, bool is_start,
                                struct span *rule)
{
    enum frontier_reason reason = judge_by_limits(site, item, url, rule);

    if (!reason && item->kind == FRONTIER_CANDIDATE)
        reason = judge_guess(site, item, url);
    if (!reason && !is_start && item->id != site->twin.probe)
        reason = scope_judge(site->scope, url, item->roles, item->depth, rule);
    if (reason == FRONTIER_BY_SCOPE && names_may_probe(site, url)) { /* of a run that was killed */
        names_probe(site, item->id);
        reason = FRONTIER_NO_REASON;
    }
    if (!reason && !is_start && !site->imports && is_endless(site, item, url, rule))
        reason = FRONTIER_BY_TRAP;
    return reason ? reason : rules_judge(site, origin, item->url, rule);
}
