/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_TREE_H
#define TIPTOE_TESTS_SERVER_TREE_H

#include <stdint.h>

#include "base/buf.h"

/* What a path names below a directory. */
enum tree_kind { TREE_MISSING, TREE_FILE, TREE_DIRECTORY };

/* A file found: its path on disk is in the buffer handed in; the rest is what headers are made of. */
struct tree_file {
    int64_t modified; /* seconds since 1970 */
    int64_t size;
    const char *type;
};

/* Finds the file for a URL's PATH below ROOT, index.html for a directory. DISK gets where it is.
 * TREE_DIRECTORY when the path wants a final slash. Paths that climb, and percent-encoded slashes, are
 * missing. Links are followed. */
enum tree_kind tree_find(const char *root, struct span path, struct buf *disk, struct tree_file *file)
    __attribute__((nonnull));

/* Adds the whole file to INTO. 0, or -1 where it cannot be read or does not fit. */
int tree_read(const char *path, struct buf *into) __attribute__((nonnull, warn_unused_result));

#endif
