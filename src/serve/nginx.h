/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_NGINX_H
#define TIPTOE_SERVE_NGINX_H

#include "base/buf.h"

struct mirror;

/* Adds to OUT, with room for 32 MB, a server block for nginx that serves site/ of MIRROR at PORT of ADDRESS
 * (NULL: of all), with the types of the answers: one rule for all pages, and a line for each URL and file
 * that it does not have right. A comment says how many are left out above 2,000: nginx tries one after
 * another, and takes 8 kB for each. ERROR_INVALID: the path of the mirror has a byte that no such block can
 * have. */
int nginx_add(struct mirror *mirror, const char *address, unsigned port, struct buf *out)
    __attribute__((nonnull(1, 4), warn_unused_result));

#endif
