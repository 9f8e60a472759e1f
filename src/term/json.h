/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TERM_JSON_H
#define TIPTOE_TERM_JSON_H

#include "base/buf.h"
#include "base/span.h"

/* Adds text from outside as a JSON string, quotes included. Bytes that are not UTF-8 become U+FFFD. 0, or
 * ERROR_TOO_LARGE with OUT cut short. */
int json_add_string(struct buf *out, struct span text) __attribute__((nonnull));

#endif
