/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_ANSWER_H
#define TIPTOE_ANSWER_ANSWER_H

#include "answer/decode.h"
#include "answer/fields.h"
#include "answer/outcome.h"

/* The answer to one request, from the network or from an archive. Spans and bodies borrow the memory of a
 * struct answer. */
struct fetch_result {
    void *tag; /* of the request */
    enum fetch_outcome outcome;
    enum fetch_truncation truncation; /* of raw and payload */
    int status;                       /* 0 without a final header block */
    int local_error;                  /* enum error, for FETCH_LOCAL */
    const char
        *error; /* what failed, in English; "" for a complete answer. May quote the server: escape it */

    struct span url;          /* as in the request */
    struct span request_head; /* as sent, with the empty line; "" if nothing was sent. Contains secrets: see
                                 fetch_public_request */
    struct span
        part_head; /* of an answer that brought the rest of a body (206); response_head is then that of
                      its beginning, status and fields follow it, and raw is only this rest; else "" */
    struct span response_head; /* the final block, verbatim, with its empty line; never 1xx. The start lines
                                  of HTTP/2, here and in request_head, are in the form of HTTP/1.1 */
    const struct answer_fields *fields; /* of response_head; never NULL */
    bool keeps_cookies;                 /* as in the request */

    /* Up to three forms of the body. Equal forms are the same struct. body_span works on all of them. */
    struct body
        *raw; /* as on the wire, with chunks and trailers; NULL unless keep_raw or the same as payload */
    struct body *payload; /* without the transfer coding; NULL unless keep_raw or the same as plain */
    struct body *plain;   /* without the content coding too, or the part that was decoded; never NULL */
    bool content_coded;   /* a Content-Encoding was undone */
    bool mislabelled;     /* the payload does not have the announced Content-Encoding: plain is the payload */
    enum decode_result decoding;

    bool has_content_length;
    uint64_t content_length; /* as announced */
    bool beyond_total;       /* TOO_LARGE: the announced length exceeds the max_total of the request */
    uint64_t wire_bytes;     /* of head and body as received, without TLS */
    uint64_t payload_bytes;
    unsigned char payload_sha256[32]; /* of the received part of the payload */
    unsigned char part_sha256[32];    /* with a part_head: of the rest, as far as it came */

    int64_t started_wall_us; /* just before the request */
    int64_t first_byte_ms;   /* from the start until we read the first byte of the answer; -1 without one */
    int64_t answer_ms;       /* the server's share of the time from sending to that byte; -1 without one */
    int64_t total_ms;
    char peer_ip[46];        /* of the proxy if there is one; "" without a connection */
    int http_version;        /* 10, 11, 20; 0 if unknown */
    const char *tls_version; /* static text, as in WARC records: "tls/1.3"; NULL without TLS, or if unknown */
    const char *tls_cipher;  /* the same: IANA's name of the suite */
};

/* A fetch_result and the memory that it borrows. */
struct answer {
    struct fetch_result result; /* first member: a pointer to the result is a pointer to its answer */
    struct answer *next;        /* in a queue or pool */
    struct buf url, request_head, response_head, part_head;
    struct answer_fields fields; /* of response_head */
    bool keeps_parts;            /* a body whose coding ends too early is a part, not a failure */
    struct body raw, payload, plain;
    char error[256];
};

struct answer *answer_new(int spool_dir) __attribute__((returns_nonnull));
void answer_free(struct answer *answer);

/* Resets ANSWER for another request; releases memory beyond the needs of a usual page. */
void answer_clear(struct answer *answer) NONNULL;

/* Sets the outcome and its description. */
void answer_fail(struct answer *answer, enum fetch_outcome outcome, const char *text) NONNULL;

/* Parses response_head, which is complete, into the result's status and fields. */
void answer_read_head(struct answer *answer) NONNULL;

/* Sets the outcome of a complete answer by its status. */
void answer_judge_status(struct answer *answer) NONNULL;

/* Returns what names the version of a body in If-Range (RFC 9110, 13.1.5): a strong entity tag, or without
 * any tag a Last-Modified that is not that of this moment; empty without one. */
struct span answer_version(const struct answer_fields *fields) NONNULL;

/* Decodes the body and fills in the spans, body pointers and counts of the result. If the content coding
 * cannot be undone, the outcome of a complete answer says so. DECODER may be NULL without a body. */
void answer_complete(struct answer *answer, struct decoder *decoder, bool keep_raw, bool is_chunked)
    __attribute__((nonnull(1)));

/* An answer from the record of an archive. */
struct replay {
    struct span url;
    struct span head;    /* header block */
    struct span framing; /* header block that came with the body: of the original, for a revisit; else head */
    struct span body;    /* as on the wire, or without its transfer coding */
    int64_t started_wall_us;
    enum fetch_truncation truncation;
};

/* Fills ANSWER as fetch would have done, except that raw is the payload and request_head is empty, and that a
 * body of which the record says that it is cut off is an answer, with its truncation. */
void replay(const struct replay *received, struct answer *answer, struct decoder *decoder) NONNULL;

#endif
