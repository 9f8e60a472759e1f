/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_OPTIONS_H
#define TIPTOE_CMD_RUN_OPTIONS_H

#include "base/limits.h"
#include "cmd/options.h"
#include "judge/settings.h"

#define INTO(member) OPTION_INTO(struct settings, member)
#define KEPT         .scope = OPTION_OF_MIRROR
#define KEPT_BY_USER .scope = OPTION_OF_USER

/* The options of the commands that crawl. */
extern const struct option_row run_option_rows[];

/* Checks of rows, see `check` in options.h: a host whose address may be private, and a file of cookies. */
const char *check_private_host(char *const *texts, size_t index) NONNULL;
const char *check_cookies(char *const *texts, size_t index) NONNULL;

/* Reads GIVEN, made from run_option_rows and accepted by options_check, into SETTINGS, which then borrows
 * from it. */
void settings_read(struct settings *settings, struct options *given) NONNULL;
void settings_release(struct settings *settings) NONNULL;

#endif
