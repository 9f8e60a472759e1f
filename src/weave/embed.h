/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_EMBED_H
#define TIPTOE_WEAVE_EMBED_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

struct link;

/* For --for disk: files that browsers refuse to load for a page from disk, although another file of the same
 * kind would be shown. They take them as data: URLs. */

/* Whether LINK, which stands in DOCUMENT, is such a place: a text track, or a picture that CSS or SVG masks,
 * clips, filters or shapes with. */
bool embed_wants(struct span document, const struct link *link) __attribute__((nonnull));

/* Adds to OUT the file PATH below SITE_DIR as a data: URL with FRAGMENT. False where it is too large, or
 * cannot be read. */
bool embed_file(struct buf *out, int site_dir, struct span path, struct span fragment)
    __attribute__((nonnull, warn_unused_result));

#endif
