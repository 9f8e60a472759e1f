/* SPDX-License-Identifier: MIT */
/* Combines names of files that have a value in them, as in fetch(`/api/item-${id}.json`), with each value
 * that the site's data and links have; the results are guesses. Values of one kind in one template are
 * guesses of one shape (judge.c): of these, three are requested at most before one exists. Both are kept
 * as settings of the mirror, so that a resumed run or an update tries what it reads with what earlier runs
 * read. */
#include "config.h"

#include "judge/templates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/template.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/hash.h"
#include "frontier/setting.h"
#include "judge/site.h"
#include "markup/link.h"
#include "markup/place.h"

static const struct {
    const char *setting; /* with the number of the text after it */
    size_t max;          /* how many are kept, and how many a run adds */
} kinds[TEMPLATE_KINDS] = {
    [TEMPLATE_URL] = {"template", LIMIT_TEMPLATES},
    [TEMPLATE_VALUE] = {"template value", LIMIT_TEMPLATE_VALUES},
};

enum { SETTING_NAME_BYTES = 40 };

void templates_release(struct templates *templates)
{
    for (size_t kind = 0; kind < TEMPLATE_KINDS; kind++) {
        struct template_list *list = &templates->lists[kind];

        for (size_t i = 0; i < list->count; i++)
            free(list->texts[i].via);
        *list = (struct template_list){.count = 0};
    }
    templates->are_loaded = false;
}

/* Returns a hash of VALUE, so that few texts of a list are compared with it. */
static uint64_t hash_of(struct span value)
{
    static const uint64_t key[2] = {0};

    return siphash13(key, value);
}

/* Puts a text, kept as VALUE, in the place AT. */
static void put(struct template_list *list, size_t at, struct span value)
{
    struct template_text *text = &list->texts[at];
    size_t via_len = span_find(value, '\n');

    if (at < list->count)
        free(text->via);
    else
        list->count++;
    *text = (struct template_text){.hash = hash_of(value), .via = mem_copy_text(value.at, value.len)};
    text->text = text->via + via_len + (via_len < value.len);
    text->via[via_len] = '\0';
}

/* Returns the text that is kept as VALUE, or NULL. */
static struct template_text *find(struct template_list *list, struct span value)
{
    uint64_t hash = hash_of(value);
    struct span via = span_take_until(&value, '\n');

    for (size_t i = 0; i < list->count; i++) {
        struct template_text *text = &list->texts[i];

        if (text->hash == hash && span_is(value, text->text) && span_is(via, text->via))
            return text;
    }
    return NULL;
}

/* Reads what earlier runs kept of one kind. */
static int load(struct site *site, enum template_kind kind)
{
    struct template_list *list = &site->templates.lists[kind];
    char name[SETTING_NAME_BYTES];
    struct span kept;
    int error = 0;

    while (list->count < kinds[kind].max && !error) {
        (void)snprintf(name, sizeof name, "%s %zu", kinds[kind].setting, list->count);
        error = frontier_setting(site->frontier, name, &kept);
        if (!error)
            put(list, list->count, kept);
    }
    list->loaded = list->count;
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Keeps VALUE, instead of what an earlier run kept if there is no room. KEPT becomes NULL if this run has
 * met it, or has added as many as it may. */
static int keep(struct site *site, enum template_kind kind, struct span value,
                const struct template_text **kept)
{
    struct template_list *list = &site->templates.lists[kind];
    size_t at = (list->loaded + list->added) % kinds[kind].max;
    struct template_text *text;
    char name[SETTING_NAME_BYTES];
    int error;

    *kept = NULL;
    if (list->added == kinds[kind].max)
        return 0;
    text = find(list, value);
    if (!text) {
        (void)snprintf(name, sizeof name, "%s %zu", kinds[kind].setting, at);
        error = frontier_set_setting(site->frontier, name, value);
        if (error)
            return error;
        put(list, at, value);
        list->added++;
        text = &list->texts[at];
    }
    *kept = text->is_met ? NULL : text;
    text->is_met = true;
    return 0;
}

/* Adds the guess that TEMPLATE is with VALUE. */
static int guess(struct site *site, struct discovery *from, template_guess *add_guess,
                 const struct template_text *template, const struct template_text *value)
{
    const char *mark = strstr(template->text, LINK_TEMPLATE_VALUE);
    bool is_of_link = link_place(span_of(template->via)) == PLACE_TEMPLATE;
    struct buf url;
    int error = 0;

    if (!mark || !template_takes(template->via, value->via)) /* a mirror.db may say anything */
        return 0;
    buf_init(&url, LIMIT_URL_BYTES);
    (void)buf_add(&url, template->text, (size_t)(mark - template->text));
    (void)buf_add_text(&url, value->text);
    (void)buf_add_text(&url, mark + strlen(LINK_TEMPLATE_VALUE));
    if (!url.full)
        error = add_guess(site, from, buf_span(&url), is_of_link ? template->via : value->via);
    buf_release(&url);
    return error;
}

/* Keeps TEXT, and adds its guesses with all of the other kind. */
static int add(struct site *site, struct discovery *from, template_guess *add_guess, enum template_kind kind,
               struct span text, const char *via)
{
    const struct template_list *others = &site->templates.lists[!kind];
    const struct template_text *kept = NULL;
    struct buf value;
    int error = 0;

    for (size_t i = 0; i < TEMPLATE_KINDS && !site->templates.are_loaded && !error; i++)
        error = load(site, (enum template_kind)i);
    site->templates.are_loaded = true;
    buf_init(&value, 2 * LIMIT_URL_BYTES);
    if (!error && buf_add_format(&value, "%s\n%.*s", via, (int)text.len, text.at) == 0)
        error = keep(site, kind, buf_span(&value), &kept);
    buf_release(&value);
    if (error || !kept)
        return error;
    for (size_t i = 0; i < others->count && !error; i++)
        error = kind == TEMPLATE_URL ? guess(site, from, add_guess, kept, &others->texts[i])
                                     : guess(site, from, add_guess, &others->texts[i], kept);
    return error;
}

int templates_discover(struct site *site, struct discovery *from, const struct link *link,
                       template_guess *add_guess)
{
    struct span route = link->role == LINK_PAGE ? template_route(link->fragment) : span_make(NULL, 0);

    if (route.len > 0)
        return add(site, from, add_guess, TEMPLATE_VALUE, route, PLACE_VALUE_TEXT "route");
    if (link->role != LINK_CANDIDATE)
        return 0;
    if (link->url.len == 0)
        return link->text.len > 0 ? add(site, from, add_guess, TEMPLATE_VALUE, link->text, link->where) : 0;
    if (span_has(link->url, LINK_TEMPLATE_VALUE))
        return add(site, from, add_guess, TEMPLATE_URL, link->url, link->where);
    return add_guess(site, from, link->url, link->where);
}
