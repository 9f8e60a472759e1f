/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CSS_SCAN_H
#define TIPTOE_MARKUP_CSS_SCAN_H

#include "base/buf.h"

enum { CSS_SCAN_DEPTH = 64 };

/* The position of a URL in CSS, without its quotes or parentheses; escapes are not decoded. */
struct css_link {
    size_t at, len;
    bool quoted;       /* a string, as in url("…"), @import "…", image-set("…") */
    const char *where; /* "css url()", "css @import", "css image-set()" */
};

/* The position of the scanner relative to at-rules. */
enum css_rule {
    CSS_ANYWHERE,
    CSS_IMPORT,       /* after @import: a URL, as a string or in url() */
    CSS_IMPORT_TAIL,  /* layer, supports() and media of @import, which contain no URLs */
    CSS_WITHOUT_LINKS /* preludes whose URLs load nothing: @namespace, @document, @supports */
};

struct css_scan {
    struct span text;
    size_t at;
    enum css_rule rule;
    unsigned depth;      /* of open parentheses */
    uint64_t image_sets; /* one bit for each depth: strings there are URLs */
};

/* Starts a scan of TEXT: a style sheet, declarations or a value. In its encoding a byte below 0x80 must
 * always be that ASCII character. */
void css_scan_start(struct css_scan *scan, struct span text) NONNULL;

/* Returns false if such a TEXT certainly contains no URL: it has no at-rule, no escape, and no function that
 * takes a URL. */
bool css_may_have_address(struct span text) __attribute__((pure));

/* Finds the next URL; returns false at the end. Skips URLs that consist of only a fragment: they refer to the
 * page itself, whatever its base URL is. */
bool css_scan_next(struct css_scan *scan, struct css_link *link) CHECKED;

/* Returns TEXT with its CSS escapes decoded: TEXT itself without any, otherwise the content of SCRATCH,
 * which is cleared first. */
struct span css_unescape(struct span text, struct buf *scratch) NONNULL;

#endif
