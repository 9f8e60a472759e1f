/* SPDX-License-Identifier: MIT */
/* Guesses from names of files with a value in them, as in fetch(`/api/item-${id}.json`): each value that the
 * site's data and links have is tried. Values of one kind in one template are guesses of one shape
 * (candidates.c): of these, three are requested at most before one exists. Both are kept as settings of the
 * mirror, so that a resumed run or an update tries what it reads with what earlier runs read. */
#include "config.h"

#include "judge/templates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "frontier/frontier.h"
#include "judge/discover.h"
#include "judge/site.h"
#include "markup/link.h"

static const struct {
    const char *setting; /* with the number of the text after it */
    size_t max;          /* how many are kept, and how many a run adds */
} kinds[TEMPLATE_KINDS] = {
    [TEMPLATE_URL] = {"template", LIMIT_TEMPLATES},
    [TEMPLATE_VALUE] = {"template value", LIMIT_TEMPLATE_VALUES},
};

enum { SETTING_NAME_BYTES = 40 };

static void release_text(struct template_text *text)
{
    free(text->text);
    free(text->via);
}

void templates_release(struct templates *templates)
{
    for (size_t kind = 0; kind < TEMPLATE_KINDS; kind++) {
        struct template_list *list = &templates->lists[kind];

        for (size_t i = 0; i < list->count; i++)
            release_text(&list->texts[i]);
        *list = (struct template_list){.count = 0};
    }
    templates->are_loaded = false;
}

static struct template_text make_text(struct span text, struct span via)
{
    return (struct template_text){.text = mem_copy_text(text.len > 0 ? text.at : "", text.len),
                                  .via = mem_copy_text(via.len > 0 ? via.at : "", via.len)};
}

/* Reads what earlier runs kept of one kind. */
static int load(struct site *site, enum template_kind kind)
{
    struct template_list *list = &site->templates.lists[kind];
    char name[SETTING_NAME_BYTES];
    struct span kept, via;
    int error = 0;

    while (list->count < kinds[kind].max && !error) {
        (void)snprintf(name, sizeof name, "%s %zu", kinds[kind].setting, list->count);
        error = frontier_setting(site->frontier, name, &kept);
        if (!error) {
            via = span_take_until(&kept, '\n');
            list->texts[list->count++] = make_text(kept, via);
        }
    }
    list->loaded = list->count;
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Keeps TEXT, in place of what an earlier run kept if there is no room. KEPT becomes NULL if this run has met
 * it, or has added as many as it may. */
static int keep(struct site *site, enum template_kind kind, struct span text, const char *via,
                const struct template_text **kept)
{
    struct template_list *list = &site->templates.lists[kind];
    size_t at = (list->loaded + list->added) % kinds[kind].max;
    char name[SETTING_NAME_BYTES];
    struct buf value;
    int error;

    *kept = NULL;
    if (list->added == kinds[kind].max)
        return 0;
    for (size_t i = 0; i < list->count; i++)
        if (span_is(text, list->texts[i].text) && strcmp(via, list->texts[i].via) == 0) {
            *kept = list->texts[i].is_met ? NULL : &list->texts[i];
            list->texts[i].is_met = true;
            return 0;
        }
    (void)snprintf(name, sizeof name, "%s %zu", kinds[kind].setting, at);
    buf_init(&value, 2 * LIMIT_URL_BYTES);
    (void)buf_add_format(&value, "%s\n%.*s", via, (int)text.len, text.at);
    error = frontier_set_setting(site->frontier, name, buf_span(&value));
    buf_release(&value);
    if (error)
        return error;
    if (at < list->count)
        release_text(&list->texts[at]);
    else
        list->count++;
    list->added++;
    list->texts[at] = make_text(text, span_of(via));
    list->texts[at].is_met = true;
    *kept = &list->texts[at];
    return 0;
}

static bool is_of_chunk(const struct template_text *text)
{
    return strcmp(text->via, LINK_WHERE_CHUNK) == 0;
}

/* Whether TEMPLATE is one for addresses of pages. */
static bool is_of_link(const struct template_text *template)
{
    return span_starts(span_of(template->via), LINK_WHERE_LINK);
}

/* Only the ids of chunks are tried in the templates for these, and in the address of a page only the values
 * that it names. */
static bool takes(const struct template_text *template, const struct template_text *value)
{
    if (is_of_link(template))
        return span_starts(span_of(value->via), LINK_WHERE_VALUE) &&
               strcmp(template->via + strlen(LINK_WHERE_LINK), value->via + strlen(LINK_WHERE_VALUE)) == 0;
    return is_of_chunk(template) == is_of_chunk(value);
}

/* Adds the guess that TEMPLATE is with VALUE. */
static int guess(struct site *site, struct discovery *from, const struct template_text *template,
                 const struct template_text *value)
{
    const char *mark = strstr(template->text, LINK_TEMPLATE_VALUE);
    struct buf url;
    int error;

    if (!mark || !takes(template, value)) /* a mirror.db may say anything */
        return 0;
    buf_init(&url, LIMIT_URL_BYTES);
    error = buf_add(&url, template->text, (size_t)(mark - template->text));
    if (!error)
        error = buf_add_text(&url, value->text);
    if (!error)
        error = buf_add_text(&url, mark + strlen(LINK_TEMPLATE_VALUE));
    if (!error)
        error = discover_guess(site, from, buf_span(&url), is_of_link(template) ? template->via : value->via);
    else
        error = 0;
    buf_release(&url);
    return error;
}

/* Keeps TEXT, and adds its guesses with all of the other kind. */
static int add(struct site *site, struct discovery *from, enum template_kind kind, struct span text,
               const char *via)
{
    const struct template_list *others = &site->templates.lists[!kind];
    const struct template_text *kept = NULL;
    int error = 0;

    for (size_t i = 0; i < TEMPLATE_KINDS && !site->templates.are_loaded && !error; i++)
        error = load(site, (enum template_kind)i);
    site->templates.are_loaded = true;
    if (!error)
        error = keep(site, kind, text, via, &kept);
    if (error || !kept)
        return error;
    for (size_t i = 0; i < others->count && !error; i++)
        error = kind == TEMPLATE_URL ? guess(site, from, kept, &others->texts[i])
                                     : guess(site, from, &others->texts[i], kept);
    return error;
}

/* The route in the fragment of a link to an app that shows its pages by them; empty if it has none. */
static struct span route_of(const struct link *link)
{
    struct span route = span_part(link->fragment, span_find(link->fragment, '/') + 1, link->fragment.len);

    if (!span_starts(link->fragment, "#/") && !span_starts(link->fragment, "#!/"))
        return span_make(NULL, 0);
    for (size_t i = 0; i < route.len; i++)
        if (!ascii_is_alpha(route.at[i]) && !ascii_is_digit(route.at[i]) && !strchr("-_/", route.at[i]))
            return span_make(NULL, 0);
    return route;
}

int templates_discover(struct site *site, struct discovery *from, const struct link *link)
{
    struct span route = link->role == LINK_PAGE ? route_of(link) : span_make(NULL, 0);

    if (route.len > 0)
        return add(site, from, TEMPLATE_VALUE, route, LINK_WHERE_VALUE "route");
    if (link->role != LINK_CANDIDATE)
        return 0;
    if (link->url.len == 0)
        return link->text.len > 0 ? add(site, from, TEMPLATE_VALUE, link->text, link->where) : 0;
    if (memmem(link->url.at, link->url.len, LINK_TEMPLATE_VALUE, strlen(LINK_TEMPLATE_VALUE)))
        return add(site, from, TEMPLATE_URL, link->url, link->where);
    return discover_guess(site, from, link->url, link->where);
}
