/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_ANSWER_H
#define TIPTOE_TESTS_SERVER_ANSWER_H

#include "expand.h"
#include "site.h"

enum { ANSWER_BYTES = 512 * 1024 * 1024 };
#define ANSWER_NEVER INT64_MAX

/* A complete answer: its bytes on the wire, and the treatment of the connection. */
struct answer {
    struct buf wire;    /* 1xx blocks, head, body in its framing */
    size_t head_len;    /* the offset of the body */
    struct buf endless; /* repeated after the wire, unless it is empty */
    int64_t end_at;     /* the number of bytes before `end`; ANSWER_NEVER: all */
    enum end_action end;
    uint64_t delay_ms;
    uint64_t hold; /* wait until this number of requests is open */
    struct drip drip_head, drip_body;
    unsigned status; /* for the log; 0 if raw */
};

void answer_init(struct answer *answer) __attribute__((nonnull));
void answer_release(struct answer *answer) __attribute__((nonnull));

/* Makes the answer of RULE (NULL: 404) to the request in VALUES. If that fails (a missing file, a body above
 * ANSWER_BYTES), the answer is 500 with the reason. */
void answer_make(struct answer *answer, const struct site *site, const struct rule *rule,
                 const struct expansion *values) __attribute__((nonnull(1, 2, 4)));

/* Some bytes of the wire from FROM on; empty at the end, if the answer has one. */
struct span answer_part(const struct answer *answer, int64_t from) __attribute__((nonnull));

#endif
