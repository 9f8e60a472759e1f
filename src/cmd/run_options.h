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

/* The most bytes of a file of cookies. */
enum { COOKIES_MAX = 16 * 1024 * 1024 };

/* Sets --cookies to the database of the browser that --cookies-from-browser names: of the profile that was
 * used last. 0, or ERROR_INVALID with a sentence in WHY. Before the sandbox. */
int run_options_find_cookies(struct options *given, struct buf *why) CHECKED;

/* Reads GIVEN, made from run_option_rows and accepted by options_check, into SETTINGS, which then borrows
 * from it. */
void settings_read(struct settings *settings, struct options *given) NONNULL;
void settings_release(struct settings *settings) NONNULL;

#endif
