/* SPDX-License-Identifier: MIT */
/* From stored bytes to a result. Archives differ in what they keep of the framing: chunks may be there or
 * gone, with or without a header that says so. */
#include "config.h"

#include "answer/replay.h"

#include "answer/answer.h"
#include "answer/decode.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/head.h"
#include "base/limits.h"

static void fail(struct answer *answer, enum fetch_outcome outcome, enum fetch_truncation truncation,
                 const char *text)
{
    answer->result.outcome = outcome;
    answer->result.truncation = truncation;
    answer_set_error(answer, text, text);
}

static void digest_payload(struct answer *answer)
{
    struct fetch_result *result = &answer->result;
    struct digest digest;
    struct span payload;
    int error = body_span(&answer->payload, &payload);

    if (error) {
        result->local_error = error;
        fail(answer, FETCH_LOCAL, FETCH_WHOLE, error_text(error));
        return;
    }
    digest_init(&digest, DIGEST_SHA256);
    digest_add(&digest, payload.at, payload.len);
    digest_finish(&digest, result->payload_sha256);
    digest_release(&digest);
}

/* Whether less came than was announced. A length that was not kept in step with a coding that was undone says
 * nothing. */
static bool is_short(const struct replay *received, const struct answer *answer)
{
    struct span length, coding;
    uint64_t announced;

    return head_value(received->framing, "Content-Length", 0, &length) && span_to_u64(length, &announced) &&
           announced > answer->payload.len &&
           !head_value(received->framing, "Content-Encoding", 0, &coding) &&
           !head_value(received->framing, "Transfer-Encoding", 0, &coding);
}

static void judge(const struct replay *received, struct answer *answer, enum decode_result transfer)
{
    struct fetch_result *result = &answer->result;
    struct span location;
    bool moved = head_value(received->head, "Location", 0, &location) && location.len > 0;

    result->outcome = fetch_outcome_of_status(result->status, moved);
    if (result->outcome == FETCH_PROTOCOL)
        answer_set_error(answer, NULL, "a status that answers nothing we asked, or a redirect to nowhere");
    else if (transfer == DECODE_SPOOL)
        fail(answer, FETCH_LOCAL, FETCH_WHOLE, error_text(result->local_error = ERROR_IO));
    else if (received->truncation != FETCH_WHOLE)
        fail(answer, FETCH_PARTIAL, received->truncation, "the archive has only a part of it");
    else if (transfer != DECODE_OK)
        fail(answer, FETCH_PARTIAL, FETCH_CUT_UNSPECIFIED, "the chunks are broken, or the last is missing");
    else if (is_short(received, answer))
        fail(answer, FETCH_PARTIAL, FETCH_CUT_UNSPECIFIED, "shorter than announced");
}

void replay(const struct replay *received, struct answer *answer, struct decoder *decoder)
{
    struct fetch_result *result = &answer->result;
    enum decode_result transfer;
    uint64_t max =
        received->body.len > LIMIT_UNANNOUNCED_BYTES ? received->body.len : LIMIT_UNANNOUNCED_BYTES;

    answer_clear(answer);
    result->started_wall_us = received->started_wall_us;
    result->status = head_status(received->head);
    answer->payload.max = max;
    if (buf_add_span(&answer->url, received->url) != 0 ||
        buf_add_span(&answer->response_head, received->head) != 0) {
        buf_clear(&answer->response_head);
        fail(answer, FETCH_PROTOCOL, FETCH_CUT_UNSPECIFIED, "more headers than the limit");
    } else {
        transfer = decode_transfer(received->framing, received->body, &answer->payload);
        judge(received, answer, transfer);
    }
    digest_payload(answer);
    answer_complete(answer, decoder, false, false);
}
