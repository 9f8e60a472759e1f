/* SPDX-License-Identifier: MIT */
/* Keeps the list of links of one document, and the texts for the places where links are found. */
#include "config.h"

#include "markup/link.h"

#include <stdlib.h>

#include "base/alloc.h"

/* 90 KB; few pages have more links. */
enum { LINKS_KEPT = 1024 };

void link_list_release(struct link_list *list)
{
    free(list->links);
    arena_release(&list->text);
    *list = (struct link_list){0};
}

void link_list_clear(struct link_list *list)
{
    if (list->room > LINKS_KEPT) {
        free(list->links);
        list->links = NULL;
        list->room = 0;
    }
    list->count = list->work = 0;
    list->truncated = list->adapts = list->lacks_icon = false;
    list->search = NULL;
    arena_clear(&list->text);
}

struct link *link_list_add(struct link_list *list)
{
    struct link *link;

    if (list->count == LIMIT_LINKS || list->text.total > LIMIT_LINK_TEXT_BYTES) {
        list->truncated = true;
        return NULL;
    }
    link = MEM_ADD(list->links, list->count, list->room);
    *link = (struct link){0};
    return link;
}

bool link_list_spend(struct link_list *list, size_t bytes)
{
    size_t left = LIMIT_WORK - list->work;

    list->work += bytes < left ? bytes : left;
    list->truncated |= list->work == LIMIT_WORK;
    return list->work < LIMIT_WORK;
}

/* The first row that matches counts. */
static const struct {
    const char *text;
    enum link_place place;
    bool begins; /* the text may continue */
} rows[] = {
    {PLACE_USER_TEXT, PLACE_USER, false},
    {PLACE_REDIRECT_TEXT, PLACE_REDIRECT, false},
    {PLACE_INDEX_TEXT, PLACE_SITEMAP_INDEX, false},
    {PLACE_SITEMAP_TEXT, PLACE_SITEMAP, true},
    {PLACE_MANIFEST_TEXT, PLACE_MANIFEST, false},
    {PLACE_CANONICAL_TEXT, PLACE_CANONICAL, false},
    {"link href", PLACE_LINK, false},
    {"img ", PLACE_IMG, true},
    {"form ", PLACE_FORM, true},
    {"track src", PLACE_TRACK, false},
    {PLACE_NOTICE_TEXT, PLACE_NOTICE, false},
    {"script src", PLACE_SCRIPT_SRC, false},
    {PLACE_CHUNK_TEXT, PLACE_CHUNK, false},
    {PLACE_VALUE_TEXT, PLACE_VALUE, true},
    {PLACE_TEMPLATE_TEXT, PLACE_TEMPLATE, true},
    {PLACE_NUMBER_TEXT, PLACE_NUMBER, false},
    {PLACE_NAME_TEXT, PLACE_NAME, false},
    {PLACE_OTHER_NAME_TEXT, PLACE_OTHER_NAME, false},
    {"script ", PLACE_SCRIPT, true},
};

enum link_place link_place(struct span text)
{
    size_t policy_at = span_find_end(text, 0, PLACE_REFERRER_TEXT);

    if (policy_at < text.len)
        text.len = policy_at - strlen(PLACE_REFERRER_TEXT);
    for (size_t i = 0; i < COUNT_OF(rows) && text.len > 0; i++)
        if (rows[i].text[0] == text.at[0] &&
            (rows[i].begins ? span_starts(text, rows[i].text) : span_is(text, rows[i].text)))
            return rows[i].place;
    return PLACE_OTHER;
}

/* The first name of each policy is written. Those that differ only for http URLs are the same here. */
static const struct {
    const char *name;
    enum referrer_policy policy;
} policies[] = {
    {"no-referrer", REFERRER_NONE},
    {"never", REFERRER_NONE},
    {"same-origin", REFERRER_SAME_ORIGIN},
    {"origin", REFERRER_ORIGIN},
    {"strict-origin", REFERRER_ORIGIN},
    {"unsafe-url", REFERRER_WHOLE},
    {"no-referrer-when-downgrade", REFERRER_WHOLE},
    {"always", REFERRER_WHOLE},
    {"strict-origin-when-cross-origin", REFERRER_USUAL},
    {"origin-when-cross-origin", REFERRER_USUAL},
    {"default", REFERRER_USUAL},
};

enum referrer_policy referrer_policy(struct span text, enum referrer_policy otherwise)
{
    while (text.len > 0) {
        struct span name = span_trim_white(span_take_until(&text, ','));

        for (size_t i = 0; i < COUNT_OF(policies); i++)
            if (span_is_nocase(name, policies[i].name))
                otherwise = policies[i].policy;
    }
    return otherwise;
}

const char *referrer_policy_name(enum referrer_policy policy)
{
    size_t i = 0;

    while (policies[i].policy != policy && i < COUNT_OF(policies) - 1)
        i++;
    return policies[i].name;
}
