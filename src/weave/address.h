/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_ADDRESS_H
#define TIPTOE_WEAVE_ADDRESS_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Adds URL, or a part of one, as it may stand in a string of a script element. */
void address_add(struct buf *out, struct span url) __attribute__((nonnull));

/* Sets OUT to the woven PAGE of URL with a line before its first script, which a browser runs where a server
 * shows the page as X.html and URL ends in X: the address then ends in X for the scripts that follow. The
 * signpost of such a page (mirror/signposts.h) answers when that address is requested. Returns false if the
 * page has no scripts, or URL does not differ from the file in this way. */
bool address_page(struct buf *out, struct span page, struct span url)
    __attribute__((nonnull, warn_unused_result));

#endif
