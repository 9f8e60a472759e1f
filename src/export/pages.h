/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_PAGES_H
#define TIPTOE_EXPORT_PAGES_H

#include "base/body.h"
#include "extract/visible.h"

struct mirror;

/* The pages of a mirror as exports list them. */
struct pages {
    struct body seeds, others; /* JSON Lines of the form json-pages-1.0; others may be empty */
    struct buf main_url, title,
        path;        /* of the start page, or of the end of its redirects; title is never empty */
    int64_t main_ms; /* when it was captured */
    struct buf line;
    struct visible visible;
    struct buf text; /* of a page */
};

/* Reads them, each with its text, by which replay programs search. Always to be followed by pages_release.
 * ERROR_NOT_FOUND if the mirror has no start page. */
int pages_read(struct pages *pages, struct mirror *mirror) CHECKED;
void pages_release(struct pages *pages) NONNULL;

#endif
