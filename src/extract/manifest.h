/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_MANIFEST_H
#define TIPTOE_EXTRACT_MANIFEST_H

#include <stdbool.h>

#include "base/span.h"
#include "markup/link.h"

struct url;

/* Whether DOCUMENT, which is said to be JSON or nothing special, is the manifest of a web application: an
 * object with icons or a start page, and a name. */
bool manifest_is(struct span document);

/* Reads a manifest: its icons and screenshots, and the pages it opens. BASE is its own address, which its
 * references are relative to. Clears LINKS first. False, without links, where it is no JSON from end to end:
 * browsers then take nothing of it. */
bool manifest_read(struct link_list *links, struct span document, const struct url *base)
    __attribute__((nonnull, warn_unused_result));

#endif
