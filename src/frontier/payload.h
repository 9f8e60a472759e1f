/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_PAYLOAD_H
#define TIPTOE_FRONTIER_PAYLOAD_H

#include <stdint.h>

#include "base/span.h"

struct frontier;

/* The bodies in the archive, by their digest. A body that comes again, from any URL, need not be written
 * again. */

struct frontier_payload {
    struct span digest;                              /* SHA-256 of the body as received */
    struct span url;                                 /* of the record that has it */
    int64_t date_us;                                 /* of the record */
    struct span record;                              /* the UUID of the record */
    int64_t archive, archive_offset, archive_length; /* the position of the record */
};

/* A payload that is already known is left unchanged. */
int frontier_add_payload(struct frontier *frontier, const struct frontier_payload *payload)
    __attribute__((nonnull, warn_unused_result));

/* ERROR_NOT_FOUND if no record has it. Spans are borrowed until the next call of this. [read] */
int frontier_payload(struct frontier *frontier, struct span digest, struct frontier_payload *payload)
    __attribute__((nonnull, warn_unused_result));

/* Deletes the payloads at OFFSET of the file ARCHIVE and after it: they were lost. */
int frontier_lose_payloads(struct frontier *frontier, int64_t archive, int64_t offset)
    __attribute__((nonnull, warn_unused_result));

#endif
