/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_MISGUESS_H
#define TIPTOE_WEAVE_MISGUESS_H

#include <stdint.h>

#include "base/span.h"
#include "url/url.h"

struct weaver;

/* Pages are woven as they arrive, when most of their targets are still queued: links then name the file each
 * target will most likely get. Here it is noted which targets turned out otherwise, and at the end the pages
 * with such links, and only these, are woven again. */

/* To be called when URL, with this ID and ROLES (enum frontier_role), is settled with the file PATH (empty:
 * none). */
int misguess_check(struct weaver *weaver, int64_t id, unsigned roles, const struct url *url, struct span path)
    __attribute__((nonnull, warn_unused_result));

/* To be called when URL becomes known, which may change the guess for another URL. */
int misguess_met(struct weaver *weaver, const struct url *url) __attribute__((nonnull, warn_unused_result));

/* The file of the URL differs from its answer although pages expected the same bytes, or vice versa. */
int misguess_bytes(struct weaver *weaver, int64_t id) __attribute__((nonnull, warn_unused_result));

/* What pages were woven against until now is untrue: the URL was settled without an answer, or was refused
 * and is queued again, or has another file. */
int misguess_changed(struct weaver *weaver, int64_t id) __attribute__((nonnull, warn_unused_result));

/* Pages that are woven later may be wrong too: the URL redirects, perhaps to a URL without a file. */
int misguess_always(struct weaver *weaver, int64_t id) __attribute__((nonnull, warn_unused_result));

/* Weaves again what was woven on a wrong guess. A signal or an order ends that (mirror_stops); the rest is
 * for the next run. */
int misguess_mend(struct weaver *weaver) __attribute__((nonnull, warn_unused_result));

#endif
