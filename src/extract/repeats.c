/* SPDX-License-Identifier: MIT */
/* A table of a fixed size without chains: who makes addresses collide has them resolved again, and that is
 * all. */
#include "config.h"

#include "extract/repeats.h"

void repeats_clear(struct repeats *repeats)
{
    *repeats = (struct repeats){0};
}

/* By the end of the address, in which those of a site differ most. */
static size_t slot_of(struct span address)
{
    static const uint64_t factors[] = {0x9e3779b97f4a7c15, 0xc2b2ae3d27d4eb4f, 0x165667b19e3779f9};
    uint64_t end[2] = {0};
    size_t len = address.len < sizeof end ? address.len : sizeof end;

    if (len > 0)
        memcpy(end, address.at + address.len - len, len);
    return (end[0] * factors[0] ^ end[1] * factors[1] ^ address.len * factors[2]) >>
           (64 - REPEATS_SLOTS_BITS);
}

struct span repeats_find(const struct repeats *repeats, struct span address)
{
    size_t slot = slot_of(address);

    if (!span_equals(repeats->slots[slot].address, address))
        return span_make(NULL, 0);
    return repeats->slots[slot].url;
}

void repeats_add(struct repeats *repeats, struct span address, struct span url)
{
    size_t slot = slot_of(address);

    repeats->slots[slot].address = address;
    repeats->slots[slot].url = url;
}
