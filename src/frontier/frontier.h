/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_FRONTIER_H
#define TIPTOE_FRONTIER_FRONTIER_H

#include "base/span.h"

struct buf;

/* Everything that is known about every URL, in mirror.db (schema.sql describes it). This header opens and
 * closes it; the README names the headers for the rest. Ids are row ids: small, dense, never reused; 0 means
 * no row. Times are milliseconds since 1970 UTC. Functions that return int return 0 or a negative enum error,
 * which frontier_error_text describes; they set their outputs only if they succeed. Functions marked [read]
 * also work in FRONTIER_READ mode.
 *
 * All changes between two frontier_commit calls are one transaction: a kill keeps a whole transaction or none
 * of it. URLs that frontier_next has handed out are recorded only in memory, so a kill returns them to the
 * queue. */
struct frontier;

/* Returns an unopened frontier; never NULL. */
struct frontier *frontier_new(void) __attribute__((returns_nonnull, warn_unused_result));

/* Closes it. Changes that were not committed are lost, as in a kill. NULL is accepted. */
void frontier_free(struct frontier *frontier);

enum frontier_mode {
    FRONTIER_CREATE, /* for the run: an absent or empty file becomes a new database */
    FRONTIER_OPEN,   /* for the run: the database must exist */
    FRONTIER_READ    /* for status and explain, possibly during a run: only functions marked [read] work */
};

/* Opens the database file PATH, once. ERROR_NOT_FOUND, ERROR_CORRUPT (not an SQLite database, or a damaged
 * one), ERROR_INVALID (an SQLite database, but not tiptoe's), ERROR_TOO_NEW, ERROR_LOCKED, ERROR_DATABASE.
 * After a failure: frontier_error_text, then frontier_free. */
int frontier_open(struct frontier *frontier, const char *path, enum frontier_mode mode) CHECKED;

/* Updates frontier_known and frontier_target in FRONTIER_READ mode with the changes that a run has made since
 * the last call, and sets CHANGED to whether there are any. They work only after the first call; the flags of
 * frontier_known are then roles only. [read] */
int frontier_refresh(struct frontier *frontier, bool *changed) CHECKED;

/* Returns a description of the last failure; borrowed until the next call. [read] */
const char *frontier_error_text(const struct frontier *frontier) NONNULL;

/* Ends the transaction: 0 means that it survives a kill, and a power cut once the file system is synced. If
 * this or any change fails because of the disk or the database (ERROR_IO, ERROR_DISK_FULL, ERROR_DATABASE,
 * ERROR_CORRUPT), the transaction is lost and every later call of this fails: only frontier_free remains. */
int frontier_commit(struct frontier *frontier) CHECKED;

/* Checks the whole database for damage: 0, or ERROR_CORRUPT. [read] */
int frontier_check(struct frontier *frontier) CHECKED;

/* Returns whether anything has changed since the last commit. */
bool frontier_has_changes(const struct frontier *frontier) NONNULL;

/* Forgets all URLs, sitemaps and settings, and commits, if there is no file and no archive: FORGOTTEN. The
 * pace and rules of origins stay. The frontier is then to be opened again. */
int frontier_forget(struct frontier *frontier, bool *forgotten) CHECKED;

/* Begins a run: a start of the program. frontier_finish works only during a run. WHY is a short sentence. */
int frontier_begin_run(struct frontier *frontier, const char *version, int64_t now_ms, int64_t *run) CHECKED;
int frontier_end_run(struct frontier *frontier, int64_t now_ms, int exit_status, const char *why) CHECKED;

/* Settings: options of the run and other small values, kept for the next run. */

/* Finds a setting. VALUE is borrowed until the next frontier_setting. ERROR_NOT_FOUND if it was never set.
 * [read] */
int frontier_setting(struct frontier *frontier, const char *name, struct span *value) CHECKED;
int frontier_set_setting(struct frontier *frontier, const char *name, struct span value) CHECKED;
int frontier_drop_setting(struct frontier *frontier, const char *name) CHECKED;

/* Returns a setting in the same way; empty if it was never set or cannot be read. [read] */
struct span frontier_setting_text(struct frontier *frontier, const char *name) NONNULL;

/* Returns the number with which a setting begins; 0 without one. [read] */
int64_t frontier_setting_number(struct frontier *frontier, const char *name) NONNULL;
int frontier_set_number(struct frontier *frontier, const char *name, int64_t number) CHECKED;

/* The setting with the number of documents whose links were not all read, in all runs. */
#define FRONTIER_READ_IN_PART "read-in-part"

/* Names of the site: a line each of host and port, as in URLs; the first one is that of its own URLs. The
 * others mean the same, with the port of the first one unless they have one. frontier_known finds URLs by
 * each. Keeps NAMES as a setting; CHANGED: they were others before. */
int frontier_set_names(struct frontier *frontier, struct span names, bool *changed) CHECKED;

/* Sets OUT to the canonical URL with the first name, if it has another one; returns false otherwise. [read]
 */
bool frontier_rename(const struct frontier *frontier, struct span url, struct buf *out) NONNULL;

/* The setting of a twin has three lines: a word, its host, and a sentence. */
#define FRONTIER_TWIN "twin"

/* Returns what is known about the site's twin (judge/names.c), with its time and its evidence; empty:
 * nothing. Borrowed until the next frontier_setting. [read] */
struct span frontier_twin_note(struct frontier *frontier) NONNULL;

/* Returns the id of the last script that was found to request searches of the site from a service, and sets
 * SERVICE to the name of that service; 0 if no script does. SERVICE is borrowed until the next
 * frontier_setting. [read] */
int64_t frontier_search_script(struct frontier *frontier, struct span *service) NONNULL;

/* Sets SERVICE as above if the site is still known to have that script. ERROR_NOT_FOUND otherwise. [read] */
int frontier_search_service(struct frontier *frontier, struct span *service) CHECKED;

/* Records the script ID and its service; 0: no script asks one. */
int frontier_set_search_script(struct frontier *frontier, int64_t id, const char *service) CHECKED;

#endif
