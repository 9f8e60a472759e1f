/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_DISK_H
#define TIPTOE_WEAVE_DISK_H

#include "base/buf.h"
#include "base/span.h"

/* Sets OUT to the woven PAGE, the file PATH of the mirror of SITE and at URL (a path) there, with its scripts
 * for browsers that open it from disk: disk.js before the first, and modules as classic scripts
 * (markup/js_module.h). Returns false, with OUT empty, if the page has no scripts. */
bool disk_page(struct buf *out, struct span page, struct span path, struct span site, struct span url)
    CHECKED;

/* Sets OUT to the woven PAGE of URL, which scripts build, with a line before its first script, which a
 * browser runs where a server shows the page as X.html and URL ends in X: the address then ends in X for the
 * scripts that follow. The signpost of such a page (mirror/signposts.h) answers when that address is
 * requested. A line before its first module that is a file says so if the page stays blank from disk. Returns
 * false if nothing is to be added. */
bool disk_shell_page(struct buf *out, struct span page, struct span url) CHECKED;

#endif
