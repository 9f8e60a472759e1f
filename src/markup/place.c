/* SPDX-License-Identifier: MIT */
/* The texts for the places where links are found, and their meaning. */
#include "config.h"

#include "markup/place.h"

#include <stdbool.h>
#include <stddef.h>

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
    {"script ", PLACE_SCRIPT, true},
};

enum link_place link_place(struct span text)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i].begins ? span_starts(text, rows[i].text) : span_is(text, rows[i].text))
            return rows[i].place;
    return PLACE_OTHER;
}
