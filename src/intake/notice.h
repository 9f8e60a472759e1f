/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_NOTICE_H
#define TIPTOE_INTAKE_NOTICE_H

#include <stdbool.h>

#include "base/span.h"

struct intake;
struct link_list;

/* What a reader of the mirror is told about pages that cannot be mirrored as they look. LINKS is NULL for a
 * page whose links were not read. */

/* Whether a page with these bytes and links shows little until scripts have built it. */
bool notice_shell(struct intake *intake, struct span bytes, struct span type, const struct link_list *links)
    __attribute__((nonnull(1)));

/* Keeps the service that the site's search asks, if a document has one: as FRONTIER_SEARCH_SERVICE. */
int notice_search(struct intake *intake, const struct link_list *links) __attribute__((nonnull(1)));

/* Counts a page that says NOFOLLOW, with its links to pages. Returns 0. */
int notice_closed(struct intake *intake, const struct link_list *links) __attribute__((nonnull(1)));

#endif
