/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_RANDOM_H
#define TIPTOE_BASE_RANDOM_H

#include <stdint.h>

/* A random number of the kernel's. */
uint32_t random_u32(void);

#endif
