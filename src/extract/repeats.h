/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_REPEATS_H
#define TIPTOE_EXTRACT_REPEATS_H

/* Private to extract/: the links of a site lead to the same addresses again and again, on a page and on those
 * beside it in the same folder, so what those were resolved to is kept. */
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "markup/arena.h"

struct url;

enum { REPEATS_SLOTS_BITS = 10, REPEATS_FOLDERS = 16 };

/* Which addresses are relative to it, and how their queries are encoded. */
struct repeats_folder {
    struct span text; /* a URL up to the last slash of its path */
    const char *encoding;
};

/* Zeroed: an empty table. */
struct repeats {
    struct repeat *slots; /* one address a slot, the last one met; NULL: none yet */
    struct repeats_folder folders[REPEATS_FOLDERS];
    size_t folder_count, folder; /* that of the page at hand */
    uint64_t page;               /* pages so far */
    struct arena text;           /* all of the table's own */
    size_t text_len;
};

void repeats_release(struct repeats *repeats) __attribute__((nonnull));

/* Begins with another page, DOCUMENT, whose links have queries in ENCODING, a static name. */
void repeats_start(struct repeats *repeats, const struct url *document, const char *encoding)
    __attribute__((nonnull));

/* What ADDRESS, as it is written, was resolved to, in TEXT, which is the page's; empty where that is not
 * known. */
struct span repeats_find(struct repeats *repeats, struct span address, struct arena *text)
    __attribute__((nonnull));

/* ADDRESS, which has no fragment, was resolved to URL, which is in the page's text. A page of very many is
 * not remembered to its end. */
void repeats_add(struct repeats *repeats, struct span address, struct span url) __attribute__((nonnull));

#endif
