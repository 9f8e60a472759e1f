/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_HASH_H
#define TIPTOE_BASE_HASH_H

#include <stdint.h>

#include "base/span.h"

/* SipHash-1-3 of TEXT under a 128-bit KEY. Without the key, no one can construct texts that collide. */
uint64_t siphash13(const uint64_t key[2], struct span text) __attribute__((nonnull, pure));

#endif
