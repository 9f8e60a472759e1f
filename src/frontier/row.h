/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_ROW_H
#define TIPTOE_FRONTIER_ROW_H

#include "base/span.h"
#include "frontier/frontier.h"
#include "frontier/names.h"

struct buf;
struct frontier;

/* The rows of URLs. First queue.c: the known URLs, and changes of their state without an answer. */

/* How a URL is used. These are bits: a URL may be both. A candidate (names.h) has neither, as its use is
 * unknown. */
enum frontier_role { FRONTIER_AS_PAGE = 1, FRONTIER_AS_REQUISITE = 2 };

/* The facts of a known URL that are in memory: its roles, and these. */
enum frontier_flag {
    FRONTIER_IS_REFUSED = 4,
    FRONTIER_IS_SETTLED = 8 /* by an answer, or because no answer came */
};

/* Returns whether a URL with these FLAGS is certainly queued without an answer in force: it then has no file,
 * and the caller need not call frontier_target. For readers and in updates it is always false. */
bool frontier_is_fresh(const struct frontier *frontier, unsigned flags) NONNULL;

/* Returns whether a URL with these FLAGS is certainly refused without an answer in force, so that it has no
 * file. For readers, and after an update, it is always false. */
bool frontier_is_shut(const struct frontier *frontier, unsigned flags) NONNULL;

/* Returns whether the canonical URL has a row, in this spelling or an equivalent one; ID and FLAGS (roles and
 * flags) are then set. Does not access the database. */
bool frontier_known(const struct frontier *frontier, struct span url, int64_t *id, unsigned *flags) NONNULL;

/* A URL to add. All spans are borrowed for the call. */
struct frontier_new {
    struct span url; /* canonical, at most LIMIT_URL_BYTES */
    int64_t origin;  /* from frontier_origin */
    enum frontier_kind kind;
    unsigned roles;              /* enum frontier_role */
    int depth;                   /* links from the start page */
    int64_t referrer;            /* the page it was found on, 0 for the start */
    struct span via;             /* where on that page ("img srcset"); each text is stored once, so use few */
    enum frontier_reason reason; /* none: queued; otherwise refused for this reason */
    struct span
        rule; /* of a refusal: the exact rule, e.g. "line 12: Disallow: /x"; each text is stored once */
};

/* Adds a URL that is not known (a known one is our bug: it dies). ERROR_TOO_LARGE above 2^28 URLs. ID may be
 * NULL. */
int frontier_add(struct frontier *frontier, const struct frontier_new *row, int64_t *id)
    __attribute__((nonnull(1, 2), warn_unused_result));

/* Adds ROW's roles to a known URL. If ROW has no reason, a queued URL also gets the better kind and lesser
 * depth of the two, and a refused one is queued with ROW's kind, depth, referrer and via. An answered or
 * failed URL is not requested again. A candidate that gets a role also gets ROW's kind, in any state. ROW's
 * url and origin are ignored. */
int frontier_want(struct frontier *frontier, int64_t id, const struct frontier_new *row) CHECKED;

/* Makes URL, if it is known, the start page, and all other URLs of that kind ordinary pages. If it was
 * refused, it is queued. */
int frontier_set_start(struct frontier *frontier, struct span url) CHECKED;

/* Queues a settled URL again as if it were new: its attempts start at 0, and its answer and file are no
 * longer in force. */
int frontier_requeue(struct frontier *frontier, int64_t id) CHECKED;

/* Queues a refused URL again; if it has a page in force, that stays. */
int frontier_reconsider(struct frontier *frontier, int64_t id) CHECKED;

/* Sets ID to the first URL with an id above AFTER that was refused for REASON, or failed because of the
 * network, a status or a challenge, which is REASON. ERROR_END at the end. */
int frontier_next_refused(struct frontier *frontier, enum frontier_reason reason, int64_t after, int64_t *id)
    CHECKED;

/* Queues every refused URL again whose reason is REASON, because the option that refused them has changed.
 * Pages that link to them count as woven on a wrong guess (links.h). COUNT becomes their number. */
int frontier_reopen(struct frontier *frontier, enum frontier_reason reason, uint64_t *count) CHECKED;

/* Settles a queued URL without an answer: STATE is FRONTIER_REFUSED or FRONTIER_FAILED. RULE as in
 * frontier_new. */
int frontier_settle(struct frontier *frontier, int64_t id, enum frontier_state state,
                    enum frontier_reason reason, struct span rule) CHECKED;

/* Returns a URL to the queue after ATTEMPTS attempts, to be tried again not before NOT_BEFORE_MS (> 0). */
int frontier_retry(struct frontier *frontier, int64_t id, int attempts, int64_t not_before_ms) CHECKED;

/* Retries of ORIGIN's URLs that are planned after LATEST_MS are planned BY_MS sooner. */
int frontier_retry_sooner(struct frontier *frontier, int64_t origin, int64_t by_ms, int64_t latest_ms)
    CHECKED;

/* The URL to request next, and the URLs in flight. */

struct frontier_item {
    int64_t id, origin, referrer;
    struct span url; /* borrowed until the next frontier_next */
    enum frontier_kind kind;
    unsigned roles;
    int depth;
    int attempts;          /* made before */
    int64_t not_before_ms; /* 0 unless it is to be tried again */
};

/* Finds the best queued URL of ORIGIN whose kind is at most KIND_MAX: first fresh ones by kind and id, then
 * those to be tried again whose time has come, the longest waiting first. It is then in flight: it is not
 * returned again until release, finish, settle or retry is called for it. A page without roles is
 * queued as a page, and returned as a candidate. ERROR_END if no URL is ready. */
int frontier_next(struct frontier *frontier, int64_t origin, enum frontier_kind kind_max, int64_t now_ms,
                  struct frontier_item *item) CHECKED;

/* Notes that ITEM is requested or refused, and not released: it is not queued as a page any more. */
int frontier_take(struct frontier *frontier, const struct frontier_item *item) CHECKED;

/* The `not_before` of a URL that an update revisits. It is in the past, so the URL comes after new ones but
 * does not wait. */
enum { FRONTIER_LATER_MS = 1 };

bool frontier_is_in_flight(const struct frontier *frontier, int64_t id) __attribute__((nonnull, pure));

/* Returns an item to the queue; nothing is written. */
void frontier_release(struct frontier *frontier, int64_t id) NONNULL;

/* Finds the earliest time at which one of ORIGIN's URLs may be tried again; ERROR_NOT_FOUND if none waits. */
int frontier_earliest_retry(struct frontier *frontier, int64_t origin, int64_t *not_before_ms) CHECKED;

/* row.c: answers and their results. Only answered URLs have such a row. */

enum { FRONTIER_DIGEST_BYTES = 32 };

/* How site/ shows an answer. The numbers are those of the table visit. */
enum frontier_document_kind {
    FRONTIER_NO_DOCUMENT, /* as it came, or not at all */
    FRONTIER_DOCUMENT,    /* rewritten: frontier_documents returns it */
    FRONTIER_SHELL        /* the same, of a page that shows little until scripts have built it */
};

/* META DOCUMENT-STATE. The numbers are those of the table visit. */
enum frontier_document_state { FRONTIER_NO_DOCUMENT_STATE, FRONTIER_STATIC, FRONTIER_DYNAMIC };

/* Each column of the table visit has a member of its name. */
struct frontier_visit {
    int64_t url;
    enum frontier_state
        state; /* written: any except QUEUED and REFUSED. Read: the state in which the answer
                * settled the URL, whose own state may have changed (revisit.c); QUEUED: lost */
    enum frontier_reason reason; /* of FAILED, GONE and WITHHELD */
    struct span rule;            /* of WITHHELD: the META tag or header */
    int gone;                    /* written, of GONE and REDIRECTED: what it adds to url.gone; -1: that
                                  * becomes 1 */
    int attempts;                /* made in all */
    int64_t requested_ms;        /* the request's start */
    int64_t duration_ms;
    int status;          /* HTTP status */
    struct span outcome; /* how the transfer ended, one word; empty: normally */
    struct span content_type, etag, last_modified;
    int64_t wire_bytes, plain_bytes; /* of the body, before and after decoding */
    struct span digest;              /* of the body as received: FRONTIER_DIGEST_BYTES, or empty */
    struct span file_digest;         /* of its file, if that is neither a document nor the body as received */
    enum frontier_document_kind document;
    int64_t archive; /* id of the archive's file; 0 if it is not in the archive */
    int64_t archive_offset, archive_length;
    int64_t redirect_to;           /* in state REDIRECTED: the URL's id; see also frontier_is_same */
    struct span redirect_fragment; /* the fragment of Location, with its '#' */
    struct span title;
    struct span preferences; /* the site's preferences about uses of the page, as written, one to a line; each
                              * text is stored once */
    struct span robots_terms; /* META robots and X-Robots-Tag terms that were obeyed */
    int64_t unavailable_ms;   /* unavailable_after in the future; 0: none */
    enum frontier_document_state document_state;
    struct span meta_url, canonical; /* the addresses that the page prefers */
    int64_t shown;                   /* what the page shows, as a number to compare */
    struct span path;                /* its file below site/, from frontier_claim_path; empty: none */
    /* Only the frontier sets these: */
    int64_t run;
    int64_t sequence;          /* from 1, in the order in which answers were settled, over all runs */
    int64_t woven;             /* the greatest sequence when it was last woven; 0: never */
    int64_t seen_run, seen_ms; /* the last request that left it in force, or its own */
    int seen_status;
    bool damaged; /* frontier_set_damaged */
};

/* Returns whether the answer is stored, but only the part that an imported archive has. */
static inline bool frontier_is_cut(const struct frontier_visit *visit)
{
    return visit->state == FRONTIER_DONE && visit->reason == FRONTIER_BY_CUT;
}

/* Returns whether the answer is a page or file that another URL has: `redirect_to`, whose file it shares. */
static inline bool frontier_is_same(const struct frontier_visit *visit)
{
    return visit->state == FRONTIER_REDIRECTED && visit->status < 300;
}

/* Returns the position of the record of an answer; archive 0: it has none. */
static inline struct frontier_place frontier_place_of(const struct frontier_visit *visit)
{
    return (struct frontier_place){visit->archive, visit->archive_offset, visit->archive_length};
}

/* Settles a URL with its answer, which replaces an older one. The URL is then no longer in flight. */
int frontier_finish(struct frontier *frontier, const struct frontier_visit *visit) CHECKED;

/* Returns the sequence of the last finished URL; 0 before the first. */
int64_t frontier_sequence(const struct frontier *frontier) NONNULL;

/* Increments the sequence without a finished URL, so that pages woven afterwards differ from those woven
 * before. */
void frontier_count_on(struct frontier *frontier) NONNULL;

/* Makes PATH (below site/) the file of URL; it replaces an earlier path. KEY is the path as seen by file
 * systems that ignore case: two paths with the same key are the same file. Returns 0 (also if URL already has
 * this path), or ERROR_LOCKED if another URL, returned in HOLDER, has the file, or has a file where the path
 * needs a directory, or a directory where the path needs a file. */
int frontier_claim_path(struct frontier *frontier, int64_t url, struct span path, struct span key,
                        int64_t *holder) CHECKED;

/* Sets URL to the one whose file has this key. ERROR_NOT_FOUND if no file has it. [read] */
int frontier_file_holder(struct frontier *frontier, struct span key, int64_t *url) CHECKED;

/* Notes whether the answer's file or original is DAMAGED or missing. A new answer is not. */
int frontier_set_damaged(struct frontier *frontier, int64_t url, bool damaged) CHECKED;

/* Notes that the document was woven when SEQUENCE was the last sequence. */
int frontier_set_woven(struct frontier *frontier, int64_t url, int64_t sequence) CHECKED;

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
int frontier_get(struct frontier *frontier, int64_t id, struct frontier_row *row) CHECKED;
int frontier_get_by_url(struct frontier *frontier, struct span url, struct frontier_row *row) CHECKED;

/* Finds a row by its id in the same way; its spans are borrowed from TEXTS, whose content they replace. */
enum { FRONTIER_ROW_BYTES = 16 << 20 }; /* the maximum of TEXTS */
int frontier_get_into(struct frontier *frontier, int64_t id, struct frontier_row *row, struct buf *texts)
    CHECKED;

/* The next stored document (its answer has state DONE, `document` and a path) with an id above AFTER.
 * ERROR_END at the end. [read] */
struct frontier_document {
    int64_t id, sequence; /* of the URL, and of its answer */
};
int frontier_documents(struct frontier *frontier, int64_t after, struct frontier_document *document) CHECKED;

/* Finds the next stored page whose file X.html is beside a folder X/ with files but without X/index.html, or
 * is built by scripts and no other file is X/index.html, and whose URL ends in X. It is the first whose file
 * has a key after AFTER. ERROR_END at the end. [read] */
struct frontier_beside {
    struct span key, path; /* of the file; borrowed until the next call that fills a row */
};
int frontier_beside(struct frontier *frontier, struct span after, struct frontier_beside *beside) CHECKED;

/* Returns whether an answer is a stored page: HTML that has a file. */
bool frontier_is_page(const struct frontier_visit *visit) NONNULL;

/* Finds the next URL with an id above AFTER that has an answer, or the last below BEFORE whose answer has a
 * greater sequence than SEQUENCE. ERROR_END at the end. [read] */
int frontier_visits(struct frontier *frontier, int64_t after, struct frontier_row *row) CHECKED;
int frontier_visits_above(struct frontier *frontier, int64_t sequence, int64_t before,
                          struct frontier_row *row) CHECKED;

/* URLs with files that an update may remove. */
enum frontier_leaving {
    FRONTIER_GONE_FILES,     /* the URL is gone */
    FRONTIER_WITHDRAWN_FILES /* it is refused, withheld or redirected, and its page is in force */
};

/* Finds the next such URL with an id above AFTER. ERROR_END at the end. */
int frontier_next_leaving(struct frontier *frontier, enum frontier_leaving which, int64_t after,
                          struct frontier_row *row) CHECKED;

/* How a URL was found. */
struct frontier_hop {
    enum frontier_kind kind;
    int64_t referrer;     /* 0: none */
    struct span via, url; /* borrowed until the next frontier_hop; VIA is cut to 256 characters */
};
int frontier_hop(struct frontier *frontier, int64_t id, struct frontier_hop *hop) CHECKED;

/* The target of a link in the mirror. */
struct frontier_target {
    int64_t id;                /* of the last URL, after all redirects */
    enum frontier_state state; /* of that URL; REDIRECTED if there are more than LIMIT_REDIRECTS redirects */
    struct span path; /* its file below site/, borrowed until the next call of the frontier; empty: none */
    struct span
        fragment; /* of the last redirect that has one, borrowed as well; it replaces that of the link */
};

/* Follows the recorded redirects. Repeated calls for the same ids use a bounded cache, which every change of
 * a row updates. ERROR_NOT_FOUND for an id without a row. */
int frontier_target(struct frontier *frontier, int64_t id, struct frontier_target *target) CHECKED;

/* Follows them from a URL in the same way; finds it as frontier_get_by_url. */
int frontier_target_of(struct frontier *frontier, struct span url, struct frontier_target *target) CHECKED;

/* Returns a bit of each URL that is kept in memory for callers that compute the file that a URL most likely
 * gets: its own answer is in force, and that file shows it. Every change of the row clears the bit. ID has
 * a row. */
bool frontier_has_expected_file(const struct frontier *frontier, int64_t id) __attribute__((nonnull, pure));
void frontier_note_expected_file(struct frontier *frontier, int64_t id) NONNULL;

/* Forgets the expected files of all URLs: others are expected now. */
void frontier_forget_expected_files(struct frontier *frontier) NONNULL;

/* revisit.c: updates. A URL's row in the table visit is its last useful answer. That row and the file stay in
 * force while the URL is queued for another visit, and also if that visit brings nothing better.
 * frontier_target and frontier_documents use that row. */

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

/* Changes by one statement, of one URL or of all (then URL is 0). */
enum frontier_edit {
    FRONTIER_DROP_ANSWER, /* ends its answer, because its file was lost or will be removed: it has no target
                           */
    FRONTIER_BECOME_REDIRECT, /* makes the redirect that frontier_keep_answer noted its answer, instead of its
                                 page */
    FRONTIER_WITHHOLD_ANSWER, /* withholds the answer of a withheld URL; the next update requests it in full
                               */
    FRONTIER_RELEASE_PATH,    /* takes its file from it; another URL may claim the path */
    FRONTIER_DROP_HELD,       /* deletes its held answer, if it has one */
    FRONTIER_REQUEUE_SITEMAPS,  /* queues all sitemaps again */
    FRONTIER_FORGET_MISGUESSES, /* all of them, because all pages were woven again */
    FRONTIER_ADD_SHELLS         /* adds a view of each page that scripts build */
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
