/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_PAYLOAD_H
#define TIPTOE_FRONTIER_PAYLOAD_H

#include <stdint.h>

#include "base/span.h"

struct frontier;

/* Which bodies the archive has, by their digest: what comes again, under whatever URL, need not be written
 * again. */

struct frontier_payload {
    struct span digest;                              /* SHA-256 of the body as it came */
    struct span url;                                 /* of the record that has it, */
    int64_t date_us;                                 /* its date, */
    struct span record;                              /* its UUID, */
    int64_t archive, archive_offset, archive_length; /* and its place */
};

/* One that is known already stays as it is. */
int frontier_add_payload(struct frontier *frontier, const struct frontier_payload *payload)
    __attribute__((nonnull, warn_unused_result));

/* ERROR_NOT_FOUND when no record has it. Spans are borrowed until the next call of this. [read] */
int frontier_payload(struct frontier *frontier, struct span digest, struct frontier_payload *payload)
    __attribute__((nonnull, warn_unused_result));

/* Forgets what stands in the file ARCHIVE from OFFSET on: it was lost. */
int frontier_lose_payloads(struct frontier *frontier, int64_t archive, int64_t offset)
    __attribute__((nonnull, warn_unused_result));

#endif
