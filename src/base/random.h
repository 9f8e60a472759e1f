/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_RANDOM_H
#define TIPTOE_BASE_RANDOM_H

#include <stdint.h>

/* A random number from the kernel. */
uint32_t random_u32(void);

#endif
