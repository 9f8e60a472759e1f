/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_ANSWER_H
#define TIPTOE_TESTS_SERVER_ANSWER_H

#include "expand.h"
#include "site.h"

enum { ANSWER_BYTES = 512 * 1024 * 1024 };
#define ANSWER_NEVER INT64_MAX

/* An answer worked out: the bytes that go over the wire and what happens to the connection meanwhile. */
struct answer {
    struct buf wire;    /* 1xx blocks, head, body in its framing */
    size_t head_len;    /* where the body begins */
    struct buf endless; /* follows the wire again and again; empty: nothing does */
    int64_t end_at;     /* after so many bytes `end` is done; ANSWER_NEVER: after the last */
    enum end_action end;
    uint64_t delay_ms;
    struct drip drip_head, drip_body;
    unsigned status; /* for the log; 0 when raw */
};

void answer_init(struct answer *answer) __attribute__((nonnull));
void answer_release(struct answer *answer) __attribute__((nonnull));

/* Makes the answer to VALUES' request by RULE (NULL: 404). What cannot be made (a file that is not there, a
 * body above ANSWER_BYTES) becomes an answer 500 that says so. */
void answer_make(struct answer *answer, const struct site *site, const struct rule *rule,
                 const struct expansion *values) __attribute__((nonnull(1, 2, 4)));

/* A piece of the wire from the byte FROM on; empty at the end of an answer that has one. */
struct span answer_part(const struct answer *answer, int64_t from) __attribute__((nonnull));

#endif
