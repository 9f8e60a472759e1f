/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_PACE_H
#define TIPTOE_PACE_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "pace/ratelimit.h"

/* When may the next request to an origin start, and how many may be open? Everything that bears on it is told
 * to a pace; it reads no clock and knows no randomness. Times are milliseconds of the monotonic clock unless
 * a name says otherwise; a pace is a plain value that its owner may copy. */

/* What the user allows. */
struct pace_limits {
    int64_t delay_ms; /* least gap between the starts of two requests */
    int connections;  /* most requests at once */
};

/* What holds requests back. The numbers stand in mirror.db: new ones come at the end. */
enum pace_reason {
    PACE_BY_USER,        /* --delay and --connections */
    PACE_BY_ROBOTS,      /* Crawl-delay, Request-rate */
    PACE_BY_RATELIMIT,   /* RateLimit and RateLimit-Policy, or their older forms */
    PACE_BY_SLOWNESS,    /* answers take longer than usual */
    PACE_BY_TROUBLE,     /* errors of the server, of TCP or TLS; or refusals */
    PACE_BY_RETRY_AFTER, /* a pause: Retry-After */
    PACE_BY_HOURS,       /* a pause: Visit-time, or another part of the day that is closed */
    PACE_REASONS
};

#define PACE_NEVER   INT64_MIN
#define PACE_NOT_YET INT64_MAX

/* No pause is longer: a year. */
#define PACE_LONGEST_MS (INT64_C(365) * 24 * 3600 * 1000)

/* The gap that the server's own state asks for is never longer than this, that for its errors alone than
 * that. */
#define PACE_REST_MAX_MS    (INT64_C(300) * 1000)
#define PACE_TROUBLE_MAX_MS (INT64_C(60) * 1000)

/* What is known of one origin. Callers set robots_delay_ms; the rest is for reading. */
struct pace {
    int64_t robots_delay_ms; /* Crawl-delay and its kin; 0 for none */
    int64_t last_start_ms;   /* from when the gap counts; PACE_NEVER before the first request */
    int in_flight;
    int on_way; /* of these, requests that were not sent yet: their connection is being made */

    int64_t pause_from_ms, pause_until_ms; /* PACE_NEVER for none */
    enum pace_reason pause_reason;

    int64_t limit_ms;                   /* the gap of RateLimit-Policy; 0 for none */
    int64_t spread_ms, spread_until_ms; /* the gap that makes the rest of a quota last */
    int limit_connections;              /* 0: no word */

    int64_t rest_ms;              /* the gap that the server's state asks for; 0 for none */
    enum pace_reason rest_reason; /* PACE_BY_SLOWNESS or PACE_BY_TROUBLE */
    int64_t rest_set_ms;          /* when it last grew for trouble, PACE_NEVER before */
    int64_t eased_ms;             /* when it last shrank or grew */
    int forgiven_in; /* good answers in a row after which it ends; 0: only time makes it shrink */
    int refusals;    /* answers in a row that speak of one page unless they come in a row */

    int64_t answer_us, before_us; /* how long the last two answers took; -1 before them */
    int64_t usual_us;             /* how long answers take when all is well; 0 before the first */
    int64_t learned_ms;           /* when the first or latest answer was taken into that */
    int samples;                  /* answers so far, counted to a few */
};

/* An origin nothing is known of. */
void pace_init(struct pace *pace) __attribute__((nonnull));

/* What is in force: the most patient of all there is. */
struct pace_force {
    int64_t delay_ms;
    int connections;
    enum pace_reason reason; /* of the delay */
};
struct pace_force pace_in_force(const struct pace *pace, const struct pace_limits *limits)
    __attribute__((nonnull));

/* The earliest time the next request may start as far as is known at NOW_MS, perhaps in the past;
 * PACE_NOT_YET while all connections are in use. While a request is on its way, it is a whole gap from
 * NOW_MS. */
int64_t pace_next_start(const struct pace *pace, const struct pace_limits *limits, int64_t now_ms)
    __attribute__((nonnull));

/* A request starts. It is on its way until pace_sent is called for it, once. */
void pace_started(struct pace *pace, int64_t now_ms) __attribute__((nonnull));

/* A request was sent, or ended without: it is with the server at LATEST_MS at the latest. The gap counts from
 * there. */
void pace_sent(struct pace *pace, int64_t latest_ms) __attribute__((nonnull));

/* The answer to the request that pace_sent told LATEST_MS of began to arrive at ARRIVED_MS: if none was sent
 * since, the gap counts from there if that is sooner. */
void pace_arrived(struct pace *pace, int64_t latest_ms, int64_t arrived_ms) __attribute__((nonnull));

/* What an answer says of the state of the server. */
enum pace_sign {
    PACE_NO_SIGN, /* nothing: it was our own doing, or not the server's */
    PACE_FINE,
    PACE_REFUSED, /* 403, 500, half an answer: trouble where it comes twice in a row, else one page's matter
                   */
    PACE_TROUBLE  /* 408, 425, 429, any other 5xx, a challenge, no answer */
};

struct pace_answer {
    enum pace_sign sign;
    int64_t started_ms; /* of the request */
    int64_t answer_ms;  /* from there to the first byte, without our own delays; -1: not known */
};

/* The sign for an HTTP status. */
enum pace_sign pace_sign_of_status(int status);

/* A request ended at NOW_MS: a connection is free, and the pace learns from ANSWER. */
void pace_ended(struct pace *pace, const struct pace_limits *limits, int64_t now_ms,
                const struct pace_answer *answer) __attribute__((nonnull));

/* Puts off the next request until NOW_MS + WAIT_MS; a longer pause that runs already stays. */
void pace_pause(struct pace *pace, int64_t now_ms, int64_t wait_ms, enum pace_reason reason)
    __attribute__((nonnull));

/* Takes what the header fields of an answer say of its quotas in place of what earlier ones said. */
void pace_limited(struct pace *pace, int64_t now_ms, const struct ratelimit *limit) __attribute__((nonnull));

/* Carries over what an earlier run learned AGO_MS ago: a server has recovered meanwhile as it would have by
 * good answers. */
void pace_restore(struct pace *pace, int64_t now_ms, int64_t ago_ms, int64_t rest_ms, int64_t usual_ms)
    __attribute__((nonnull));

/* Short English for "because …"; never NULL. */
const char *pace_reason_text(int reason) __attribute__((returns_nonnull));

/* The word for logs, such as "robots"; never NULL. */
const char *pace_reason_word(int reason) __attribute__((returns_nonnull));

#endif
