/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_OPTIONS_H
#define TIPTOE_CMD_RUN_OPTIONS_H

#include "base/limits.h"
#include "cmd/options.h"
#include "judge/settings.h"

/* clang-format off */
/* What belongs to a mirror: rows that mirror and import share. */
#define RUN_SCOPE_ROWS \
    {.kind = OPTION_HEADING, .help = "What belongs to the mirror:"}, \
    {.name = "scope", \
     .letter = 's', \
     .kind = OPTION_CHOICE, \
     .argument = "host|domain|path", \
     .standard = "host", \
     .help = "which pages: those of the start page's host, of its registrable domain, or below its folder", \
     .scope = OPTION_OF_RUN}, \
    {.name = "requisites", \
     .kind = OPTION_CHOICE, \
     .argument = "all|site|none", \
     .standard = "all", \
     .help = "images, style sheets, scripts of stored pages: from any host, from the site's own, or none", \
     .scope = OPTION_OF_RUN}, \
    {.name = "include", \
     .letter = 'I', \
     .kind = OPTION_LIST, \
     .argument = "PATTERN", \
     .help = "only pages whose URL matches one of these; * stands for any run of characters", \
     .scope = OPTION_OF_RUN}, \
    {.name = "exclude", \
     .letter = 'X', \
     .kind = OPTION_LIST, \
     .argument = "PATTERN", \
     .help = "nothing whose URL matches one of these", \
     .scope = OPTION_OF_RUN}, \
    {.name = "depth", \
     .letter = 'l', \
     .kind = OPTION_NUMBER, \
     .argument = "N", \
     .max = LIMIT_DEPTH, \
     .help = "most links to follow from the start page to a page", \
     .scope = OPTION_OF_RUN}
/* clang-format on */

/* The options of commands that crawl. */
extern const struct option_row run_option_rows[];

/* Reads GIVEN, made from run_option_rows, into SETTINGS, which then borrows from it. Lists are gathered in
 * arrays that settings_release frees. */
void settings_read(struct settings *settings, const struct options *given) __attribute__((nonnull));
void settings_release(struct settings *settings) __attribute__((nonnull));

#endif
