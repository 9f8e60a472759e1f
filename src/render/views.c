/* SPDX-License-Identifier: MIT */
/* Chooses the pages that a browser opens. Pages that load the same scripts are of one kind: what these
 * request is the same for all of them, so three pages of each of the largest kinds are opened. They are far
 * apart, and the same ones when the mirror has grown. If one of them brings a new URL of a folder that it is
 * in (/fr/search_index.json), the folders beside that have their own: one page of each is opened, too. */
#include "config.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/bits.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "frontier/stats.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "render/inside.h"
#include "weave/document.h"

enum { KINDS_KNOWN = 256, KINDS_OPENED = 4, SCRIPTS_MAX = 64, FOLDERS_MAX = 32, ROOT_SLASHES = 3 };

/* The samples of a kind, by their place among its pages. */
static const size_t samples[] = {0, 4, 32};

/* Pages that load the same scripts. */
struct kind {
    uint64_t scripts; /* a hash of their ids */
    size_t count;     /* of pages */
    struct frontier_ids pages;
};

struct choice {
    struct bits pages, scripts;
    struct kind kinds[KINDS_KNOWN];
    size_t count, most; /* of kinds; no more are added */
    bool picks;         /* the walk finds the pages of kinds: otherwise it counts them */
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

/* Returns a hash of the scripts among LINKS, in any order. */
static uint64_t hash_scripts(const struct choice *choice, const struct frontier_ids *links)
{
    static const uint64_t key[2] = {1, 2};
    int64_t ids[SCRIPTS_MAX];
    size_t count = 0;
    uint64_t hash = 0;

    for (size_t i = 0; i < links->count && count < SCRIPTS_MAX; i++) {
        size_t at = 0;

        while (at < count && ids[at] != links->ids[i])
            at++;
        if (at < count || !bits_has(&choice->scripts, links->ids[i]))
            continue;
        ids[count++] = links->ids[i];
        hash += siphash13(key, span_make((const char *)&links->ids[i], sizeof links->ids[i]));
    }
    return hash;
}

/* Returns the kind of pages with these SCRIPTS; NULL if it is not among those of interest. */
static struct kind *find_kind(struct choice *choice, uint64_t scripts)
{
    size_t at = 0;

    while (at < choice->count && choice->kinds[at].scripts != scripts)
        at++;
    if (at == choice->most)
        return NULL;
    if (at == choice->count)
        choice->kinds[choice->count++] = (struct kind){.scripts = scripts};
    return &choice->kinds[at];
}

static void take_links(void *context, int64_t page, const struct frontier_ids *links)
{
    struct choice *choice = context;
    struct kind *kind =
        bits_has(&choice->pages, page) ? find_kind(choice, hash_scripts(choice, links)) : NULL;

    if (kind && choice->picks)
        frontier_ids_add(&kind->pages, page);
    else if (kind)
        kind->count++;
}

static int compare_kinds(const void *a, const void *b)
{
    size_t left = ((const struct kind *)a)->count, right = ((const struct kind *)b)->count;

    return (left < right) - (left > right);
}

static bool is_sample(const struct kind *kind, int64_t page)
{
    bool is = false;

    for (size_t i = 0; i < COUNT_OF(samples) && samples[i] < kind->pages.count; i++)
        is |= kind->pages.ids[samples[i]] == page;
    return is;
}

/* Returns the number of slashes in what two URLs begin with; 0 if all of them are before the paths. */
static size_t count_shared(struct span page, struct span url)
{
    size_t count = 0;

    for (size_t at = 0; at < page.len && at < url.len && page.at[at] == url.at[at]; at++)
        count += page.at[at] == '/';
    return count > ROOT_SLASHES ? count : 0;
}

/* Sets SLASHES to the most in the URL of a folder that has both a sample of KIND and what this has brought; 0
 * without one. */
static int find_folders(struct site *site, const struct kind *kind, size_t *slashes)
{
    struct buf texts BUF_LOCAL(1 << 20), page BUF_LOCAL(LIMIT_URL_BYTES);
    struct frontier_ids inputs = {0};
    struct frontier_view view = {0};
    struct frontier_row row;
    int error = 0;

    while (!error && !(error = frontier_next_view(site->frontier, view.id, &texts, &view, &inputs))) {
        buf_clear(&page);
        for (size_t i = 0; i < inputs.count && !error && is_sample(kind, view.url); i++) {
            error = frontier_get(site->frontier, inputs.ids[i], &row);
            if (i == 0) /* the page itself */
                (void)buf_add_span(&page, row.item.url);
            if (span_is(row.via, VIA_REQUEST) && count_shared(buf_span(&page), row.item.url) > *slashes)
                *slashes = count_shared(buf_span(&page), row.item.url);
        }
    }
    frontier_ids_release(&inputs);
    return error == ERROR_END ? 0 : error;
}

/* Adds the samples of KIND, and a page of each folder that has so many SLASHES in its URL. */
static int add_samples(struct site *site, const struct kind *kind, size_t slashes)
{
    uint64_t folders[FOLDERS_MAX];
    size_t count = 0;
    struct frontier_row row;
    int error = 0;

    for (size_t i = 0; i < COUNT_OF(samples) && samples[i] < kind->pages.count && !error; i++)
        error = frontier_add_view(site->frontier, kind->pages.ids[samples[i]], span_of(""));
    for (size_t i = 0; slashes > 0 && i < kind->pages.count && count < FOLDERS_MAX && !error; i++) {
        struct span rest, folder;
        size_t at = 0;

        error = frontier_get(site->frontier, kind->pages.ids[i], &row);
        if (error)
            continue;
        rest = row.item.url;
        for (size_t slash = 0; slash < slashes; slash++)
            (void)span_take_until(&rest, '/');
        folder = span_part(row.item.url, 0, row.item.url.len - rest.len);
        folders[count] = siphash13((const uint64_t[2]){0}, folder);
        while (folders[at] != folders[count])
            at++;
        if (at < count || folder.at[folder.len - 1] != '/')
            continue;
        count++;
        error = frontier_add_view(site->frontier, row.item.id, span_of(""));
    }
    return error;
}

/* Adds the pages that the user names. */
static int add_named(struct site *site, const struct choice *choice)
{
    const struct texts *patterns = &site->settings->render_pages;
    struct frontier_row row;
    int error = 0;

    for (int64_t id = 1; patterns->count > 0 && !error; id++) {
        error = frontier_get(site->frontier, id, &row);
        if (!error && bits_has(&choice->pages, id) &&
            url_parse(&site->found, row.item.url, NULL, NULL) == URL_OK &&
            scope_first_match(patterns, &site->found))
            error = frontier_add_view(site->frontier, id, span_of(""));
    }
    return error == ERROR_NOT_FOUND ? 0 : error;
}

static int choose(struct site *site, struct choice *choice)
{
    int error = frontier_add_shells(site->frontier);

    if (!error)
        error = frontier_walk_urls(site->frontier, take_url, choice);
    choice->most = KINDS_KNOWN;
    if (!error)
        error = frontier_walk_links(site->frontier, take_links, choice);
    qsort(choice->kinds, choice->count, sizeof choice->kinds[0], compare_kinds);
    choice->count = choice->most = choice->count < KINDS_OPENED ? choice->count : KINDS_OPENED;
    choice->picks = true;
    if (!error)
        error = frontier_walk_links(site->frontier, take_links, choice);
    for (size_t i = 0; i < choice->count && !error; i++) {
        size_t slashes = 0;

        error = find_folders(site, &choice->kinds[i], &slashes);
        if (!error)
            error = add_samples(site, &choice->kinds[i], slashes);
    }
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

int views_look(struct site *site, const struct frontier_ids *inputs, int64_t *seen)
{
    struct frontier_row row;
    uint64_t hash = 0;
    int error = 0;

    for (size_t i = 0; i < inputs->count && !error; i++) {
        error = frontier_get(site->frontier, inputs->ids[i], &row);
        if (!error && answers_has(&row))
            hash = siphash13((const uint64_t[2]){hash, (uint64_t)row.visit.redirect_to}, row.visit.digest);
        else if (!error)
            hash = siphash13((const uint64_t[2]){hash, row.state}, span_of(""));
    }
    *seen = (int64_t)hash;
    return error;
}
