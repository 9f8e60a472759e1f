/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_IDENTIFY_H
#define TIPTOE_FRONTIER_IDENTIFY_H

#include "frontier/db.h"

/* Checks that the database is of FORMAT and has nothing else in it, creates its tables or upgrades it as MODE
 * allows. Writes nothing into a file that is not ours. 0 or a negative enum error, which db_error_text
 * describes. */
int identify(struct db *db, const struct db_format *format, enum db_mode mode)
    __attribute__((nonnull, warn_unused_result));

#endif
