/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_ROBOTS_H
#define TIPTOE_ROBOTS_ROBOTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* What one robots.txt says to one agent. Pure: bytes in, verdicts out; nothing here reads a clock, a file or
 * the net. A struct robots never changes once it is made, so any number of threads may ask it at the same
 * time.
 *
 * In one sentence: a well formed line means what RFC 9309 says, and a damaged or ambiguous one is taken in
 * the reading that forbids more, never in one that frees. */

enum robots_mode {
    ROBOTS_STANDARD, /* polite */
    ROBOTS_STRICT    /* also: a tie forbids; a file too large, or a web page in its place, closes the site */
};

/* What happened instead of an answer, or to one. */
enum robots_error {
    ROBOTS_ERROR_NONE,
    ROBOTS_ERROR_TIMEOUT,
    ROBOTS_ERROR_DNS,
    ROBOTS_ERROR_REFUSED,
    ROBOTS_ERROR_TLS,
    ROBOTS_ERROR_PARTIAL /* the body ended before its announced end */
};

/* What the answer to the request for robots.txt means. */
enum robots_class {
    ROBOTS_USE_FILE,
    ROBOTS_ALLOW_ALL,    /* there is no file */
    ROBOTS_DISALLOW_ALL, /* the site does not want to be visited */
    ROBOTS_UNREACHABLE /* nothing was learned: nothing may be fetched now; ask again later, or use a copy < 30
                          days old */
};

/* STATUS is the last answer's (0 for none), REDIRECTS how many were followed to it, REDIRECTS_MAX how many
 * may be (0: 5). A redirect that could not be followed is a 3xx here. The caller deals with 304 itself: its
 * stored copy counts. */
enum robots_class robots_class(int status, unsigned redirects, unsigned redirects_max,
                               enum robots_error error, enum robots_mode mode);

/* More names than this in also_obey are refused. */
enum { ROBOTS_ALSO_OBEY_MAX = 32 };

struct robots_options {
    struct span agent; /* "tiptoe", "tiptoe/1.0" or a whole User-Agent value: what stands before the first '/'
                          or space */
    struct span
        origin; /* "https://host[:port]…": rules that are absolute URLs of it count as paths; empty: of any */
    enum robots_mode mode;
    enum robots_class class;      /* anything but ROBOTS_USE_FILE: the body is not looked at */
    size_t limit_bytes;           /* more of the body is not read; 0: 2 MiB */
    bool truncated;               /* the body given is only the beginning of what was sent */
    const struct span *also_obey; /* groups with exactly these names bind too, one by one; they never free */
    size_t also_obey_count;
};

/* Reads a robots.txt. Never fails: whatever the bytes, there is a reading. Everything is copied; BODY and
 * OPTIONS need not outlive the call. Dies when there are too many also_obey names. Free it with robots_free.
 */
struct robots *robots_parse(struct span body, const struct robots_options *options)
    __attribute__((nonnull, returns_nonnull, warn_unused_result));
void robots_free(struct robots *robots);

/* Why a verdict is what it is. */
enum robots_reason {
    ROBOTS_BY_DEFAULT, /* no rule matches */
    ROBOTS_BY_RULE,    /* the line named */
    ROBOTS_BY_ITSELF,  /* /robots.txt is always allowed */
    ROBOTS_BY_ANSWER,  /* class was not ROBOTS_USE_FILE */
    ROBOTS_BY_SIZE,    /* strict: the file is larger than the limit */
    ROBOTS_BY_FORM     /* strict: it is a web page */
};

/* Spans are borrowed from the struct robots: a line of the file as it is written there, without its end;
 * UTF-16 files are shown in UTF-8. They are remote text. Lines count from 1; 0 where no line decided. */
struct robots_verdict {
    bool allowed;
    bool store; /* false: may be fetched and followed, but not kept (Noindex, Noarchive lines) */
    enum robots_reason reason;
    uint32_t line;
    struct span rule;
    uint32_t store_line;
    struct span store_rule;
};

/* May URL be fetched? URL is absolute, http or https, of this file's origin (not checked), best in canonical
 * form; a fragment and user information do not matter. */
struct robots_verdict robots_judge(const struct robots *robots, struct span url) __attribute__((nonnull));

struct robots_delay {
    int64_t ms; /* least time between two requests; -1 where the file asks for none; at most
                   ROBOTS_DELAY_MAX_MS */
    uint32_t line;
    struct span rule;
};

#define ROBOTS_DELAY_MAX_MS (INT64_C(1000) * 86400 * 365)

/* Crawl-delay and Request-rate. NOW_MS is the time of day, milliseconds since 1970 UTC, for rates that hold
 * at certain hours only; with ROBOTS_ANY_TIME these hold always. */
#define ROBOTS_ANY_TIME (-1)
struct robots_delay robots_delay(const struct robots *robots, int64_t now_ms) __attribute__((nonnull));

/* Visit-time: how long from NOW_MS until a visit is welcome; 0 now, -1 never. */
int64_t robots_visit_wait_ms(const struct robots *robots, int64_t now_ms) __attribute__((nonnull));

/* Sitemap lines, in order: the values as they are written, whether URLs or not. */
size_t robots_sitemap_count(const struct robots *robots) __attribute__((nonnull));
struct span robots_sitemap(const struct robots *robots, size_t i) __attribute__((nonnull));

/* The number of a line that closes the whole site: its group has no Allow. 0 if there is none. */
uint32_t robots_closing_line(const struct robots *robots) __attribute__((nonnull));

/* What a user should be told: part of the file was not read; it is a web page and holds no rules. */
bool robots_is_cut(const struct robots *robots) __attribute__((nonnull));
bool robots_is_html(const struct robots *robots) __attribute__((nonnull));

#endif
