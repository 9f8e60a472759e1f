/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_FETCH_H
#define TIPTOE_FETCH_FETCH_H

#include "answer/result.h"
#include "fetch/request.h"

struct buf;

/* HTTP requests, several at a time, each with one result. The caller decides what to request and when; a
 * redirect is a result like any other. An object belongs to one thread. */
struct fetch;

/* Creates a fetch, never NULL; dies if libcurl lacks a required feature. fetch_free aborts running transfers
 * and frees every result. */
struct fetch *fetch_new(const struct fetch_options *options) __attribute__((nonnull, returns_nonnull));
void fetch_free(struct fetch *fetch);

/* Returns true if libcurl passes on folded header lines (RFC 9112, 5.2) as one line, so that heads are not
 * verbatim. */
bool fetch_unfolds(void);

/* Return whether another transfer may start, and the number of running ones. */
bool fetch_has_room(const struct fetch *fetch) __attribute__((nonnull));
unsigned fetch_in_flight(const struct fetch *fetch) __attribute__((nonnull));

/* Starts a request, for which there must be room. It ends in exactly one result. It is sent at most once:
 * where libcurl would send it again, the outcome is FETCH_AGAIN, and the caller decides when to repeat it. */
void fetch_start(struct fetch *fetch, const struct fetch_request *request) __attribute__((nonnull));

/* Runs all transfers for up to TIMEOUT_MS, or until a result is ready. */
void fetch_wait(struct fetch *fetch, int timeout_ms) __attribute__((nonnull));

/* Returns the next result, or NULL if none is ready. The caller returns it with fetch_recycle, in any order;
 * later results reuse its memory. */
struct fetch_result *fetch_take(struct fetch *fetch) __attribute__((nonnull, warn_unused_result));
void fetch_recycle(struct fetch *fetch, struct fetch_result *result) __attribute__((nonnull));

/* Ends all transfers at once; each then has a result FETCH_STOPPED. */
void fetch_abort(struct fetch *fetch) __attribute__((nonnull));

/* Returns the tag of the next transfer from INDEX on, which starts at 0, that has brought fewer bytes per
 * second than this for stall_timeout_ms; NULL at the end. Call it often: the rate counts from one call to the
 * next one that is stall_timeout_ms later. */
void *fetch_next_slow(const struct fetch *fetch, unsigned *index, uint64_t bytes_per_second)
    __attribute__((nonnull));

/* Ends the running transfer of TAG at once; its result is FETCH_SLOW. */
void fetch_end(struct fetch *fetch, const void *tag) __attribute__((nonnull));

/* Adds the request head to OUT without the fields that only the user and the server may know: Authorization,
 * Proxy-Authorization, Cookie, and the options' origin_headers. ERROR_TOO_LARGE if OUT is full. */
int fetch_public_request(const struct fetch *fetch, const struct fetch_result *result, struct buf *out)
    __attribute__((nonnull, warn_unused_result));

/* Returns the response head for the archive: in a session (credentials, cookies or headers of the user)
 * without Set-Cookie, which has secrets of the user and the server. Borrowed from RESULT, or from OUT, which
 * has room for LIMIT_HEADER_BYTES. */
struct span fetch_public_response(const struct fetch *fetch, const struct fetch_result *result,
                                  struct buf *out) __attribute__((nonnull));

/* Writes all cookies of the session to FD, in the Netscape format. */
int fetch_write_cookies(struct fetch *fetch, int fd) __attribute__((nonnull, warn_unused_result));

#endif
