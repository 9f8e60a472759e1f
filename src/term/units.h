/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TERM_UNITS_H
#define TIPTOE_TERM_UNITS_H

#include "base/buf.h"

/* Amounts for people, everywhere in the same units: powers of 1000, also where an option's K is 1024. */

/* Adds "950 B", "12 kB" or "3.4 MB". */
void units_add_bytes(struct buf *out, int64_t bytes) NONNULL;

/* Adds "120 ms", "1.5 s", "12 min", "3.0 h" or "70 days". */
void units_add_ms(struct buf *out, int64_t ms) NONNULL;

#endif
