/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_STATEMENT_H
#define TIPTOE_FRONTIER_STATEMENT_H

#include "frontier/db.h"

/* Every statement by its name in statements.sql. For this folder only. */
enum statement {
#include "frontier/statement_names.h"
    STATEMENT_COUNT
};

/* The format of mirror.db. */
extern const struct db_format mirror_format;

#endif
