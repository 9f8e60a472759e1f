/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_NAMING_H
#define TIPTOE_WEAVE_NAMING_H

#include <stdint.h>

#include "base/span.h"

struct crawl;

/* Finds a file for URL, which is parsed in crawl->base, with a body of TYPE, and leaves its path in
 * crawl->path. Of URLs that would have the same file, the shortest has it, of equally short ones the first in
 * the order of bytes; all others have twins' names. So names do not depend on which answer came first: who
 * had the file till now has to move. ERROR_LOCKED where there is no name to be had. */
int naming_choose(struct crawl *crawl, int64_t url, struct span type)
    __attribute__((nonnull, warn_unused_result));

#endif
