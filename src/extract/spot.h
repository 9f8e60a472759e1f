/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_SPOT_H
#define TIPTOE_EXTRACT_SPOT_H

/* Private to extract/: the state of reading a page, which html.c has and attributes.c adds to. */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"
#include "extract/collect.h"
#include "markup/content.h"
#include "markup/links.h"
#include "markup/tokenizer.h"
#include "markup/value.h"
#include "url/url.h"

struct meta_list;
struct page;

enum { LEVELS = LIMIT_SRCDOC_DEPTH + 1, META_TEXTS = 3 };

/* A document and those in its srcdoc attributes each have one. */
struct level {
    struct tokenizer tokenizer;
    struct content content;
    struct value value; /* of the attribute at hand */
    struct url base;
    struct span xlink; /* what an XML document calls XLink's attributes by, where that is not xlink */
    bool base_seen;    /* the first base element with a href decides, be it good or not */
    size_t media_cors; /* number and 1 of a media element's crossorigin, until a source child says for what */
};

struct page_work {
    struct page *page;
    struct link_index index;
    struct glance told; /* names of elements that mean something without an attribute that has links */
    struct collector collector;
    struct level levels[LEVELS];
    struct url code_base;
    struct span document;
    struct layer root; /* its text */
    struct meta_list *metas, *robots;
    struct buf meta_texts[META_TEXTS]; /* values of the current META element */
    const char *own_encoding;          /* what the page is in by what stands in it alone */
    bool late_base;                    /* found after links: begin again */
    bool says_encoding; /* what the head alone said of it is to be said in the page, and was not yet */
};

/* An attribute that holds links, and where. */
struct spot {
    struct page_work *work;
    struct level *level;
    unsigned depth;
    const struct layer *layer;
    const struct link_row *row;
    const struct attribute *attribute;
};

/* Adds the links that the attribute at SPOT holds, as its row says. */
void spot_add_links(const struct spot *spot) __attribute__((nonnull));

/* Notes an attribute that guards what its element loads. */
void spot_add_guard(const struct spot *spot) __attribute__((nonnull));

/* At the end of a tag, whose links are those from FIRST on: tells its guards what they guard, the first thing
 * that the element loads. For media a source element inside may say that. */
void guards_finish(struct link_list *list, struct level *level, size_t first) __attribute__((nonnull));

/* The raw value of an attribute of the tag at hand; empty where it has none. */
struct span level_raw_value(const struct level *level, const char *name) __attribute__((nonnull));

/* Reads a document or, at a DEPTH above 0, one in a srcdoc attribute. */
void page_scan(struct page_work *work, const struct layer *layer, unsigned depth) __attribute__((nonnull));

#endif
