/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_PLACE_H
#define TIPTOE_MARKUP_PLACE_H

#include "base/span.h"

/* The places where links are found. Each has a text for people, such as "img srcset", which mirror.db keeps
 * as the `via` of a URL. The program decides only by the enum. */

enum link_place {
    PLACE_OTHER,
    PLACE_USER,     /* --urls, not a link */
    PLACE_REDIRECT, /* a Location field */
    PLACE_SITEMAP,
    PLACE_SITEMAP_INDEX, /* an entry of an index: a sitemap to be read, not a page */
    PLACE_MANIFEST,      /* the target is a web application manifest, whatever its media type */
    PLACE_CANONICAL,     /* rel=canonical: the address that the page prefers */
    PLACE_LINK,          /* the href of any other link element */
    PLACE_IMG,           /* any attribute of img */
    PLACE_FORM,
    PLACE_TRACK,
    PLACE_NOTICE, /* where a page of scripts gets a notice for readers */

    /* The places below are in scripts, or of them. */
    PLACE_SCRIPT_SRC,
    PLACE_CHUNK,    /* a part of a script that it loads by number, a template for one, or the id in it */
    PLACE_VALUE,    /* a value for templates */
    PLACE_TEMPLATE, /* a template for addresses of pages */
    PLACE_SCRIPT    /* any other text of a script */
};

#define PLACE_USER_TEXT      "urls"
#define PLACE_REDIRECT_TEXT  "redirect"
#define PLACE_SITEMAP_TEXT   "sitemap " /* and its URL */
#define PLACE_INDEX_TEXT     "sitemap index loc"
#define PLACE_MANIFEST_TEXT  "link manifest"
#define PLACE_CANONICAL_TEXT "link canonical"
#define PLACE_NOTICE_TEXT    "notice"
#define PLACE_CHUNK_TEXT     "script chunk"
#define PLACE_VALUE_TEXT     "script template " /* and the name of the value */
#define PLACE_TEMPLATE_TEXT  "script link "     /* likewise */

/* Returns the place that TEXT describes. */
enum link_place link_place(struct span text) __attribute__((pure));

#endif
