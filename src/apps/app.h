/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_APPS_APP_H
#define TIPTOE_APPS_APP_H

/* The input and output of all readers of apps/: a text, and the things that they find in it. */

#include "base/buf.h"
#include "base/span.h"
#include "url/url.h"

/* One thing that is found in a text: the name of a file, a value that is a part of names
 * (LINK_TEMPLATE_VALUE), or code that belongs into a script. */
struct app_find {
    size_t at, len;         /* the bytes of the text that name it */
    struct span name;       /* relative to BASE; empty: it is a value or code */
    const struct url *base; /* the text's `own` or `page` */
    struct span value;
    const char *code;  /* to be inserted at AT; or NULL */
    const char *where; /* the display text of its place */
};

/* A text, and who takes what is found in it. */
struct app_text {
    struct span text;
    const struct url *own;      /* of the script or data; of text in a page, the page's base */
    const struct url *page;     /* the base of the page that uses it */
    const struct url *document; /* the URL of the document that has it */
    bool is_bundled;            /* names that start with "." are relative to `own` (forms_is_bundled) */
    struct buf *name;           /* scratch memory of at least LIMIT_URL_BYTES, for one name */

    /* Takes FIND, which is borrowed for the call. Returns false if there is no room for more. */
    bool (*take)(const struct app_text *text, const struct app_find *find);
    void *taker; /* of `take` */
};

/* Returns the path before the folder above OWN that NAME starts with: "/x/" for "assets/a.js" and
 * /x/assets/b.js. Returns an empty span for any other NAME. */
struct span app_folder_above(const struct url *own, struct span name) __attribute__((nonnull));

#endif
