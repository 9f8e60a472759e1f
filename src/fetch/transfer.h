/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_TRANSFER_H
#define TIPTOE_FETCH_TRANSFER_H

#include <curl/curl.h>

#include "base/digest.h"
#include "base/http.h"
#include "fetch/cookies.h"
#include "fetch/fetch.h"
#include "fetch/guard.h"

struct credentials;

/* libcurl's sockets, in use and idle. It identifies the connection of a request only by its local port. */
struct sockets {
    struct socket_entry {
        int fd;
        int local_port;  /* 0: not known yet */
        bool is_serial;  /* HTTP/1: one answer after the other */
        uint32_t events; /* that epoll watches */
        bool is_idle;    /* no transfer uses it */
    } * entries;
    size_t count, room;
};

/* The settings that the transfers of one fetch object share. */
struct transfer_setup {
    CURLSH *share;                   /* of TLS sessions, and of the user's cookies */
    struct fetch_options options;    /* with the defaults; its texts last until fetch_new returns */
    char *origin, *client_file;      /* copies of two of them */
    struct credentials *credentials; /* for it; NULL without */
    struct curl_slist *resolve;
    struct curl_slist *headers;           /* for all origins */
    struct curl_slist *origin_headers;    /* for the start page's origin: the same, and its own */
    const struct curl_slist *own_headers; /* the rest of origin_headers, which other origins do not get */
    struct sockets *sockets;
    struct guard guard;
    struct jar jar;
    struct curl_slist *serial_origins; /* these get HTTP/1.1 only */
    bool proxy_takes_urls, has_proxy, has_cookies;
    bool sends_jar;      /* no cookies of the user are sent */
    bool sends_referrer; /* nor a Referer of the user */
    bool reads_tls;      /* receive_knows_tls */
};

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

/* transfer_setup.c */

/* Makes the settings of OPTIONS, except for share and sockets. */
void transfer_setup_init(struct transfer_setup *setup, const struct fetch_options *options) NONNULL;
void transfer_setup_release(struct transfer_setup *setup) NONNULL;

/* Returns true if the user gave the field NAME for the origin. */
bool transfer_setup_has_header(const struct transfer_setup *setup, struct span name) NONNULL;

/* Returns LIST with LINE at its end. */
struct curl_slist *transfer_setup_append(struct curl_slist *list, const char *line)
    __attribute__((nonnull(2), returns_nonnull));

/* Dies unless CODE is CURLE_OK: for options that this libcurl must know. */
void transfer_check(CURLcode code);

/* transfer.c */

/* Creates a transfer, while the texts of the options last. */
struct transfer *transfer_new(const struct transfer_setup *setup) __attribute__((nonnull, returns_nonnull));
void transfer_free(struct transfer *transfer);

/* Gives TRANSFER, which is idle, a new handle with the options of MODEL, which no request has used. */
void transfer_renew(struct transfer *transfer, const struct transfer *model) __attribute__((nonnull(1, 2)));

/* Prepares the handle for REQUEST, whose answer goes to ANSWER, on a new connection if APART. False if the
 * request is invalid: ANSWER is complete, and the handle must not run. */
bool transfer_prepare(struct transfer *transfer, const struct fetch_request *request, bool apart,
                      struct answer *answer) CHECKED;

/* Takes the answer of a transfer that libcurl ended with CODE, or that the caller ENDED with this outcome;
 * FETCH_OK: it did not. */
struct answer *transfer_finish(struct transfer *transfer, CURLcode code, enum fetch_outcome ended,
                               struct decoder *decoder) __attribute__((nonnull, returns_nonnull));

/* Returns true if a request that was sent brought fewer bytes per second than this for the time of a
 * stall. */
bool transfer_is_slow(struct transfer *transfer, int64_t now_ms, uint64_t bytes_per_second) NONNULL;

/* Returns the host in the URL of the request; empty while idle. */
struct span transfer_host(const struct transfer *transfer) NONNULL;

/* receive.c */

/* Releases the list. A zeroed struct is an empty list. */
void sockets_release(struct sockets *sockets) NONNULL;

/* Returns the entry of FD, valid until the next change, or NULL. */
struct socket_entry *sockets_find(struct sockets *sockets, int fd) NONNULL;

/* Closes the connections from LOCAL_PORT; libcurl then finds them dead. */
void sockets_end(struct sockets *sockets, int local_port) NONNULL;

/* Sets libcurl's callbacks on the handle of TRANSFER, which then fill in its answer. */
void receive_attach(struct transfer *transfer) NONNULL;

/* Returns true if the version and cipher suite of the TLS connections of this libcurl can be read. libcurl
 * only knows an object of its TLS library. It is read only if the library is the OpenSSL that this program
 * has: others have objects of other forms. */
bool receive_knows_tls(void);

/* part.c: bodies that were cut off, and are continued by a range request (RFC 9110, 14). */

/* Returns the value of Range for PART, in TEXT; empty if PART is NULL. */
enum { PART_RANGE_SIZE = 40 };
struct span part_range(const struct fetch_part *part, char text[PART_RANGE_SIZE]) __attribute__((nonnull(2)));

/* Returns the value of If-Range for PART, which KNOWN, zeroed, borrows until it is released; empty if PART is
 * NULL. */
struct span part_version(const struct fetch_part *part, struct answer_fields *known)
    __attribute__((nonnull(2)));

/* Makes the stored beginning that of the answer's body, if the answer, whose head has come, has the rest that
 * TRANSFER requested; otherwise TRANSFER forgets it. ERROR_INVALID: it has another part; or a local error. */
int part_continue(struct transfer *transfer) CHECKED;

/* Makes the answer of TRANSFER, if it brings a rest, that of the whole body: head, status and fields. */
void part_take_beginning(struct transfer *transfer) NONNULL;

/* Returns whether the body, if it is cut off, can be continued: its length and version are known, and it is
 * not coded. */
bool part_is_possible(const struct transfer *transfer) NONNULL;

/* Sets PART to what TRANSFER has received in a named file, and syncs that; false without one. TAG is that of
 * its request. */
bool part_sync(const struct transfer *transfer, void **tag, struct fetch_part *part) NONNULL;

#endif
