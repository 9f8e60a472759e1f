/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_OUTCOME_H
#define TIPTOE_ANSWER_OUTCOME_H

#include <stdbool.h>

/* How one request ended: first with a complete answer (status, header section and all of the body), then
 * without one. fetch_end and fetch_abort cause FETCH_SLOW and FETCH_STOPPED. Each has a word and a text, may
 * pass if the same request is repeated, and has the reason why its body is incomplete. */
#define FETCH_OUTCOMES(ROW)                                                                                  \
    /* 2xx */                                                                                                \
    ROW(FETCH_OK, "ok", "answered", false, FETCH_WHOLE)                                                      \
    ROW(FETCH_NOT_MODIFIED, "not-modified", "not modified", false, FETCH_WHOLE)                              \
    /* 301, 302, 303, 307, 308 and 300, with a Location */                                                   \
    ROW(FETCH_REDIRECT, "redirect", "redirected", false, FETCH_WHOLE)                                        \
    ROW(FETCH_CLIENT_ERROR, "client-error", "the server refused the request", false, FETCH_WHOLE)            \
    ROW(FETCH_SERVER_ERROR, "server-error", "the server failed", true, FETCH_WHOLE)                          \
    /* no connection, no bytes or too few in time */                                                         \
    ROW(FETCH_TIMEOUT, "timeout", "no answer in time", true, FETCH_CUT_TIME)                                 \
    ROW(FETCH_DNS, "dns", "the host name could not be looked up", true, FETCH_CUT_UNSPECIFIED)               \
    ROW(FETCH_PROXY_DNS, "proxy-dns", "the name of the proxy's host could not be looked up", true,           \
        FETCH_CUT_UNSPECIFIED)                                                                               \
    ROW(FETCH_PROXY, "proxy", "no connection to the proxy, or it requires a password", true,                 \
        FETCH_CUT_UNSPECIFIED)                                                                               \
    ROW(FETCH_REFUSED, "refused", "the server refuses connections", true, FETCH_CUT_UNSPECIFIED)             \
    ROW(FETCH_UNREACHABLE, "unreachable", "no connection to the server", true, FETCH_CUT_UNSPECIFIED)        \
    ROW(FETCH_CERTIFICATE, "certificate", "the certificate is not trusted", true, FETCH_CUT_UNSPECIFIED)     \
    ROW(FETCH_TLS, "tls", "TLS failed", true, FETCH_CUT_UNSPECIFIED)                                         \
    ROW(FETCH_RESET, "reset", "the connection ended without an answer", true, FETCH_CUT_DISCONNECT)          \
    ROW(FETCH_PARTIAL, "partial", "the answer was cut short", true, FETCH_CUT_DISCONNECT)                    \
    ROW(FETCH_TOO_LARGE, "too-large", "larger than the limit", false, FETCH_CUT_LENGTH)                      \
    ROW(FETCH_UNWANTED, "unwanted", "not wanted, as its head shows", false, FETCH_CUT_LENGTH)                \
    ROW(FETCH_LIVE, "live", "a transmission that has no end", false, FETCH_CUT_TIME)                         \
    ROW(FETCH_BAD_CODING, "bad-coding", "the content coding is broken", true, FETCH_WHOLE)                   \
    /* also a status that does not answer the request */                                                     \
    ROW(FETCH_PROTOCOL, "protocol", "the answer is not valid HTTP", true, FETCH_CUT_UNSPECIFIED)             \
    ROW(FETCH_PRIVATE_ADDRESS, "private-address", "the host has a private address only", false,              \
        FETCH_CUT_UNSPECIFIED)                                                                               \
    /* libcurl finds another host in the URL, or it has a password */                                        \
    ROW(FETCH_BAD_URL, "bad-url", "the URL cannot be requested", false, FETCH_CUT_UNSPECIFIED)               \
    ROW(FETCH_SLOW, "slow", "too slow while others waited for its connection", true, FETCH_CUT_TIME)         \
    ROW(FETCH_STOPPED, "stopped", "stopped", true, FETCH_CUT_UNSPECIFIED)                                    \
    /* the server did not process the request, or the answer is not known to be complete: the caller         \
       repeats the request, and fetch sends it on another connection or over HTTP/1.1 */                     \
    ROW(FETCH_AGAIN, "again", "to be repeated", true, FETCH_CUT_UNSPECIFIED)                                 \
    /* our disk or libcurl: fetch_result.local_error */                                                      \
    ROW(FETCH_LOCAL, "local", "a failure on this machine", true, FETCH_CUT_UNSPECIFIED)

#define FETCH_OUTCOME_NAME(name, word, text, may_pass, truncation) name,
enum fetch_outcome { FETCH_OUTCOMES(FETCH_OUTCOME_NAME) };
#undef FETCH_OUTCOME_NAME

/* Reasons for an incomplete body: those of WARC-Truncated. */
enum fetch_truncation {
    FETCH_WHOLE,
    FETCH_CUT_LENGTH,
    FETCH_CUT_TIME,
    FETCH_CUT_DISCONNECT,
    FETCH_CUT_UNSPECIFIED
};

/* The facts about each outcome. */
extern const struct fetch_outcome_row {
    const char *word;                 /* for logs and the database, such as "not-modified" */
    const char *text;                 /* a short English phrase */
    bool may_pass;                    /* for fetch_outcome_may_pass */
    enum fetch_truncation truncation; /* the reason why the body is incomplete */
} fetch_outcomes[];

/* Returns true if the answer is complete, whatever its status. */
static inline bool fetch_outcome_is_answer(enum fetch_outcome outcome)
{
    return outcome <= FETCH_SERVER_ERROR;
}

/* Returns true if the request does not count, so that it must be repeated. */
static inline bool fetch_outcome_is_none(enum fetch_outcome outcome)
{
    return outcome == FETCH_STOPPED || outcome == FETCH_AGAIN;
}

/* Returns true if the same request may succeed later. */
bool fetch_outcome_may_pass(enum fetch_outcome outcome, int status);

/* Returns true if answers to GET with this status have a body (RFC 9112, 6.3). */
static inline bool fetch_status_has_body(int status)
{
    return status != 204 && status != 304;
}

/* Returns the outcome of a complete answer. */
enum fetch_outcome fetch_outcome_of_status(int status, bool has_location);

/* Returns the outcome of a transfer that failed with a CURLcode other than CURLE_OK, before or after the
 * final header block had ANSWERED the request. */
enum fetch_outcome fetch_outcome_of_code(int curl_code, bool answered);

#endif
