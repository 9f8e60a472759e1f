/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_REQUEST_H
#define TIPTOE_FETCH_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct sockaddr;

/* Options that all requests of one fetch object share. Texts are copied. Zero or NULL selects the default
 * given here. */
struct fetch_options {
    const char *user_agent;     /* required */
    const char *from;           /* From field; none */
    const char *const *headers; /* "Name: value", NULL-terminated, sent with every request; none */
    const char *origin;         /* of the start page, as in canonical URLs: "https://example.org"; none */
    const char *const *origin_headers; /* like headers, but sent only to `origin` (cookies, tokens); none */
    const char *credentials;           /* "user:password" for HTTP Basic, sent only to `origin`; none */
    const char *proxy;                 /* in the form of curl's --proxy; none, not even the environment's */
    const char *ca_file;               /* trusted certificates instead of the system's */
    const char *cookie_file;           /* initial cookies, in the Netscape format, which is only read; none */
    bool cookies;                      /* keep the cookies that servers set, in memory */
    bool http2; /* use HTTP/2 where the server offers it in TLS, with one connection per origin;
                   otherwise HTTP/1.1 */
    const char *const *private_hosts; /* whose addresses may be private (guard.h), NULL-terminated; none */
    int spool_dir; /* directory for large bodies; the caller keeps it open until after fetch_free */
    int wake_fd;   /* fetch_wait returns early when it is readable; -1 for none */
    void (*sent)(void *tag, const char *peer); /* called by fetch_wait when a request has been sent, with the
                                                  IP address of the server or proxy; none */
    /* whether a request may connect to this address now; if not, it is not sent, and its outcome is
     * FETCH_AGAIN, unless another address of the host is allowed; none: all */
    bool (*may_connect)(void *tag, const struct sockaddr *address);
    unsigned max_transfers;      /* at the same time, for all origins together; 8 */
    uint64_t rate;               /* average bytes per second for all transfers together; no limit */
    int64_t connect_timeout_ms;  /* 15 s */
    int64_t stall_timeout_ms;    /* of less than least_rate; 20 s */
    uint64_t least_rate;         /* bytes per second; 100 */
    int64_t total_timeout_ms;    /* 1 h */
    int64_t document_timeout_ms; /* total_timeout_ms for HTML, CSS, XML and other text; 5 min */
};

/* One GET request. */
struct fetch_request {
    struct span url;    /* canonical http(s) URL without userinfo and fragment; copied */
    void *tag;          /* copied to the result */
    uint64_t max_bytes; /* of the body, coded and decoded; 0: as announced, else LIMIT_UNANNOUNCED_BYTES */
    uint64_t max_total; /* of head and body as received: the outcome is then FETCH_STOPPED, or FETCH_TOO_LARGE
                           if a length beyond it is announced; 0: no limit */
    bool read_to_limit; /* read max_bytes even of a body that is announced as longer */
    bool keep_raw;      /* the caller needs the result's raw and payload */
    struct span if_none_match;     /* entity tag as received; copied; none */
    struct span if_modified_since; /* HTTP-date as received; copied; none */
    struct span accept;            /* value of Accept; copied; libcurl's default */
};

#endif
