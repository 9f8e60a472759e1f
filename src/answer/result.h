/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_RESULT_H
#define TIPTOE_ANSWER_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/decode.h"
#include "answer/fields.h"
#include "answer/outcome.h"
#include "base/body.h"
#include "base/head.h"
#include "base/span.h"

struct fetch_result {
    void *tag;
    enum fetch_outcome outcome;
    enum fetch_truncation truncation; /* of what is in raw and payload */
    int status;                       /* HTTP status; 0 when no final header block came */
    int local_error;                  /* enum error, for FETCH_LOCAL */
    const char *error; /* what happened, in English; "" for whole answers. May quote the remote: escape it */

    struct span url;           /* as given */
    struct span request_head;  /* as sent, with the empty line; "" when nothing was sent. Holds secrets:
                                  fetch_public_request */
    struct span response_head; /* the final block, verbatim, with its empty line; never 1xx. What HTTP/2 has
                                  no lines for is written as by HTTP/1.1, here and in request_head */

    const struct answer_fields *fields; /* of response_head; never NULL */

    /* The body in up to three forms; where two are equal they are the same struct. All may be mapped by
     * body_span. */
    struct body *raw; /* as on the wire, chunk framing and trailers included; NULL unless keep_raw or equal to
                         payload */
    struct body
        *payload; /* transfer coding undone, content coding kept; NULL unless keep_raw or equal to plain */
    struct body *plain; /* decoded as far as it went; never NULL */
    bool content_coded; /* the payload has a Content-Encoding that was undone */
    bool mislabelled;   /* a Content-Encoding was announced and is not there: plain is the payload */
    enum decode_result decoding;

    bool has_content_length;
    uint64_t content_length; /* as announced */
    uint64_t wire_bytes;     /* head and body as received, without TLS */
    uint64_t payload_bytes;
    unsigned char payload_sha256[32]; /* of what came of the payload */

    int64_t started_wall_us; /* just before the request was made */
    int64_t first_byte_ms;   /* from the start until we had the first byte of the answer; -1 when none came */
    int64_t answer_ms; /* what the server took of that: from being sent until TCP had it; -1 when none came */
    int64_t total_ms;
    char peer_ip[46]; /* "" when there was no connection; the proxy's where there is one */
    int http_version; /* 10, 11, 20; 0 unknown */
};

/* The INDEX-th value (from 0) of header NAME in the final block, trimmed; false when there are not so many. A
 * value is never joined with another and never copied. */
static inline bool fetch_header(const struct fetch_result *result, const char *name, size_t index,
                                struct span *value)
{
    return head_value(result->response_head, name, index, value);
}

#endif
