/* SPDX-License-Identifier: MIT */
/* Turns the complete bytes of an answer, from the network or from an archive, into a result, in memory that
 * serves one answer after the other. Maps libcurl's codes and HTTP's statuses (RFC 9110, 15) to outcomes.
 * Archives differ in the framing: they store the body with or without the chunked coding, and not always with
 * a matching Transfer-Encoding. */
#include "config.h"

#include "answer/answer.h"

#include <curl/curl.h>
#include <errno.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/http.h"
#include "base/limits.h"

enum { KEEP_BYTES = 128 * 1024 };

const struct fetch_outcome_row fetch_outcomes[] = {
#define FETCH_OUTCOME_ROW(name, word, text, may_pass, truncation) [name] = {word, text, may_pass, truncation},
    FETCH_OUTCOMES(FETCH_OUTCOME_ROW)
#undef FETCH_OUTCOME_ROW
};

bool fetch_outcome_may_pass(enum fetch_outcome outcome, int status)
{
    static const int passing[] = {408, 425, 429};

    for (size_t i = 0; outcome == FETCH_CLIENT_ERROR && i < COUNT_OF(passing); i++) {
        if (status == passing[i])
            return true;
    }
    if (outcome == FETCH_SERVER_ERROR && (status == 501 || status == 505))
        return false;
    return fetch_outcomes[outcome].may_pass;
}

/* Returns the outcome of a status. 101 and 206 answer requests that we never send; 305 and 306 are
 * deprecated. */
enum fetch_outcome fetch_outcome_of_status(int status, bool has_location)
{
    if (status == 304)
        return FETCH_NOT_MODIFIED;
    if (status >= 200 && status < 300 && status != 206)
        return FETCH_OK;
    if (status >= 300 && status < 400 && status != 305 && status != 306 && has_location)
        return FETCH_REDIRECT;
    if (status >= 400 && status < 500)
        return FETCH_CLIENT_ERROR;
    if (status >= 500 && status < 600)
        return FETCH_SERVER_ERROR;
    return FETCH_PROTOCOL;
}

/* CURLE_TOO_LARGE, which libcurl before 8.6 does not have. */
enum { TOO_LARGE = 100 };

/* Codes that mean the same before and within an answer. All others mean that the connection ended. */
static const struct {
    int code;
    enum fetch_outcome outcome;
} codes[] = {
    {CURLE_OPERATION_TIMEDOUT, FETCH_TIMEOUT},
    {CURLE_COULDNT_RESOLVE_HOST, FETCH_DNS},
    {CURLE_COULDNT_RESOLVE_PROXY, FETCH_PROXY_DNS},
    {CURLE_COULDNT_CONNECT, FETCH_UNREACHABLE},
    {CURLE_PROXY, FETCH_UNREACHABLE},
    {CURLE_SSL_CONNECT_ERROR, FETCH_TLS},
    {CURLE_PEER_FAILED_VERIFICATION, FETCH_CERTIFICATE},
    {CURLE_SSL_ISSUER_ERROR, FETCH_CERTIFICATE},
    {CURLE_SSL_INVALIDCERTSTATUS, FETCH_CERTIFICATE},
    {CURLE_SSL_PINNEDPUBKEYNOTMATCH, FETCH_CERTIFICATE},
    {CURLE_SSL_CERTPROBLEM, FETCH_LOCAL},
    {CURLE_SSL_CACERT_BADFILE, FETCH_LOCAL},
    {CURLE_SSL_CIPHER, FETCH_TLS},
    {CURLE_USE_SSL_FAILED, FETCH_TLS},
    {CURLE_UNSUPPORTED_PROTOCOL, FETCH_PROTOCOL},
    {CURLE_URL_MALFORMAT, FETCH_BAD_URL},
    {CURLE_WEIRD_SERVER_REPLY, FETCH_PROTOCOL},
    {CURLE_BAD_CONTENT_ENCODING, FETCH_PROTOCOL},
    {CURLE_RANGE_ERROR, FETCH_PROTOCOL},
    {CURLE_TOO_MANY_REDIRECTS, FETCH_PROTOCOL},
    {CURLE_FILESIZE_EXCEEDED, FETCH_TOO_LARGE},
    {CURLE_OUT_OF_MEMORY, FETCH_PROTOCOL}, /* libcurl's code for a field line beyond its limit, */
    {TOO_LARGE, FETCH_PROTOCOL},           /* since 8.6, also for too many lines */
    {CURLE_FAILED_INIT, FETCH_LOCAL},
    {CURLE_INTERFACE_FAILED, FETCH_LOCAL},
    {CURLE_WRITE_ERROR, FETCH_LOCAL},
};

enum fetch_outcome fetch_outcome_of_code(int curl_code, bool answered)
{
    for (size_t i = 0; i < COUNT_OF(codes); i++) {
        if (curl_code == codes[i].code)
            return codes[i].outcome;
    }
    return answered ? FETCH_PARTIAL : FETCH_RESET;
}

struct answer *answer_new(int spool_dir)
{
    struct answer *answer = MEM_NEW(struct answer);

    buf_init(&answer->url, LIMIT_URL_BYTES);
    buf_init(&answer->request_head, LIMIT_HEADER_BYTES);
    buf_init(&answer->response_head, LIMIT_HEADER_BYTES);
    buf_init(&answer->part_head, LIMIT_HEADER_BYTES);
    body_init(&answer->raw, spool_dir, LIMIT_BODY_IN_MEMORY, 0);
    body_init(&answer->payload, spool_dir, LIMIT_BODY_IN_MEMORY, 0);
    body_init(&answer->plain, spool_dir, LIMIT_BODY_IN_MEMORY, 0);
    answer_clear(answer);
    return answer;
}

void answer_free(struct answer *answer)
{
    if (!answer)
        return;
    buf_release(&answer->url);
    buf_release(&answer->request_head);
    buf_release(&answer->response_head);
    buf_release(&answer->part_head);
    answer_fields_release(&answer->fields);
    body_release(&answer->raw);
    body_release(&answer->payload);
    body_release(&answer->plain);
    free(answer);
}

void answer_clear(struct answer *answer)
{
    answer->result = (struct fetch_result){
        .error = answer->error, .fields = &answer->fields, .first_byte_ms = -1, .answer_ms = -1};
    answer_fields_clear(&answer->fields);
    answer->error[0] = '\0';
    answer->keeps_parts = false;
    buf_clear(&answer->url);
    buf_clear(&answer->request_head);
    buf_clear(&answer->response_head);
    buf_clear(&answer->part_head);
    body_clear(&answer->raw, KEEP_BYTES);
    body_clear(&answer->payload, KEEP_BYTES);
    body_clear(&answer->plain, KEEP_BYTES);
}

void answer_fail(struct answer *answer, enum fetch_outcome outcome, const char *text)
{
    answer->result.outcome = outcome;
    (void)snprintf(answer->error, sizeof answer->error, "%s", text);
}

void answer_read_head(struct answer *answer)
{
    struct span head = buf_span(&answer->response_head);

    answer->result.status = head_status(head);
    answer_fields_read(&answer->fields, head);
}

struct span answer_version(const struct answer_fields *fields)
{
    struct span etag = fields->first[ANSWER_ETAG], date = fields->first[ANSWER_LAST_MODIFIED];

    if (etag.at)
        return span_starts(etag, "\"") ? etag : span_make(NULL, 0);
    return span_equals(date, fields->first[ANSWER_DATE]) ? span_make(NULL, 0) : date;
}

void answer_judge_status(struct answer *answer)
{
    bool has_location = answer->fields.first[ANSWER_LOCATION].len > 0;
    enum fetch_outcome outcome = fetch_outcome_of_status(answer->result.status, has_location);

    answer_fail(answer, outcome,
                outcome == FETCH_PROTOCOL
                    ? "a status that does not answer the request, or a redirect without Location"
                    : "");
}

/* Fails the answer, unless it has failed before: the first failure counts. */
static void fail_decoding(struct answer *answer, enum fetch_outcome outcome, const char *text)
{
    if (fetch_outcome_is_answer(answer->result.outcome))
        answer_fail(answer, outcome, text);
}

static void fail_locally(struct answer *answer, int error)
{
    answer->result.local_error = error;
    fail_decoding(answer, FETCH_LOCAL, error_text(error));
}

static void fail_spooling(struct answer *answer)
{
    fail_locally(answer, error_of_temporary(error_from_errno(errno)));
}

/* Returns true if the part of a truncated body was decoded. */
static bool is_decoded_part(struct answer *answer)
{
    enum decode_result decoding = answer->result.decoding;

    if (answer->plain.len == 0 || (decoding != DECODE_TRUNCATED && decoding != DECODE_CORRUPT))
        return false;
    if (answer->keeps_parts && decoding == DECODE_TRUNCATED && answer->result.truncation == FETCH_WHOLE)
        answer->result.truncation = FETCH_CUT_UNSPECIFIED;
    return answer->result.truncation != FETCH_WHOLE;
}

/* Decodes the payload into plain. False if plain is the payload, because there is nothing to decode. */
static bool decode_payload(struct answer *answer, struct decoder *decoder)
{
    struct fetch_result *result = &answer->result;
    struct span codings = answer->fields.first[ANSWER_CONTENT_ENCODING], coded;
    int error;

    if (!decode_is_coded(codings) || answer->payload.len == 0)
        return false;
    error = body_span(&answer->payload, &coded);
    if (error) {
        fail_locally(answer, error);
        return false;
    }
    answer->plain.max = answer->payload.max;
    result->decoding = decoder_run(decoder, codings, coded, &answer->plain, &result->mislabelled);
    if (result->decoding == DECODE_SPOOL)
        fail_spooling(answer);
    else if (result->decoding != DECODE_OK && !is_decoded_part(answer))
        fail_decoding(answer, result->decoding == DECODE_BOMB ? FETCH_TOO_LARGE : FETCH_BAD_CODING,
                      decode_result_text(result->decoding));
    return !result->mislabelled || result->decoding != DECODE_OK;
}

/* Returns true for a gzip file that its server announces as a coded one, by its type, or by a name that
 * browsers save as it comes: x.tar.gz with Content-Encoding: gzip. Decoded, it is
 * not a file of that name. */
static bool is_coded_file(struct answer *answer)
{
    struct span url = buf_span(&answer->url), type = answer->fields.first[ANSWER_CONTENT_TYPE], start;

    url = span_part(url, 0, span_find(url, '?'));
    type = http_essence(type);
    if (answer->result.decoding != DECODE_OK || span_starts_nocase(type, "text/html") ||
        body_piece(&answer->plain, 0, &start) || span_starts(start, "\x1f\x8b") ||
        body_piece(&answer->payload, 0, &start) || !span_starts(start, "\x1f\x8b"))
        return false;
    return span_has_suffix_nocase(url, ".tar.gz") || span_has_suffix_nocase(url, ".tgz") ||
           (span_has_suffix_nocase(url, "gz") &&
            span_is_one_of_nocase(
                type, "application/gzip application/x-gzip application/x-tar application/x-gtar"));
}

static void digest_payload(struct answer *answer)
{
    int error = digest_body(DIGEST_SHA256, &answer->payload, answer->result.payload_sha256);

    if (error)
        fail_locally(answer, error);
}

void answer_complete(struct answer *answer, struct decoder *decoder, bool keep_raw, bool is_chunked)
{
    struct fetch_result *result = &answer->result;

    result->url = buf_span(&answer->url);
    result->request_head = buf_span(&answer->request_head);
    result->response_head = buf_span(&answer->response_head);
    result->part_head = buf_span(&answer->part_head);
    result->payload_bytes = answer->payload.len;
    result->content_coded = decode_payload(answer, decoder) && !is_coded_file(answer);
    result->plain = result->content_coded ? &answer->plain : &answer->payload;
    result->payload = keep_raw || !result->content_coded ? &answer->payload : NULL;
    result->raw =
        is_chunked || result->part_head.len > 0 ? (keep_raw ? &answer->raw : NULL) : result->payload;
    if (result->part_head.len == 0)
        return;
    memcpy(result->part_sha256, result->payload_sha256, sizeof result->part_sha256);
    if (result->outcome == FETCH_OK)
        digest_payload(answer);
}

/* Reads and judges the body: a truncated one is still an answer, whether the record or only the framing says
 * that it is truncated. The body of a redirect or an error does not matter: browsers' archives lack it. */
static void read_body(const struct replay *received, struct answer *answer)
{
    enum fetch_truncation cut = received->truncation;
    enum decode_result transfer =
        decode_transfer(head_is_chunked(received->framing), received->body, &answer->payload);

    answer_judge_status(answer);
    if (answer->result.outcome == FETCH_PROTOCOL)
        return;
    if (cut == FETCH_WHOLE && answer->result.outcome == FETCH_OK &&
        (transfer != DECODE_OK || head_announces_more(received->framing, answer->payload.len)))
        cut = FETCH_CUT_UNSPECIFIED;
    answer->result.truncation = cut;
    if (transfer == DECODE_SPOOL)
        fail_spooling(answer);
    else if (cut != FETCH_WHOLE && answer->payload.len == 0 && answer->result.outcome == FETCH_OK)
        answer_fail(answer, FETCH_PARTIAL, "the archive has nothing of the body");
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
