/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_MANIFEST_H
#define TIPTOE_EXTRACT_MANIFEST_H

#include <stdbool.h>

#include "base/span.h"
#include "markup/link.h"

struct url;

/* Returns true if DOCUMENT, served as JSON or without a specific type, is a web application manifest: an
 * object with icons or a start page, and a name. */
bool manifest_is(struct span document);

/* Reads a manifest: its icons, its screenshots and the pages it opens. Relative references resolve against
 * BASE, its own URL. Clears LINKS first. Returns false, without links, if the whole text is not valid JSON:
 * browsers then ignore it. */
bool manifest_read(struct link_list *links, struct span document, const struct url *base)
    __attribute__((nonnull, warn_unused_result));

#endif
