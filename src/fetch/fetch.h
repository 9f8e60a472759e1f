/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_FETCH_H
#define TIPTOE_FETCH_FETCH_H

#include "answer/answer.h"

struct buf;
struct sockaddr;

/* HTTP requests, several at a time, each with one result. The caller decides what to request and when; a
 * redirect is a result like any other. An object belongs to one thread. */
struct fetch;

/* Options that all requests of one fetch object share. Texts are copied. Zero or NULL selects the default
 * given here. */
struct fetch_options {
    const char *user_agent;      /* required */
    const char *from;            /* From field; none */
    const char *origin;          /* of the start page, as in canonical URLs: "https://example.org"; none */
    struct texts origin_headers; /* "Name: value", sent only to `origin` (cookies, tokens) */
    const char *credentials;     /* "user:password", sent only to `origin`, after a challenge
                                    (credentials.h); none */
    const char *proxy;           /* in the form of curl's --proxy; none, not even the environment's */
    const char *ca_file;         /* trusted certificates instead of the system's */
    const char *client_file;     /* certificate and key, in PEM format, used only for `origin`; none */
    struct texts resolve;        /* "host:port:address", instead of DNS; the addresses may be private */
    struct span cookies;         /* initial cookies, lines in the Netscape format; NULL start: none */
    bool http2; /* use HTTP/2 where the server offers it in TLS, with one connection per origin;
                   otherwise HTTP/1.1 */
    struct texts private_hosts; /* whose addresses may be private (guard.h) */
    struct span named_host;     /* of the URL that the user named: one of these, unless it is a DNS name */
    int spool_dir; /* directory for large bodies; the caller keeps it open until after fetch_free */
    int wake_fd;   /* fetch_wait returns early when it is readable; -1 for none */
    void (*sent)(void *tag, const char *peer); /* called by fetch_wait when a request has been sent, with the
                                                  IP address of the server or proxy; none */
    /* whether a request may connect to this address now; if not, it is not sent, and its outcome is
     * FETCH_AGAIN, unless another address of the host is allowed; none: all */
    bool (*may_connect)(void *tag, const struct sockaddr *address);
    /* whether the body of a 2xx answer with this head is wanted; if not, the transfer ends, and its outcome
     * is FETCH_UNWANTED. IS_PARSED: of a type that is read for links; none: all */
    bool (*wants_body)(void *tag, const struct answer_fields *fields, bool is_parsed);
    unsigned max_transfers;      /* at the same time, for all origins together; 8 */
    uint64_t rate;               /* average bytes per second for all transfers together; no limit */
    int64_t connect_timeout_ms;  /* 15 s */
    int64_t stall_timeout_ms;    /* of less than least_rate; 20 s */
    uint64_t least_rate;         /* bytes per second; 100 */
    int64_t total_timeout_ms;    /* 1 h */
    int64_t live_after_ms;       /* for sound, film and pictures of unannounced length; 10 min */
    int64_t document_timeout_ms; /* total_timeout_ms for HTML, CSS, XML and other text; 5 min */
};

/* The beginning of a body, in a file of spool_dir, and the head that came with it, which has the whole length
 * and an answer_version. */
struct fetch_part {
    const char *name;
    uint64_t len;
    struct span head;
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
    bool keeps_cookies; /* take the cookies that the answer sets (cookies.h); for one origin at a time,
                           because a change of origin empties the jar */
    bool sends_cookies; /* and send those that earlier answers set */
    struct span if_none_match;     /* entity tag as received; copied; none */
    struct span if_modified_since; /* HTTP-date as received; copied; none */
    struct span accept;            /* value of Accept; copied; libcurl's default */
    struct span referrer;          /* value of Referer; copied; none, or that of origin_headers */
    const char
        *spool_name; /* for a body above LIMIT_BODY_IN_MEMORY that can be continued later: the name of its
                        file in spool_dir, which stays (result.plain has it then); borrowed; none */
    const struct fetch_part
        *part; /* request only the rest of this; borrowed; none. Without a validator above */
};

/* Creates a fetch, never NULL; dies if libcurl lacks a required feature. fetch_free aborts running transfers
 * and frees every result. */
struct fetch *fetch_new(const struct fetch_options *options) __attribute__((nonnull, returns_nonnull));
void fetch_free(struct fetch *fetch);

/* Returns true if libcurl passes on folded header lines (RFC 9112, 5.2) as one line, so that heads are not
 * verbatim. */
bool fetch_unfolds(void);

/* Returns true if another transfer may start. */
bool fetch_has_room(const struct fetch *fetch) NONNULL;

/* Returns the number of running transfers. */
unsigned fetch_in_flight(const struct fetch *fetch) NONNULL;

/* Starts a request, for which there must be room. It ends in exactly one result. It is sent at most once:
 * where libcurl would send it again, the outcome is FETCH_AGAIN, and the caller decides when to repeat it. */
void fetch_start(struct fetch *fetch, const struct fetch_request *request) NONNULL;

/* Runs all transfers for up to TIMEOUT_MS, or until a result is ready. */
void fetch_wait(struct fetch *fetch, int timeout_ms) NONNULL;

/* Returns the next result, or NULL if none is ready. The caller returns it with fetch_recycle, in any order;
 * later results reuse its memory. */
struct fetch_result *fetch_take(struct fetch *fetch) CHECKED;
void fetch_recycle(struct fetch *fetch, struct fetch_result *result) NONNULL;

/* Ends all transfers at once; each then has a result FETCH_STOPPED. */
void fetch_abort(struct fetch *fetch) NONNULL;

/* Returns the tag of the next transfer from INDEX on, which starts at 0, that has brought fewer bytes per
 * second than this for stall_timeout_ms; NULL at the end. Call it often: the rate counts from one call to the
 * next one that is stall_timeout_ms later. */
void *fetch_next_slow(const struct fetch *fetch, unsigned *index, uint64_t bytes_per_second) NONNULL;

/* Finds the next running transfer from INDEX on, which starts at 0, whose body is in a named file, and syncs
 * that; false at the end. TAG is that of its request. PART is borrowed until the next call of fetch_wait. */
bool fetch_next_part(struct fetch *fetch, unsigned *index, void **tag, struct fetch_part *part) NONNULL;

/* Ends the running transfer of TAG at once; its result is FETCH_SLOW. */
void fetch_end(struct fetch *fetch, const void *tag) NONNULL;

/* Adds the request head to OUT without the fields that only the user and the server may know: Authorization,
 * Proxy-Authorization, Cookie, and the options' origin_headers. ERROR_TOO_LARGE if OUT is full. */
int fetch_public_request(const struct fetch *fetch, const struct fetch_result *result, struct buf *out)
    CHECKED;

/* Returns the response head for the archive: if cookies are kept, or in a session (credentials, cookies or
 * headers of the user), without Set-Cookie and Authentication-Info, with which passwords can be guessed
 * offline (RFC 7616, 3.5). Borrowed from RESULT, or from OUT, which has room for LIMIT_HEADER_BYTES. */
struct span fetch_public_response(const struct fetch *fetch, const struct fetch_result *result,
                                  struct buf *out) NONNULL;

/* Writes all cookies of the session to FD, in the Netscape format. */
int fetch_write_cookies(struct fetch *fetch, int fd) CHECKED;

#endif
