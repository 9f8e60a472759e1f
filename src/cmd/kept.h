/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_KEPT_H
#define TIPTOE_CMD_KEPT_H

#include "base/buf.h"
#include "cmd/options.h"

/* The settings files: defaults for all mirrors, a line "OPTION VALUE" each, with comments after #. They are
 * $XDG_CONFIG_HOME/tiptoe/config, then tiptoe/config in the system's folder of such files; or only the one
 * that $TIPTOE_CONFIG names, none if that is empty. They may have each option that a mirror keeps. A value of
 * an option that the command line sets is not looked at. */

/* Sets PATH to the settings file of the user; ERROR_NOT_FOUND for one without a home. */
int kept_name_settings(struct buf *path) CHECKED;

/* Sets what GIVEN, made from run_option_rows, lacks from the settings files; nothing with --no-config.
 * Returns 0, or an error with a sentence in WHY that names the file and the line. Before the sandbox. */
int kept_load_defaults(struct options *given, struct buf *why) CHECKED;

/* Options that a mirror keeps for its next runs, in mirror.db. A mirror may be a stranger's, so those of
 * scope OPTION_OF_USER, which name files and open addresses, are used only if this user has given them on
 * this machine: they are noted in a file of $XDG_STATE_HOME/tiptoe, a line "NAME VALUE" each. The file is
 * called by the random number in control/id of the mirror. */

struct frontier;

enum { KEPT_NOTED_MAX = 256 * 1024 };

/* Notes what GIVEN has for the mirror in DIR, and adds all that is noted for it to NOTED, which has
 * KEPT_NOTED_MAX. Before the sandbox. Without a place for notes, a message says so. */
void kept_note(struct buf *noted, const char *dir, const struct options *given) NONNULL;

/* Allows the files that are NOTED. */
void kept_allow(struct sandbox *sandbox, const struct options *given, struct span noted) NONNULL;

/* Adds to OPTIONS what the mirror keeps and the command line does not set. ERROR_INVALID with a sentence in
 * WHY as options_restore, and for options that are not NOTED or name a file that could block. */
int kept_load(struct frontier *frontier, struct options *options, struct span noted, struct buf *why) CHECKED;

/* Keeps OPTIONS. Those of settings files are kept only for what reads them in mirror.db: kept_load ignores
 * them. */
int kept_save(struct frontier *frontier, const struct options *options) CHECKED;

/* Adds a line "NAME VALUE (SOURCE)" to OUT for each option of the last run that has a value. */
void kept_describe(struct frontier *frontier, struct buf *out) NONNULL;

/* Returns true for the first call with NAME by this user on this machine. Before the sandbox. */
bool kept_is_first(const char *name) NONNULL;

#endif
