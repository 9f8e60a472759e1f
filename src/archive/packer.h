/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_PACKER_H
#define TIPTOE_ARCHIVE_PACKER_H

#include <stdint.h>

#include "archive/member.h"
#include "archive/record.h"
#include "base/digest.h"

/* Between who writes records and their file: the digest of a record's block is made and the record deflated
 * by a worker while the caller goes on; they come into the file in the order in which they were added. */
struct packer;
struct worker;

/* Where a record stands: its gzip member. */
struct packer_place {
    uint64_t offset, len;
};

/* FILE and WORKER are the caller's and outlive this. FILE changes whenever the worker ends tasks. */
struct packer *packer_new(enum digest_kind digest, struct member_file *file, struct worker *worker)
    __attribute__((nonnull, returns_nonnull));
void packer_free(struct packer *packer);

/* Adds RECORD, which is copied; NUMBER is how many were added before it since packer_forget. A large one is
 * in the file when this returns. After an error of this or of the two below packer_drop comes next. */
int packer_add(struct packer *packer, const struct record *record, size_t *number)
    __attribute__((nonnull, warn_unused_result));

/* What was added so far may be packed. */
int packer_push(struct packer *packer) __attribute__((nonnull, warn_unused_result));

/* All that was added is in FILE, be it pending there. */
int packer_finish(struct packer *packer) __attribute__((nonnull, warn_unused_result));

/* At most so many bytes are not in FILE yet. */
uint64_t packer_held(const struct packer *packer) __attribute__((nonnull));

/* The place of the record NUMBER after packer_finish. */
struct packer_place packer_place(const struct packer *packer, size_t number) __attribute__((nonnull));

/* Begins to count anew; nothing is held. */
void packer_forget(struct packer *packer) __attribute__((nonnull));

/* Gives up what is not in FILE, and forgets. */
void packer_drop(struct packer *packer) __attribute__((nonnull));

#endif
