/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_PAST_H
#define TIPTOE_SERVE_PAST_H

#include "mirror/capture_reader.h"

struct mirror;
struct frontier_row;

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

/* The wishes of a request: TARGET_OWN "at/YYYYMMDDhhmmss" before a target shows it as it was at the end of
 * that second, and TARGET_OWN "changes" before it lists its versions. */
struct past_wish {
    struct span target; /* without the prefix */
    bool has_time;
    int64_t until_us;
    bool wants_changes;
};

void past_read_wish(struct span target, struct past_wish *wish) NONNULL;

/* Appends the target that shows TARGET as it was at this time. */
void past_add_place(struct buf *out, int64_t captured_us, struct span target) NONNULL;

#endif
