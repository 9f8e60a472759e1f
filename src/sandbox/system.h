/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SANDBOX_SYSTEM_H
#define TIPTOE_SANDBOX_SYSTEM_H

#include <stdbool.h>

/* Rights to a file, or to everything below a folder. */
enum system_files {
    SYSTEM_FILES_READ = 1,
    SYSTEM_FILES_WRITE = 2,   /* and read, make, rename, remove */
    SYSTEM_FILES_RUN = 4,     /* programs; and read */
    SYSTEM_FOLDERS_REMOVE = 8 /* those that are empty */
};

/* Allows FILES, of enum system_files, at PATH. */
typedef void system_allow_fn(void *context, const char *path, unsigned files);

/* Names the files of this machine that the program's libraries may need, with CONNECT to look up names and
 * check certificates, with PROGRAMS to run what is in PATH. */
void system_paths(bool connect, bool programs, system_allow_fn *allow, void *context)
    __attribute__((nonnull(3)));

/* Returns true if names are looked up by daemons of this machine, not only in files and by DNS. */
bool system_asks_daemons(void);

/* Starts libcurl with its TLS library, and looks up a name, so that the modules for names are loaded. */
void system_load_network(void);

#endif
