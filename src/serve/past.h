/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_PAST_H
#define TIPTOE_SERVE_PAST_H

#include <stdbool.h>
#include <stdint.h>

#include "mirror/capture_reader.h"
#include "url/url.h"

struct mirror;
struct frontier_row;

/* A mirror as it was at a time: rows of the frontier with the answer that was in force then, from the
 * archive. */
struct past {
    struct mirror *mirror;
    int64_t until_us; /* set by the caller */
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

/* Reads TEXT: a date, a date and a time (base/moment.h), or the number of a run of the mirror, which then
 * ended. False for anything else. */
bool past_parse(struct mirror *mirror, struct span text, int64_t *until_us)
    __attribute__((nonnull, warn_unused_result));

/* Indexes the archive of MIRROR. Always to be followed by past_close. */
int past_open(struct past *past, struct mirror *mirror) __attribute__((nonnull, warn_unused_result));
void past_close(struct past *past) __attribute__((nonnull));

/* Makes ROW what it was then. A page that must not be shown now is not shown. */
int past_recall(struct past *past, struct frontier_row *row, enum past_row *then)
    __attribute__((nonnull, warn_unused_result));

/* Sets TIMES to those of the answers of ROW that can be shown, the newest first, at most ROOM; returns how
 * many. ROW is as it is now. */
size_t past_times(const struct past *past, const struct frontier_row *row, int64_t *times, size_t room)
    __attribute__((nonnull));

#endif
