/* SPDX-License-Identifier: MIT */
/* Requests the rest of a body that was cut off, and checks that an answer has just that. */
#include "config.h"

#include "fetch/transfer.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "base/file.h"

/* Longer heads are not kept with the beginning of a body. */
enum { HEAD_MAX = 8 * 1024 };

struct span part_range(const struct fetch_part *part, char text[PART_RANGE_SIZE])
{
    if (!part)
        return span_of("");
    (void)snprintf(text, PART_RANGE_SIZE, "bytes=%" PRIu64 "-", part->len);
    return span_of(text);
}

struct span part_version(const struct fetch_part *part, struct answer_fields *known)
{
    if (!part)
        return span_of("");
    answer_fields_read(known, part->head);
    return answer_version(known);
}

/* Returns whether the answer has the rest of PART, of the same version. */
static bool is_rest(const struct answer *answer, const struct fetch_part *part)
{
    struct answer_fields known = {0};
    struct span version = part_version(part, &known), now = answer_version(&answer->fields);
    struct head_range range;
    uint64_t length;
    bool is = head_range(buf_span(&answer->response_head), &range) && range.first == part->len &&
              span_to_u64(known.first[ANSWER_CONTENT_LENGTH], &length) && range.length == length &&
              !decode_is_coded(answer->fields.first[ANSWER_CONTENT_ENCODING]) &&
              !answer->fields.first[ANSWER_TRANSFER_ENCODING].at &&
              (now.len == 0 || span_equals(now, version));

    answer_fields_release(&known);
    return is;
}

int part_continue(struct transfer *transfer)
{
    const struct fetch_part *part = transfer->part;
    int error;

    transfer->part = NULL;
    if (!part || transfer->answer->result.status != 206)
        return 0;
    if (!is_rest(transfer->answer, part))
        return ERROR_INVALID;
    error = body_resume(&transfer->answer->payload, part->name, part->len);
    transfer->part = error ? NULL : part;
    return error_of_temporary(error);
}

void part_take_beginning(struct transfer *transfer)
{
    struct answer *answer = transfer->answer;

    if (!transfer->part || answer->result.status != 206)
        return;
    (void)buf_add_span(&answer->part_head, buf_span(&answer->response_head));
    (void)buf_set(&answer->response_head, transfer->part->head);
    answer_read_head(answer);
    answer->result.has_content_length =
        span_to_u64(answer->fields.first[ANSWER_CONTENT_LENGTH], &answer->result.content_length);
}

bool part_is_possible(const struct transfer *transfer)
{
    const struct answer *answer = transfer->answer;

    return answer->result.status == 200 && answer->result.has_content_length && !transfer->is_chunked &&
           answer->response_head.len <= HEAD_MAX && answer_version(&answer->fields).len > 0 &&
           !decode_is_coded(answer->fields.first[ANSWER_CONTENT_ENCODING]);
}

bool part_sync(const struct transfer *transfer, void **tag, struct fetch_part *part)
{
    struct answer *answer = transfer->answer;
    struct body *payload = &answer->payload;

    if (!payload->name || !body_is_spooled(payload) || body_flush(payload) || file_sync(payload->fd))
        return false;
    *tag = answer->result.tag;
    *part = (struct fetch_part){payload->name, payload->len,
                                transfer->part ? transfer->part->head : buf_span(&answer->response_head)};
    return true;
}
