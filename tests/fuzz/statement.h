/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FUZZ_STATEMENT_H
#define TIPTOE_TESTS_FUZZ_STATEMENT_H

#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>

#include "fuzz.h"

/* Statements of targets that edit the database of a mirror with a connection of their own. */

__attribute__((format(printf, 2, 3))) static inline sqlite3_stmt *statement_make(sqlite3 *editor,
                                                                                 const char *format, ...)
{
    char sql[400];
    sqlite3_stmt *statement;
    va_list args;

    va_start(args, format);
    (void)vsnprintf(sql, sizeof sql, format, args);
    va_end(args);
    demand(sqlite3_prepare_v2(editor, sql, -1, &statement, NULL) == SQLITE_OK);
    return statement;
}

/* Runs a statement without results; it can run again. */
static inline void statement_run(sqlite3_stmt *statement)
{
    demand(sqlite3_step(statement) == SQLITE_DONE && sqlite3_reset(statement) == SQLITE_OK);
}

#endif
