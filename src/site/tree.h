/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_TREE_H
#define TIPTOE_SITE_TREE_H

#include "base/span.h"

struct body;
struct worker;

/* Writes files so that a kill leaves each one either unchanged or complete. Files are staged: written to
 * temporary files beside the tree, and renamed into place together at the commit. A power cut leaves a
 * replaced file either unchanged or complete; a new file survives it after the next tree_sync. No path passes
 * a symbolic link. */
struct tree;

/* Temporary files with this prefix belong to others, and stay. */
#define TREE_PART_PREFIX "part-"

/* Opens the tree DIR/NAME, with its temporary files in DIR/TEMPORARY; creates both directories if they are
 * missing, and removes temporary files of a killed run. Both names are single parts. The tree does not keep
 * DIR; WORKER must outlive the tree. */
int tree_open(struct tree **tree, int dir, const char *name, const char *temporary, struct worker *worker)
    CHECKED;

/* Frees the tree, and removes the files that are staged and not committed. Accepts NULL. */
void tree_free(struct tree *tree);

/* Stages CONTENT to become PATH (of site/path.h); both are copied. An existing file with the same bytes stays
 * unchanged, with its inode and times. If PATH is a directory, symbolic link or device, it stays too, and the
 * error is ERROR_UNSAFE_PATH. An error leaves no temporary file. The worker writes all except large files:
 * their errors may come as late as in the next tree_settle. */
int tree_stage(struct tree *tree, struct span path, struct span content) CHECKED;

/* Stages a body, which must not grow afterwards; the file gets the time MODIFIED_MS since 1970, or the
 * present one if that is 0 (nothing may rely on it). The file of a spooled body becomes the staged file, or
 * is copied if the system does not allow that. */
int tree_stage_body(struct tree *tree, struct span path, struct body *body, int64_t modified_ms) CHECKED;

/* Waits until all staged files are written. After an error, nothing is committed until tree_drop. */
int tree_settle(struct tree *tree) CHECKED;

/* Settles, and has the worker rename all staged files into place, in order. If it fails, no
 * file appears and there is nothing to end. If it succeeds, stage nothing until tree_end_commit. If that
 * fails, the files that did appear are complete, the others are still staged, and tree_trouble names the one
 * that failed; if it succeeds, it preserves errno. */
int tree_begin_commit(struct tree *tree) CHECKED;
int tree_end_commit(struct tree *tree) CHECKED;

/* Syncs all committed files, with the rest of the tree's file system. */
int tree_sync(struct tree *tree) CHECKED;

/* Removes all staged files. */
void tree_drop(struct tree *tree) NONNULL;

/* Returns the path to which the last error applies, borrowed until the next call; "" without one. */
const char *tree_trouble(const struct tree *tree) __attribute__((nonnull, returns_nonnull));

/* Removes PATH and the directories that it leaves empty. Succeeds if PATH does not exist. */
int tree_remove(struct tree *tree, const char *path) CHECKED;

/* Returns the bytes (file_blocks) by which staged and removed files have changed the tree since tree_open.
 * Staged files that are dropped stay counted. */
int64_t tree_grown(const struct tree *tree) NONNULL;

#endif
