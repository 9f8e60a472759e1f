/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_GROUPS_H
#define TIPTOE_ROBOTS_GROUPS_H

#include "base/buf.h"
#include "base/alloc.h"
#include "base/span.h"
#include "robots/pattern.h"
#include "robots/robots.h"
#include "robots/date.h"

/* The inside of a struct robots: groups.c fills it, robots.c reads it. A set is one of the merged groups that
 * apply to the agent; a URL is allowed if every set allows it. Each set has a bit. */
enum {
    SET_EXACT = 1,      /* groups with exactly our name */
    SET_STAR = 2,       /* groups with "*" */
    SET_NEAR = 4,       /* groups with a name that contains ours or is contained in it */
    SET_NAMELESS = 8,   /* groups whose User-agent lines have no name */
    SET_ORPHAN = 16,    /* rules before the first User-agent line */
    SET_ALSO_FIRST = 32 /* this bit and those above: the names of also_obey */
};

enum rule_kind { RULE_ALLOW, RULE_DISALLOW, RULE_NOINDEX };

struct rule {
    struct pattern pattern;
    uint64_t sets;
    uint32_t line;  /* index of its line */
    uint32_t loose; /* for a rule with %2F: 1 + index of its pattern with '/' instead; or 0 */
    enum rule_kind kind;
};

/* A part of robots->text, which moves while it grows. */
struct place {
    size_t at, len;
};

struct rule_line {
    uint32_t number;
    struct place text;
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
    struct rule
        *rules; /* Allow and Disallow: longest first; of equal length, first the kind that wins a tie */
    size_t rule_count;
    struct rule *noindex;
    size_t noindex_count;
    struct pattern *loose;
    bool has_loose;               /* at least one rule has a loose pattern */
    LIST(struct rule_line) lines; /* those that a rule or delay refers to */
    LIST(struct delay_rule) delays;
    LIST(struct place) sitemaps;
    uint8_t open[24 * 60 / 8]; /* a bit for each minute of the day in which a visit is allowed */
    struct buf text;           /* all spans and places above are parts of it */
};

static inline struct span place_text(const struct robots *robots, struct place place)
{
    return span_part(buf_span(&robots->text), place.at, place.len);
}

/* Fills ROBOTS, whose class and mode are set, from the decoded text of a file. TRUNCATED: its last line may
 * be cut. */
void groups_read(struct robots *robots, struct span text, bool truncated,
                 const struct robots_options *options) NONNULL;

#endif
