/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_OPTIONS_H
#define TIPTOE_CMD_RUN_OPTIONS_H

#include "base/limits.h"
#include "cmd/options.h"
#include "judge/settings.h"

/* clang-format off */
/* The scope of a mirror: rows that mirror and import share. */
#define RUN_SCOPE_ROWS \
    {.kind = OPTION_HEADING, .help = "Scope:"}, \
    {.name = "scope", \
     .letter = 's', \
     .kind = OPTION_CHOICE, \
     .argument = "host|domain|path", \
     .standard = "host", \
     .help = "mirror pages of the start page's host, of its domain with all subdomains, or below its folder", \
     .scope = OPTION_OF_RUN}, \
    {.name = "requisites", \
     .kind = OPTION_CHOICE, \
     .argument = "all|site|none", \
     .standard = "all", \
     .help = "fetch images, style sheets and scripts of stored pages from all hosts, only from the site, or " \
             "not at all", \
     .scope = OPTION_OF_RUN}, \
    {.name = "include", \
     .letter = 'I', \
     .kind = OPTION_LIST, \
     .argument = "PATTERN", \
     .help = "mirror only pages whose URL matches one of these patterns; * matches any characters", \
     .scope = OPTION_OF_RUN}, \
    {.name = "exclude", \
     .letter = 'X', \
     .kind = OPTION_LIST, \
     .argument = "PATTERN", \
     .help = "leave out URLs that match one of these patterns", \
     .scope = OPTION_OF_RUN}, \
    {.name = "depth", \
     .letter = 'l', \
     .kind = OPTION_NUMBER, \
     .argument = "N", \
     .max = LIMIT_DEPTH, \
     .help = "maximum number of links from the start page to a page", \
     .scope = OPTION_OF_RUN}
/* clang-format on */

/* The options of the commands that crawl. */
extern const struct option_row run_option_rows[];

/* Reads GIVEN, made from run_option_rows, into SETTINGS, which then borrows from it. settings_release frees
 * the arrays that hold the lists. */
void settings_read(struct settings *settings, const struct options *given) __attribute__((nonnull));
void settings_release(struct settings *settings) __attribute__((nonnull));

#endif
