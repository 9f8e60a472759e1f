/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_REVISIT_H
#define TIPTOE_FRONTIER_REVISIT_H

#include "base/buf.h"
#include "base/span.h"
#include "frontier/names.h"

struct frontier;
struct frontier_visit;

/* Updates. A URL's row in the table visit is its last useful answer. That row and the file stay in force
 * while the URL is queued for another visit, and also if that visit brings nothing better. frontier_target
 * and frontier_documents use that row. */

/* Queues every answered or failed URL again; its answer stays in force. The start page and dynamic pages come
 * first, the others after new URLs. A page is left out if it answered 410, or in three updates 404 or with
 * the same permanent redirect, and nothing in the mirror links to it; SKIPPED becomes the number of these.
 * With LATEST_MS, which is not 0, those that are still queued come before others, which follow in the order
 * of their last visits up to then.
 */
int frontier_revisit_all(struct frontier *frontier, int64_t latest_ms, uint64_t *skipped) CHECKED;

/* Queues a URL again that was left out of the update in progress. */
int frontier_revisit_gone(struct frontier *frontier, int64_t url) CHECKED;

/* Queues one URL again; its answer stays in force. */
int frontier_revisit(struct frontier *frontier, int64_t url) CHECKED;

/* Moves a queued URL that is visited again among the new ones. */
int frontier_promote(struct frontier *frontier, int64_t url) CHECKED;

/* Settles the URL of ANSWER, which leaves the answer in force because the page is unchanged. RENEWS: its
 * validators (an empty Last-Modified that is not NULL removes that), its place in the archive unless that is
 * 0, and, if it came in full, its date and hints replace those of the answer in force. */
int frontier_not_modified(struct frontier *frontier, const struct frontier_visit *answer, bool renews)
    CHECKED;

/* Settles the URL in the same way, but in ANSWER's state (FAILED, GONE, REDIRECTED or WITHHELD) for its
 * reason, because no page came that can replace the answer in force. */
int frontier_keep_answer(struct frontier *frontier, const struct frontier_visit *answer) CHECKED;

/* An answer that is in the archive, and is not in force until the update ends. */
struct frontier_held {
    int64_t url, requested_ms, duration_ms;
    struct span digest;                              /* of the body, */
    int64_t archive, archive_offset, archive_length; /* its record, */
    struct span wordings; /* and bytes of the caller; both borrowed until the next call */
};

/* Holds an answer, instead of an earlier one of the same URL; frontier_set_place completes its place. */
int frontier_hold(struct frontier *frontier, const struct frontier_held *held) CHECKED;

/* Finds the held answer with the next URL id above AFTER; ERROR_END at the end. */
int frontier_next_held(struct frontier *frontier, int64_t after, struct frontier_held *held) CHECKED;

/* Changes of a URL by one statement. */
enum frontier_edit {
    FRONTIER_DROP_ANSWER, /* ends its answer, because its file was lost or will be removed: it has no target
                           */
    FRONTIER_BECOME_REDIRECT, /* makes the redirect that frontier_keep_answer noted its answer, instead of its
                                 page */
    FRONTIER_WITHHOLD_ANSWER, /* withholds the answer of a withheld URL; the next update requests it in full
                               */
    FRONTIER_RELEASE_PATH,    /* takes its file from it; another URL may claim the path */
    FRONTIER_DROP_HELD        /* deletes its held answer, if it has one */
};
int frontier_edit(struct frontier *frontier, enum frontier_edit edit, int64_t url) CHECKED;

/* The numbers that frontier_count finds. */
enum frontier_count {
    FRONTIER_FILES,          /* files below site/, */
    FRONTIER_FILES_OF_PAGES, /* and those of pages */
    FRONTIER_HAS_FILES,      /* 1 if there is a file */
    FRONTIER_KEPT_PAGES,     /* queued pages whose answer has a file */
    FRONTIER_HAS_MISGUESSES, /* 1 if there are misguessed URLs (links.h) */
    FRONTIER_SHELLS,         /* stored pages that show little until scripts have built them */
    FRONTIER_FIRST_START,    /* the time when the first run started */
    /* These depend on RUN: */
    FRONTIER_PAGES_CHANGED, /* pages that RUN and later runs found changed */
    FRONTIER_RUN_END,       /* the time when RUN ended; one that was killed ended before the next began */
    FRONTIER_LATEST_ANSWER  /* the time of the last request since RUN that brought an answer in force, or left
                               it so */
};

/* Sets COUNT to the number, or to 0 after an error. [read] */
int frontier_count(struct frontier *frontier, enum frontier_count what, int64_t run, uint64_t *count) CHECKED;

/* Returns true if no URL has a file; false also if that cannot be found. */
bool frontier_is_empty(struct frontier *frontier) NONNULL;

/* Records PATH, below site/, before its file is removed, so that a kill in between leaves none behind. */
int frontier_schedule_removal(struct frontier *frontier, struct span path) CHECKED;

/* Sets PATH to one of them. ERROR_END if no file is left. */
int frontier_next_removal(struct frontier *frontier, struct buf *path) CHECKED;

/* Sets HAS to whether a URL has the file PATH, whose path_key() is KEY. */
int frontier_has_file(struct frontier *frontier, struct span path, struct span key, bool *has) CHECKED;

/* Deletes the record of PATH, which was removed. */
int frontier_removal_done(struct frontier *frontier, struct span path) CHECKED;

/* Records a change in this run; by one with a RULE, the URL's file leaves site/. It replaces an earlier one
 * of the same URL and run. */
int frontier_note_change(struct frontier *frontier, int64_t url, enum frontier_change_kind kind,
                         struct span rule) CHECKED;

/* Returns the first run of the last update; 0 if there was no update. [read] */
int64_t frontier_last_update(struct frontier *frontier) NONNULL;

struct frontier_change {
    int64_t run, url;
    int kind;
    int64_t run_started_ms;
    struct span text; /* the URL, */
    struct span rule; /* and the rule that removed its file, or empty; both borrowed until the next call */
};

/* Finds the first change after that of URL in RUN, in the order of runs and URLs. ERROR_END at the end.
 * [read] */
int frontier_next_change(struct frontier *frontier, int64_t run, int64_t url, struct frontier_change *change)
    CHECKED;

#endif
