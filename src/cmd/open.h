/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_OPEN_H
#define TIPTOE_CMD_OPEN_H

#include "cmd/options.h"
#include "mirror/mirror.h"
#include "sandbox/sandbox.h"

enum { OPEN_PATH_BYTES = 4096 };

/* Opens the mirror in DIR, the operand of a command. Returns 0, or an enum error after printing it. */
int open_mirror(struct mirror *mirror, const char *dir, enum folder_use use) CHECKED;

/* Prints why work on the mirror ended with ERROR, if that is one. Returns the exit status. */
int open_end(const struct mirror *mirror, int error) NONNULL;

/* Parses TEXT, which a user typed, as a URL of the mirror into an initialised URL, without its fragment.
 * Returns 0, or an enum error after printing it. */
int open_url(const struct mirror *mirror, const char *text, struct url *url) CHECKED;

/* Sets DIR to the mirror of this user that contains the current directory; false if no
 * mirror contains it. */
bool open_find(char dir[OPEN_PATH_BYTES]) NONNULL;

/* Returns true if DIR has an entry named mirror.db, even one that a run or serve will refuse to open. */
bool open_is_mirror(const char *dir) NONNULL;

/* Returns true if PATH is a folder. */
bool open_is_folder(const char *path) NONNULL;

/* Adds the content of the file PATH ("-": standard input), at most up to INTO's maximum. Returns 0, or an
 * enum error after printing it. */
int open_input(const char *path, struct buf *into) CHECKED;

/* The access that a command gives up before it reads anything untrusted. main.c does this by the command's
 * `needs`; a command with NEEDS_MORE calls confine_begin, sandbox_allow or confine_to_mirror for each path
 * beside those of its options, and confine_end. */

/* Begins with the files that options name, by --sandbox. POWERS are of enum sandbox_power. */
void confine_begin(struct sandbox *sandbox, const struct options *given, unsigned powers) NONNULL;

/* Allows work on the mirror in DIR; nothing if that is not a directory. */
void confine_to_mirror(struct sandbox *sandbox, const char *dir) NONNULL;

/* Allows temporary files below $TMPDIR if the mirror in DIR can only be read with some: a copy of its
 * database, and large bodies. */
void confine_to_temporary(struct sandbox *sandbox, const char *dir) NONNULL;

/* Returns 0, or an enum exit_status after printing what is missing. */
int confine_end(struct sandbox *sandbox) CHECKED;

/* Takes all three steps for a command with NEEDS of enum command_needs. */
int confine(const struct options *given, unsigned needs) CHECKED;

#endif
