/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_METAS_H
#define TIPTOE_EXTRACT_METAS_H

/* Private to extract/: META elements and title of a page, and the readers of these. */

#include "base/span.h"
#include "markup/arena.h"
#include "robots/meta.h"

struct layer;
struct page_work;
struct transcoder;

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

void meta_list_clear(struct meta_list *list) NONNULL;
void meta_list_release(struct meta_list *list) NONNULL;

/* Adds a copy of ENTRY. */
void meta_list_add(struct meta_list *list, struct meta_entry entry) NONNULL;

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
