/* SPDX-License-Identifier: MIT */
/* Chooses the pages that a browser opens. Pages that load the same scripts are of one kind: what these
 * request is the same for all of them, so three pages of each of the largest kinds are opened. They are far
 * apart, and the same ones when the mirror has grown. */
#include "config.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/bits.h"
#include "base/error.h"
#include "base/hash.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "frontier/stats.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "render/inside.h"
#include "weave/document.h"

enum { KINDS_KNOWN = 256, KINDS_OPENED = 4, SCRIPTS_MAX = 64 };

/* Pages that load the same scripts. */
struct kind {
    uint64_t scripts;  /* a hash of their ids */
    size_t pages, met; /* all, and those that the second walk has met */
};

struct choice {
    struct bits pages, scripts;
    struct kind kinds[KINDS_KNOWN];
    size_t count, most; /* of kinds; no more are added */
    bool picks;         /* the walk picks samples: otherwise it counts */
    struct frontier_ids picked;
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
    size_t met = kind ? kind->met : 1;

    if (kind && !choice->picks)
        kind->pages++;
    else if (kind)
        kind->met++;
    if (choice->picks && (met == 0 || met == 4 || met == 32))
        frontier_ids_add(&choice->picked, page);
}

static int compare_kinds(const void *a, const void *b)
{
    size_t left = ((const struct kind *)a)->pages, right = ((const struct kind *)b)->pages;

    return (left < right) - (left > right);
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
    for (size_t i = 0; i < choice->picked.count && !error; i++)
        error = frontier_add_view(site->frontier, choice->picked.ids[i], span_of(""));
    return error ? error : add_named(site, choice);
}

int views_choose(struct site *site)
{
    struct choice *choice = MEM_NEW(struct choice);
    int error = choose(site, choice);

    bits_release(&choice->pages);
    bits_release(&choice->scripts);
    frontier_ids_release(&choice->picked);
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
