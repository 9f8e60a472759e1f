/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_EXIT_STATUS_H
#define TIPTOE_BASE_EXIT_STATUS_H

#include <stdbool.h>

/* All exit statuses of the program: name, number, and the words for it. tests/style/manual.sh compares the
 * manual and README.md with this list. 69 and 75 are those of sysexits.h. */
#define EXIT_STATUSES(ROW)                                                                                   \
    /* the work is done, or a question is answered with yes */                                               \
    ROW(EXIT_COMPLETE, 0, "complete")                                                                        \
    /* the disk or the database failed, or a question is answered with no */                                 \
    ROW(EXIT_LOCAL, 1, "local failure")                                                                      \
    ROW(EXIT_USAGE, 2, "usage error")                                                                        \
    ROW(EXIT_FORBIDDEN, 3, "robots.txt closes the start page")                                               \
    ROW(EXIT_SOME_FAILED, 4, "complete, but some URLs failed")                                               \
    /* a person must decide: a job queue does not start the job again (EX_UNAVAILABLE) */                    \
    ROW(EXIT_UNAVAILABLE, 69, "the start page is not available")                                             \
    /* before the end; the same command continues */                                                         \
    ROW(EXIT_STOPPED, 75, "stopped")

#define EXIT_STATUS_NUMBER(name, number, text) name = number,
enum exit_status { EXIT_STATUSES(EXIT_STATUS_NUMBER) };
#undef EXIT_STATUS_NUMBER

/* Returns the words for STATUS. */
static inline const char *exit_status_text(enum exit_status status)
{
#define EXIT_STATUS_TEXT(name, number, text)                                                                 \
    case name:                                                                                               \
        return text;
    switch (status) {
        EXIT_STATUSES(EXIT_STATUS_TEXT)
    }
#undef EXIT_STATUS_TEXT
    return "unknown";
}

/* Returns true if a run that ended with STATUS has left nothing to do. */
static inline bool exit_status_is_complete(int status)
{
    return status == EXIT_COMPLETE || status == EXIT_SOME_FAILED;
}

#endif
