/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_FOLDER_H
#define TIPTOE_MIRROR_FOLDER_H

#include "base/buf.h"

/* The directory of a mirror: site/, archive/, control/ and tmp/ below it, and the lock that keeps two runs
 * apart. */
struct folder {
    int dir;
    int site_dir;
    int archive_dir;
    int control_dir;
    int tmp_dir;
    int control_lock; /* of a run: it follows orders */
};

#define FOLDER_CLOSED ((struct folder){-1, -1, -1, -1, -1, -1})

enum folder_use {
    FOLDER_CREATE, /* for a run: creates missing parts, holds the lock, and follows control/ */
    FOLDER_RUN,    /* the same for an existing mirror */
    FOLDER_WRITE,  /* an existing mirror, for a command that is not a run: holds the lock */
    FOLDER_READ    /* an existing mirror, possibly during a run, or on read-only media */
};

/* Opens PATH, which the user chose and which may therefore pass symbolic links. 0, or ERROR_NOT_FOUND (no
 * mirror there), ERROR_LOCKED, ERROR_INVALID (FOLDER_CREATE: not empty, and no mirror), ERROR_READ_ONLY,
 * ERROR_NO_TMPDIR, or the error of the file system with errno. Unless 0, FOLDER needs no closing. */
int folder_open(struct folder *folder, const char *path, enum folder_use use) CHECKED;

/* Makes the directory PATH, and those that it is in. */
int folder_make(const char *path) CHECKED;

/* Returns whether this user may create files in PATH, which is not on read-only media. */
bool folder_is_writable(const char *path) NONNULL;

/* Returns whether commands that only read the mirror PATH make their working files in its tmp/, and not below
 * $TMPDIR. */
bool folder_has_own_tmp(const char *path) NONNULL;

void folder_close(struct folder *folder) NONNULL;

/* Steering a running mirror by plain files in its directory control/, over ssh or from a batch system: pause
 * (while it exists, nothing is requested), stop (the run ends as by a signal), delay (a number of seconds,
 * instead of --delay), exclude (patterns, one a line, in addition to --exclude). */
struct control {
    bool paused;
    bool stopped;
    int64_t delay_ms; /* -1: no such file */
};

/* The orders as they were when a run last read them. */
struct orders {
    struct control control;
    bool looked;
    int64_t looked_ms;
};

/* Reads the patterns of control/exclude into EXCLUDES, which has CONTROL_EXCLUDES_MAX; empty
 * without that file. A file that is too long or cannot be read changes nothing. Returns whether EXCLUDES has
 * changed. */
enum { CONTROL_EXCLUDES_MAX = 64 * 1024 };
bool control_read_excludes(int control_dir, struct buf *excludes) NONNULL;

/* Reads the files. A file that cannot be understood counts as missing. */
void control_read(int control_dir, struct control *control) NONNULL;

/* Reads the files, at most every quarter of a second; returns whether it did. An order to stop is remembered,
 * and its file removed. */
bool control_look(struct orders *orders, int control_dir, int64_t now_ms) NONNULL;

/* Writes ORDER, "pause" or "stop"; control_go removes both. */
int control_give(int control_dir, const char *order) CHECKED;
int control_go(int control_dir) __attribute__((warn_unused_result));

/* Makes a run, which holds the lock of the mirror, follow orders until LOCK is closed, a descriptor of a
 * file: a network locks only files for other machines. An order to stop that is already there was for an
 * earlier run, and is removed. */
int control_attend(int control_dir, int *lock) CHECKED;

/* Returns whether a run, also of another machine, follows the orders in CONTROL_DIR. */
bool control_is_attended(int control_dir);

#endif
