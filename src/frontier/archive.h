/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_ARCHIVE_H
#define TIPTOE_FRONTIER_ARCHIVE_H

#include <stdint.h>

#include "base/span.h"

struct frontier;

/* The archive's files and the committed length of each. The next start cuts off what a file has beyond that.
 */

struct frontier_archive {
    int64_t id;
    struct span name; /* below archive/; borrowed until the next call here */
    int64_t length;
};

/* A new file of length 0; its name must be new. */
int frontier_add_archive(struct frontier *frontier, struct span name, int64_t *id)
    __attribute__((nonnull, warn_unused_result));

/* Set LENGTH in the same group as the visits whose records it covers. */
int frontier_set_archive(struct frontier *frontier, int64_t id, int64_t length)
    __attribute__((nonnull, warn_unused_result));

/* The position of a record. */
struct frontier_place {
    int64_t archive, offset, length;
};

/* Sets the position of the record of URL's answer, which has this archive and no offset yet. */
int frontier_place_visit(struct frontier *frontier, int64_t url, const struct frontier_place *place)
    __attribute__((nonnull, warn_unused_result));

/* The same for the payload with this DIGEST. */
int frontier_place_payload(struct frontier *frontier, struct span digest, const struct frontier_place *place)
    __attribute__((nonnull, warn_unused_result));

/* The next file with an id above AFTER; ERROR_END at the end. [read] */
int frontier_archives(struct frontier *frontier, int64_t after, struct frontier_archive *archive)
    __attribute__((nonnull, warn_unused_result));

#endif
