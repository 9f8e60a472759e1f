/* SPDX-License-Identifier: MIT */
/* Chooses the pages that a browser opens. Pages that load the same scripts are of one kind: what these
 * request is the same for all of them, so three pages of each of the largest kinds are opened. They are far
 * apart, and the same ones when the mirror has grown. If one of them brings a new URL of a folder that it is
 * in (/fr/search_index.json), the folders beside that have their own: one page of each is opened, too. */
#include "config.h"

#include "render/render.h"

#include "base/alloc.h"
#include "base/bits.h"
#include "base/error.h"
#include "base/hash.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "weave/document.h"

enum { KINDS_KNOWN = 256, KINDS_OPENED = 4, FOLDERS_MAX = 32, ROOT_SLASHES = 3, TEXTS_MAX = 1 << 20 };

/* The samples of a kind, by their place among its pages. */
static const size_t samples[] = {0, 4, 32};

/* Pages that load the same scripts. */
struct kind {
    uint64_t scripts; /* a hash of their ids */
    struct frontier_ids pages;
};

struct choice {
    struct bits pages, scripts;
    struct kind kinds[KINDS_KNOWN];
    size_t count; /* of kinds */
};

static void take_url(void *context, const struct frontier_known_url *url)
{
    struct choice *choice = context;

    if (!url->answered || !url->stored || url->state == FRONTIER_REFUSED || url->kind == FRONTIER_CANDIDATE)
        return;
    if (span_starts_nocase(url->content_type, "text/html") && !url->shell)
        bits_add(&choice->pages, url->id);
    else if (document_form(url->content_type, span_of("")) == DOCUMENT_SCRIPT)
        bits_add(&choice->scripts, url->id);
}

/* Adds PAGE to those of its kind; more kinds than there is room for are left out. */
static void take_links(void *context, int64_t page, const struct frontier_ids *links)
{
    struct choice *choice = context;
    uint64_t hash = 0;
    size_t at = 0;

    if (!bits_has(&choice->pages, page))
        return;
    for (size_t i = 0; i < links->count; i++)
        if (bits_has(&choice->scripts, links->ids[i]))
            hash += siphash13((const uint64_t[2]){0},
                              span_make((const char *)&links->ids[i], sizeof links->ids[i]));
    while (at < choice->count && choice->kinds[at].scripts != hash)
        at++;
    if (at == KINDS_KNOWN)
        return;
    if (at == choice->count)
        choice->kinds[choice->count++].scripts = hash;
    frontier_ids_add(&choice->kinds[at].pages, page);
}

static int compare_kinds(const void *a, const void *b)
{
    size_t left = ((const struct kind *)a)->pages.count, right = ((const struct kind *)b)->pages.count;

    return (left < right) - (left > right);
}

/* Returns the number of slashes in what two URLs begin with; 0 if all of them are before the paths. */
static size_t count_shared(struct span page, struct span url)
{
    size_t count = 0;

    for (size_t at = 0; at < page.len && at < url.len && page.at[at] == url.at[at]; at++)
        count += page.at[at] == '/';
    return count > ROOT_SLASHES ? count : 0;
}

/* Sets SLASHES to the most in the URL of a folder that has both a page that was opened and what this has
 * brought; 0 without one. */
static int find_folders(struct site *site, const struct choice *choice, size_t *slashes)
{
    struct buf texts BUF_LOCAL(TEXTS_MAX);
    struct frontier_ids inputs RELEASED_BY(frontier_ids_release) = {0};
    struct frontier_view view = {0};
    struct frontier_row row;
    int error = 0;

    while (!error && !(error = frontier_next_view(site->frontier, view.id, &texts, &view, &inputs)))
        for (size_t i = 0; i < inputs.count && !error && bits_has(&choice->pages, view.url); i++) {
            error = frontier_get(site->frontier, inputs.ids[i], &row);
            if (span_is(row.via, VIA_REQUEST) && count_shared(row.referrer_url, row.item.url) > *slashes)
                *slashes = count_shared(row.referrer_url, row.item.url);
        }
    return error == ERROR_END ? 0 : error;
}

/* Adds the samples of KIND, and one page of each folder whose URL has so many SLASHES, or all of its own. */
static int add_samples(struct site *site, const struct kind *kind, size_t slashes)
{
    uint64_t folders[FOLDERS_MAX];
    size_t count = 0;
    struct frontier_row row;
    int error = 0;

    for (size_t i = 0; i < COUNT_OF(samples) && samples[i] < kind->pages.count && !error; i++)
        error = frontier_add_view(site->frontier, kind->pages.ids[samples[i]], span_of(""));
    for (size_t i = 0; slashes > 0 && i < kind->pages.count && count < FOLDERS_MAX && !error; i++) {
        struct span rest;
        size_t at = 0;

        error = frontier_get(site->frontier, kind->pages.ids[i], &row);
        if (error)
            break;
        rest = row.item.url;
        for (size_t slash = 0; slash < slashes && span_has(rest, "/"); slash++)
            (void)span_take_until(&rest, '/');
        folders[count] =
            siphash13((const uint64_t[2]){0}, span_part(row.item.url, 0, row.item.url.len - rest.len));
        while (folders[at] != folders[count])
            at++;
        if (at == count)
            error = frontier_add_view(site->frontier, row.item.id, span_of(""));
        count += at == count;
    }
    return error;
}

bool views_is_named(struct site *site, struct span url)
{
    return url_parse(&site->found, url, NULL, NULL) == URL_OK &&
           scope_first_match(&site->settings->render_pages, &site->found);
}

/* Adds the pages that the user names. */
static int add_named(struct site *site, const struct choice *choice)
{
    struct frontier_row row;
    int error = 0;

    for (int64_t id = 1; site->settings->render_pages.count > 0 && !error; id++) {
        error = frontier_get(site->frontier, id, &row);
        if (!error && bits_has(&choice->pages, id) && views_is_named(site, row.item.url))
            error = frontier_add_view(site->frontier, id, span_of(""));
    }
    return error == ERROR_NOT_FOUND ? 0 : error;
}

static int choose(struct site *site, struct choice *choice)
{
    size_t slashes = 0;
    int error = frontier_edit(site->frontier, FRONTIER_ADD_SHELLS, 0);

    if (!error)
        error = frontier_walk_urls(site->frontier, take_url, choice);
    if (!error)
        error = frontier_walk_links(site->frontier, take_links, choice);
    if (!error)
        error = find_folders(site, choice, &slashes);
    qsort(choice->kinds, choice->count, sizeof choice->kinds[0], compare_kinds);
    for (size_t i = 0; i < choice->count && i < KINDS_OPENED && !error; i++)
        error = add_samples(site, &choice->kinds[i], slashes);
    return error ? error : add_named(site, choice);
}

int views_choose(struct site *site)
{
    struct choice *choice = MEM_NEW(struct choice);
    int error = choose(site, choice);

    bits_release(&choice->pages);
    bits_release(&choice->scripts);
    for (size_t i = 0; i < choice->count; i++)
        frontier_ids_release(&choice->kinds[i].pages);
    free(choice);
    return error;
}

bool views_has(const struct frontier_row *row)
{
    const struct frontier_visit *visit = &row->visit;

    return row->answered && !frontier_is_withdrawn(row) &&
           ((visit->state == FRONTIER_DONE && visit->path.len > 0) ||
            (visit->state == FRONTIER_REDIRECTED && visit->redirect_to > 0));
}

int views_look(struct site *site, const struct frontier_ids *inputs, int64_t *seen)
{
    struct frontier_row row;
    uint64_t hash = 0;
    int error = 0;

    for (size_t i = 0; i < inputs->count && !error; i++) {
        error = frontier_get(site->frontier, inputs->ids[i], &row);
        if (!error && views_has(&row))
            hash = siphash13((const uint64_t[2]){hash, (uint64_t)row.visit.redirect_to}, row.visit.digest);
        else if (!error)
            hash = siphash13((const uint64_t[2]){hash, row.state}, span_of(""));
    }
    *seen = (int64_t)hash;
    return error;
}
