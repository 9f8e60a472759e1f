/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_STORED_H
#define TIPTOE_MIRROR_STORED_H

#include <stdbool.h>

#include "base/digest.h"
#include "base/span.h"

struct frontier_visit;
struct mirror;

/* Sets RIGHT to whether site/ has the file of an answer, of the right size unless it is a document, whose
 * size depends on its links. Fails if this process cannot read a file that may be whole. */
int stored_has_size(const struct mirror *mirror, const struct frontier_visit *visit, bool *right)
    __attribute__((nonnull, warn_unused_result));

/* Sets WHOLE in the same way for an answer that is not a document, with its digest. A mirror with an older
 * schema lacks the digest of a file whose body was coded; then only the size is compared. */
int stored_is_whole(const struct mirror *mirror, const struct frontier_visit *visit, bool *whole)
    __attribute__((nonnull, warn_unused_result));

/* Returns whether the file PATH of site/ has exactly these bytes. */
int stored_equals(const struct mirror *mirror, const char *path, struct span content, bool *same)
    __attribute__((nonnull, warn_unused_result));

/* Computes the SHA-256 of the first SIZE bytes of the file open as FD. */
int stored_digest(int fd, uint64_t size, unsigned char bytes[DIGEST_MAX_BYTES])
    __attribute__((nonnull, warn_unused_result));

#endif
