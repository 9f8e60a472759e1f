/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_OUTCOME_H
#define TIPTOE_ANSWER_OUTCOME_H

#include <stdbool.h>

/* How one request ended: first with a complete answer (status, header section and all of the body), then
 * without one. */
enum fetch_outcome {
    FETCH_OK,           /* 2xx */
    FETCH_NOT_MODIFIED, /* 304 */
    FETCH_REDIRECT,     /* 301, 302, 303, 307, 308 and 300, with a Location */
    FETCH_CLIENT_ERROR, /* 4xx */
    FETCH_SERVER_ERROR, /* 5xx */

    FETCH_TIMEOUT,         /* no connection, no bytes or too few in time */
    FETCH_DNS,             /* the host has no address */
    FETCH_PROXY_DNS,       /* the proxy's host has no address */
    FETCH_PROXY,           /* no connection to the proxy, or it requires a password */
    FETCH_REFUSED,         /* nothing listens on the port */
    FETCH_UNREACHABLE,     /* no connection for another reason */
    FETCH_CERTIFICATE,     /* the server's certificate is not valid, or not for this host */
    FETCH_TLS,             /* TLS failed otherwise */
    FETCH_RESET,           /* the connection ended before an answer */
    FETCH_PARTIAL,         /* the connection ended within the answer */
    FETCH_TOO_LARGE,       /* beyond a size limit, coded or decoded */
    FETCH_BAD_CODING,      /* the Content-Encoding cannot be undone completely */
    FETCH_PROTOCOL,        /* not valid HTTP, or a status that does not answer the request */
    FETCH_PRIVATE_ADDRESS, /* the host has only private addresses, which are not allowed */
    FETCH_BAD_URL,         /* libcurl finds another host in the URL, or it has a password */
    FETCH_SLOW,            /* by fetch_end: its connection was needed for others */
    FETCH_STOPPED,         /* by fetch_abort */
    FETCH_AGAIN, /* the server did not process the request, or the answer is not known to be complete: the
                    caller repeats the request, and fetch sends it on another connection or over HTTP/1.1 */
    FETCH_LOCAL  /* our disk or libcurl failed: fetch_result.local_error */
};

/* Reasons for an incomplete body: those of WARC-Truncated. */
enum fetch_truncation {
    FETCH_WHOLE,
    FETCH_CUT_LENGTH,
    FETCH_CUT_TIME,
    FETCH_CUT_DISCONNECT,
    FETCH_CUT_UNSPECIFIED
};

/* Returns a short English phrase; never NULL. */
const char *fetch_outcome_text(enum fetch_outcome outcome);

/* Returns a word for logs and the database, such as "not-modified"; never NULL. */
const char *fetch_outcome_word(enum fetch_outcome outcome);

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

/* Returns the reason why the body of an answer with OUTCOME is incomplete. */
enum fetch_truncation fetch_outcome_truncation(enum fetch_outcome outcome);

#endif
