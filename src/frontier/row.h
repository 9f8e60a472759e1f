/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_ROW_H
#define TIPTOE_FRONTIER_ROW_H

#include "base/span.h"
#include "frontier/archive.h"
#include "frontier/names.h"
#include "frontier/queue.h"

struct buf;
struct frontier;

/* Answers and their results. Only answered URLs have such a row. */

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
                * settled the URL, whose own state may have changed (revisit.h); QUEUED: lost */
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

/* The next stored document (its answer has state DONE, `document` and a path) with an id above AFTER that was
 * last WOVEN before the sequence WOVEN_BELOW (INT64_MAX: any document). ERROR_END at the end. [read] */
struct frontier_document {
    int64_t id, woven, sequence;
};
int frontier_documents(struct frontier *frontier, int64_t after, int64_t woven_below,
                       struct frontier_document *document) CHECKED;

/* Finds the next stored page whose file X.html is beside a folder X/ with files but without X/index.html, or
 * is built by scripts and no other file is X/index.html, and whose URL ends in X. It is the first whose file
 * has a key after AFTER. ERROR_END at the end. [read] */
struct frontier_beside {
    struct span key, path; /* of the file; borrowed until the next call that fills a row */
};
int frontier_beside(struct frontier *frontier, struct span after, struct frontier_beside *beside) CHECKED;

/* Returns whether an answer is a stored page: HTML that has a file. */
bool frontier_is_page(const struct frontier_visit *visit) NONNULL;

/* Finds the next URL with an id above AFTER whose answer has a sequence above ABOVE. ERROR_END at the end.
 * [read] */
int frontier_visits(struct frontier *frontier, int64_t after, int64_t above, struct frontier_row *row)
    CHECKED;

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

/* Returns a bit of each URL that is kept in memory for callers that compute the file that a URL most likely
 * gets: its own answer is in force, and that file shows it. Every change of the row clears the bit. ID has
 * a row. */
bool frontier_has_expected_file(const struct frontier *frontier, int64_t id) __attribute__((nonnull, pure));
void frontier_note_expected_file(struct frontier *frontier, int64_t id) NONNULL;

/* Forgets the expected files of all URLs: others are expected now. */
void frontier_forget_expected_files(struct frontier *frontier) NONNULL;

#endif
