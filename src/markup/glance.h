/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_GLANCE_H
#define TIPTOE_MARKUP_GLANCE_H

#include "base/span.h"

/* The first letters and lengths of a set of names. They rule out most names that are not in the set, without
 * a string comparison. A zeroed struct is the empty set. */
struct glance {
    uint32_t lengths[32]; /* indexed by letter, one bit for each length, both modulo 32 */
};

/* Names must not be empty; their case does not matter. */
static inline void glance_add(struct glance *glance, struct span name)
{
    glance->lengths[name.at[0] & 31] |= UINT32_C(1) << (name.len & 31);
}

/* Adds the names of a list that spaces separate. */
static inline void glance_add_list(struct glance *glance, struct span names)
{
    while (names.len > 0)
        glance_add(glance, span_take_until(&names, ' '));
}

/* Returns false if NAME is not in the set, true if it may be. */
static inline bool glance_may_have(const struct glance *glance, struct span name)
{
    return glance->lengths[name.at[0] & 31] >> (name.len & 31) & 1;
}

#endif
