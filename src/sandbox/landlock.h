/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SANDBOX_LANDLOCK_H
#define TIPTOE_SANDBOX_LANDLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* Rights to a file, or to everything below a folder. */
enum landlock_files {
    LANDLOCK_FILES_READ = 1,
    LANDLOCK_FILES_WRITE = 2,   /* and read, make, rename, remove */
    LANDLOCK_FILES_RUN = 4,     /* programs; and read */
    LANDLOCK_FOLDERS_REMOVE = 8 /* those that are empty */
};

/* Returns the ABI of the kernel, at most the newest known here; 0 if it cannot restrict a mirror. */
int landlock_abi(void);

/* Begins a ruleset in which nothing is allowed, except TCP connections with CONNECT. Returns its descriptor,
 * or -1. */
int landlock_begin(int abi, bool connect);

/* Allows FILES, of enum landlock_files, at PATH and below it. A PATH that is missing changes nothing. */
void landlock_allow(int ruleset, int abi, const char *path, unsigned files) __attribute__((nonnull));

/* Puts the ruleset in force for this thread and what it starts, and closes it. False if that fails. */
bool landlock_enter(int ruleset) __attribute__((warn_unused_result));

#endif
