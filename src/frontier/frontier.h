/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_FRONTIER_H
#define TIPTOE_FRONTIER_FRONTIER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* Everything known of every URL, in mirror.db (schema.sql describes it). This header opens and closes it;
 * queue.h, next.h,
 * visit.h, row.h, target.h, links.h, origin.h, archive.h and stats.h have the rest. Ids are row ids:
 * small, dense, never used twice; 0 is none. Times are milliseconds since 1970 UTC. Functions that return int
 * give 0 or a negative enum error, leave outputs untouched unless 0, and frontier_error_text then has the
 * database's own words.
 *
 * All changes between two frontier_commit calls are one group: a kill keeps all of a group or nothing of it.
 * What is handed out by frontier_next is remembered in memory alone, so a kill gives it back to the queue. */
struct frontier;

/* An unopened frontier; never NULL. */
struct frontier *frontier_new(void) __attribute__((returns_nonnull, warn_unused_result));

/* Closes it. What was not committed is lost, as by a kill. NULL is accepted. */
void frontier_free(struct frontier *frontier);

enum frontier_mode {
    FRONTIER_CREATE, /* for the run: an absent or empty file becomes a new database */
    FRONTIER_OPEN,   /* for the run: the database must be there */
    FRONTIER_READ /* for status and explain, while a run may go on: the functions marked [read] alone work */
};

/* Opens the database file PATH, once. ERROR_NOT_FOUND, ERROR_CORRUPT (no SQLite database, or a damaged one),
 * ERROR_INVALID (an SQLite database, but not tiptoe's), ERROR_TOO_NEW, ERROR_LOCKED, ERROR_DATABASE. After a
 * failure: frontier_error_text, then frontier_free. */
int frontier_open(struct frontier *frontier, const char *path, enum frontier_mode mode)
    __attribute__((nonnull, warn_unused_result));

/* For a frontier of FRONTIER_READ: from the first call of this, frontier_known and frontier_target work too;
 * each call makes them see what a run has done since the last one, and sets CHANGED when anything has been.
 * Their flags are roles alone. [read] */
int frontier_refresh(struct frontier *frontier, bool *changed) __attribute__((nonnull, warn_unused_result));

/* What the last failure was, in words; borrowed until the next call. [read] */
const char *frontier_error_text(const struct frontier *frontier) __attribute__((nonnull));

/* Ends the group: 0 means that it outlasts a kill, and a power cut once the file system was synced. When this
 * or any change fails for the disk or the database (ERROR_IO, ERROR_DISK_FULL, ERROR_DATABASE,
 * ERROR_CORRUPT), the group is lost and every later call of this fails too: frontier_free is all that is
 * left. */
int frontier_commit(struct frontier *frontier) __attribute__((nonnull, warn_unused_result));

/* Reads the whole database for damage. 0, or ERROR_CORRUPT with words. [read] */
int frontier_check(struct frontier *frontier) __attribute__((nonnull, warn_unused_result));

/* True when something changed since the last commit. */
bool frontier_has_changes(const struct frontier *frontier) __attribute__((nonnull));

/* Options of the run, kept for the next. VALUE is borrowed until the next frontier_setting; ERROR_NOT_FOUND.
 * [read: get] */
int frontier_setting(struct frontier *frontier, const char *name, struct span *value)
    __attribute__((nonnull, warn_unused_result));
int frontier_set_setting(struct frontier *frontier, const char *name, struct span value)
    __attribute__((nonnull, warn_unused_result));

/* A run is one start of the program. frontier_finish needs a begun run. END's WHY is a short sentence. */
int frontier_begin_run(struct frontier *frontier, const char *version, int64_t now_ms, int64_t *run)
    __attribute__((nonnull, warn_unused_result));
int frontier_end_run(struct frontier *frontier, int64_t now_ms, int exit_status, const char *why)
    __attribute__((nonnull, warn_unused_result));

#endif
