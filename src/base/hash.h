/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_HASH_H
#define TIPTOE_BASE_HASH_H

#include "base/span.h"

/* Returns SipHash-1-3 of TEXT under a 128-bit KEY. Without the key, no one can construct texts that
 * collide. */
uint64_t siphash13(const uint64_t key[2], struct span text) __attribute__((nonnull, pure));

/* Fills LEN bytes, at most 256, with random bytes from the kernel. */
void random_fill(void *bytes, size_t len) NONNULL;

/* Returns a random number from the kernel. */
uint32_t random_u32(void);

#endif
