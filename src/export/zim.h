/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_ZIM_H
#define TIPTOE_EXPORT_ZIM_H

#include "base/buf.h"
#include "base/span.h"

/* Copies a page to OUT without what would mislead zimwriterfs, which makes a redirect of any META refresh: a
 * target is removed unless it is another file of the mirror than NAME, which is the page itself, and is
 * reached soon. Returns false if there is nothing to change, or no room. */
bool zim_page_still(struct span page, struct span name, struct buf *out) NONNULL;

/* Reads the language of a page (ISO 639-3; "eng" if it names none) and its description, which stays empty
 * without one in UTF-8. */
enum { ZIM_LANGUAGE_SIZE = 4 };
void zim_page_read(struct span page, char language[ZIM_LANGUAGE_SIZE], struct buf *description) NONNULL;

#endif
