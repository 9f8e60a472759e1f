/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_METAS_H
#define TIPTOE_EXTRACT_METAS_H

/* Private to extract/: the state of reading a page, which html.c owns and the other readers of pages use. */

#include "extract/collect.h"
#include "robots/meta.h"

struct page;

/* No page made for readers has more or longer META elements. Those for robots are counted for both readers
 * together. */
enum { METAS_MAX = 2000, METAS_BYTES = 1024 * 1024 };

/* META elements in document order, and the memory for their texts. A zeroed struct is an empty list. */
struct meta_list {
    struct meta_entry *entries;
    size_t count, room;
    size_t bytes;
    struct arena text;
    bool cut; /* some did not fit */
};

enum { LEVELS = LIMIT_SRCDOC_DEPTH + 1, META_TEXTS = 3 };

/* One for the document, and one for each level of srcdoc attributes. */
struct level {
    struct tokenizer tokenizer;
    struct content content;
    struct layer layer; /* the text of the document, with its base URL so far */
    struct value value; /* of the current attribute */
    struct url base;
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

void meta_list_clear(struct meta_list *list) NONNULL;
void meta_list_release(struct meta_list *list) NONNULL;

/* Adds the META element that is the document's current token, with its values decoded to valid UTF-8. With a
 * product TOKEN, adds it only if it is addressed to that robot. */
void meta_list_add_token(struct meta_list *list, struct page_work *work, const struct layer *layer,
                         struct span token) NONNULL;

/* Sets the page's title from RAW, the content of a title element, unless the page already has a title. A long
 * title is cut. */
void page_read_title(struct page_work *work, const struct layer *layer, struct span raw) NONNULL;

/* Returns false if no META element in TEXT, however its markup is parsed, has a name or http-equiv
 * that the robot with this product TOKEN obeys; true if one may. TEXT is in UTF-8 or another superset of
 * ASCII. */
bool mention_is_in(struct span text, struct span token);

/* Adds to LIST the META elements that libxml2's HTML parser finds in the document TEXT; with a
 * product TOKEN, only those addressed to that robot. TEXT is in ENCODING, which is of the kind CHARSET_UTF8
 * or CHARSET_ASCII_SAFE (NULL is UTF-8). Returns false if the parser could not read TEXT to its end, or would
 * have taken too long. */
bool libxml_read(struct meta_list *list, struct transcoder *transcoder, struct span text,
                 const char *encoding, struct span token) __attribute__((nonnull(1, 2), warn_unused_result));

#endif
