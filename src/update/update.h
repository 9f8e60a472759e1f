/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_UPDATE_H
#define TIPTOE_UPDATE_UPDATE_H

#include "base/buf.h"
#include "base/span.h"
#include "extract/visible.h"
#include "frontier/row.h"

struct frontier_ids;
struct origin;
struct original;
struct site;
struct url;

/* outage.c: a broken site is not a changed site: maintenance, a login, an error in a template or a redirect
 * of everything must neither replace copies nor remove them. An answer that changes the words of a page is
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

/* A redirect of the start page that was not followed. */
struct unfollowed {
    int status;        /* of the answer; 0: no redirect was refused */
    struct buf target; /* its target */
};

/* An update: every URL of a finished mirror is queued again and requested conditionally. Until its new answer
 * comes, and if that is not better, the old answer and its file stay. Any command that continues the mirror
 * continues an interrupted update. A run has one struct update, whether an update is in progress or not
 * (site_is_updating). */
struct update {
    struct site *site;
    int64_t run;      /* that began it */
    uint64_t guarded; /* files that were to be removed and were kept, because they are most of the mirror */
    bool removes;     /* files are scheduled for removal */
    bool stale;
    bool suspended; /* robots.txt disallows the start page, which it did not before */
    struct unfollowed unfollowed;
    struct outage outage;
};

/* Makes an update of SITE, which outlives it. */
void update_init(struct update *update, struct site *site) NONNULL;
void update_release(struct update *update) NONNULL;

/* Finds the update in progress, if there is one, and says so. It is STALE if no page has answered for a day:
 * it then starts again, after the answers that it has held were taken. */
int update_find(struct update *update) CHECKED;

/* Begins an update at the start of RUN, if the settings request one and the mirror is finished, or if the one
 * in progress is stale. */
int update_begin(struct update *update, int64_t run) CHECKED;

/* Ends the update once the queue is empty. */
int update_end(struct update *update) CHECKED;

/* Suspends the update because robots.txt disallows the start page now. That may be a temporary mistake: the
 * run must stop and removes nothing, and an update that continues reads robots.txt again. */
int update_suspend(struct update *update) CHECKED;

/* Sets WHOLE to whether the answer of ROW and its file may stay as they are: the file is there and whole, and
 * no damage was noted. Writes a missing document again from its original, and notes other damage. What ROW
 * borrows is invalid afterwards. */
int update_check_copy(struct site *site, const struct frontier_row *row, bool *whole) CHECKED;

/* Takes a page of KIND, whose answer has come, off the pages that --max-pages counts as still to come. */
void update_page_done(struct site *site, enum frontier_kind kind) NONNULL;

/* Applies the lastmod of a sitemap, which says that the URL last changed at MODIFIED_MS or before. If that is
 * later than the copy, the URL is requested first; otherwise, if the settings trust sitemaps, it counts as
 * unchanged without a request. */
int update_apply_lastmod(struct site *site, int64_t id, int64_t modified_ms) CHECKED;

/* Queues the gone URLs that PAGE links to, because it is back, unchanged, after it was gone. */
int update_queue_gone_links(struct site *site, int64_t page) CHECKED;

/* Sets SKIPS to whether the page of ITEM, whose turn has come, says that it is static and its last answer is
 * recent enough. It then counts as unchanged without a request. */
int update_skip_static(struct site *site, const struct frontier_item *item, bool *skips) CHECKED;

/* Refuses the URL for REASON, without a request. Its file stays until the update ends. In an update,
 * --max-pages and --max-bytes refuse no URL that has an earlier answer without a file: it keeps that. */
int update_refuse(struct site *site, const struct frontier_item *item, enum frontier_reason reason,
                  struct span rule) CHECKED;

/* Queues the URLs again that options of the last run refused and those of this run allow, and after a change
 * of limits all URLs that the limits refused; these are judged again when their turn comes. */
int update_reopen(struct site *site) CHECKED;

/* removal.c: which files are removed from site/, and when: only at the end of a complete update, and never
 * more than half of all files unless the user insists. A file is removed because of what the site says (a
 * line of robots.txt, NOINDEX, NOARCHIVE, a permanent redirect to another stored page) or the user (options,
 * --delete), never because a request failed. Until then the frontier has the new state of the URL beside the
 * old answer. */

/* Schedules the removal of the file PATH of the URL with this id, for after the next commit. REPLACED: the
 * URL has another file now. */
int removal_schedule(struct update *update, int64_t id, struct span path, bool replaced) CHECKED;

/* Removes the scheduled files, except those that a URL has claimed since. The decisions must be committed. */
int removal_remove_files(struct update *update) CHECKED;

/* Removes the files of URLs that are refused, withheld or permanently redirected now. If these are more than
 * half, removes none, and sets update->guarded to their number. */
int removal_of_withdrawn(struct update *update) CHECKED;

/* Removes and lists the files of URLs that are gone, for --delete, unless they are more than half. */
int removal_of_gone(struct update *update) CHECKED;

/* outage.c: see struct outage_change. */

/* Counts CHANGE, of the page that is held now; NULL: the answer of a page that was as before. */
void outage_note(struct outage *outage, const struct outage_change *change) __attribute__((nonnull(1)));

/* Judges all that is held and moves, and queues the pages again that have become the same. */
int outage_judge(struct update *update) CHECKED;

/* Returns the stored page to which the permanent redirect ROW leads; 0 without one, and for the start page,
 * whose copy stays. The start page is only that of a redirect from its own address at another origin. ROW is
 * invalid afterwards. */
int64_t outage_target(struct site *site, struct frontier_row *row) NONNULL;

/* start_page.c: where the site is: at the start page that the user named, or at the end of its redirects. A
 * redirect moves the site only while nothing is stored; later, only the user does (--moved-to). */

/* Returns whether the URL with this id is the start page, or the end of its redirects. */
bool start_page_is(struct site *site, int64_t id) NONNULL;

/* Returns whether the run cannot continue without the URL with this id: start_page_is, and in a first run its
 * redirect is not to be requested again. */
bool start_page_is_needed(struct site *site, int64_t id) NONNULL;

/* Returns whether the rules of ORIGIN, which are known, disallow the page at which the site is. */
bool start_page_is_disallowed(struct site *site, const struct origin *origin) NONNULL;

enum start_page_verdict {
    START_PAGE_STAYS,     /* not of the start page, to the same target as before, or to a page of the site */
    START_PAGE_MOVES,     /* nothing is stored, so the site is at the target (site_move) */
    START_PAGE_UNFOLLOWED /* the run must stop; update->unfollowed says why */
};

/* Judges a redirect with STATUS from ITEM to TARGET by what it means for the site. */
int start_page_judge_redirect(struct update *update, const struct frontier_item *item,
                              const struct url *target, int status, enum start_page_verdict *verdict) CHECKED;

/* Moves the site back to URL, which has this id and answers with a page, if its redirects had moved the site
 * to another origin. */
int start_page_undo_move(struct update *update, int64_t id, const struct url *url) CHECKED;

/* Returns whether the update in progress has undone a move. */
bool start_page_has_returned(const struct update *update) NONNULL;

/* revisit.c: a URL whose new answer is taken, with its earlier answer, which is in force until a better one
 * comes. */
struct revisit {
    struct update *update;
    const struct frontier_item *item; /* the URL; borrowed since revisit_begin */
    struct frontier_visit earlier; /* url 0: none; in state QUEUED, nothing is in force. Damaged: its file or
                                    * its original is, or it is cut off, so the new answer replaces it */
    bool says_same;   /* the new answer, whose body differs, says the same except times and tokens */
    bool refreshed;   /* the new answer has another Refresh header, which its copy has as META */
    struct buf texts; /* of the earlier answer */
    struct outage_change change; /* of revisit_compare */
    struct buf rule;             /* of revisit_expiry_rule */
};

/* Makes a revisit for UPDATE, which outlives it. */
void revisit_init(struct revisit *revisit, struct update *update) NONNULL;
void revisit_release(struct revisit *revisit) NONNULL;

/* Sets ETAG and LAST_MODIFIED to the validators for a conditional request for the URL with this id, if it has
 * any and its file is whole; borrowed until the frontier reads a row. */
int revisit_validators(struct site *site, int64_t id, struct span *etag, struct span *last_modified) CHECKED;

/* Reads the earlier answer of ITEM. Called before its new answer is taken; ITEM outlives that. */
int revisit_begin(struct revisit *revisit, const struct frontier_item *item) CHECKED;

/* Finds the original of the earlier answer, if that is a document in force, as original_find does. */
int revisit_find_copy(const struct revisit *revisit, struct original *original, bool *found) CHECKED;

/* Returns whether the earlier answer must not be stored any more, because the date of its unavailable_after
 * has passed. */
bool revisit_has_expired(const struct revisit *revisit) NONNULL;

/* Returns the rule that then withholds it; borrowed until the next call. */
struct span revisit_expiry_rule(struct revisit *revisit) NONNULL;

/* Returns whether VISIT has the header and the body of the earlier answer, so that it need not be stored. */
bool revisit_is_identical(const struct revisit *revisit, const struct frontier_visit *visit) NONNULL;

/* Compares REFRESH, the Refresh header of the new answer, and the words of PAGE with those of the earlier
 * answer. PAGE is NULL for an answer that says that nothing has changed. HOLDS becomes whether the new answer
 * must not be in force before the end of the update (outage.c). */
int revisit_compare(struct revisit *revisit, struct span refresh, const struct wording_page *page,
                    struct visible *visible, bool *holds)
    __attribute__((nonnull(1, 4, 5), warn_unused_result));

/* Holds VISIT, which is in the archive and was compared; the earlier answer stays in force. */
int revisit_hold(struct revisit *revisit, const struct frontier_visit *visit) CHECKED;

/* Queues the URL again after a pause and after everything else. */
int revisit_retry_later(struct revisit *revisit) CHECKED;

/* Settles the URL as its earlier answer did, because VISIT says that nothing has changed. */
int revisit_not_modified(struct revisit *revisit, const struct frontier_visit *visit) CHECKED;

/* Settles URL as VISIT says, which is not a page, with LINKS unless they are NULL. Keeps the earlier answer
 * if it is better: a failure never replaces it, and a redirect or a directive removes a page only when the
 * update ends (removal.c). */
int revisit_settle(struct revisit *revisit, const struct frontier_visit *visit, const struct url *url,
                   const struct frontier_ids *links) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Schedules the removal of an older file and the weaving of pages that expected another one, after VISIT of
 * URL was given to the frontier. PATH is its file, or empty. */
int revisit_finish(struct revisit *revisit, const struct frontier_visit *visit, const struct url *url,
                   struct span path) CHECKED;

#endif
