/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_RECORD_CHECK_H
#define TIPTOE_MIRROR_RECORD_CHECK_H

#include "base/span.h"

struct mirror;
struct frontier_row;

/* Compares answers in the database with their records in the archive. */

/* Compares the record of ROW's answer with ROW: URL, time and body. For an answer that is stored as it came,
 * also compares the file PATH with the decoded body. TROUBLE describes a difference; NULL: they agree. ROW is
 * invalid afterwards. */
int record_check_answer(struct mirror *mirror, const struct frontier_row *row, const char *path,
                        const char **trouble) __attribute__((nonnull(1, 2, 4), warn_unused_result));

/* Returns whether the database has the URL of a record, as a URL of the site, a sitemap or a robots.txt. */
bool record_check_knows_url(struct mirror *mirror, struct span url) __attribute__((nonnull));

#endif
