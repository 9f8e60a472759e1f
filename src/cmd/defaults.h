/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_DEFAULTS_H
#define TIPTOE_CMD_DEFAULTS_H

#include "base/buf.h"
#include "cmd/options.h"

/* The settings files: defaults for all mirrors, a line "OPTION VALUE" each, with comments after #. They are
 * $XDG_CONFIG_HOME/tiptoe/config, then tiptoe/config in the system's folder of such files; or only the one
 * that $TIPTOE_CONFIG names, none if that is empty. They may have each option that a mirror keeps. A value of
 * an option that the command line sets is not looked at. */

/* Sets PATH to the folder of tiptoe in the one that VARIABLE names, or in BELOW, a part of the user's home;
 * ERROR_NOT_FOUND for a user without one. */
int defaults_name_folder(struct buf *path, const char *variable, const char *below) CHECKED;

/* Sets PATH to the settings file of the user, in the same way. */
int defaults_name_file(struct buf *path) CHECKED;

/* Sets what GIVEN, made from run_option_rows, lacks from the settings files; nothing with --no-config.
 * Returns 0, or an error with a sentence in WHY that names the file and the line. Before the sandbox. */
int defaults_load(struct options *given, struct buf *why) CHECKED;

#endif
