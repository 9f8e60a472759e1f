/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_REPEATS_H
#define TIPTOE_EXTRACT_REPEATS_H

/* Private to extract/: the links of a page lead to the same few addresses again and again, so what those were
 * resolved to is kept while the page is read. */
#include "base/span.h"

enum { REPEATS_SLOTS_BITS = 8 };

/* One address a slot, the last one met. All texts are borrowed. */
struct repeats {
    struct {
        struct span address; /* as it is written */
        struct span url;
    } slots[1 << REPEATS_SLOTS_BITS];
};

void repeats_clear(struct repeats *repeats) __attribute__((nonnull));

/* What ADDRESS was resolved to; empty where that is not known. */
struct span repeats_find(const struct repeats *repeats, struct span address) __attribute__((nonnull, pure));

void repeats_add(struct repeats *repeats, struct span address, struct span url) __attribute__((nonnull));

#endif
