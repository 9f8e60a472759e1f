/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_GLANCE_H
#define TIPTOE_MARKUP_GLANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* The first letters and the lengths of a set of names: tells most names that are not in the set at a glance,
 * without a comparison. Zeroed, it is that of the empty set. */
struct glance {
    uint32_t lengths[32]; /* a bit each; letters and lengths that are the same modulo 32 share theirs */
};

/* Neither name is empty; case does not matter. */
static inline void glance_add(struct glance *glance, struct span name)
{
    glance->lengths[name.at[0] & 31] |= UINT32_C(1) << (name.len & 31);
}

/* False: NAME is not in the set. True: it may be. */
static inline bool glance_may_have(const struct glance *glance, struct span name)
{
    return glance->lengths[name.at[0] & 31] >> (name.len & 31) & 1;
}

#endif
