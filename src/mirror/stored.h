/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_STORED_H
#define TIPTOE_MIRROR_STORED_H

#include <stdbool.h>

#include "base/digest.h"
#include "base/span.h"

struct frontier_visit;
struct mirror;

/* Whether site/ has the file of an answer that is stored as it came: of the right size and, where the body
 * was not coded, with the right digest. */
bool stored_is_whole(const struct mirror *mirror, const struct frontier_visit *visit)
    __attribute__((nonnull));

/* Whether the file PATH of site/ has exactly these bytes. */
int stored_equals(const struct mirror *mirror, const char *path, struct span content, bool *same)
    __attribute__((nonnull, warn_unused_result));

/* The SHA-256 of the first SIZE bytes of the file open as FD. */
int stored_digest(int fd, uint64_t size, unsigned char bytes[DIGEST_MAX_BYTES])
    __attribute__((nonnull, warn_unused_result));

#endif
