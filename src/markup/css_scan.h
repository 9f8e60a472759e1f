/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CSS_SCAN_H
#define TIPTOE_MARKUP_CSS_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum { CSS_SCAN_DEPTH = 64 };

/* An address in CSS: its place between its quotes or parentheses, escapes and all. */
struct css_link {
    size_t at, len;
    bool quoted;       /* a string: of url("…"), @import "…", image-set("…") */
    const char *where; /* "css url()", "css @import", "css image-set()" */
};

/* Where in at-rules the scanner stands. */
enum css_rule {
    CSS_ANYWHERE,
    CSS_IMPORT,       /* after @import: an address, bare or in url() */
    CSS_IMPORT_TAIL,  /* its layer, supports() and media, which hold none */
    CSS_WITHOUT_LINKS /* preludes in which nothing is loaded: @namespace, @document, @supports */
};

struct css_scan {
    struct span text;
    size_t at;
    enum css_rule rule;
    unsigned depth;      /* of parentheses */
    uint64_t image_sets; /* a bit for each depth: strings there are addresses */
};

/* Begins with TEXT: a style sheet, declarations or a value, in an encoding in which a byte below 0x80 is
 * always that character. */
void css_scan_start(struct css_scan *scan, struct span text) __attribute__((nonnull));

/* Whether there may be an address in such a TEXT: without a function that may have one, a rule or an escape
 * there is none. */
bool css_may_have_address(struct span text) __attribute__((pure));

/* The next address; false at the end. Addresses that are a fragment alone are passed over: they name a part
 * of the page itself, whatever its base. */
bool css_scan_next(struct css_scan *scan, struct css_link *link) __attribute__((nonnull, warn_unused_result));

/* What TEXT says when its CSS escapes are read: TEXT itself where it has none, else the content of SCRATCH,
 * which is cleared first. */
struct span css_unescape(struct span text, struct buf *scratch) __attribute__((nonnull));

#endif
