/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_TREE_H
#define TIPTOE_TESTS_SERVER_TREE_H

#include <stdint.h>

#include "base/buf.h"

/* What PATH is, below a directory. */
enum tree_kind { TREE_MISSING, TREE_FILE, TREE_DIRECTORY };

/* A file that was found; tree_find puts its path on disk in DISK. */
struct tree_file {
    int64_t modified; /* seconds since 1970 */
    int64_t size;
    const char *type;
};

/* Finds the file for a URL's PATH below ROOT, index.html for a directory. Sets DISK to its path.
 * TREE_DIRECTORY: the path needs a final slash. Paths with ".." or percent-encoded slashes are missing. Links
 * are followed. */
enum tree_kind tree_find(const char *root, struct span path, struct buf *disk, struct tree_file *file)
    __attribute__((nonnull));

/* Adds the whole file to INTO. Returns 0, or -1 if it cannot be read or does not fit. */
int tree_read(const char *path, struct buf *into) __attribute__((nonnull, warn_unused_result));

#endif
