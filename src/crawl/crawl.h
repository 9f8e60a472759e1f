/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_CRAWL_H
#define TIPTOE_CRAWL_CRAWL_H

#include "base/exit_status.h"
#include "judge/settings.h"

struct mirror;

/* Continues MIRROR, which is open and has a start page, until nothing is left to do or something ends the
 * run. Prints to stderr. Everything is committed when it returns; never returns EXIT_USAGE. */
enum exit_status crawl_run(struct mirror *mirror, const struct settings *settings) NONNULL;

#endif
