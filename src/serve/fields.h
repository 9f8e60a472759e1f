/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_FIELDS_H
#define TIPTOE_SERVE_FIELDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* What the fields of a request say (RFC 9110). All are pure; an absent field is an empty span. */

/* Whether Host names this machine by one of its own names and PORT: a page whose name has been made to lead
 * here (DNS rebinding) says another. */
bool fields_host_is_ours(struct span host, unsigned port);

/* Whether If-None-Match has the entity tag TAG (without its quotes), or "*". */
bool fields_has_tag(struct span list, struct span tag);

/* Whether what was last MODIFIED then is not newer than SINCE; false where either is no date. */
bool fields_is_unmodified(struct span since, struct span modified);

/* Whether If-Range, if any, speaks of what has TAG and was last MODIFIED then. */
bool fields_is_same(struct span if_range, struct span tag, struct span modified);

enum fields_range {
    RANGE_ALL,   /* no range, or one that need not be heeded: not of bytes, malformed, more than one */
    RANGE_PART,  /* FIRST to LAST, both counted */
    RANGE_BEYOND /* nothing of it is there */
};

/* Reads Range for a body of SIZE bytes. */
enum fields_range fields_range(struct span range, uint64_t size, uint64_t *first, uint64_t *last)
    __attribute__((nonnull, warn_unused_result));

/* Whether a reader waits for a page, and not a script or an image of one. DEST is Sec-Fetch-Dest. */
bool fields_want_page(struct span dest, struct span accept);

#endif
