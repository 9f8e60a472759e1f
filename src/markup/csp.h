/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CSP_H
#define TIPTOE_MARKUP_CSP_H

#include "base/buf.h"

/* The changes to a page that its original policy would block. */
struct csp_needs {
    bool style_changed;     /* an inline style no longer matches its hash */
    bool script_changed;    /* an inline script no longer matches its hash */
    bool integrity_dropped; /* a script or style sheet lost the integrity by which a hash allowed it */
    bool data;              /* images, fonts or media became data: URLs */
    struct span live;       /* the origin of the site, to which its forms still submit; or empty */
};

/* Adds to OUT the POLICY with the fewest changes that let the page work from a mirror, where the mirror
 * itself serves the files of all hosts. Directives that would block these files get 'self', which matches the
 * mirror at any location, including the disk. Directives that report to the live site or require https: or
 * integrity are removed. All other bytes stay unchanged. Returns whether anything changed. */
bool csp_adjust(struct buf *out, struct span policy, const struct csp_needs *needs) NONNULL;

#endif
