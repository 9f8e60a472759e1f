/* SPDX-License-Identifier: MIT */
/* Answers from archives: complete ones in every framing that archives have, truncated ones, and the limits.
 */
#include "config.h"

#include "answer/answer.h"

#include <fcntl.h>

#include "base/digest.h"
#include "base/limits.h"
#include "tap.h"

#define OK   "HTTP/1.1 200 OK\r\n"
#define GZIP "Content-Encoding: gzip\r\n"
#define TE   "Transfer-Encoding: chunked\r\n"

static const struct {
    const char *label, *head, *body;
    enum fetch_truncation truncation; /* as the record says */
    enum fetch_outcome outcome;
    enum fetch_truncation cut;
    const char *plain;
} answers[] = {
    {"an answer", OK "\r\n", "hello", FETCH_WHOLE, FETCH_OK, FETCH_WHOLE, "hello"},
    {"with its length", OK "Content-Length: 5\r\n\r\n", "hello", FETCH_WHOLE, FETCH_OK, FETCH_WHOLE, "hello"},
    {"longer than announced", OK "Content-Length: 4\r\n\r\n", "hello", FETCH_WHOLE, FETCH_OK, FETCH_WHOLE,
     "hello"},
    {"shorter than announced", OK "Content-Length: 6\r\n\r\n", "hello", FETCH_WHOLE, FETCH_OK,
     FETCH_CUT_UNSPECIFIED, "hello"},
    {"only the length", OK "Content-Length: 6\r\n\r\n", "", FETCH_WHOLE, FETCH_PARTIAL, FETCH_CUT_UNSPECIFIED,
     ""},
    {"a length that is no number", OK "Content-Length: x\r\n\r\n", "hello", FETCH_WHOLE, FETCH_OK,
     FETCH_WHOLE, "hello"},
    {"the length of a removed content coding", OK GZIP "Content-Length: 9\r\n\r\n", "hello", FETCH_WHOLE,
     FETCH_OK, FETCH_WHOLE, "hello"},
    {"the length of a removed transfer coding", OK TE "Content-Length: 9\r\n\r\n", "hello", FETCH_WHOLE,
     FETCH_OK, FETCH_WHOLE, "hello"},
    {"chunks", OK TE "\r\n", "5\r\nhello\r\n0\r\n\r\n", FETCH_WHOLE, FETCH_OK, FETCH_WHOLE, "hello"},
    {"chunks without the field", OK "\r\n", "5\r\nhello\r\n0\r\n\r\n", FETCH_WHOLE, FETCH_OK, FETCH_WHOLE,
     "5\r\nhello\r\n0\r\n\r\n"},
    {"no last chunk", OK TE "\r\n", "5\r\nhello\r\n", FETCH_WHOLE, FETCH_OK, FETCH_CUT_UNSPECIFIED, "hello"},
    {"a malformed chunk", OK TE "\r\n", "5\r\nhello!", FETCH_WHOLE, FETCH_OK, FETCH_CUT_UNSPECIFIED, "hello"},
    {"cut off, as the record says", OK "\r\n", "hello", FETCH_CUT_TIME, FETCH_OK, FETCH_CUT_TIME, "hello"},
    {"cut off and shorter than announced", OK "Content-Length: 6\r\n\r\n", "hello", FETCH_CUT_TIME, FETCH_OK,
     FETCH_CUT_TIME, "hello"},
    {"nothing of the body", OK "\r\n", "", FETCH_CUT_TIME, FETCH_PARTIAL, FETCH_CUT_TIME, ""},
    {"the reason of the record comes first", OK TE "\r\n", "5\r\nhello\r\n", FETCH_CUT_LENGTH, FETCH_OK,
     FETCH_CUT_LENGTH, "hello"},
    {"a chunk that is cut off", OK TE "\r\n", "9\r\nhello", FETCH_CUT_LENGTH, FETCH_OK, FETCH_CUT_LENGTH,
     "hello"},
    {"a coding that is damaged", OK GZIP "\r\n", "\x1f\x8b\x07 no such method, and long enough", FETCH_WHOLE,
     FETCH_BAD_CODING, FETCH_WHOLE, ""},
    {"damaged and truncated", OK GZIP "\r\n", "\x1f\x8b\x07 no such method, and long enough", FETCH_CUT_TIME,
     FETCH_BAD_CODING, FETCH_CUT_TIME, ""},
    {"a coding that ends too early", OK "Content-Encoding: deflate\r\n\r\n", "\x78\x9c\xcb\x48\xcd\xc9",
     FETCH_WHOLE, FETCH_OK, FETCH_CUT_UNSPECIFIED, "hel"},
    {"no body", OK "\r\n", "", FETCH_WHOLE, FETCH_OK, FETCH_WHOLE, ""},
    {"not found", "HTTP/1.1 404 No\r\n\r\n", "no", FETCH_WHOLE, FETCH_CLIENT_ERROR, FETCH_WHOLE, "no"},
    {"a redirect", "HTTP/1.1 302 Found\r\nLocation: /x\r\n\r\n", "", FETCH_WHOLE, FETCH_REDIRECT, FETCH_WHOLE,
     ""},
    {"a redirect without its body", "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 9\r\n\r\n", "",
     FETCH_WHOLE, FETCH_REDIRECT, FETCH_WHOLE, ""},
    {"a redirect without Location", "HTTP/1.1 302 Found\r\n\r\n", "", FETCH_CUT_TIME, FETCH_PROTOCOL,
     FETCH_WHOLE, ""},
    {"a redirect with an empty Location", "HTTP/1.1 302 Found\r\nLocation:\r\n\r\n", "", FETCH_WHOLE,
     FETCH_PROTOCOL, FETCH_WHOLE, ""},
    {"no status line", "hello\r\n\r\n", "", FETCH_WHOLE, FETCH_PROTOCOL, FETCH_WHOLE, ""},
};

static bool is_digest_of(const struct fetch_result *result, struct span payload)
{
    unsigned char wanted[DIGEST_MAX_BYTES];
    struct digest digest;

    digest = (struct digest){0};
    digest_add(&digest, payload.at, payload.len);
    digest_finish(&digest, wanted);
    digest_release(&digest);
    return memcmp(result->payload_sha256, wanted, sizeof result->payload_sha256) == 0;
}

static void test_answers(struct answer *answer, struct decoder *decoder)
{
    const struct fetch_result *result = &answer->result;

    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        struct replay received = {
            .url = span_of("http://a/"),
            .head = span_of(answers[i].head),
            .framing = span_of(answers[i].head),
            .body = span_of(answers[i].body),
            .started_wall_us = 7,
            .truncation = answers[i].truncation,
        };
        struct span plain = {0};

        replay(&received, answer, decoder);
        ok(result->outcome == answers[i].outcome && result->truncation == answers[i].cut &&
               body_span(result->plain, &plain) == 0 && span_is(plain, answers[i].plain) &&
               (result->error[0] == '\0') == fetch_outcome_is_answer(answers[i].outcome),
           "%s: %s", answers[i].label, fetch_outcomes[result->outcome].word);
    }
}

static void test_revisit(struct answer *answer, struct decoder *decoder)
{
    struct replay received = {
        .url = span_of("http://a/"),
        .head = span_of(OK "ETag: \"new\"\r\nContent-Length: 5\r\n\r\n"),
        .framing = span_of(OK "ETag: \"old\"\r\n" TE "\r\n"),
        .body = span_of("5\r\nhello\r\n0\r\n\r\n"),
        .started_wall_us = 7,
    };
    const struct fetch_result *result = &answer->result;
    struct span plain = {0};

    replay(&received, answer, decoder);
    ok(body_span(result->plain, &plain) == 0 && span_is(plain, "hello"),
       "the original's head has the framing");
    ok(span_is(result->fields->first[ANSWER_ETAG], "\"new\""), "the revisit's head has the fields");
    is_span(result->response_head, received.head, "and is that of the answer");
    ok(result->status == 200 && result->started_wall_us == 7 && span_is(result->url, "http://a/"),
       "status, time and URL");
    ok(result->raw == result->payload && result->payload == result->plain && result->request_head.len == 0,
       "one form of the body, no request");
    ok(result->payload_bytes == 5 && is_digest_of(result, plain), "length and digest of the payload");
}

static void test_limits(struct answer *answer, struct decoder *decoder)
{
    const struct fetch_result *result = &answer->result;
    struct replay received = {.url = span_of("http://a/"), .body = span_of("hello")};
    struct buf head;

    buf_init(&head, 2 * LIMIT_HEADER_BYTES);
    (void)buf_add_text(&head, OK "ETag: x\r\n");
    while (head.len <= LIMIT_HEADER_BYTES)
        (void)buf_add_text(&head, "X: y\r\n");
    received.head = received.framing = buf_span(&head);
    replay(&received, answer, decoder);
    ok(result->outcome == FETCH_PROTOCOL && result->truncation == FETCH_CUT_UNSPECIFIED &&
           result->status == 200,
       "a header block beyond the limit");
    ok(result->response_head.len == 0 && !result->fields->first[ANSWER_ETAG].at && result->plain->len == 0,
       "of which nothing is stored");
    buf_release(&head);
}

int main(void)
{
    struct answer *answer = answer_new(AT_FDCWD);
    struct decoder *decoder = decoder_new();

    test_answers(answer, decoder);
    test_revisit(answer, decoder);
    test_limits(answer, decoder);
    answer_free(answer);
    decoder_free(decoder);
    return done();
}
