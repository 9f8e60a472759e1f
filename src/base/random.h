/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_RANDOM_H
#define TIPTOE_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* Fills LEN bytes, at most 256, with random bytes from the kernel. */
void random_fill(void *bytes, size_t len) __attribute__((nonnull));

/* A random number from the kernel. */
uint32_t random_u32(void);

#endif
