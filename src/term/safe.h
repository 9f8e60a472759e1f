/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TERM_SAFE_H
#define TIPTOE_TERM_SAFE_H

#include "base/buf.h"
#include "base/span.h"

/* Adds text from outside so that it can be printed: one line of UTF-8 in which every byte of a control
 * character (C0, DEL, C1, bidi, line and paragraph separators, tags) and every byte that is not UTF-8 stands
 * as \xNN. Text that is safe already stays as it is, so that a second pass changes nothing. 0, or
 * ERROR_TOO_LARGE with OUT cut short. */
int safe_add(struct buf *out, struct span text) __attribute__((nonnull));

#endif
