/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_SERVER_H
#define TIPTOE_SERVE_SERVER_H

#include "base/span.h"

/* An HTTP server on one address or more, of a mirror each. The thread that calls server_turn moves all bytes;
 * its owner supplies the answers, those that take long in other threads. The server answers only GET and HEAD
 * without a body, and only under its own name. It handles ranges and conditions, and adds headers that keep a
 * page from sending requests to other hosts. */
struct server;
struct store;
struct stored;

enum { SERVER_THREADS = 3, SERVER_ADDRESSES_MAX = 256 };

struct server_options {
    const char *key;     /* a cookie "NAME=VALUE" that each request needs; NULL: no key */
    bool no_scripts;     /* pages must not run scripts */
    size_t slow;         /* all answers at this many first addresses may take long */
    struct store *store; /* of the bodies of answers; outlives the server */
};

struct server_request {
    struct span target; /* as sent: begins with '/' */
    bool wants_page;    /* true for a page that a reader opens; false for a script or an image of a page */
    size_t address;     /* the number of the address at which it came: 0 for the first, … */
};

struct server_answer {
    int status;            /* HTTP status; ranges and conditions apply only to 200 */
    struct span type;      /* Content-Type; empty: none */
    struct span location;  /* of redirects */
    const char *cookie;    /* Set-Cookie, for all paths, and not for scripts; NULL: none */
    struct span refresh;   /* Refresh; empty: none */
    struct span tag;       /* the entity tag, printable, without quotes; empty: none */
    struct span modified;  /* Last-Modified; empty or an invalid date: none */
    struct span body;      /* without FD; constant, or in STORED */
    int fd;                /* -1, or a file; the server closes it */
    uint64_t size;         /* of the file */
    struct stored *stored; /* the server releases it; NULL: none */
    bool ours;             /* a page of the server itself, which is self-contained */
    bool no_scripts;       /* set by the server */
};

/* Fills ANSWER, which is zeroed, with FD -1 and status 200. THREAD is below SERVER_THREADS. In 0, the thread
 * of server_turn, returns false for an answer that may take long; it is called again in another thread then,
 * for the server's own pages and those at slow addresses always in thread 1. What ANSWER borrows lasts until
 * the next call in the same thread. */
typedef bool server_answer_fn(void *context, size_t thread, const struct server_request *request,
                              struct server_answer *answer);

/* Returns a server that does not listen yet. */
struct server *server_open(const struct server_options *options, server_answer_fn *answer, void *context)
    __attribute__((nonnull(1, 2), returns_nonnull, warn_unused_result));
void server_close(struct server *server);

/* Listens at one more ADDRESS of this machine, in its order; PORT 0: any free one. Returns 0, or -1 with
 * errno. */
int server_listen(struct server *server, uint32_t address, unsigned port) CHECKED;

/* Returns host and port of URLs at an address, "127.8.9.10:4711": the only value of Host that is answered
 * there. */
const char *server_authority(const struct server *server, size_t address)
    __attribute__((nonnull, returns_nonnull));

/* Waits for a request, or until WAKE_FD is readable, and handles what has arrived. */
void server_turn(struct server *server, int wake_fd) NONNULL;

#endif
