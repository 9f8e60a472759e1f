/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_MEMBER_H
#define TIPTOE_ARCHIVE_MEMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/body.h"
#include "base/buf.h"
#include "base/span.h"

/* A file that grows by gzip members: its written length, and the bytes to write next. */
struct member_file {
    int fd; /* -1: nothing is written, everything stays pending */
    uint64_t written;
    struct buf pending;
};

/* Initialises FILE; the caller keeps FD. */
void member_file_init(struct member_file *file, int fd, uint64_t written) __attribute__((nonnull));
void member_file_release(struct member_file *file) __attribute__((nonnull));

/* Returns the file's length once everything pending is written. */
uint64_t member_file_len(const struct member_file *file) __attribute__((nonnull));

/* Appends complete MEMBERS. */
int member_file_add(struct member_file *file, struct span members)
    __attribute__((nonnull, warn_unused_result));

/* Writes the pending bytes. */
int member_file_write(struct member_file *file) __attribute__((nonnull, warn_unused_result));

/* The memory for making gzip members. */
struct member_maker;

struct member_maker *member_maker_new(void) __attribute__((returns_nonnull));
void member_maker_free(struct member_maker *maker);

/* The parts of a member, in order. With STORE they are not deflated, because they are already compressed. */
struct member {
    struct span before[2];
    struct body *body; /* may be NULL */
    struct span after;
    bool store;
};

/* Appends MEMBER, of any size, in bounded memory: pending bytes are written once there are enough. The same
 * member gives the same bytes on every processor with SSE4.2, with the same library (gzip.h). After an error,
 * FILE has part of the member. */
int member_add(struct member_maker *maker, const struct member *member, struct member_file *file)
    __attribute__((nonnull, warn_unused_result));

#endif
