/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_ROW_H
#define TIPTOE_FRONTIER_ROW_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/next.h"
#include "frontier/visit.h"

/* Reading the rows of single URLs, and walks over the answered ones. */

/* Everything that is known about a URL. Spans are borrowed until the next call that fills a row. */
struct frontier_row {
    struct frontier_item item;
    enum frontier_state state;
    enum frontier_reason reason;
    struct span rule, via, referrer_url;
    bool answered;
    struct frontier_visit visit; /* when answered */
};

/* Returns whether the site has withdrawn the URL of ROW: robots.txt closes it, or its last page must not be
 * stored. An update that has queued it again has not found otherwise yet. */
bool frontier_is_withdrawn(const struct frontier_row *row) __attribute__((nonnull, pure));

/* Finds a row by its id, or by its URL. ERROR_NOT_FOUND if it does not exist. In FRONTIER_READ mode, a lookup
 * by URL reads the whole table. [read] */
int frontier_get(struct frontier *frontier, int64_t id, struct frontier_row *row)
    __attribute__((nonnull, warn_unused_result));
int frontier_get_by_url(struct frontier *frontier, struct span url, struct frontier_row *row)
    __attribute__((nonnull, warn_unused_result));

/* The next stored document (its answer has state DONE, `document` and a path) with an id above AFTER that was
 * last WOVEN before the sequence WOVEN_BELOW (INT64_MAX: any document). ERROR_END at the end. [read] */
struct frontier_document {
    int64_t id, woven, sequence;
};
int frontier_documents(struct frontier *frontier, int64_t after, int64_t woven_below,
                       struct frontier_document *document) __attribute__((nonnull, warn_unused_result));

/* Finds the next stored page above AFTER that shows little until scripts have built it. ERROR_END at the end.
 * [read] */
int frontier_shells(struct frontier *frontier, int64_t after, int64_t *url)
    __attribute__((nonnull, warn_unused_result));

/* Finds the next stored page whose file X.html is beside a folder X/ with files but without X/index.html, or
 * is built by scripts and no other file is X/index.html, and whose URL ends in X. It is the first whose file
 * has a key after AFTER. ERROR_END at the end. [read] */
struct frontier_beside {
    struct span key, path; /* of the file; borrowed until the next call that fills a row */
};
int frontier_beside(struct frontier *frontier, struct span after, struct frontier_beside *beside)
    __attribute__((nonnull, warn_unused_result));

/* Returns whether an answer is a stored page: HTML that has a file. */
bool frontier_is_page(const struct frontier_visit *visit) __attribute__((nonnull));

/* Finds the next URL with an id above AFTER whose answer has a sequence above ABOVE. ERROR_END at the end.
 * [read] */
int frontier_visits(struct frontier *frontier, int64_t after, int64_t above, struct frontier_row *row)
    __attribute__((nonnull, warn_unused_result));

#endif
