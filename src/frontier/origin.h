/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_ORIGIN_H
#define TIPTOE_FRONTIER_ORIGIN_H

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* Origins (scheme, host, port): their queues and the state of their pace. */

/* Finds the id of ORIGIN ("https://example.org", no trailing slash), which is added if it is new. Ids run
 * from 1 without gaps. */
int frontier_origin(struct frontier *frontier, struct span origin, int64_t *id) CHECKED;

/* Returns the number of origins; their ids are 1 to this. [read] */
int64_t frontier_origin_count(const struct frontier *frontier) NONNULL;

/* Room for an IP address as text, and its NUL. */
enum { FRONTIER_ADDRESS_SIZE = 46 };

/* The state of the pace that is kept between runs. Zero: none. */
struct frontier_pace {
    int64_t last_request_ms;
    int64_t pause_until_ms;
    int pause_reason, delay_reason; /* numbers that the caller defines; schema.sql names them */
    int connections;
    int64_t delay_ms; /* the gap between requests */
    int64_t limit_ms, rest_ms, answer_ms, usual_ms;
    char address[FRONTIER_ADDRESS_SIZE]; /* of the server, at the last request; "": unknown */
};

struct frontier_origin {
    struct frontier_pace pace;
    uint32_t queued[FRONTIER_KINDS]; /* by kind, including URLs in flight and URLs to be tried again */
    uint32_t waiting;                /* of these: to be tried again */
};

/* Sets ORIGIN to the state of the origin, from memory. Dies if the id does not exist, which is our bug.
 * [read] */
void frontier_get_origin(const struct frontier *frontier, int64_t id, struct frontier_origin *origin) NONNULL;

/* Returns the next origin with an id above AFTER that has queued URLs; 0 at the end. [read] */
int64_t frontier_busy_origin(const struct frontier *frontier, int64_t after) NONNULL;

/* Finds the text of an origin, borrowed until the next call of this. [read] */
int frontier_origin_text(struct frontier *frontier, int64_t id, struct span *text) CHECKED;

/* Sets the state of the pace; written with the transaction. */
void frontier_set_pace(struct frontier *frontier, int64_t id, const struct frontier_pace *pace) NONNULL;

/* The answer to a request for robots.txt. Each column of the table robots has a member of its name. */
struct frontier_robots {
    int64_t origin;     /* only read */
    int answer;         /* the caller's number for its meaning; part of the public format, see schema.sql */
    int status;         /* HTTP status, 0 without an answer */
    struct span error;  /* one word, if there was no answer */
    struct span body;   /* as it is parsed */
    bool truncated;     /* the body was cut at the limit */
    int64_t fetched_ms; /* of the last try */
    int64_t expires_ms; /* of the answer in force */
    struct span final_url;
    int redirects;
    int attempts; /* that failed since the last answer */
    int64_t next_try_ms;
    struct span etag, last_modified; /* of the body */
};

/* Finds the robots.txt of ORIGIN. ERROR_NOT_FOUND if it was never requested. Spans are borrowed until the
 * next frontier_robots. [read] */
int frontier_robots(struct frontier *frontier, int64_t origin, struct frontier_robots *robots) CHECKED;
int frontier_set_robots(struct frontier *frontier, int64_t origin, const struct frontier_robots *robots)
    CHECKED;

/* The sitemaps of a site. They are read to discover pages and are not part of the mirror. */

struct frontier_sitemap {
    int64_t id;
    struct span url; /* canonical; borrowed until the next frontier_next_sitemap */
    int64_t origin;  /* the URL's */
    int64_t voucher; /* the origin whose robots.txt names it, or names its first index */
    int level;       /* 0: named by robots.txt; one more with each index */
    /* Only the frontier sets these: */
    bool queued;
    int status;    /* of the answer; 0: none */
    int64_t pages; /* URLs in it */
};

/* Queues ROW (its id is ignored), and sets ADDED to true. A known one, or one beyond LIMIT_SITEMAP_FILES, is
 * ignored. */
int frontier_add_sitemap(struct frontier *frontier, const struct frontier_sitemap *row, bool *added) CHECKED;

/* Finds the first queued sitemap of ORIGIN; ERROR_END if no sitemap is queued. */
int frontier_next_sitemap(struct frontier *frontier, int64_t origin, struct frontier_sitemap *row) CHECKED;

/* Settles a sitemap that was requested. STATUS is that of the answer; 0 if no answer came or robots.txt
 * forbids it. PAGES is the number of URLs in it. */
int frontier_settle_sitemap(struct frontier *frontier, int64_t id, int status, uint64_t pages) CHECKED;

/* Finds the next origin with an id above AFTER that has a queued sitemap; ERROR_END at the end. */
int frontier_sitemap_origin(struct frontier *frontier, int64_t after, int64_t *origin) CHECKED;

/* Finds the sitemap at URL, read or not; ERROR_NOT_FOUND if it is not one. [read] */
int frontier_find_sitemap(struct frontier *frontier, struct span url, struct frontier_sitemap *row) CHECKED;

#endif
