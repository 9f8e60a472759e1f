/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_EXCERPT_H
#define TIPTOE_FRONTIER_EXCERPT_H

#include <sqlite3.h>

/* Adds the SQL function excerpt(TABLE, COLUMN) for tables of FTS5: the part of the text of a match that has
 * most of the words that were searched for, with each between the bytes 1 and 2, and "…" where text is left
 * out. For this folder only. Returns a code of SQLite. */
int excerpt_add(sqlite3 *sqlite) CHECKED;

#endif
