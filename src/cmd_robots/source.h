/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_ROBOTS_SOURCE_H
#define TIPTOE_CMD_ROBOTS_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/limits.h"
#include "lint/lint.h"
#include "url/url.h"

struct fetch;

/* Asks for one robots.txt after the other, never more than one request a second. Init, ask, release: what an
 * answer says is borrowed until the next question. */
struct robots_source {
    struct fetch *fetch; /* made when first needed */
    int spool_dir;
    int64_t next_ms;
    struct url url; /* the robots.txt that was asked for first */
    struct url hop, location;
    struct buf body;
    struct lint_answer answer;
    struct lint_hop hops[LIMIT_REDIRECTS];
    struct buf texts; /* what the answer's spans point into */
    bool is_cut;      /* more of the file there is */
};

/* True for an operand that is a URL. */
bool robots_source_is_url(const char *operand) __attribute__((nonnull));

void robots_source_init(struct robots_source *source) __attribute__((nonnull));
void robots_source_release(struct robots_source *source) __attribute__((nonnull));

/* Asks for the robots.txt of the site of URL; all that comes, no answer included, is in SOURCE. False where
 * URL is none, which is said. */
bool robots_source_ask(struct robots_source *source, const char *url)
    __attribute__((nonnull, warn_unused_result));

#endif
