/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_SERVER_H
#define TIPTOE_SERVE_SERVER_H

#include "base/body.h"
#include "base/buf.h"

/* The server's own pages are below this path. */
#define TARGET_OWN "/_tiptoe/"

/* target.c. The request targets of a mirror's URLs. The site's own origin is at the root, with its own paths
 * and queries. Other origins, and paths of the site that begin with /_hosts/ or TARGET_OWN, are below
 * /_hosts/HOST:PORT. The default port of https is omitted and the port of http is always given, so that
 * different URLs have different targets. */

/* Sets OUT to the target of URL, a canonical text, followed by FRAGMENT (empty, or with its '#'). SITE is the
 * origin at the root. */
void target_make(struct buf *out, struct span url, struct span fragment, struct span site) NONNULL;

/* Sets OUT to the URL, not yet canonical, of a request for TARGET ("/path?query"). INDEX is 0 for the best
 * reading, 1 and so on for others: the scheme is not always known, and a site may itself have a folder
 * /_hosts/. Returns false, with OUT untouched, if there is no reading with this index. */
bool target_url(struct buf *out, struct span target, struct span site, unsigned index) NONNULL;

/* store.c. The bodies of answers, each once for all clients that get it, and then for later ones as long as
 * there is room. All together take at most STORE_BYTES of memory; others are in unnamed files. For any
 * thread. */
struct store;

enum { STORE_BYTES = 24 * 1024 * 1024, STORED_TAG_SIZE = 40 };

struct stored {
    struct span bytes;
    char tag[STORED_TAG_SIZE]; /* the entity tag */

    struct body body; /* the rest is the store's */
    char *key;        /* NULL: only for one client */
    size_t memory, users;
};

struct store *store_new(void) __attribute__((returns_nonnull));

/* Frees the store; all bodies are released before. Accepts NULL. */
void store_free(struct store *store);

/* Returns the body with this KEY, for store_release; NULL if it is not kept. */
struct stored *store_find(struct store *store, const char *key) NONNULL;

/* Adds a copy of BYTES as STORED, for store_release; a file is made in DIR. KEY is NULL, or names the
 * content. Returns 0, or an enum error of the file. */
int store_add(struct store *store, const char *key, struct span bytes, const char *tag, int dir,
              struct stored **stored) __attribute__((nonnull(1, 4, 6), warn_unused_result));

/* Accepts NULL. */
void store_release(struct store *store, struct stored *stored) __attribute__((nonnull(1)));

/* server.c. An HTTP server on one address or more, of a mirror each. The thread that calls server_turn moves
 * all bytes; its owner supplies the answers, those that take long in other threads. The server answers only
 * GET and HEAD without a body, and only under its own name. It handles ranges and conditions, and adds
 * headers that keep a page from sending requests to other hosts. */
struct server;

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
 * errno: EMFILE also if too few files are left for clients. */
int server_listen(struct server *server, uint32_t address, unsigned port) CHECKED;

/* Returns host and port of URLs at an address, "127.8.9.10:4711": the only value of Host that is answered
 * there. */
const char *server_authority(const struct server *server, size_t address)
    __attribute__((nonnull, returns_nonnull));

/* Waits for a request, or until WAKE_FD is readable, and handles what has arrived. */
void server_turn(struct server *server, int wake_fd) NONNULL;

/* message.c. The head of a request (RFC 9112), read strictly: where programs may read it differently, it is
 * refused. */
struct request {
    struct span method, target; /* as sent */
    struct span head;           /* the request line and the field lines, each with its line end */
    bool keeps;                 /* the connection may be used again */
    bool has_body;
};

/* Reads the head at the start of BYTES, and sets LEN to its length. Returns 0 if its end is not there yet,
 * 200, or the HTTP status of a refusal: 400 for a bare LF, a folded line, no Host or two of them, and
 * anything else malformed; 505 for other versions than 1. REQUEST borrows BYTES. */
int request_read(struct span bytes, struct request *request, size_t *len) CHECKED;

/* Sets ANSWER to a refusal, and returns true, if REQUEST could not be read (STATUS is that of request_read,
 * or 431), is not for the server AUTHORITY, has no cookie KEY (unless that is NULL), or wants what no
 * mirror gives. The target TARGET_OWN "?KEY" gives the cookie, and redirects to the root. */
bool request_refuse(const struct request *request, int status, const char *authority, const char *key,
                    struct server_answer *answer) __attribute__((nonnull(1, 3, 5)));

/* Returns the value of the first field with this name; empty if no field has it. */
struct span request_field(const struct request *request, const char *name) NONNULL;

/* The header fields of a request (RFC 9110). All functions are pure; an absent field is an empty span. */

/* Seconds since 1970; -1 if TEXT is not an HTTP date. */
int64_t request_fields_date(struct span text);

/* Returns whether If-None-Match contains the entity tag TAG (without its quotes), or "*". */
bool request_fields_has_tag(struct span list, struct span tag);

/* Returns whether MODIFIED is not later than SINCE; false if either is not a date. */
bool request_fields_is_unmodified(struct span since, struct span modified);

/* Returns whether If-Range is absent, or matches TAG or MODIFIED. */
bool request_fields_is_same(struct span if_range, struct span tag, struct span modified);

enum request_fields_range {
    RANGE_ALL,   /* no range, or one to ignore: not in bytes, malformed, or several ranges */
    RANGE_PART,  /* FIRST to LAST, inclusive */
    RANGE_BEYOND /* entirely outside the body */
};

/* Reads Range for a body of SIZE bytes. */
enum request_fields_range request_fields_range(struct span range, uint64_t size, uint64_t *first,
                                               uint64_t *last) CHECKED;

/* Returns whether a reader opens a page, false for a script or an image of a page. DEST is Sec-Fetch-Dest. */
bool request_fields_want_page(struct span dest, struct span accept);

/* The part of an answer's body that follows the header section. */
struct response_body {
    const char *memory;
    int fd; /* -1: in memory */
    uint64_t at, left;
};

/* Adds the header section of the response to REQUEST (NULL if that cannot be read) to OUT, after conditions
 * and ranges, and sets BODY, which borrows from ANSWER. KEEPS: the connection may be used again. */
void response_add(struct buf *out, const struct request *request, const struct server_answer *answer,
                  bool keeps, struct response_body *body) __attribute__((nonnull(1, 3, 5)));

#endif
