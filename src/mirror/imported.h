/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_IMPORTED_H
#define TIPTOE_MIRROR_IMPORTED_H

#include <stdbool.h>
#include <stdint.h>

struct buf;
struct mirror;

/* The files of archive/ that other programs made and `tiptoe import` brought in. Nothing is ever added to
 * them, and their records may break rules that tiptoe's own records keep. The setting "imported" has the id
 * of the last of them, "import-digests" a line "NAME DIGEST" for each. */

/* The id of the last imported file; 0 where none was imported. */
int64_t imported_last(struct mirror *mirror) __attribute__((nonnull));

/* Whether the archive file with this id was imported. */
bool imported_has(struct mirror *mirror, int64_t archive) __attribute__((nonnull));

/* Adds the line of the file NAME, open as FD, to LIST. */
int imported_add_digest(const char *name, int fd, struct buf *list)
    __attribute__((nonnull, warn_unused_result));

/* Sets IMPORTED to whether the archive file NAME, open as FD, was imported, and SAME to whether it still has
 * the bytes it had then. */
int imported_check(struct mirror *mirror, const char *name, int fd, bool *imported, bool *same)
    __attribute__((nonnull, warn_unused_result));

#endif
