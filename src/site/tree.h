/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_TREE_H
#define TIPTOE_SITE_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

struct body;
struct worker;

/* Writes below the directory of a mirror so that a kill leaves every file as it was or whole. Files are
 * staged, that is written to temporary files beside the tree, and renamed into place together at the commit.
 * A power cut leaves a file that was replaced as it was or whole; a file that is new lasts from the next
 * tree_sync on. Nothing passes a symbolic link. */
struct tree;

/* The tree DIR/NAME, made if it is missing, with its temporary files in DIR/TEMPORARY, where leftovers of a
 * killed run are removed. Both names are single parts; DIR is not kept. WORKER outlives the tree. */
int tree_open(struct tree **tree, int dir, const char *name, const char *temporary, struct worker *worker)
    __attribute__((nonnull, warn_unused_result));

/* Removes what is staged and not committed. NULL is fine. */
void tree_free(struct tree *tree);

/* Stages CONTENT to become PATH (of site/path.h); both are copied. A file that has the same bytes already is
 * left as it is, inode, times and all. Something else than a file in its place (a directory, a symbolic link,
 * a device) is not touched: ERROR_UNSAFE_PATH. After an error nothing of it is left behind. The worker writes
 * what is not large, so an error may come as late as with the next tree_settle. */
int tree_stage(struct tree *tree, struct span path, struct span content)
    __attribute__((nonnull, warn_unused_result));

/* The same from a body, which must not grow any more: a spooled one becomes the file itself where the system
 * allows that, and is copied where not. */
int tree_stage_body(struct tree *tree, struct span path, struct body *body)
    __attribute__((nonnull, warn_unused_result));

/* Waits until all that was staged is written. After an error of that nothing is committed before tree_drop.
 */
int tree_settle(struct tree *tree) __attribute__((nonnull, warn_unused_result));

/* Settles, and has the worker make all staged files appear, in order. Unless 0, nothing appears and there is
 * nothing to end; else nothing may be staged before the end. After an error of that, those that did appear
 * are whole, and the rest are still staged: tree_trouble says which one failed. Where the end is 0, errno is
 * left alone. */
int tree_begin_commit(struct tree *tree) __attribute__((nonnull, warn_unused_result));
int tree_end_commit(struct tree *tree) __attribute__((nonnull, warn_unused_result));

/* 0 when everything that was committed, and all else on the file system of the tree, is on the disk. */
int tree_sync(struct tree *tree) __attribute__((nonnull, warn_unused_result));

/* Forgets what is staged. */
void tree_drop(struct tree *tree) __attribute__((nonnull));

/* The path that the last error was about; borrowed until the next call; "" where it was about none. */
const char *tree_trouble(const struct tree *tree) __attribute__((nonnull, returns_nonnull));

/* Removes PATH; what is not there is no error. Directories that it leaves empty go too. It lasts with the
 * next commit. */
int tree_remove(struct tree *tree, const char *path) __attribute__((nonnull, warn_unused_result));

#endif
