/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_OUTCOME_H
#define TIPTOE_ANSWER_OUTCOME_H

#include <stdbool.h>

/* How one request ended. The first group are whole answers (status and headers are there, the body is
 * complete); in the second there is no answer, or not all of one. */
enum fetch_outcome {
    FETCH_OK,           /* 2xx */
    FETCH_NOT_MODIFIED, /* 304 */
    FETCH_REDIRECT,     /* 301, 302, 303, 307, 308 and 300, with a Location */
    FETCH_CLIENT_ERROR, /* 4xx */
    FETCH_SERVER_ERROR, /* 5xx */

    FETCH_TIMEOUT,         /* no connection, no byte or not enough of them in time */
    FETCH_DNS,             /* the host has no address */
    FETCH_PROXY_DNS,       /* the proxy's host has none */
    FETCH_REFUSED,         /* no connection */
    FETCH_TLS,             /* the server could not prove who it is, or TLS failed */
    FETCH_RESET,           /* connected, but no answer came */
    FETCH_PARTIAL,         /* the answer was cut short by the other side */
    FETCH_TOO_LARGE,       /* a ceiling of size was met, coded or decoded */
    FETCH_BAD_CODING,      /* the Content-Encoding could not be undone, or not to its end */
    FETCH_PROTOCOL,        /* not HTTP as it must be; or a status that nothing asked for */
    FETCH_PRIVATE_ADDRESS, /* the host's only addresses are private ones, which this run may not visit */
    FETCH_BAD_URL,         /* libcurl reads the URL differently, or it carries a password */
    FETCH_STOPPED,         /* by fetch_abort */
    FETCH_AGAIN, /* the server did not hear it, or nobody knows whether the answer is whole: to be asked
                    for once more, which fetch does in another way then */
    FETCH_LOCAL  /* our own disk or libcurl failed; fetch_result.local_error says how */
};

/* Why a body is shorter than what the server meant to send; the words of WARC-Truncated. */
enum fetch_truncation {
    FETCH_WHOLE,
    FETCH_CUT_LENGTH,
    FETCH_CUT_TIME,
    FETCH_CUT_DISCONNECT,
    FETCH_CUT_UNSPECIFIED
};

/* A short English phrase; never NULL. */
const char *fetch_outcome_text(enum fetch_outcome outcome);

/* The bare lower-case word for logs and the database, such as "not-modified"; never NULL. */
const char *fetch_outcome_word(enum fetch_outcome outcome);

/* Whether an answer came whole, whatever its status. */
static inline bool fetch_outcome_is_answer(enum fetch_outcome outcome)
{
    return outcome <= FETCH_SERVER_ERROR;
}

/* Whether the request is to be made again as if it had not been made. */
static inline bool fetch_outcome_is_none(enum fetch_outcome outcome)
{
    return outcome == FETCH_STOPPED || outcome == FETCH_AGAIN;
}

/* Whether the same request may well succeed later. */
bool fetch_outcome_may_pass(enum fetch_outcome outcome, int status);

/* The outcome for a status line that came with a whole body. */
enum fetch_outcome fetch_outcome_of_status(int status, bool has_location);

/* What stood when libcurl ended a transfer. */
struct fetch_ending {
    int curl_code;        /* CURLcode */
    bool answered;        /* a final header block came */
    bool address_refused; /* our guard refused an address */
};

/* The outcome for a transfer that libcurl gave up; not for CURLE_OK. */
enum fetch_outcome fetch_outcome_of_ending(const struct fetch_ending *ending) __attribute__((nonnull));

/* WARC's reason for a body that ended with OUTCOME. */
enum fetch_truncation fetch_outcome_truncation(enum fetch_outcome outcome);

#endif
