/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_REPEATS_H
#define TIPTOE_EXTRACT_REPEATS_H

/* Private to extract/: caches resolved URLs, because the same references recur on a page and on the other
 * pages of its folder. */
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "markup/arena.h"

struct url;

enum { REPEATS_SLOTS_BITS = 10, REPEATS_FOLDERS = 16 };

/* The base folder of relative URLs, and the encoding of their queries. */
struct repeats_folder {
    struct span text; /* a URL up to the last slash of its path */
    const char *encoding;
};

/* A zeroed struct is an empty table. */
struct repeats {
    struct repeat *slots; /* one reference per slot, the latest; NULL before the first one */
    struct repeats_folder folders[REPEATS_FOLDERS];
    size_t folder_count, folder; /* the current page's folder */
    uint64_t page;               /* number of pages so far */
    struct arena text;           /* the texts in the table */
    size_t text_len;
};

void repeats_release(struct repeats *repeats) __attribute__((nonnull));

/* Starts another page, DOCUMENT. The queries of its links are in ENCODING, a static name. */
void repeats_start(struct repeats *repeats, const struct url *document, const char *encoding)
    __attribute__((nonnull));

/* Returns the URL that ADDRESS, as written, resolves to, in TEXT, the page's memory; empty if unknown. */
struct span repeats_find(struct repeats *repeats, struct span address, struct arena *text)
    __attribute__((nonnull));

/* Records that ADDRESS, which has no fragment, resolves to URL, which is in the page's memory. Records
 * nothing once the table's text is full. */
void repeats_add(struct repeats *repeats, struct span address, struct span url) __attribute__((nonnull));

#endif
