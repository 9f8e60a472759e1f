/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_TRANSFER_H
#define TIPTOE_FETCH_TRANSFER_H

#include <curl/curl.h>

#include "answer/answer.h"
#include "base/buf.h"
#include "base/chunked.h"
#include "base/digest.h"
#include "fetch/sockets.h"

struct fetch_options;
struct fetch_request;

/* What all transfers of one fetch object have in common; theirs to read, fetch.c's to own. */
struct transfer_setup {
    struct curl_slist *headers;        /* for every origin */
    struct curl_slist *origin_headers; /* for the start page's origin: the same and its own */
    char *origin, *credentials;
    struct sockets *sockets;
    struct curl_slist *serial_origins; /* where HTTP/1.1 is spoken */
    bool http2, sees_ends, allow_private, proxy_takes_urls, has_proxy, has_cookies;
    void (*sent)(void *tag);
    int64_t total_timeout_ms, document_timeout_ms;
};

/* One request at a time, on an easy handle that is kept for life. */
enum transfer_state {
    TRANSFER_IDLE,
    TRANSFER_HEAD_START, /* the next header line starts a block */
    TRANSFER_HEAD,
    TRANSFER_BODY,
    TRANSFER_STOPPED /* by ourselves: outcome and error stand in the answer */
};

/* How its URL is to be asked for from then on, as an ended transfer learned. */
enum transfer_next {
    NEXT_AS_BEFORE,
    NEXT_APART,   /* the next time on a connection of its own */
    NEXT_SERIALLY /* by HTTP/1.1, and all of its origin */
};

struct transfer {
    const struct transfer_setup *setup;
    CURL *easy;
    CURLU *url;            /* what libcurl was told last, */
    struct buf told;       /* and its text: an origin or a URL; empty: nothing */
    struct answer *answer; /* NULL while idle */
    enum transfer_state state;

    bool keep_raw, read_to_limit, is_chunked, is_http2, address_refused;
    bool is_on_kept;  /* the connection was there before */
    bool was_scolded; /* the connection ended with an error that the server names */
    enum transfer_next next;
    int local_port;     /* of the connection; 0 before there is one */
    uint64_t max_bytes; /* as the request says */
    uint64_t head_bytes, body_bytes;
    int64_t started_ms, sent_ms, first_ms; /* by the monotonic clock, 0 before */
    int64_t unread_ms;                     /* how long the answer's beginning lay here before we read it */
    struct chunked chunked;
    struct digest digest;

    struct curl_slist own_headers[3]; /* in front of the setup's */
    struct buf header_text;
    char curl_error[CURL_ERROR_SIZE];
};

/* Options are those that stay; SHARE may be NULL. */
struct transfer *transfer_new(const struct transfer_setup *setup, const struct fetch_options *options,
                              CURLSH *share) __attribute__((nonnull(1, 2), returns_nonnull));
void transfer_free(struct transfer *transfer);

/* Makes the handle ready for REQUEST, whose answer goes to ANSWER, on a new connection if APART. False: it
 * cannot be made, and ANSWER says why; the handle is not to be run. */
bool transfer_prepare(struct transfer *transfer, const struct fetch_request *request, bool apart,
                      struct answer *answer) __attribute__((nonnull, warn_unused_result));

/* Takes the answer of a request that could not be made. */
struct answer *transfer_refuse(struct transfer *transfer) __attribute__((nonnull, returns_nonnull));

/* Takes the answer of a transfer that libcurl ended with CODE; STOPPED: that we ended ourselves from outside.
 */
struct answer *transfer_finish(struct transfer *transfer, CURLcode code, bool stopped,
                               struct decoder *decoder) __attribute__((nonnull, returns_nonnull));

/* The most bytes a second this transfer may take from now on; 0 for any number. */
void transfer_set_rate(struct transfer *transfer, uint64_t bytes_per_second) __attribute__((nonnull));

/* Dies with libcurl's words unless CODE is CURLE_OK: for options that this libcurl must know. */
void transfer_check(CURLcode code);

#endif
