/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_CAPTURE_H
#define TIPTOE_MIRROR_CAPTURE_H

#include "archive/warc.h"
#include "base/buf.h"
#include "base/span.h"

struct cause;
struct fetch_result;
struct frontier_visit;
struct mirror;

/* One request and its answer for the archive, with the memory that it borrows. */
struct capture {
    struct warc_capture warc;
    struct buf url, via, hops, request, response, trouble;
    struct buf original; /* the texts of warc.original */
    unsigned char digest[DIGEST_MAX_BYTES];
};

void capture_init(struct capture *capture) __attribute__((nonnull));
void capture_release(struct capture *capture) __attribute__((nonnull));

/* Fills CAPTURE, except for what it may repeat. VISIT may be NULL. CAPTURE borrows from RESULT. */
int capture_fill(struct capture *capture, struct mirror *mirror, const struct cause *cause,
                 struct fetch_result *result, const struct frontier_visit *visit)
    __attribute__((nonnull(1, 2, 3, 4), warn_unused_result));

/* Removes the answer, and states WHY. */
void capture_withhold(struct capture *capture, struct span why) __attribute__((nonnull));

/* With --archive all: makes it a revisit if the archive already has the body, or if the server answered 304
 * and the archive has the answer in force. */
int capture_compare(struct capture *capture, struct mirror *mirror, const struct cause *cause,
                    const struct fetch_result *result) __attribute__((nonnull, warn_unused_result));

/* Smaller bodies are never revisits: the record would not be smaller. */
enum { CAPTURE_REPEATED_BYTES = 1024 };

#endif
