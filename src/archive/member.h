/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_MEMBER_H
#define TIPTOE_ARCHIVE_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/body.h"
#include "base/buf.h"
#include "base/span.h"

/* A file that grows by gzip members: how long it is, and what is to be written behind that. */
struct member_file {
    int fd; /* -1: nothing is written */
    uint64_t written;
    struct buf pending;
};

/* FD stays the caller's. */
void member_file_init(struct member_file *file, int fd, uint64_t written) __attribute__((nonnull));
void member_file_release(struct member_file *file) __attribute__((nonnull));

/* The file's length when all is written. */
uint64_t member_file_len(const struct member_file *file) __attribute__((nonnull));

/* Adds MEMBERS, which were made before. */
int member_file_add(struct member_file *file, struct span members)
    __attribute__((nonnull, warn_unused_result));

/* Writes what is pending. */
int member_file_write(struct member_file *file) __attribute__((nonnull, warn_unused_result));

/* Makes gzip members, one after the other. */
struct member_maker;

struct member_maker *member_maker_new(void) __attribute__((returns_nonnull));
void member_maker_free(struct member_maker *maker);

/* What goes into a member, one after the other. With STORE it is not deflated: it is compressed already. */
struct member {
    struct span before[2];
    struct body *body; /* may be NULL */
    struct span after;
    bool store;
};

/* Adds MEMBER, whatever its size, in bounded memory; what is pending is written where there is enough of it.
 * The same member makes the same bytes on every processor with SSE4.2. After an error FILE has part of it. */
int member_add(struct member_maker *maker, const struct member *member, struct member_file *file)
    __attribute__((nonnull, warn_unused_result));

#endif
