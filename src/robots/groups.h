/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_GROUPS_H
#define TIPTOE_ROBOTS_GROUPS_H

#include "base/alloc.h"
#include "base/buf.h"
#include "base/span.h"
#include "robots/date.h"
#include "robots/robots.h"

/* pattern.c: the normal form of rule paths and URLs, and matching (RFC 9309 §2.2.2 and §2.2.3). */

/* Returns the most bytes in the normal form of LEN bytes. */
static inline size_t pattern_room(size_t len)
{
    return 3 * len + 1;
}

/* Writes a normal form to OUT, which has pattern_room() bytes, and returns its length. In a rule's path, '*'
 * stays the wildcard and a final '$' the anchor, literal ones are %2A and %24, and a missing first slash is
 * added. The form of a URL is that of its path and query. */
size_t pattern_normalise(char *out, struct span path) NONNULL;
size_t pattern_normalise_url(char *out, struct span url) NONNULL;

/* Writes NORMAL with '/' for every %2F to OUT (NORMAL.len bytes) and returns the length; NORMAL.len, with OUT
 * undefined, without a %2F, and for a rule in which a literal run after a wildcard would become '/' alone:
 * such a rule is about encoded slashes, not about every folder. */
size_t pattern_open_slashes(char *out, struct span normal) NONNULL;

/* A normal form to match patterns against, borrowed: with its first bytes, and a bit for each pair of
 * neighbouring bytes that it contains. */
struct pattern_subject {
    struct span text;
    uint64_t head;
    uint64_t pairs;
};

/* The normal form of a rule's path, borrowed, prepared for matching. */
struct pattern {
    uint64_t head, head_mask; /* the first literal bytes, and a mask of them */
    uint64_t pairs;           /* pairs of bytes that a match needs after the first wildcard */
    const char *at;
    uint32_t len;
    uint32_t first_len; /* literal bytes before the first '*' or the anchor */
    bool has_star;
    bool is_anchored;
};

struct pattern pattern_make(struct span normal);

struct pattern_subject pattern_subject_make(struct span text);

/* Returns false if the first bytes or the pairs of bytes already show that PATTERN does not match. */
static inline bool pattern_may_match(const struct pattern *pattern, const struct pattern_subject *subject)
{
    return !(((subject->head ^ pattern->head) & pattern->head_mask) | (pattern->pairs & ~subject->pairs));
}

/* Returns true if PATTERN matches a prefix of the subject. Takes time linear in both lengths for any
 * input. */
bool pattern_matches(const struct pattern *pattern, const struct pattern_subject *subject) NONNULL;

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
