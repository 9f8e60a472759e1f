/* SPDX-License-Identifier: MIT */
/* Turns the bytes of an archived answer into a result. Archives differ in the framing: they store the body
 * with or without the chunked coding, and not always with a matching Transfer-Encoding. */
#include "config.h"

#include "answer/replay.h"

#include <errno.h>

#include "answer/answer.h"
#include "answer/decode.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/head.h"
#include "base/limits.h"

static void fail_locally(struct answer *answer, int error)
{
    answer->result.local_error = error;
    answer_fail(answer, FETCH_LOCAL, error_text(error));
}

static void digest_payload(struct answer *answer)
{
    struct fetch_result *result = &answer->result;
    struct digest digest;
    struct span payload;
    int error = body_span(&answer->payload, &payload);

    if (error) {
        fail_locally(answer, error);
        return;
    }
    digest_init(&digest, DIGEST_SHA256);
    digest_add(&digest, payload.at, payload.len);
    digest_finish(&digest, result->payload_sha256);
    digest_release(&digest);
}

/* Judges the body: a truncated one is still an answer, whether the record or only the framing says that it is
 * truncated. The body of a redirect or an error does not matter: browsers' archives lack it. */
static void judge_body(const struct replay *received, struct answer *answer, enum decode_result transfer)
{
    enum fetch_truncation cut = received->truncation;

    if (cut == FETCH_WHOLE && answer->result.outcome == FETCH_OK &&
        (transfer != DECODE_OK || head_announces_more(received->framing, answer->payload.len)))
        cut = FETCH_CUT_UNSPECIFIED;
    answer->result.truncation = cut;
    if (transfer == DECODE_SPOOL)
        fail_locally(answer, error_of_temporary(error_from_errno(errno)));
    else if (cut != FETCH_WHOLE && answer->payload.len == 0 && answer->result.outcome == FETCH_OK)
        answer_fail(answer, FETCH_PARTIAL, "the archive has nothing of the body");
}

static void read_body(const struct replay *received, struct answer *answer)
{
    struct answer_fields framing = {0};
    enum decode_result transfer;

    answer_fields_read(&framing, received->framing);
    transfer = decode_transfer(answer_fields_is_chunked(&framing), received->body, &answer->payload);
    answer_judge_status(answer);
    if (answer->result.outcome != FETCH_PROTOCOL)
        judge_body(received, answer, transfer);
    answer_fields_release(&framing);
}

void replay(const struct replay *received, struct answer *answer, struct decoder *decoder)
{
    uint64_t body_len = received->body.len;

    answer_clear(answer);
    answer->keeps_parts = true;
    answer->result.started_wall_us = received->started_wall_us;
    answer->payload.max = body_len > LIMIT_UNANNOUNCED_BYTES ? body_len : LIMIT_UNANNOUNCED_BYTES;
    if (buf_add_span(&answer->url, received->url) != 0 ||
        buf_add_span(&answer->response_head, received->head) != 0) {
        buf_clear(&answer->response_head);
        answer->result.status = head_status(received->head);
        answer->result.truncation = FETCH_CUT_UNSPECIFIED;
        answer_fail(answer, FETCH_PROTOCOL, "more headers than the limit");
    } else {
        answer_read_head(answer);
        if (answer->result.status == 206 && head_range_is_whole(received->head))
            answer->result.status = 200; /* the range that a client requested was everything */
        read_body(received, answer);
    }
    digest_payload(answer);
    answer_complete(answer, decoder, false, false);
}
