/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CSP_H
#define TIPTOE_MARKUP_CSP_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* What a mirror does to a page that its policy would not take. */
struct csp_needs {
    bool style_changed;     /* an inline style has other bytes than its hash was made of */
    bool script_changed;    /* an inline script, likewise */
    bool integrity_dropped; /* a script or style sheet lost its integrity, by which a hash allowed it */
    bool data;              /* images, fonts or media became data: URLs */
    struct span live;       /* the site's origin, where its forms still lead; empty: none */
};

/* Adds to OUT the Content-Security-Policy that lets the same page work from a mirror, where the files of all
 * hosts are the mirror's own: POLICY with the least change. Directives that would stop them get 'self', which
 * is the mirror wherever it is, the disk included; what reports to the live site, asks for https: or demands
 * integrity goes. All else stays byte for byte. Returns whether anything changed. */
bool csp_adjust(struct buf *out, struct span policy, const struct csp_needs *needs) __attribute__((nonnull));

#endif
