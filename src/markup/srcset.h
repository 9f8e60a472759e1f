/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_SRCSET_H
#define TIPTOE_MARKUP_SRCSET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* Takes the next candidate of a srcset TEXT from position *AT on, which begins at 0. URL_AT and URL_LEN are
 * its address's place. False at the end. */
bool srcset_next(struct span text, size_t *at, size_t *url_at, size_t *url_len)
    __attribute__((nonnull, warn_unused_result));

#endif
