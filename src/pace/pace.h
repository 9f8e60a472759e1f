/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_PACE_H
#define TIPTOE_PACE_PACE_H

#include "base/span.h"

/* When the next request to an origin may start, and how many may be open. The owner passes in everything that
 * counts; a pace reads no clock and uses no random numbers. Times are milliseconds of the monotonic clock
 * unless their name says otherwise. A pace is a plain value that its owner may copy. */

/* The limits of the user. */
struct pace_limits {
    int64_t delay_ms; /* the least gap between the starts of two requests */
    int connections;  /* the most requests at once */
    bool for_all;     /* delay_ms takes precedence over a pace's own_delay_ms */
};

/* Reasons to wait. mirror.db stores the numbers, so new reasons go to the end. */
enum pace_reason {
    PACE_BY_USER,        /* --delay and --connections */
    PACE_BY_ROBOTS,      /* Crawl-delay, Request-rate */
    PACE_BY_RATELIMIT,   /* RateLimit, RateLimit-Policy and their older forms */
    PACE_BY_SLOWNESS,    /* answers take longer than usual */
    PACE_BY_TROUBLE,     /* errors of the server, TCP or TLS; refusals */
    PACE_BY_RETRY_AFTER, /* a pause: Retry-After */
    PACE_BY_HOURS,       /* a pause: Visit-time, or --hours */
    PACE_REASONS
};

#define PACE_NEVER   INT64_MIN
#define PACE_NOT_YET INT64_MAX

/* The longest pause, a year; and the longest pause and gap that a server's word causes. That of its
 * robots.txt is obeyed in full. */
#define PACE_LONGEST_MS  (INT64_C(365) * 24 * 3600 * 1000)
#define PACE_BELIEVED_MS (INT64_C(24) * 3600 * 1000)

/* The longest gap that the state of the server causes, and the longest that only its errors cause. */
#define PACE_REST_MAX_MS    (INT64_C(300) * 1000)
#define PACE_TROUBLE_MAX_MS (INT64_C(60) * 1000)

/* The kind of an answer. A server takes different times for each kind, so an answer is compared with its
 * kind. */
enum pace_kind {
    PACE_PAGE,    /* an HTML page */
    PACE_FILE,    /* anything else with a body that is in the mirror */
    PACE_NO_PAGE, /* no content where a page was expected: a redirect, 304, 404 */
    PACE_NO_FILE, /* the same for anything else */
    PACE_RULES,   /* robots.txt, a sitemap */
    PACE_KINDS
};

/* The times of answers of one kind. */
struct pace_times {
    int64_t last_us, before_us; /* of the last two answers; -1 before them */
    int64_t slow_ms;            /* when the last slow answer counted; PACE_NEVER before it */
    int64_t usual_us;           /* 0 before the first */
    int64_t learned_ms;         /* when an answer last changed the usual time */
    int samples;                /* the number of answers, up to a small limit */
};

/* The state of one origin. Callers set the first two members and only read the other members. */
struct pace {
    int64_t own_delay_ms;    /* the user's delay for this origin instead of that of the limits; -1: none */
    int64_t robots_delay_ms; /* Crawl-delay or Request-rate; 0: none */
    int64_t last_start_ms;   /* start of the gap; PACE_NEVER before the first request */
    int in_flight;
    int on_way; /* of these, requests that are not sent yet, because their connection is being made */

    struct pace_pause {
        int64_t from_ms, until_ms; /* PACE_NEVER: none */
        enum pace_reason reason;
    } pause, firm; /* FIRM: the one that remains if pace_lift takes back those that are doubted */

    int64_t limit_ms; /* the gap of RateLimit-Policy; 0: none */
    int limit_left; /* answers without such fields after which an earlier run's policy ends; 0: this run's */
    int64_t spread_ms, spread_until_ms; /* the gap that makes the rest of a quota last until it renews */
    int limit_connections;              /* 0: no limit */

    int64_t rest_ms;              /* the gap that the state of the server causes; 0: none */
    enum pace_reason rest_reason; /* PACE_BY_SLOWNESS or PACE_BY_TROUBLE */
    int64_t rest_set_ms;          /* when it last grew for trouble; PACE_NEVER before */
    int64_t eased_ms;             /* when it last shrank or grew */
    int forgiven_in; /* good answers in a row after which the rest ends; 0: only time makes it shrink */
    int refusals;    /* PACE_REFUSED answers in a row */

    int64_t answer_ms; /* the time of the last answer; -1 before it */
    struct pace_times times[PACE_KINDS];
};

/* Initialises the pace of an origin without history. */
void pace_init(struct pace *pace) NONNULL;

/* Returns the user's delay for the origin of PACE. */
int64_t pace_user_delay(const struct pace *pace, const struct pace_limits *limits) NONNULL;

/* The delay and connections in force: the most patient of all limits. */
struct pace_force {
    int64_t delay_ms;
    int connections;
    enum pace_reason reason; /* of the delay */
};
struct pace_force pace_in_force(const struct pace *pace, const struct pace_limits *limits) NONNULL;

/* Returns the earliest time at which the next request may start, as known at NOW_MS; it may be in the past.
 * PACE_NOT_YET while all connections are in use. While a request is not sent yet, it is a whole gap from
 * NOW_MS. */
int64_t pace_next_start(const struct pace *pace, const struct pace_limits *limits, int64_t now_ms) NONNULL;

/* Records that a request starts. Call pace_sent once for it. */
void pace_started(struct pace *pace, int64_t now_ms) NONNULL;

/* Records that a request was sent, or ended unsent: the server has it at LATEST_MS at the latest. The gap
 * starts there. */
void pace_sent(struct pace *pace, int64_t latest_ms) NONNULL;

/* Records that the answer to the request of pace_sent(LATEST_MS) began to arrive at ARRIVED_MS. If no other
 * request was sent since, the gap starts there, if that is earlier. */
void pace_arrived(struct pace *pace, int64_t latest_ms, int64_t arrived_ms) NONNULL;

/* The sign of the state of the server in an answer. */
enum pace_sign {
    PACE_NO_SIGN, /* nothing: the cause is on our side, or not the server */
    PACE_FINE,
    PACE_REFUSED, /* 403, 500, half an answer: a matter of one page, unless it comes twice in a row */
    PACE_TROUBLE  /* 408, 425, 429, any other 5xx, a challenge, no answer */
};

struct pace_answer {
    enum pace_sign sign;
    int64_t started_ms; /* of the request */
    enum pace_kind kind;
    int64_t answer_ms; /* from there to the first byte, without our own delays; -1: unknown */
};

/* Returns the sign for an HTTP status. */
enum pace_sign pace_sign_of_status(int status);

/* Records that a request ended at NOW_MS: its connection is free, and the pace learns from ANSWER. */
void pace_ended(struct pace *pace, const struct pace_limits *limits, int64_t now_ms,
                const struct pace_answer *answer) NONNULL;

/* Puts off the next request until NOW_MS + WAIT_MS, unless a running pause is longer. */
void pace_pause(struct pace *pace, int64_t now_ms, int64_t wait_ms, enum pace_reason reason) NONNULL;

/* Adds a pause of Retry-After, until pace_lift takes back all such pauses; those that were not doubted then
 * apply. */
void pace_doubt(struct pace *pace, int64_t now_ms, int64_t wait_ms) NONNULL;
void pace_lift(struct pace *pace) NONNULL;

/* ratelimit.c: the rate of requests that the header fields of an answer allow. */

/* The most lines of one field that are read. */
enum { RATELIMIT_LINES_MAX = 4 };

/* The values of the fields, in their order in the header section; empty: no more lines. */
struct ratelimit_fields {
    struct span policies[RATELIMIT_LINES_MAX];  /* RateLimit-Policy */
    struct span limits[RATELIMIT_LINES_MAX];    /* RateLimit */
    struct span remaining[RATELIMIT_LINES_MAX]; /* RateLimit-Remaining, and the same with X- */
    struct span resets[RATELIMIT_LINES_MAX];    /* RateLimit-Reset, and the same with X- */
};

struct ratelimit {
    bool is_given;         /* a field is present and valid */
    int64_t interval_ms;   /* the gap of the tightest policy; 0: none */
    int64_t spread_ms;     /* the gap that makes the rest of a quota last, to apply … */
    int64_t spread_for_ms; /* … for this long; 0: not needed */
    int64_t wait_ms;       /* the quota is used up: no request for this long; 0: it is not */
    int connections;       /* the most at once; 0: no limit */
};

/* Reads FIELDS of an answer at NOW_MS by the server's clock. Invalid fields count as missing; no time is
 * longer than a year. */
struct ratelimit ratelimit_read(const struct ratelimit_fields *fields, int64_t now_ms) NONNULL;

/* Sets the quotas to those of the latest answer; they replace earlier ones. */
void pace_limited(struct pace *pace, int64_t now_ms, const struct ratelimit *limit) NONNULL;

/* The knowledge of an earlier run. */
struct pace_kept {
    int64_t ago_ms;            /* since its last request */
    int64_t rest_ms, usual_ms; /* the rest, and the usual time of pages; 0: none */
    int64_t limit_ms;          /* the gap of RateLimit-Policy, which applies again */
    int64_t spread_ms;         /* the gap that a quota required after the last request; 0: none */
};

/* Sets PACE from KEPT; last_start_ms is set. The rest shrinks for the time that passed as if answers had been
 * good. */
void pace_restore(struct pace *pace, int64_t now_ms, const struct pace_kept *kept) NONNULL;

/* Returns English for messages; never NULL. */
const char *pace_reason_text(int reason) __attribute__((returns_nonnull));

/* Returns the word for logs, such as "robots"; never NULL. */
const char *pace_reason_word(int reason) __attribute__((returns_nonnull));

#endif
