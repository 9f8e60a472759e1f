/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_ARCHIVING_H
#define TIPTOE_MIRROR_ARCHIVING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct cause;
struct fetch;
struct fetch_result;
struct frontier_place;
struct frontier_visit;
struct mirror;
struct warc_file;

/* How a run archives the answers it gets. Texts are borrowed for the run. */
struct archiving_options {
    bool all;                  /* every answer; otherwise only the originals of rewritten documents */
    bool sha1;                 /* digests in records are SHA-1 */
    bool has_proxy;            /* the proxy's address and errors that may name it stay out */
    uint64_t roll_bytes;       /* a file that is larger is followed by a new one */
    const char *contact;       /* or NULL */
    const char *agent;         /* the User-Agent */
    int64_t update_since_ms;   /* wall clock: when the update in progress began; 0: none is */
    const struct fetch *fetch; /* made the requests */
};

/* The last file of the archive, its committed length, and its id in the database; ERROR_NOT_FOUND when there
 * is none. */
int archiving_last(struct mirror *mirror, struct warc_file *file, int64_t *id)
    __attribute__((nonnull, warn_unused_result));

/* Writes what was added, and notes in the database where it is and how long the file is. */
int archiving_flush(struct mirror *mirror) __attribute__((nonnull, warn_unused_result));

/* At the start of a run: SINCE_MS becomes the time since which every answer is archived, 0 where not every
 * one is. */
int archiving_begin(struct mirror *mirror, int64_t *since_ms) __attribute__((nonnull, warn_unused_result));

/* Opens the archive, and makes sure that its file has room. The first call continues the last file at its
 * committed length, if that belongs to this pass over the site. */
int archiving_ready(struct mirror *mirror) __attribute__((nonnull, warn_unused_result));

/* Adds a request and its answer to the mirror's archive, and notes in VISIT, which may be NULL, that it is
 * there; archiving_flush adds the place. With --archive all, a body that the archive has already is not
 * written again. */
int archiving_add(struct mirror *mirror, const struct cause *cause, struct fetch_result *result,
                  struct frontier_visit *visit) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* With --archive all: adds that a request was made whose answer may not be kept, and WHY. */
int archiving_withhold(struct mirror *mirror, const struct cause *cause, struct fetch_result *result,
                       struct span why) __attribute__((nonnull, warn_unused_result));

#endif
