/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_TRANSFER_H
#define TIPTOE_FETCH_TRANSFER_H

#include <curl/curl.h>

#include "answer/answer.h"
#include "base/buf.h"
#include "base/http.h"
#include "base/digest.h"
#include "fetch/fetch.h"
#include "fetch/transfer_setup.h"

enum transfer_state {
    TRANSFER_IDLE,
    TRANSFER_HEAD_START, /* the next header line starts a block */
    TRANSFER_HEAD,
    TRANSFER_BODY,
    TRANSFER_STOPPED /* by us: the answer has outcome and error */
};

/* The consequence of an ended transfer for later requests. */
enum transfer_next {
    NEXT_AS_BEFORE,
    NEXT_APART,   /* repeat this URL on a new connection */
    NEXT_SERIALLY /* use HTTP/1.1 for this origin */
};

enum { TRANSFER_OWN_HEADERS = 9 };

/* One request at a time, on an easy handle. */
struct transfer {
    const struct transfer_setup *setup;
    CURL *easy;
    CURLU *url;            /* what libcurl connects to, */
    struct buf url_text;   /* and its text: an origin or a URL; empty if not set */
    struct answer *answer; /* NULL while idle */
    enum transfer_state state;

    bool may_be_live; /* sound, film or pictures, of unannounced length */
    bool keep_raw, read_to_limit, is_chunked, is_http2, address_refused;
    bool is_held;        /* may_connect refused an address */
    bool is_conditional; /* the request has a validator */
    bool is_on_kept;     /* the connection served an earlier request */
    bool has_goaway;     /* the server closed the connection with an HTTP/2 error */
    enum transfer_next next;
    struct span path; /* of the URL, with its query, at the start page's origin; empty elsewhere */
    unsigned credentials_version;  /* of those that were sent (credentials_take) */
    const char *spool_name;        /* as in the request */
    const struct fetch_part *part; /* as in the request, until an answer comes that is not its rest */
    char peer[46];                 /* the address of the server, or of the proxy; "" without a connection */
    int local_port;                /* of the connection; 0 without one */
    uint64_t max_bytes, max_total; /* as in the request, but UINT64_MAX for no total */
    uint64_t head_bytes, body_bytes;
    int64_t started_ms, sent_ms, first_ms; /* monotonic clock; 0 before the event */
    int64_t waited_ms;                     /* how long we did nothing but wait for the first byte */
    int64_t watched_ms;                    /* since when, and beyond how many bytes, */
    uint64_t watched_bytes;                /* its rate is measured; 0 before */
    struct chunked chunked;
    struct digest digest;

    struct curl_slist own_headers[TRANSFER_OWN_HEADERS]; /* linked in front of the setup's */
    struct buf header_text, cookies;
    char curl_error[CURL_ERROR_SIZE];
};

/* Creates a transfer, while the texts of the options last. */
struct transfer *transfer_new(const struct transfer_setup *setup) __attribute__((nonnull, returns_nonnull));
void transfer_free(struct transfer *transfer);

/* Gives TRANSFER, which is idle, a new handle with the options of MODEL, which no request has used. */
void transfer_renew(struct transfer *transfer, const struct transfer *model) __attribute__((nonnull(1, 2)));

/* Prepares the handle for REQUEST, whose answer goes to ANSWER, on a new connection if APART. False if the
 * request is invalid: ANSWER has the outcome, and the handle must not run. */
bool transfer_prepare(struct transfer *transfer, const struct fetch_request *request, bool apart,
                      struct answer *answer) CHECKED;

/* Takes the answer of an invalid request. */
struct answer *transfer_refuse(struct transfer *transfer) __attribute__((nonnull, returns_nonnull));

/* Takes the answer of a transfer that libcurl ended with CODE, or that the caller ENDED with this outcome;
 * FETCH_OK: it did not. */
struct answer *transfer_finish(struct transfer *transfer, CURLcode code, enum fetch_outcome ended,
                               struct decoder *decoder) __attribute__((nonnull, returns_nonnull));

/* Returns true if a request that was sent brought fewer bytes per second than this for the time of a
 * stall. */
bool transfer_is_slow(struct transfer *transfer, int64_t now_ms, uint64_t bytes_per_second) NONNULL;

/* Returns the host in the URL of the request; empty while idle. */
struct span transfer_host(const struct transfer *transfer) NONNULL;

/* Limits the transfer to this rate; 0 for no limit. */
void transfer_set_rate(struct transfer *transfer, uint64_t bytes_per_second) NONNULL;

#endif
