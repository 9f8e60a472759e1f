/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_BITS_H
#define TIPTOE_BASE_BITS_H

#include <stdlib.h>

#include "base/alloc.h"
#include "base/span.h"

/* A set of numbers from 0, such as ids: a bit for each up to the greatest. Start with zeros, and release it
 * at the end. */
struct bits {
    uint64_t *words;
    size_t count;
};

static inline bool bits_has(const struct bits *bits, int64_t number)
{
    uint64_t word = (uint64_t)number / 64;

    return word < bits->count && (bits->words[word] >> number % 64 & 1);
}

static inline void bits_add(struct bits *bits, int64_t number)
{
    size_t word = (size_t)number / 64, count = word + word / 4 + 16;

    if (word >= bits->count) {
        bits->words = mem_grow(bits->words, count, sizeof *bits->words);
        memset(bits->words + bits->count, 0, (count - bits->count) * sizeof *bits->words);
        bits->count = count;
    }
    bits->words[word] |= UINT64_C(1) << number % 64;
}

static inline void bits_remove(struct bits *bits, int64_t number)
{
    if (bits_has(bits, number))
        bits->words[number / 64] &= ~(UINT64_C(1) << number % 64);
}

static inline void bits_release(struct bits *bits)
{
    free(bits->words);
    *bits = (struct bits){0};
}

#endif
