/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_MEMENTO_H
#define TIPTOE_SERVE_MEMENTO_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

struct frontier_row;
struct past;
struct server_request;

/* Memento (RFC 7089). Every URL of the mirror is its own TimeGate: with Accept-Datetime it is answered as it
 * was then. TARGET_OWN "at/YYYYMMDDhhmmss" before a target is the memento of that second, and TARGET_OWN
 * "timemap" before it lists the mementos. */

/* The wishes of a request. */
struct memento_wish {
    struct span target; /* without the prefix */
    bool has_time;
    int64_t until_us; /* the end of the requested second */
    bool wants_map;
};

/* Returns false if Accept-Datetime is not an HTTP date; the answer is then 400. */
bool memento_read(const struct server_request *request, struct memento_wish *wish)
    __attribute__((nonnull, warn_unused_result));

/* Appends the value of Link for the captured URL with this TARGET at AUTHORITY. */
void memento_add_links(struct buf *out, struct span url, struct span target, const char *authority)
    __attribute__((nonnull));

/* Appends the URL of the memento of TARGET of this time. */
void memento_add_place(struct buf *out, int64_t captured_us, struct span target, const char *authority)
    __attribute__((nonnull));

/* Appends the TimeMap (application/link-format) of ROW's URL: its newest answers, as many as are usual. */
void memento_add_map(struct buf *out, const struct past *past, const struct frontier_row *row,
                     struct span target, const char *authority) __attribute__((nonnull));

#endif
