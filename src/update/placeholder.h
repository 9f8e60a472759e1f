/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_PLACEHOLDER_H
#define TIPTOE_UPDATE_PLACEHOLDER_H

#include "base/digest.h"
#include "base/span.h"
#include "frontier/archive.h"

struct link_list;
struct site;
struct visible;

/* A placeholder: one page, about maintenance or a login, that a site sends with status 200 at every URL. In
 * an update it must not replace the copies of pages that differed. */
struct placeholder {
    bool has_last, has_common;
    int64_t last_id;                                              /* the last page, */
    unsigned char last[DIGEST_MAX_BYTES], mark[DIGEST_MAX_BYTES]; /* its digest, and that of what it shows, */
    unsigned char before[DIGEST_MAX_BYTES];                       /* and its copy */
    struct frontier_place copy;
    unsigned char common[DIGEST_MAX_BYTES]; /* of what the placeholder shows; saved: it may be there
                                             * for weeks */
    unsigned in_row;                        /* answers with that page since another one */
};

/* So many answers in a row end the run. */
enum { PLACEHOLDER_MOST = 10 };

/* A page that answers with status 200 or 304, and its copy. */
struct placeholder_page {
    int64_t id;
    struct span digest, before;    /* digests of the page and of the copy */
    struct span bytes, type;       /* of the page; empty if its digest has to do */
    const struct link_list *links; /* NULL: not read */
    struct frontier_place copy;    /* its record; archive 0: it has none */
    struct visible *visible;       /* to read what pages show */
};

/* Recalls the placeholder that was noticed before, when an update begins or continues. */
int placeholder_recall(struct placeholder *placeholder, struct site *site)
    __attribute__((nonnull, warn_unused_result));

/* Sets IS_PLACEHOLDER to whether PAGE is the placeholder and would replace a copy that differs. When the
 * placeholder is first noticed, the copy that it replaced is queued again. */
int placeholder_judge(struct placeholder *placeholder, struct site *site, const struct placeholder_page *page,
                      bool *is_placeholder) __attribute__((nonnull, warn_unused_result));

#endif
