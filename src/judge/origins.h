/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_ORIGINS_H
#define TIPTOE_JUDGE_ORIGINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"
#include "pace/pace.h"

struct frontier;
struct robots;

/* What is known of the robots.txt of an origin, and what comes next. */
enum rules_state {
    RULES_WANTED,  /* to be asked for */
    RULES_ASKED,   /* a request is in flight */
    RULES_KNOWN,   /* `robots` holds until `rules_until_ms` */
    RULES_WAITING, /* unreachable; to be asked for again at `rules_until_ms` */
    RULES_GIVEN_UP /* unreachable too often: nothing of the origin may be asked for in this run */
};

/* A URL that was refused, after so many attempts. */
struct refused_url {
    int64_t id;
    int attempts;
};

/* An origin the run has to do with. Times are monotonic milliseconds. */
struct origin {
    int64_t id; /* the frontier's */
    char *text; /* "https://host:port" */
    struct pace pace;
    enum rules_state rules;
    struct robots *robots;
    int64_t rules_until_ms;
    int64_t clock_read_ms;  /* when rules for certain hours were last applied */
    struct buf preferences; /* what robots.txt says about uses of the pages, line by line */
    struct buf rules_url;   /* where it is asked for: another's after a redirect */
    int rules_redirects;
    int rules_attempts;          /* that failed, one after the other */
    bool sitemaps_noted;         /* its robots.txt was looked through for sitemaps */
    bool has_sitemaps;           /* some may be queued here */
    bool sitemap_asked;          /* one is in flight; nothing else is started meanwhile */
    bool active;                 /* in the list of those with something queued */
    bool was_asked;              /* in this run */
    bool is_blocked;             /* it has begun to refuse: nothing more of it in this run */
    int64_t counted_pause_ms;    /* the end of the last pause that is in the account */
    struct refused_url *refused; /* URLs of the refusals in a row (blocking.c) */
    int refused_count;
};

/* All of them, by the frontier's ids, and those with something queued, to be served in turn. */
struct origin_set {
    struct origin **all; /* all[id - 1], NULL until met */
    size_t room;
    struct origin **active;
    size_t active_count, active_room;
};

void origin_set_release(struct origin_set *origins) __attribute__((nonnull));

/* The origin with this id of the frontier; made when first met, from what the frontier remembers. AFTER_KILL:
 * the last run knew it and was killed, so that a request to it may have been made this very moment. NULL with
 * an enum error in ERROR when the frontier fails. */
struct origin *origin_set_get(struct origin_set *origins, struct frontier *frontier, int64_t id,
                              bool after_kill, int *error) __attribute__((nonnull));

/* Puts an origin into the list of active ones, or takes the one at INDEX out of it. */
void origin_set_activate(struct origin_set *origins, struct origin *origin) __attribute__((nonnull));
void origin_set_deactivate(struct origin_set *origins, size_t index) __attribute__((nonnull));

#endif
