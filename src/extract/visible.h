/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_VISIBLE_H
#define TIPTOE_EXTRACT_VISIBLE_H

#include "base/buf.h"
#include "base/span.h"
#include "markup/glance.h"
#include "markup/tokenizer.h"
#include "markup/charset.h"
#include "markup/value.h"

/* The maximum text of one page. A book of 150,000 words is shorter. */
enum { VISIBLE_TEXT_MAX = 1024 * 1024 };

/* Reads the text that a page shows: in UTF-8, with references decoded, without scripts, styles, templates,
 * noscript and the title. Blocks and words are separated by one space; there are no control or invisible
 * characters. Its memory is used again from page to page. */
struct visible {
    struct tokenizer tokenizer;
    struct content content;
    struct transcoder transcoder;
    struct value value;
    struct buf document; /* in UTF-8 */
    struct span hiding;  /* the element whose content is not shown now, */
    unsigned depth;      /* and how many of that name are open */
    struct glance hidden, lined;
    unsigned scripts, roots; /* script files, and elements that wait for scripts to fill them */
    bool opened;             /* such an element has just begun */
    bool has_content;        /* links, pictures, forms or frames */
    bool by_lines;           /* for the caller to set: blocks are separated by line ends, not spaces */
};

void visible_init(struct visible *visible) NONNULL;
void visible_release(struct visible *visible) NONNULL;

/* Adds the text of a document of type text/html or application/xhtml+xml to OUT, cut at its maximum or at
 * VISIBLE_TEXT_MAX. CONTENT_TYPE is the header value, and may be empty. */
void visible_read(struct visible *visible, struct span document, struct span content_type, struct buf *out)
    NONNULL;

/* Returns true if a page shows almost nothing until its scripts have built it: it has a script file, no
 * links, pictures, forms or frames, and no text at all, or little and an empty element to fill. */
bool visible_is_shell(struct visible *visible, struct span document, struct span content_type) NONNULL;

/* Adds TEXT, in UTF-8, as above: malformed bytes become U+FFFD, white space becomes one space, or none at the
 * start of OUT. */
void visible_add(struct buf *out, struct span text) NONNULL;

#endif
