/* SPDX-License-Identifier: MIT */
/* Reads the cookies of one site from the database of a browser (Firefox). While the browser is open, it has
 * the database locked, and its newest cookies are only in the log. So the database is opened without locks,
 * and with the index of its log in our memory: nothing is written. A copy of both files would have the
 * cookies of all sites. */
#include "config.h"

#include "frontier/browser_cookies.h"

#include <limits.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/error.h"
#include "url/percent.h"

enum { TRIES = 5 };

/* Cookies of containers, of private windows and of other sites in frames have attributes. Dates are in
 * milliseconds since version 16 of the schema. */
static const char query[] =
    "SELECT iif(isHttpOnly, '#HttpOnly_', '') || host || char(9) || iif(host LIKE '.%', 'TRUE', 'FALSE') ||"
    " char(9) || path || char(9) || iif(isSecure, 'TRUE', 'FALSE') || char(9) ||"
    " iif(expiry > 100000000000, expiry / 1000, expiry) || char(9) || name || char(9) || value"
    " FROM moz_cookies WHERE originAttributes = '' AND name <> ''"
    " AND (host = ?1 OR (host LIKE '.%' AND substr('.' || ?1, -length(host)) = host))"
    " AND NOT host || path || name || value GLOB '*[' || char(1) || '-' || char(31) || ']*' ORDER BY id";

static int read_rows(sqlite3 *db, struct span host, struct buf *lines)
{
    sqlite3_stmt *rows = NULL;
    int code = sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(db, query, -1, &rows, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_text(rows, 1, host.at, (int)host.len, SQLITE_STATIC);
    while (code == SQLITE_OK && (code = sqlite3_step(rows)) == SQLITE_ROW)
        code = buf_add_format(lines, "%s\n", (const char *)sqlite3_column_text(rows, 0)) ? SQLITE_TOOBIG
                                                                                         : SQLITE_OK;
    (void)sqlite3_finalize(rows);
    return code == SQLITE_DONE ? 0 : ERROR_CORRUPT;
}

/* Reads the database once. Without a log, which a closed browser has removed, SQLite would make one unless
 * nothing can change. At the end, it would remove a log without a whole transaction from an open browser. */
static int read_once(const char *file, bool has_log, struct span host, struct buf *lines)
{
    struct buf uri BUF_LOCAL(4 * PATH_MAX);
    sqlite3 *db = NULL;
    int error = ERROR_CORRUPT;

    (void)buf_add_text(&uri, "file:");
    (void)percent_add(&uri, span_of(file), PERCENT_REFERENCE);
    (void)buf_add_text(&uri, has_log ? "?vfs=unix-none" : "?immutable=1");
    if (sqlite3_open_v2(buf_text(&uri), &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) == SQLITE_OK &&
        sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK)
        error = read_rows(db, host, lines);
    (void)sqlite3_close(db);
    return error;
}

/* Returns a number that differs after a change of the file; 0 for one that is missing or empty. */
static int64_t state_of(const char *file)
{
    struct stat about;

    if (stat(file, &about) < 0 || about.st_size == 0)
        return 0;
    return (int64_t)about.st_mtim.tv_sec * 1000000000 + about.st_mtim.tv_nsec + about.st_size;
}

int browser_cookies_read(const char *file, struct span host, struct buf *lines)
{
    struct buf log BUF_LOCAL(PATH_MAX);
    int error = buf_add_format(&log, "%s-wal", file);

    for (int i = 0; i < TRIES && !error; i++) {
        int64_t before = state_of(file), log_before = state_of(buf_text(&log));

        buf_clear(lines);
        error = read_once(file, log_before != 0, host, lines);
        if (state_of(file) == before && state_of(buf_text(&log)) == log_before)
            return error;
        error = 0;
    }
    return error ? error : ERROR_LOCKED;
}
