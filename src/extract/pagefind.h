/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_PAGEFIND_H
#define TIPTOE_EXTRACT_PAGEFIND_H

#include <stdbool.h>

#include "base/span.h"
#include "markup/link.h"

struct url;

/* Whether DOCUMENT is a file of Pagefind (since 1.0), a search engine in the browser. */
bool pagefind_is(struct span document);

/* Reads the table of contents of Pagefind's index (.pf_meta) at URL: the files with the text of each page,
 * the parts of the index, and the filters become candidates, at most LIMIT_FORM_URLS. Any other file, and
 * what follows an error, has none. Clears LINKS first. Returns 0 or ERROR_TOO_LARGE. */
int pagefind_read(struct link_list *links, struct span document, const struct url *url)
    __attribute__((nonnull, warn_unused_result));

#endif
