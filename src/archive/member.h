/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_MEMBER_H
#define TIPTOE_ARCHIVE_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Makes gzip members, one after the other. */
struct member_maker;

/* LEVEL is libdeflate's, 1 to 12. */
struct member_maker *member_maker_new(int level) __attribute__((returns_nonnull));
void member_maker_free(struct member_maker *maker);

/* Adds PARTS, one after the other, to OUT as one member. With STORE they are not deflated: they are
 * compressed already. ERROR_TOO_LARGE (nothing added) where OUT has not the room it could need. */
int member_add(struct member_maker *maker, const struct span *parts, size_t count, bool store,
               struct buf *out) __attribute__((nonnull, warn_unused_result));

/* Writes PARTS to FD as one member, whatever their size; WRITTEN is its length. After an error FD has part of
 * it. */
int member_write(struct member_maker *maker, const struct span *parts, size_t count, bool store, int fd,
                 uint64_t *written) __attribute__((nonnull, warn_unused_result));

#endif
