/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_SERVING_H
#define TIPTOE_SERVE_SERVING_H

#include "mirror/mirror.h"
#include "serve/past.h"
#include "serve/server.h"
#include "weave/document.h"

struct search;

enum {
    SERVING_PAGE_MAX = 2 * 1024 * 1024, /* a page of the server itself */
    SERVING_HEADER_MAX = 2000           /* a longer Content-Type or date is ignored */
};

struct serving_options {
    unsigned port;      /* 0: any */
    const char *listen; /* an IPv4 address of this machine, for those who have the key; NULL: its loopback */
    const char *at;     /* show the mirror as it was at this time (past_parse); NULL: as it is */
    bool no_scripts;    /* pages must not run scripts */
    char *const *dirs;  /* of COUNT mirrors */
    size_t count;
    const char *index; /* an empty folder for the indexes of mirrors without one; "": none */
};

/* A mirror, as one thread of the server reads it. Documents are woven from their originals, so that their
 * links are paths of the server; everything else is served from site/. */
struct serving {
    struct mirror mirror;
    struct weaver weaver;
    const char *host;      /* and port where it is served; NULL: it is the only mirror */
    struct store *store;   /* not its own */
    bool is_quick;         /* what takes long is postponed, */
    bool postponed;        /* as the last request */
    struct search *search; /* the index that only this process has; NULL: the mirror's */
    struct url url;
    struct digest digest;
    struct buf wanted;   /* the URL a request means */
    struct buf location; /* of a redirect */
    struct buf refresh;
    struct buf type, modified, tag;
    struct past times; /* the answers by time, once they are needed */
    bool has_times;
    int64_t at_us;      /* of --at; 0: none */
    struct past *past;  /* for this request: TIMES; NULL: as it is now */
    enum past_row then; /* how the last row was changed for then */
    struct buf page;    /* a page of the server */
};

/* Opens a weaver for SERVING, which has none. */
int serving_open_weaver(struct serving *serving) CHECKED;

/* Answers a request. False if it is postponed. */
bool serving_answer(struct serving *serving, const struct server_request *request,
                    struct server_answer *answer) NONNULL;

struct service;

/* Answers with a page about all mirrors, in thread 1, which has them open. Returns true. */
bool serving_answer_all(struct service *service, struct span target, struct server_answer *answer) NONNULL;

/* Indexes the archive for answers of other times, unless that is done. Again if a page was forgotten since:
 * that moves records. */
int serving_open_times(struct serving *serving) CHECKED;

/* A mirror at the site's own paths, or many with a page about them, which is at the first address. It only
 * reads, and shows what a run adds meanwhile. */
struct service {
    size_t extra; /* 1: the first address is that of all mirrors */
    char key[64]; /* a cookie (server.h); empty: none is needed */
    struct serving_options options;
    struct server *server;
    struct store *store;
    struct serving *(*servings)[SERVER_THREADS]; /* of each mirror; NULL until they are needed */
};

/* Listens at a loopback address for each mirror alone, which depends on its path: cookies, storage and
 * service workers of browsers never mix with those of another mirror or program; or, for one mirror, at
 * another address, with a new key. 0, or a negative enum error and WHY; then, too, to be followed by
 * service_close. What OPTIONS has is borrowed until then. */
int service_listen(struct service *service, const struct serving_options *options, struct buf *why) CHECKED;

/* Returns true if the mirror in DIR has no index for search, or an empty file, because it stays without one.
 */
bool serving_lacks_index(const char *dir) NONNULL;

/* Opens the mirrors. Returns 0, or a negative enum error, ERROR_INVALID for the time of --at, and WHY. */
int service_open(struct service *service, struct buf *why) CHECKED;
void service_close(struct service *service) NONNULL;

/* Serves until a signal ends it (signals.h). */
void service_run(struct service *service) NONNULL;

#endif
