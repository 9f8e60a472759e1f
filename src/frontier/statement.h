/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_STATEMENT_H
#define TIPTOE_FRONTIER_STATEMENT_H

#include "frontier/db.h"

/* Every statement by name; statement.c has the SQL. For this folder alone. */
enum statement {
    URL_ALL,
    URL_ADD,
    URL_FACTS,
    URL_SET_ROLES,
    URL_PROMOTE,
    URL_QUEUE,
    URL_REQUEUE,
    URL_RETRY,
    URL_SETTLE,
    URL_NEXT_REFUSED,
    URL_NEXT_SETTLED,
    URL_REVISIT,
    URL_KEEP,
    URL_FIND,
    QUEUE_FRESH,
    QUEUE_AGAIN,
    QUEUE_EARLIEST,
    QUEUE_WALK,
    ROW_GET,
    ROW_NEXT_DOCUMENT,
    ROW_NEXT_VISIT,
    TARGET_GET,
    VISIT_SET,
    VISIT_SET_WOVEN,
    VISIT_SEEN,
    VISIT_STATE,
    VISIT_LOSE,
    FILE_SET,
    FILE_HOLDER,
    FILE_BELOW,
    FILE_RELEASE,
    FILE_COUNT,
    LEAVING_ADD,
    LEAVING_NEXT,
    LEAVING_DONE,
    GONE_NEXT,
    CHANGE_SET,
    CHANGE_NEXT,
    LINKS_SET,
    LINKS_GET,
    ORIGIN_ALL,
    ORIGIN_ADD,
    ORIGIN_SET,
    ORIGIN_TEXT,
    ROBOTS_SET,
    ROBOTS_GET,
    RULE_ALL,
    RULE_ADD,
    VIA_ALL,
    VIA_ADD,
    ARCHIVE_ADD,
    ARCHIVE_SET,
    ARCHIVE_NEXT,
    MISGUESS_SET,
    MISGUESS_FIRST,
    MISGUESS_FORGET,
    SETTING_SET,
    SETTING_GET,
    RUN_ADD,
    RUN_END,
    RUN_SET_SEQUENCE,
    RUN_LAST,
    TALLY_ALL,
    TALLY_SET,
    STATEMENT_COUNT
};

/* The format of mirror.db. */
extern const struct db_format mirror_format;

#endif
