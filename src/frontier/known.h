/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_KNOWN_H
#define TIPTOE_FRONTIER_KNOWN_H

#include "base/span.h"

/* A set of texts, each with an id and four flag bits, in 13 to 16 bytes for each text at every size. It keeps
 * 64-bit hashes under a random key instead of the texts: the chance that two of ten million texts collide is
 * 1 in 370,000, and no one can cause a collision on purpose. */
struct known;

enum { KNOWN_FLAG_BITS = 4, KNOWN_FLAGS = 15, KNOWN_ID_MAX = (1 << 28) - 1 };

struct known *known_new(void) __attribute__((returns_nonnull, warn_unused_result));
void known_free(struct known *known);

/* Returns the hash by which the functions below identify a text. */
uint64_t known_hash(const struct known *known, struct span text) __attribute__((nonnull, pure));

/* Returns the word of a text: id << KNOWN_FLAG_BITS | flags; NULL if it is not in the set. Borrowed until the
 * next known_add; callers may change it. */
uint32_t *known_find(const struct known *known, uint64_t hash) __attribute__((nonnull, pure));

/* Adds a text that is not in the set. ID is 1 to KNOWN_ID_MAX. Takes amortised constant time: occasionally
 * the whole table moves through the cache once (10 ns for each text). */
void known_add(struct known *known, uint64_t hash, uint32_t id, unsigned flags) __attribute__((nonnull));

/* The same for several different texts; faster, because their memory is fetched in advance. */
struct known_text {
    uint64_t hash;
    uint32_t id;
    unsigned flags;
};
void known_add_all(struct known *known, const struct known_text *texts, size_t count)
    __attribute__((nonnull));

/* Makes room for COUNT texts in an empty set. */
void known_expect(struct known *known, size_t count) __attribute__((nonnull));

uint64_t known_count(const struct known *known) __attribute__((nonnull, pure));

/* Returns the memory that the set occupies. */
size_t known_bytes(const struct known *known) __attribute__((nonnull, pure));

#endif
