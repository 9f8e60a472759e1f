/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_SRCSET_H
#define TIPTOE_MARKUP_SRCSET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* Finds the next candidate of the srcset TEXT from position *AT, which the caller sets to 0 before the first
 * call. URL_AT and URL_LEN are the position of its URL. Returns false at the end. */
bool srcset_next(struct span text, size_t *at, size_t *url_at, size_t *url_len)
    __attribute__((nonnull, warn_unused_result));

#endif
