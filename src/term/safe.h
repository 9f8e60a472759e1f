/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TERM_SAFE_H
#define TIPTOE_TERM_SAFE_H

#include "base/buf.h"
#include "base/span.h"

/* Adds text from outside as one printable line of UTF-8. Each byte of a control character (C0, DEL, C1, bidi,
 * line and paragraph separators, tags) and each byte that is not UTF-8 becomes \xNN. Safe text does not
 * change, so a second pass has no effect. Returns 0, or ERROR_TOO_LARGE with OUT truncated. */
int safe_add(struct buf *out, struct span text) NONNULL;

#endif
