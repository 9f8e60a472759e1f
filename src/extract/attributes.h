/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_ATTRIBUTES_H
#define TIPTOE_EXTRACT_ATTRIBUTES_H

/* Private to extract/: the state of reading a page, which html.c owns and the other readers of pages use. */

#include "base/buf.h"
#include "base/span.h"
#include "extract/collect.h"
#include "extract/metas.h"
#include "extract/script.h"
#include "markup/link.h"
#include "markup/tokenizer.h"
#include "markup/value.h"
#include "url/url.h"

struct page;

enum { LEVELS = LIMIT_SRCDOC_DEPTH + 1, META_TEXTS = 3 };

/* One for the document, and one for each level of srcdoc attributes. */
struct level {
    struct tokenizer tokenizer;
    struct content content;
    struct layer layer; /* the text of the document, with its base URL so far */
    struct value value; /* of the current attribute */
    struct url base;
    struct span xlink;       /* XLink's namespace prefix in an XML document, if it is not "xlink" */
    bool base_seen;          /* the first base element with an href attribute counts, even if invalid */
    enum script_kind script; /* of the current script element */
    struct span select;      /* the raw name of the last select element, */
    bool has_handler;        /* and whether it has one */
    bool form_sends;         /* the last form element has another method than GET */
    size_t media_cors; /* 1 + index of a media element's crossorigin link that waits for a source child */
};

struct page_work {
    struct page *page;
    struct link_index index;
    struct glance wanted; /* elements that matter even without a link attribute */
    struct collector collector;
    struct level levels[LEVELS];
    struct url code_base;
    struct span document;
    struct layer root; /* the layer of its text */
    struct meta_list metas, robots;
    struct buf meta_texts[META_TEXTS]; /* of the current META element */
    const char *own_encoding;          /* the encoding according to the document alone */
    bool late_base;                    /* base element found after links: scan again */
    bool says_encoding; /* the encoding is known only from the header and must be declared in the page */
    bool says_header;   /* what only the header says is not yet in the page */
    size_t refresh;     /* 1 + index of the link for the Refresh header; 0: none */
};

/* An attribute that holds links, and its context. */
struct spot {
    struct page_work *work;
    struct level *level;
    unsigned depth;
    const struct layer *layer;
    const struct link_row *row;
    const struct attribute *attribute;
};

/* Returns the decoded value at SPOT as a separate text for scanning, borrowed until the next value of its
 * level. */
struct layer spot_layer(const struct spot *spot) NONNULL;

/* Adds the links in the attribute at SPOT, as its row specifies: any form except LINK_FORM_SRCDOC. */
void spot_add_links(const struct spot *spot) NONNULL;

/* Gives each guard (integrity, crossorigin) of a tag that was read, whose links begin at FIRST, the URL that
 * it guards: the first that the element loads. A media element may get it from a source child. */
void guards_finish(struct link_list *list, struct level *level, size_t first) NONNULL;

/* Returns the raw value of an attribute of the current tag; empty if missing. */
struct span level_raw_value(const struct level *level, const char *name) NONNULL;

#endif
