/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_OUTAGE_H
#define TIPTOE_UPDATE_OUTAGE_H

#include "extract/wording.h"

struct frontier_row;
struct site;
struct update;

/* A broken site is not a changed site: maintenance, a login, an error in a template or a redirect of
 * everything must neither replace copies nor remove them. An answer that changes the words of a page is
 * therefore held: it is in the archive, and the copy stays. When the update ends, all of them are looked at
 * together with the pages that move. If a large part of what changed has become nearly the same page, or
 * moves to the same page, the copies of these stay, and they are queued again. */

/* The wordings of a page: of its new answer, and of its copy. */
struct outage_change {
    struct wording now, before;
};

enum {
    OUTAGE_GROUPS = 64, /* that are remembered */
    OUTAGE_MOST = 10    /* so many pages in a row that have become the same end a run */
};

/* Pages that have become nearly the same as the first of them, or that move to the same page. One whose copy
 * was like that of the page before it does not count: the copies were only of a few kinds. */
struct outage_group {
    int64_t id; /* of the first, or of the target */
    bool moves;
    uint64_t pages;
    struct outage_change first, last;
};

struct outage {
    struct outage_group groups[OUTAGE_GROUPS];
    uint64_t changed;          /* pages that the update has changed, holds or moves */
    uint64_t kept;             /* of these: those in large groups */
    struct outage_change last; /* that was held, */
    unsigned in_row; /* and how many in a row became the same; 0 after an answer that holds nothing */
};

/* Counts CHANGE, of the page that is held now; NULL: the answer of a page that was as before. */
void outage_note(struct outage *outage, const struct outage_change *change) __attribute__((nonnull(1)));

/* Judges all that is held and moves, and queues the pages again that have become the same. */
int outage_judge(struct update *update) CHECKED;

/* Returns the stored page to which the permanent redirect ROW leads; 0 without one, and for the start page,
 * whose copy stays. The start page is only that of a redirect from its own address at another origin. ROW is
 * invalid afterwards. */
int64_t outage_target(struct site *site, struct frontier_row *row) NONNULL;

#endif
