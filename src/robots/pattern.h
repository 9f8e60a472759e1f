/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_PATTERN_H
#define TIPTOE_ROBOTS_PATTERN_H

#include "base/span.h"

/* The normal form of rule paths and URLs, and matching (RFC 9309 §2.2.2 and §2.2.3). */

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

#endif
