/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_MISSING_H
#define TIPTOE_SERVE_MISSING_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"
#include "serve/past.h"

struct frontier_row;
struct page_mirror;

/* Sets OUT to a page, or a text, that says why URL is not in the mirror; returns the HTTP status for it: 404
 * for what the live site lacks or what was not requested, 410 as the live site said, 403 for what it forbids,
 * 502 for what it failed to send, 503 for what is still queued. ROW is what is known of it, or NULL. SITE is
 * the origin at the root. */
int missing_explain(struct buf *out, bool html, struct span url, const struct frontier_row *row,
                    struct span site, const struct page_mirror *mirror)
    __attribute__((nonnull(1, 6), warn_unused_result));

/* Explains it in the same way for a mirror that is shown as it was at the end of UNTIL_US: THEN says what was
 * found of ROW.
 */
int missing_then(struct buf *out, bool html, struct span url, const struct frontier_row *row,
                 int64_t until_us, enum past_row then, const struct page_mirror *mirror)
    __attribute__((nonnull(1, 7), warn_unused_result));

/* Explains that a file of the mirror cannot be read: 500. REASON says why; DAMAGED is whether the
 * mirror is damaged, or only this machine failed. */
int missing_unreadable(struct buf *out, bool html, struct span url, const char *reason, bool damaged)
    __attribute__((nonnull(1, 4), warn_unused_result));

#endif
