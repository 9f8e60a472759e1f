/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_WITNESS_H
#define TIPTOE_MIRROR_WITNESS_H

#include "base/span.h"

struct mirror;
struct frontier_row;

/* Whether archive and database agree about an answer. */

/* Holds the record of ROW's answer against ROW: its URL, its time, its body, and, for an answer that is
 * stored as it came, the file PATH against the decoded body. TROUBLE becomes what is wrong, NULL for nothing.
 * ROW is invalid afterwards. */
int witness_answer(struct mirror *mirror, const struct frontier_row *row, const char *path,
                   const char **trouble) __attribute__((nonnull(1, 2, 4), warn_unused_result));

/* Whether the database knows the URL of a record: as one of the site, a sitemap or a robots.txt. */
bool witness_knows(struct mirror *mirror, struct span url) __attribute__((nonnull));

#endif
