/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_PROPERTIES_H
#define TIPTOE_WEAVE_PROPERTIES_H

#include "markup/link.h"

struct expected;

/* The style sheets of a page, for what it declares for them: browsers resolve a url() in a custom property
 * where var() has it, not where it is declared. Zero it first; release its folder at the end. */
struct sheets {
    enum { SHEETS_UNKNOWN, SHEETS_NONE, SHEETS_TOGETHER, SHEETS_APART } are;
    struct buf folder;    /* of sheets that are together, with its '/' */
    struct span variable; /* the custom property that was seen last, */
    bool is_used;         /* and whether the page itself uses it */
    unsigned searched;
};

/* The base of the references of a link. */
enum sheets_base {
    SHEETS_PAGE,
    SHEETS_FOLDER, /* the folder of the sheets */
    SHEETS_ROOT    /* nothing: sheets in several folders may use it */
};

/* Forgets the sheets of the last document. */
void sheets_forget(struct sheets *sheets) NONNULL;

/* Sets BASE for LINK of DOCUMENT, which has LINKS. Returns 0 or the frontier's error. */
int sheets_find_base(struct sheets *sheets, struct expected *expected, struct span document,
                     const struct link_list *links, const struct link *link, enum sheets_base *base) CHECKED;

/* Returns true if DOCUMENT has the value of the custom property NAME somewhere: var(NAME). */
bool properties_is_used(struct span document, struct span name);

/* Returns true if browsers refuse the file of LINK, which is in DOCUMENT, for a page from disk, although they
 * show another file of the same kind: a text track, or a picture that CSS or SVG masks, clips, filters or
 * shapes with. */
bool properties_wants_embedding(struct span document, const struct link *link) NONNULL;

/* Adds BYTES, which are of TYPE, to OUT as a data: URL with FRAGMENT. */
void properties_add_data(struct buf *out, struct span type, struct span bytes, struct span fragment) NONNULL;

/* Adds to OUT the file PATH below SITE_DIR as a data: URL with FRAGMENT. Returns false if it is too large, or
 * cannot be read. */
bool properties_embed(struct buf *out, int site_dir, struct span path, struct span fragment) CHECKED;

#endif
