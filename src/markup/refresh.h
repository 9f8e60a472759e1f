/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_REFRESH_H
#define TIPTOE_MARKUP_REFRESH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* Finds the address in the content of a META refresh or the value of a Refresh header, as browsers read it:
 * URL_AT and URL_LEN are its place. False where there is none, and the page itself is loaded again, or where
 * the value is malformed. */
bool refresh_find(struct span content, size_t *url_at, size_t *url_len)
    __attribute__((nonnull, warn_unused_result));

#endif
