/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_MEASURE_H
#define TIPTOE_LINT_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Figures and traits of one robots.txt (ROBOTS.md, section 7). Pure. */

/* FIGURE_BYTES, TRAIT_EMPTY and so on: a member for each row of the tables in measure_text.c. */
enum figure {
#include "lint/figure_names.h"
    FIGURE_COUNT
};

enum trait {
#include "lint/trait_names.h"
    TRAIT_COUNT
};

/* The names of a figure or trait: for programs ("bytes-per-line", "crawl-delay") and for people. */
struct measure_name {
    const char *key, *text;
};
const struct measure_name *figure_name(enum figure figure) __attribute__((returns_nonnull));
const struct measure_name *trait_name(enum trait trait) __attribute__((returns_nonnull));

struct measure_group {
    uint32_t agents, names, disallows, allows;
};

struct measure_spans {
    struct span *items;
    size_t count, room;
};

/* Init once, measure many files, release. Spans are borrowed from the body and from DECODED until the next
 * file. */
struct measure {
    double figures[FIGURE_COUNT];
    uint64_t traits;              /* a bit for each */
    struct measure_group *groups; /* the first has the rules before any User-agent line */
    size_t group_count, group_room;
    struct measure_spans names;  /* of User-agent fields */
    struct measure_spans paths;  /* values of Disallow fields that are not empty */
    struct measure_spans delays; /* values of Crawl-delay fields */
    struct buf decoded;
};

void measure_init(struct measure *measure) __attribute__((nonnull));
void measure_release(struct measure *measure) __attribute__((nonnull));

static inline bool measure_has(uint64_t traits, enum trait trait)
{
    return traits >> trait & 1;
}

/* Measures BODY. The traits open, closed and partly are those for AGENT, which is as in struct
 * robots_options. */
void measure_file(struct measure *measure, struct span body, struct span agent) __attribute__((nonnull));

#endif
