/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_EXCHANGE_H
#define TIPTOE_MIRROR_EXCHANGE_H

#include "archive/warc.h"
#include "markup/arena.h"

struct request_purpose;
struct fetch_result;
struct frontier_visit;
struct mirror;

/* One request and its answer as the archive takes them, with the memory of their texts, which serves all
 * answers of a run. Zero it first. */
struct exchange {
    struct warc_exchange warc;
    struct buf url, via, hops, request, response, trouble;
    struct arena texts; /* of warc.original */
    unsigned char digest[DIGEST_MAX_BYTES];
};

void exchange_release(struct exchange *exchange) NONNULL;

/* Fills EXCHANGE afresh, except for what it may repeat. VISIT may be NULL. EXCHANGE borrows from RESULT. */
int exchange_fill(struct exchange *exchange, struct mirror *mirror, const struct request_purpose *purpose,
                  struct fetch_result *result, const struct frontier_visit *visit)
    __attribute__((nonnull(1, 2, 3, 4), warn_unused_result));

/* Removes the answer, and states WHY. */
void exchange_withhold(struct exchange *exchange, struct span why) NONNULL;

/* Makes it a revisit, with --archive all, if the archive already has the body, or if the server answered 304
 * and the archive has the answer in force. */
int exchange_compare(struct exchange *exchange, struct mirror *mirror, const struct request_purpose *purpose,
                     const struct fetch_result *result) CHECKED;

/* Smaller bodies are never revisits: the record would not be smaller. */
enum { EXCHANGE_REPEATED_BYTES = 1024 };

#endif
