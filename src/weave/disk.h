/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_DISK_H
#define TIPTOE_WEAVE_DISK_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Sets OUT to the woven PAGE, the file PATH of the mirror of SITE and at URL (a path) there, with its scripts
 * for browsers that open it from disk: disk.js before the first, and modules as classic scripts
 * (markup/js_module.h). Returns false, with OUT empty, if the page has no scripts. */
bool disk_page(struct buf *out, struct span page, struct span path, struct span site, struct span url)
    __attribute__((nonnull, warn_unused_result));

#endif
