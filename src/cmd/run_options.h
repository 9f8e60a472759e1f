/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_OPTIONS_H
#define TIPTOE_CMD_RUN_OPTIONS_H

#include "cmd/options.h"
#include "crawl/settings.h"

/* The options of commands that crawl. */
extern const struct option_row run_option_rows[];

/* Reads GIVEN, made from run_option_rows, into SETTINGS, which then borrows from it. Lists are gathered in
 * arrays that settings_release frees. */
void settings_read(struct settings *settings, const struct options *given) __attribute__((nonnull));
void settings_release(struct settings *settings) __attribute__((nonnull));

#endif
