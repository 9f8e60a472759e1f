/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SANDBOX_SYSTEM_H
#define TIPTOE_SANDBOX_SYSTEM_H

#include <stdbool.h>

/* Allows FILES, of enum landlock_files, at PATH. */
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
