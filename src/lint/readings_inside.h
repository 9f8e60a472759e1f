/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_READINGS_INSIDE_H
#define TIPTOE_LINT_READINGS_INSIDE_H

/* Private to the readings: the struct that each of them fills. */
#include "base/buf.h"
#include "lint/readings.h"
#include "robots/pattern.h"

struct reading_line {
    uint32_t number;
    struct span text; /* without its end */
};

struct reading_rule {
    struct pattern pattern;
    size_t pattern_at; /* in the texts, until the pattern is made */
    size_t weight;     /* the larger one wins */
    bool allows;
    bool frees_directory; /* the second pattern of Google's …/index.html, for URLs that the first does not
                             match */
    uint32_t line;
    struct span text;
};

struct reading_rules {
    enum reading reading;
    struct reading_rule *rules;
    size_t count, room;
    struct buf texts;
};

/* Moves the next line from the front of REST to LINE, whose number starts at 0; false at the end. */
bool reading_next_line(struct span *rest, struct reading_line *line)
    __attribute__((nonnull, warn_unused_result));

/* Adds a rule whose pattern is the last LEN bytes of the texts, in the reading's own normal form with '*' and
 * a final '$' special. */
struct reading_rule *reading_add(struct reading_rules *rules, const struct reading_line *line, bool allows,
                                 size_t len) __attribute__((nonnull, returns_nonnull));

void reading_read_rfc9309(struct reading_rules *rules, struct span body, struct span token)
    __attribute__((nonnull));
void reading_read_google(struct reading_rules *rules, struct span body, struct span token)
    __attribute__((nonnull));
void reading_read_1994(struct reading_rules *rules, struct span body, struct span token, struct span origin)
    __attribute__((nonnull));

/* Writes TEXT to OUT (3 bytes for each of its bytes) in the form that RFC 9309 compares: unreserved
 * characters as they are, all others as escapes. WEIGHT is the number of octets. IS_RULE: '*' and a final '$'
 * stay. */
size_t reading_normalise_rfc9309(char *out, struct span text, bool is_rule, size_t *weight)
    __attribute__((nonnull));

#endif
