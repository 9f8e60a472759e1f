/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_STORAGE_H
#define TIPTOE_FRONTIER_STORAGE_H

#include "base/buf.h"

/* Where a database lies, and what SQLite can do there. For this folder only. */
struct storage {
    struct buf file; /* the path without links in its directory, or of a copy */
    bool alone;      /* processes cannot share the memory of SQLite's log (WAL) there: one of them has the
                      * database to itself */
    bool copied;     /* FILE is a temporary copy */
};

/* Finds PATH, whose directory must exist. ALONE: SQLite has found that it cannot share memory there, or
 * may not write there. A
 * database that another process may have to itself is copied for READING, as of its last commit, to a new
 * directory below $TMPDIR or /tmp. 0, ERROR_LOCKED if the other process always changes it meanwhile,
 * ERROR_NO_TMPDIR, or another negative enum error with errno set. */
int storage_find(struct storage *storage, const char *path, bool alone, bool reading) CHECKED;

/* Returns whether SQLite cannot share memory in DIR. Readers may have to copy a database there. */
bool storage_is_alone(const char *dir) NONNULL;

/* Removes the copy, if there is one; programs that have it open keep it. */
void storage_remove_copy(struct storage *storage) NONNULL;

void storage_release(struct storage *storage) NONNULL;

#endif
