/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_IMPORT_ADOPT_H
#define TIPTOE_IMPORT_ADOPT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

struct mirror;

/* Anyone's WARC files as a mirror's archive. A file with a gzip member for each record is copied as it is;
 * any other is written anew, a member a record, the bytes of the records unchanged but for line ends of their
 * heads. Damaged records are left out and told. */

/* Sets URL to the first HTML page of the files at PATHS that was answered with 200. ERROR_NOT_FOUND where
 * there is none, or the error of a file; WHY then has a sentence. */
int adopt_find_start(char *const *paths, size_t count, struct buf *url, struct buf *why)
    __attribute__((nonnull, warn_unused_result));

/* Brings the files at PATHS into MIRROR, which has nothing yet, and commits that; a mirror that was made of
 * the same files is left as it is, be its import done or not. ERROR_INVALID for one that was made otherwise,
 * or for a file without a record; WHY then has a sentence. */
int adopt(struct mirror *mirror, char *const *paths, size_t count, struct buf *why)
    __attribute__((nonnull, warn_unused_result));

#endif
