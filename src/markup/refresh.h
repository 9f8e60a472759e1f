/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_REFRESH_H
#define TIPTOE_MARKUP_REFRESH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* Finds the URL in the content of a META refresh or the value of a Refresh header, as browsers do; URL_AT and
 * URL_LEN are its position. Returns false if there is no URL, in which case the page reloads itself, or if
 * the value is malformed. */
bool refresh_find(struct span content, size_t *url_at, size_t *url_len)
    __attribute__((nonnull, warn_unused_result));

#endif
