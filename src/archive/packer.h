/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_PACKER_H
#define TIPTOE_ARCHIVE_PACKER_H

#include "archive/record.h"

/* Between the writer of records and their file: a worker computes the digest of each record's block and
 * deflates the record while the caller continues. Records reach the file in the order in which they were
 * added. */
struct packer;
struct worker;

/* The position of a record: its gzip member. */
struct packer_place {
    uint64_t offset, len;
};

/* Creates a packer. The caller owns FILE and WORKER, which outlive it. FILE changes whenever the worker ends
 * tasks. */
struct packer *packer_new(enum digest_kind digest, struct member_file *file, struct worker *worker)
    __attribute__((nonnull, returns_nonnull));
void packer_free(struct packer *packer);

/* Adds RECORD, which is copied. NUMBER becomes the number of records before it since packer_forget. A large
 * record is in the file when this returns. After an error of this or of the next two functions, call
 * packer_drop. */
int packer_add(struct packer *packer, const struct record *record, size_t *number) CHECKED;

/* Passes the records added so far to the worker. */
int packer_push(struct packer *packer) CHECKED;

/* Waits until all records are in FILE, written or pending. */
int packer_finish(struct packer *packer) CHECKED;

/* Returns an upper bound of the bytes that are not in FILE yet. */
uint64_t packer_held(const struct packer *packer) NONNULL;

/* Returns the position of the record NUMBER, after packer_finish. */
struct packer_place packer_place(const struct packer *packer, size_t number) NONNULL;

/* Restarts the numbers of records at 0. All records must be in FILE. */
void packer_forget(struct packer *packer) NONNULL;

/* Discards all records that are not in FILE, and numbers records from 0 again. */
void packer_drop(struct packer *packer) NONNULL;

#endif
