/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_FOLDER_H
#define TIPTOE_MIRROR_FOLDER_H

#include <stdbool.h>

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
int folder_open(struct folder *folder, const char *path, enum folder_use use)
    __attribute__((nonnull, warn_unused_result));
/* Returns whether this user may create files in PATH, which is not on read-only media. */
bool folder_is_writable(const char *path) __attribute__((nonnull));

/* Returns whether commands that only read the mirror PATH make their working files in its tmp/, and not below
 * $TMPDIR. */
bool folder_has_own_tmp(const char *path) __attribute__((nonnull));

void folder_close(struct folder *folder) __attribute__((nonnull));

#endif
