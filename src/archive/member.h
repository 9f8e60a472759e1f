/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_MEMBER_H
#define TIPTOE_ARCHIVE_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/body.h"
#include "base/buf.h"
#include "base/span.h"

/* Makes gzip members, one after the other. */
struct member_maker;

/* LEVEL is libdeflate's, 1 to 12. */
struct member_maker *member_maker_new(int level) __attribute__((returns_nonnull));
void member_maker_free(struct member_maker *maker);

/* What goes into a member, one after the other. With STORE it is not deflated: it is compressed already. */
struct member {
    struct span before[2];
    struct body *body; /* may be NULL */
    struct span after;
    bool store;
};

/* Adds MEMBER to OUT. ERROR_TOO_LARGE (nothing added) where OUT has not the room it could need. */
int member_add(struct member_maker *maker, const struct member *member, struct buf *out)
    __attribute__((nonnull, warn_unused_result));

/* Writes MEMBER to FD, whatever its size, in bounded memory; WRITTEN is its length. After an error FD has
 * part of it. */
int member_write(struct member_maker *maker, const struct member *member, int fd, uint64_t *written)
    __attribute__((nonnull, warn_unused_result));

#endif
