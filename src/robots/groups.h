/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_GROUPS_H
#define TIPTOE_ROBOTS_GROUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"
#include "robots/list.h"
#include "robots/pattern.h"
#include "robots/robots.h"
#include "robots/times.h"

/* The inside of a struct robots: what robots.c asks and groups.c fills. A set is one of the merged groups
 * that have a say; a URL is allowed when every set allows it. Bits of a mask name sets. */
enum {
    SET_EXACT = 1,      /* groups with exactly our name */
    SET_STAR = 2,       /* groups for everybody */
    SET_NEAR = 4,       /* names that contain ours or are contained in it */
    SET_NAMELESS = 8,   /* groups whose User-agent lines name nobody */
    SET_ORPHAN = 16,    /* rules before the first User-agent line */
    SET_ALSO_FIRST = 32 /* and the bits above: the names of also_obey */
};

enum rule_kind { RULE_ALLOW, RULE_DISALLOW, RULE_NOINDEX };

struct rule {
    struct pattern pattern;
    uint64_t sets;
    uint32_t line;  /* index of the line it stands on */
    uint32_t loose; /* Disallow with %2F in it: 1 + index of the pattern with '/' in their place; or 0 */
    enum rule_kind kind;
};

struct rule_line {
    uint32_t number;
    struct span text;
};

struct delay_rule {
    uint64_t sets;
    int64_t ms;
    struct day_window window;
    uint32_t line;
};

struct robots {
    enum robots_class class;
    enum robots_mode mode;
    bool is_cut, is_html;
    struct rule *rules; /* Allow and Disallow: longest first, the kind that wins a tie before the other */
    size_t rule_count;
    struct rule *noindex;
    size_t noindex_count;
    struct pattern *loose;
    bool has_loose; /* there is one at least */
    struct rule_line *lines;
    struct delay_rule *delays;
    size_t delay_count;
    struct span *sitemaps;
    size_t sitemap_count;
    uint8_t open[24 * 60 / 8]; /* a bit for each minute of the day: may a visit take place? */
    struct buf text;           /* what all spans above point into */
};

/* Fills ROBOTS, whose class and mode are set, from a file's text. */
void groups_read(struct robots *robots, struct span text, bool truncated,
                 const struct robots_options *options) __attribute__((nonnull));

#endif
