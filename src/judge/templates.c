/* SPDX-License-Identifier: MIT */
/* Keeps templates, names of files that have a value in them, as in fetch(`/api/item-${id}.json`), and
 * combines them with each value that the site's data and links have; the results are guesses. Values of one
 * kind in one template are guesses of one shape (judge.c): of these, three are requested at most before one
 * exists. Both are kept as settings of the mirror, so that a resumed run or an update tries what it reads
 * with what earlier runs read. Not kept are options and the like, of which most pages have many: a script
 * gets those of its page (weave/document.c). Numbers are not kept either: after each file, the next is a
 * guess. */
#include "config.h"

#include "judge/templates.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "apps/app.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "judge/discover.h"
#include "judge/site.h"

/* Of each kind. */
static const struct {
    const char *setting; /* with the number of the text after it */
    size_t max;          /* how many are kept */
} kinds[TEMPLATE_KINDS] = {
    [TEMPLATE_URL] = {"template", LIMIT_TEMPLATES},
    [TEMPLATE_VALUE] = {"template value", LIMIT_TEMPLATE_VALUES},
};

enum { SETTING_NAME_BYTES = 40 };

/* Puts a text, kept as VALUE, in the place AT: where it was, a line break, and itself. */
static void put_text(struct template_list *list, size_t at, struct span value)
{
    struct template_text *text = &list->texts[at];
    size_t via_len = span_find(value, '\n');

    if (at < list->count)
        free(text->via);
    else
        list->count++;
    *text = (struct template_text){.via = mem_copy_text(value.at, value.len)};
    text->text = text->via + via_len + (via_len < value.len);
    text->via[via_len] = '\0';
}

/* Returns the place of TEXT, which VIA describes; the number of texts without one. */
static size_t find_text(const struct template_list *list, struct span text, const char *via)
{
    size_t at = 0;

    while (at < list->count &&
           !(span_is(text, list->texts[at].text) && strcmp(via, list->texts[at].via) == 0))
        at++;
    return at;
}

/* Reads what earlier runs kept of one kind. */
static int load_texts(struct site *site, enum template_kind kind)
{
    struct template_list *list = &site->templates.lists[kind];
    char name[SETTING_NAME_BYTES];
    struct span kept;
    int error = 0;

    while (list->count < kinds[kind].max && !error) {
        (void)snprintf(name, sizeof name, "%s %zu", kinds[kind].setting, list->count);
        error = frontier_setting(site->frontier, name, &kept);
        if (!error)
            put_text(list, list->count, kept);
    }
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Keeps TEXT, which VIA describes. If there is no room, a text of earlier runs gives way that this run has
 * not met; without one, TEXT is not kept. */
static int keep_text(struct site *site, enum template_kind kind, struct span text, const char *via)
{
    struct template_list *list = &site->templates.lists[kind];
    struct buf value BUF_LOCAL(2 * LIMIT_URL_BYTES);
    size_t at = find_text(list, text, via);
    char name[SETTING_NAME_BYTES];
    int error = 0;

    if (at == list->count) {
        if (at == kinds[kind].max)
            at = 0;
        while (at < list->count && list->texts[at].is_met)
            at++;
        if (at == kinds[kind].max || buf_add_format(&value, "%s\n%.*s", via, (int)text.len, text.at))
            return 0;
        (void)snprintf(name, sizeof name, "%s %zu", kinds[kind].setting, at);
        error = frontier_set_setting(site->frontier, name, buf_span(&value));
        if (!error)
            put_text(list, at, buf_span(&value));
    }
    if (!error)
        list->texts[at].is_met = true;
    return error;
}

static int combine(struct site *site, struct discovery *from, struct span template, const char *template_via,
                   struct span value, const char *via)
{
    bool is_of_link = link_place(span_of(template_via)) == PLACE_TEMPLATE;
    struct buf url BUF_LOCAL(LIMIT_URL_BYTES);
    int64_t id;
    unsigned flags;

    if (!template_takes(template_via, via) || link_fill(&url, template, value) ||
        frontier_known(site->frontier, buf_span(&url), &id, &flags))
        return 0;
    site->templates.made_count++;
    return discover_guess(site, from, FRONTIER_CANDIDATE, buf_span(&url), is_of_link ? template_via : via);
}

int templates_add(struct site *site, struct discovery *from, enum template_kind kind, struct span text,
                  const char *via)
{
    const struct template_list *others = &site->templates.lists[!kind];
    int error = 0;

    for (size_t i = 0; i < TEMPLATE_KINDS && !site->templates.are_loaded && !error; i++)
        error = load_texts(site, (enum template_kind)i);
    site->templates.are_loaded = true;
    if (!error && link_place(span_of(via)) != PLACE_LISTED)
        error = keep_text(site, kind, text, via);
    for (size_t i = 0; i < others->count && site->templates.made_count < LIMIT_TEMPLATE_GUESSES && !error;
         i++) {
        struct span other = span_of(others->texts[i].text);

        error = kind == TEMPLATE_URL ? combine(site, from, text, via, other, others->texts[i].via)
                                     : combine(site, from, other, others->texts[i].via, text, via);
    }
    return error;
}

/* Guesses the file after the one at URL: with the next higher number in its name, below 10,000. */
static int guess_next(struct site *site, struct discovery *from, struct span url)
{
    enum { DIGITS_MAX = 6, NUMBER_MAX = 9999 };
    struct span path = span_part(url, 0, span_find(url, '?'));
    size_t start = span_after_last(path, '/'), end = span_after_last(path, '.'), digits = 0;
    struct buf next BUF_LOCAL(LIMIT_URL_BYTES);
    uint64_t number;

    while (end > start && !ascii_is_digit(url.at[end - 1]))
        end--;
    while (end - digits > start && ascii_is_digit(url.at[end - digits - 1]))
        digits++;
    if (digits > DIGITS_MAX || !span_to_u64(span_part(url, end - digits, digits), &number) ||
        number >= NUMBER_MAX)
        return 0;
    (void)buf_add_span(&next, span_part(url, 0, end - digits));
    (void)buf_add_format(&next, "%0*" PRIu64, (int)digits, number + 1);
    (void)buf_add_span(&next, span_part(url, end, url.len));
    return next.full ? 0 : discover_guess(site, from, FRONTIER_CANDIDATE, buf_span(&next), PLACE_NUMBER_TEXT);
}

int templates_count(struct site *site, struct discovery *from, struct span template)
{
    static const char *const firsts[] = {"1", "0", "01", "001"};
    int64_t id;
    unsigned flags;

    for (size_t i = 0; i < COUNT_OF(firsts); i++) {
        struct buf url BUF_LOCAL(LIMIT_URL_BYTES);

        if (link_fill(&url, template, span_of(firsts[i])) == 0 &&
            frontier_known(site->frontier, buf_span(&url), &id, &flags))
            return guess_next(site, from, buf_span(&url));
    }
    return 0;
}

int templates_next(struct site *site, const struct frontier_item *item, const struct url *url)
{
    struct frontier_item page = *item;
    struct discovery from = {.page = &page};
    struct frontier_row row;

    if (item->kind != FRONTIER_CANDIDATE || frontier_get(site->frontier, item->id, &row) ||
        link_place(row.via) != PLACE_NUMBER)
        return 0;
    page.id = item->referrer;
    page.depth--;
    return guess_next(site, &from, buf_span(&url->text));
}
