/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_FETCH_H
#define TIPTOE_FETCH_FETCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/result.h"
#include "base/span.h"

struct buf;

/* HTTP requests, some at once, one answer each. Nothing is decided here: not when to ask, not whether to; a
 * redirect is an answer like any other. Single-threaded; the object must not be used from two threads. */
struct fetch;

/* All texts are copied. A zero or NULL means the default said here. */
struct fetch_options {
    const char *user_agent;     /* required */
    const char *from;           /* From: header; none */
    const char *const *headers; /* "Name: value", NULL-terminated: sent with every request; none */
    const char *origin;         /* "https://example.org" as in canonical URLs: the start page's origin */
    const char *const *origin_headers; /* as headers, but sent to `origin` alone (cookies, tokens); none */
    const char *credentials;           /* "user:password", HTTP Basic, sent to `origin` alone; none */
    const char *proxy;                 /* as curl's --proxy; none, and the environment is not asked */
    const char *ca_file;               /* certificates to trust instead of the system's */
    bool http2;                 /* speak it where a server offers it in TLS, all requests to an origin on one
                                   connection; else HTTP/1.1 */
    bool allow_private;         /* connect to loopback, link-local and private addresses too */
    const char *cookie_file;    /* cookies to begin with, in the Netscape format; never written; none */
    bool cookies;               /* keep the cookies servers set, in memory, for this run */
    int spool_dir;              /* directory descriptor for large bodies; stays the caller's, outlives this */
    int wake_fd;                /* readable: fetch_wait returns early; -1 for none */
    void (*sent)(void *tag);    /* called when a request goes out, within fetch_wait; none */
    unsigned max_transfers;     /* at once, over all origins; 8 */
    uint64_t rate;              /* bytes a second for all transfers together, on average; no limit */
    int64_t connect_timeout_ms; /* 15 s */
    int64_t stall_timeout_ms;   /* less than 100 bytes a second for this long; 20 s */
    int64_t total_timeout_ms;   /* 1 h */
    int64_t document_timeout_ms; /* HTML, CSS, XML and texts: 5 min */
};

struct fetch_request {
    struct span url;    /* canonical http(s) text without userinfo and fragment; copied */
    void *tag;          /* comes back in the result */
    uint64_t max_bytes; /* of the body, as sent and decoded; 0: as announced, else LIMIT_UNANNOUNCED_BYTES */
    bool read_to_limit; /* a body announced as longer is read up to max_bytes all the same */
    bool keep_raw;      /* the result's raw and payload are wanted */
    struct span if_none_match;     /* entity tag as the server gave it; copied; none */
    struct span if_modified_since; /* HTTP-date as the server gave it; copied; none */
    struct span accept;            /* Accept: value; copied; none sends the default */
};

/* Never NULL; dies when libcurl lacks what we need. fetch_free aborts what is under way and frees every
 * result. */
struct fetch *fetch_new(const struct fetch_options *options) __attribute__((nonnull, returns_nonnull));
void fetch_free(struct fetch *fetch);

/* Whether one more may start, and how many are under way. */
bool fetch_has_room(const struct fetch *fetch) __attribute__((nonnull));
unsigned fetch_in_flight(const struct fetch *fetch) __attribute__((nonnull));

/* Starts a request; there must be room. It ends in exactly one result, whatever happens. It is sent once at
 * most: where libcurl would send it again, it ends as FETCH_AGAIN, for the caller to say when. */
void fetch_start(struct fetch *fetch, const struct fetch_request *request) __attribute__((nonnull));

/* Moves all transfers on, waiting at most TIMEOUT_MS for something to happen; returns as soon as a result is
 * ready. */
void fetch_wait(struct fetch *fetch, int timeout_ms) __attribute__((nonnull));

/* The next result, or NULL when none is ready. It is the caller's until it is given back with fetch_recycle,
 * which keeps its memory for later results. The caller may give back results in any order. */
struct fetch_result *fetch_take(struct fetch *fetch) __attribute__((nonnull, warn_unused_result));
void fetch_recycle(struct fetch *fetch, struct fetch_result *result) __attribute__((nonnull));

/* Ends all transfers at once; each then has a result FETCH_STOPPED. */
void fetch_abort(struct fetch *fetch) __attribute__((nonnull));

/* Adds the request head to OUT without what only the user and the server should know: Authorization,
 * Proxy-Authorization, Cookie, and the options' origin_headers. ERROR_TOO_LARGE where OUT is full. */
int fetch_public_request(const struct fetch *fetch, const struct fetch_result *result, struct buf *out)
    __attribute__((nonnull, warn_unused_result));

#endif
