/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_PAST_H
#define TIPTOE_SERVE_PAST_H

#include "base/buf.h"
#include "mirror/capture_reader.h"
#include "url/url.h"

struct mirror;
struct frontier_row;
struct server_request;

/* A mirror as it was at a time: rows of the frontier with the answer that was in force then, from the
 * archive. */
struct past {
    struct mirror *mirror;
    int64_t until_us; /* set by the caller, */
    size_t forgotten; /* and the bytes of the rules of forget: with others, records are in other places */
    struct capture_reader reader;
    struct url base, location; /* of a redirect of then */
};

/* How a row was changed. */
enum past_row {
    PAST_SAME,    /* the present answer was in force then */
    PAST_CAPTURE, /* the row has the answer of a capture; its body is the reader answer's */
    PAST_NOTHING, /* nothing was reader by then */
    PAST_NOT_KEPT /* something may have been there, but the archive keeps only documents */
};

/* Reads TEXT: a date, a date and a time (base/clock.h), or the number of a run of the mirror, which then
 * ended. False for anything else. */
bool past_parse(struct mirror *mirror, struct span text, int64_t *until_us) CHECKED;

/* Indexes the archive of MIRROR. Always to be followed by past_close. */
int past_open(struct past *past, struct mirror *mirror) CHECKED;
void past_close(struct past *past) NONNULL;

/* Makes ROW what it was then. A page that must not be shown now is not shown. */
int past_recall(struct past *past, struct frontier_row *row, enum past_row *then) CHECKED;

/* Memento (RFC 7089). Every URL of the mirror is its own TimeGate: with Accept-Datetime it is answered as it
 * was then. TARGET_OWN "at/YYYYMMDDhhmmss" before a target is the memento of that second, and TARGET_OWN
 * "timemap" before it lists the mementos. */

/* The wishes of a request. */
struct memento_wish {
    struct span target; /* without the prefix */
    bool has_time;
    int64_t until_us; /* the end of the requested second */
    bool wants_map;
    bool wants_changes; /* TARGET_OWN "changes" before it: its versions, for a reader */
};

/* Returns false if Accept-Datetime is not an HTTP date; the answer is then 400. */
bool memento_read(const struct server_request *request, struct memento_wish *wish) CHECKED;

/* Appends the value of Link for the captured URL with this TARGET at AUTHORITY. */
void memento_add_links(struct buf *out, struct span url, struct span target, const char *authority) NONNULL;

/* Appends the URL of the memento of TARGET of this time. */
void memento_add_place(struct buf *out, int64_t captured_us, struct span target, const char *authority)
    NONNULL;

/* Appends the TimeMap (application/link-format) of ROW's URL: its newest answers, as many as are usual. */
void memento_add_map(struct buf *out, const struct past *past, const struct frontier_row *row,
                     struct span target, const char *authority) NONNULL;

#endif
