/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_H
#define TIPTOE_CMD_RUN_H

#include <stdbool.h>

#include "cmd/options.h"
#include "mirror/folder.h"

struct url;
struct sources;

/* Reads the URL of a start page, or a host name without a scheme, into URL. Returns 0, or an enum exit_status
 * after an error message. */
int run_read_start(struct url *url, const char *text) __attribute__((nonnull, warn_unused_result));

/* Adds the other pages that the user wants to URLS, in canonical form, one a line: the operands of GIVEN from
 * FROM on, and those of --urls. 0, or an exit status after an error message. */
enum { RUN_URLS_MAX = 256 * 1024 * 1024 };
int run_read_urls(struct buf *urls, const struct options *given, size_t from)
    __attribute__((nonnull, warn_unused_result));

/* True, with an error message, if GIVEN has --moved-to, which only update accepts. */
bool run_refuses_move(const struct options *given) __attribute__((nonnull));

/* Adds the name of the mirror's folder: OUTPUT, or the host of START, with its port in the way of
 * site/_hosts/. */
void run_name_folder(struct buf *folder, const char *output, const struct url *start)
    __attribute__((nonnull(1, 3)));

/* Opens the mirror at PATH and crawls. START is the start page, NULL to go on with the mirror's own; URLS are
 * other pages, as of run_read_urls. Options that GIVEN (of run_option_rows) lacks are the mirror's; those it
 * has are kept with the mirror. Returns an enum exit_status. */
int run_mirror(const char *path, enum folder_use use, const struct url *start, struct span urls,
               const struct options *given) __attribute__((nonnull(1, 5)));

/* The same for a mirror that is there, which is visited again where it is finished. MOVED_TO, unless NULL, is
 * its start page from now on. */
int run_update(const char *path, const struct url *moved_to, struct span urls, const struct options *given)
    __attribute__((nonnull(1, 4)));

/* Makes a mirror at PATH of SOURCES. GIVEN is of run_option_rows. */
int run_import(const char *path, const struct url *start, const struct sources *sources,
               const struct options *given) __attribute__((nonnull));

#endif
