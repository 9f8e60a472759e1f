/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_ORIGINS_H
#define TIPTOE_JUDGE_ORIGINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "pace/pace.h"

struct frontier;
struct gate;
struct robots;

/* The state of the robots.txt of an origin. */
enum rules_state {
    RULES_WANTED,  /* to be requested */
    RULES_ASKED,   /* a request is in flight */
    RULES_KNOWN,   /* `robots` holds until `rules_until_ms` */
    RULES_WAITING, /* unreachable; to be requested again at `rules_until_ms` */
    RULES_GIVEN_UP /* unreachable too often: nothing of the origin may be requested in this run */
};

/* A URL whose answer was a refusal, after so many attempts. */
struct refused_url {
    int64_t id;
    int attempts;
};

/* A URL whose answer requested a long pause, until this time. */
struct doubted_url {
    int64_t id, until_ms;
};

/* An origin of the run. Times are monotonic milliseconds. */
struct origin {
    int64_t id; /* in the frontier */
    char *text; /* "https://host:port" */
    struct pace pace;
    struct gate *server; /* that it shares with other origins; NULL: not known yet (crawl/gates.h) */
    struct gate *own;    /* that it shares with other processes; NULL: none */
    bool has_turn;       /* of these gates */
    int64_t gate_ms;     /* they are closed until then */
    enum rules_state rules;
    struct robots *robots;
    int64_t rules_until_ms;
    int64_t clock_read_ms;  /* when rules for certain hours were last applied */
    struct buf preferences; /* what robots.txt says about uses of its pages, one line each */
    struct buf rules_url;   /* where its robots.txt is requested: at another origin after a redirect */
    int rules_redirects;
    int rules_attempts;  /* failures in a row */
    bool sitemaps_noted; /* the Sitemap lines of its robots.txt were read */
    bool has_sitemaps;   /* sitemaps may be queued here */
    bool sitemap_asked;  /* a sitemap is in flight; nothing else is started meanwhile */
    bool active;         /* in the list of active origins */
    bool has_more;       /* its last turn ended before all of its URLs without a request were settled */
    bool was_asked;      /* it was requested in this run */
    bool is_blocked;     /* it refuses requests: nothing more is requested of it in this run */
    int slow_ended;      /* transfers that gave way to others since the last whole answer (slow.c) */
    int64_t fine_ms;     /* when one of its URLs was last answered without an error; 0: never */
    struct doubted_url *doubted; /* URLs that requested the pause which its pace doubts (response_pace.c) */
    size_t doubted_count, doubted_room;
    int64_t counted_pause_ms;    /* the end of the last pause that was counted */
    struct refused_url *refused; /* URLs of its refusals in a row (blocking.c) */
    int refused_count;
    int64_t unreached_ms; /* monotonic: when it was last found to be out of reach */
};

/* All origins by their ids, and those with something queued, which take turns. */
struct origin_set {
    struct origin **all; /* all[id - 1], NULL until met */
    size_t room;
    struct origin **active;
    size_t active_count, active_room;
};

void origin_set_release(struct origin_set *origins) __attribute__((nonnull));

/* Returns the origin with this id. It is made at its first use, from the row of the frontier. AFTER_KILL: the
 * last run knew it and was killed; it may have received a request a moment ago. NULL with an enum error in
 * ERROR when the frontier fails. */
struct origin *origin_set_get(struct origin_set *origins, struct frontier *frontier, int64_t id,
                              bool after_kill, int *error) __attribute__((nonnull));

/* Adds an origin to the active ones, moves the one at INDEX to their end, or removes it. */
void origin_set_activate(struct origin_set *origins, struct origin *origin) __attribute__((nonnull));
void origin_set_defer(struct origin_set *origins, size_t index) __attribute__((nonnull));
void origin_set_deactivate(struct origin_set *origins, size_t index) __attribute__((nonnull));

#endif
