/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_NOTICE_H
#define TIPTOE_INTAKE_NOTICE_H

#include <stdbool.h>

#include "base/span.h"

struct intake;
struct link_list;

/* Notices for readers of the mirror about pages that cannot be mirrored as they look. LINKS is NULL for a
 * page whose links were not read. */

/* Returns whether a page with these bytes and links shows little until scripts have built it. */
bool notice_shell(struct intake *intake, struct span bytes, struct span type, const struct link_list *links)
    __attribute__((nonnull(1)));

/* Keeps whether the document or script with this id asks a service to search the site
 * (frontier_search_script). */
int notice_search(struct intake *intake, int64_t id, const struct link_list *links)
    __attribute__((nonnull(1)));

/* Counts a page that says NOFOLLOW, with its links to pages. Returns 0. */
int notice_closed(struct intake *intake, const struct link_list *links) __attribute__((nonnull(1)));

#endif
