/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_APPS_INDEX_H
#define TIPTOE_APPS_INDEX_H

#include "apps/app.h"

/* Returns true if DOCUMENT is a file of Pagefind (since 1.0), a search engine in the browser. */
bool index_is(struct span document);

/* Finds the files that TEXT, the table of contents of Pagefind's index (.pf_meta), names. Any other file, and
 * what follows an error, has none. */
void index_read(const struct app_text *text) __attribute__((nonnull));

#endif
