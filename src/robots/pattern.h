/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_PATTERN_H
#define TIPTOE_ROBOTS_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* Paths of robots.txt rules and of URLs in one normal form, and the match between them (ROBOTS.md, 5.3). */

/* The most bytes in the normal form of LEN bytes. */
static inline size_t pattern_room(size_t len)
{
    return 3 * len + 1;
}

/* Each writes a normal form to OUT, which has pattern_room() bytes, and returns its length. A rule's path
 * keeps '*' as the wildcard and a '$' at its end as the anchor; literal ones are %2A and %24. A URL gives its
 * path and query. */
size_t pattern_normalise(char *out, struct span path) __attribute__((nonnull));
size_t pattern_normalise_url(char *out, struct span url) __attribute__((nonnull));

/* Writes NORMAL with every %2F as '/' to OUT (NORMAL.len bytes) and returns its length; NORMAL.len where
 * there was none. */
size_t pattern_open_slashes(char *out, struct span normal) __attribute__((nonnull));

/* A text to match patterns against: borrowed, with its first bytes at hand, and a bit for each pair of bytes
 * that occurs. */
struct pattern_subject {
    struct span text;
    uint64_t head;
    uint64_t pairs;
};

/* A rule's path in normal form, borrowed, ready to be matched. */
struct pattern {
    uint64_t head, head_mask; /* the first literal bytes, and which bytes they are */
    uint64_t pairs;           /* those that a match needs after the first wildcard */
    const char *at;
    uint32_t len;
    uint32_t first_len; /* literal bytes before the first '*' or the anchor */
    bool has_star;
    bool is_anchored;
};

struct pattern pattern_make(struct span normal);

/* Does it match every URL, because it is "/" and wildcards only? */
bool pattern_is_total(const struct pattern *pattern) __attribute__((nonnull));

struct pattern_subject pattern_subject_make(struct span text);

/* False where a look at the first bytes and at the pairs of bytes is enough to say that PATTERN does not
 * match. */
static inline bool pattern_may_match(const struct pattern *pattern, const struct pattern_subject *subject)
{
    return !(((subject->head ^ pattern->head) & pattern->head_mask) | (pattern->pairs & ~subject->pairs));
}

/* Does PATTERN match the beginning of the subject? Takes time linear in both lengths, whatever they hold. */
bool pattern_matches(const struct pattern *pattern, const struct pattern_subject *subject)
    __attribute__((nonnull));

#endif
