/* SPDX-License-Identifier: MIT */
/* The only source of random numbers, so that tests can pass their own to the code that uses them. */
#include "config.h"

#include "base/random.h"

#include <sys/random.h>

#include "base/die.h"

uint32_t random_u32(void)
{
    uint32_t number;

    if (getrandom(&number, sizeof number, 0) != (ssize_t)sizeof number)
        die("the kernel gives no random bytes");
    return number;
}
