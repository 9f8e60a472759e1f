/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_UNEXPECTED_H
#define TIPTOE_WEAVE_UNEXPECTED_H

#include "base/span.h"
#include "url/url.h"

struct weaver;

/* Pages are woven as they arrive, when most of their targets are still queued: links then name the expected
 * file of each target. These functions note which targets turned out otherwise, and at the end weave the
 * pages with such links, and only these, again. */

/* Notes URL, with this ID and ROLES (enum frontier_role), if PATH, with which it is settled (empty: no file),
 * is not its expected file. */
int unexpected_check(struct weaver *weaver, int64_t id, unsigned roles, const struct url *url,
                     struct span path) __attribute__((nonnull, warn_unused_result));

/* Notes that the file of the URL differs from its answer although pages expected the same bytes, or vice
 * versa. */
int unexpected_note_bytes(struct weaver *weaver, int64_t id) __attribute__((nonnull, warn_unused_result));

/* Notes that pages were woven with facts that have changed: the URL was settled without an answer, or was
 * refused and is queued again, or has another file. */
int unexpected_note_change(struct weaver *weaver, int64_t id) __attribute__((nonnull, warn_unused_result));

/* Notes that pages that are woven later may be wrong, too: the URL redirects, perhaps to a URL without a
 * file. */
int unexpected_note_always(struct weaver *weaver, int64_t id) __attribute__((nonnull, warn_unused_result));

/* Weaves the pages again whose links name an unexpected file. A signal or an order ends that (mirror_stops);
 * the rest is for the next run. */
int unexpected_fix(struct weaver *weaver) __attribute__((nonnull, warn_unused_result));

#endif
