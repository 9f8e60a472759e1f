/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_OPTIONS_H
#define TIPTOE_CMD_RUN_OPTIONS_H

#include "base/limits.h"
#include "cmd/options.h"
#include "judge/settings.h"

#define INTO(member) OPTION_INTO(struct settings, member)
#define KEPT         .scope = OPTION_OF_MIRROR
#define KEPT_BY_USER .scope = OPTION_OF_USER

/* clang-format off */
/* The scope of a mirror: rows that mirror and import share. */
#define RUN_SCOPE_ROWS \
    {.kind = OPTION_HEADING, .help = "Scope:"}, \
    {.name = "scope", .letter = 's', .kind = OPTION_CHOICE, .argument = "host|domain|path", .standard = "host", \
     INTO(scope.reach), KEPT, \
     .help = "mirror pages of the start page's host, of its domain with all subdomains, or below its folder"}, \
    {.name = "requisites", .kind = OPTION_CHOICE, .argument = "all|site|none", .standard = "all", \
     INTO(scope.requisites), KEPT, \
     .help = "fetch images, style sheets and scripts of stored pages from all hosts, only from the site, or " \
             "not at all"}, \
    {.name = "include", .letter = 'I', .kind = OPTION_LIST, .argument = "PATTERN", \
     INTO(scope.includes), KEPT, \
     .help = "mirror only pages whose URL matches one of these patterns; * matches any characters"}, \
    {.name = "exclude", .letter = 'X', .kind = OPTION_LIST, .argument = "PATTERN", \
     INTO(scope.excludes), KEPT, \
     .help = "leave out URLs that match one of these patterns"}, \
    {.name = "depth", .letter = 'l', .kind = OPTION_NUMBER, .argument = "N", .max = LIMIT_DEPTH, \
     INTO(scope.max_depth), .unset = -1, KEPT, \
     .help = "maximum number of links from the start page to a page"}
/* clang-format on */

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
