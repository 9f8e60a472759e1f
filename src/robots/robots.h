/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_ROBOTS_H
#define TIPTOE_ROBOTS_ROBOTS_H

#include "base/span.h"

/* The rules of one robots.txt for one agent. Pure: bytes in, verdicts out; it reads no clock, file or
 * network. A struct robots never changes after robots_parse, so several threads may use it at the same time.
 *
 * A well-formed line means what RFC 9309 says. A damaged or ambiguous one takes effect in the reading that
 * forbids more, never in one that allows more. */

enum robots_mode {
    ROBOTS_STANDARD, /* polite */
    ROBOTS_STRICT    /* also: a tie forbids; a file that is too large, or a web page instead of a file, closes
                        the site */
};

/* The meaning of the answer to the request for robots.txt. */
enum robots_class {
    ROBOTS_USE_FILE,
    ROBOTS_ALLOW_ALL,    /* there is no file */
    ROBOTS_DISALLOW_ALL, /* the site does not want to be visited */
    ROBOTS_UNREACHABLE   /* nothing may be fetched now: try again later, or use a copy younger than 30
                            days */
};

/* Returns the meaning of an answer. STATUS is that of the last answer (0 without a complete one), REDIRECTS
 * the number of redirects before it. A redirect that could not be followed is a 3xx here. The caller handles
 * 304: its stored copy applies. */
enum robots_class robots_class(int status, unsigned redirects, enum robots_mode mode);

/* The most names in also_obey. */
enum { ROBOTS_ALSO_OBEY_MAX = 32 };

struct robots_options {
    struct span agent;  /* "tiptoe", "tiptoe/1.0" or a whole User-Agent value: only the part before the first
                           '/'  or space counts */
    struct span origin; /* "https://host[:port]…": rules that are absolute URLs of it count as paths; empty:
                           of any site */
    enum robots_mode mode;
    enum robots_class class;      /* except for ROBOTS_USE_FILE, the body is ignored */
    size_t limit_bytes;           /* the part of the body that is read; 0: 2 MiB */
    bool truncated;               /* the body is only the start of the file */
    const struct span *also_obey; /* groups with exactly these names restrict us too, each on its own */
    size_t also_obey_count;
};

/* Reads a robots.txt. Never fails: all bytes have a meaning. BODY and OPTIONS are copied. Dies if there are
 * too many also_obey names. Free the result with robots_free. */
struct robots *robots_parse(struct span body, const struct robots_options *options)
    __attribute__((nonnull, returns_nonnull, warn_unused_result));
void robots_free(struct robots *robots);

/* The reason for a verdict. */
enum robots_reason {
    ROBOTS_BY_DEFAULT, /* no rule matches */
    ROBOTS_BY_RULE,    /* the line of the verdict */
    ROBOTS_BY_ITSELF,  /* /robots.txt is always allowed */
    ROBOTS_BY_ANSWER,  /* class was not ROBOTS_USE_FILE */
    ROBOTS_BY_SIZE,    /* strict: the file is larger than the limit */
    ROBOTS_BY_FORM     /* strict: it is a web page */
};

/* Spans are borrowed from the struct robots: a line of the file as written, without its end (UTF-16 files are
 * in UTF-8). They are remote text. Lines count from 1; 0 if no line decided. */
struct robots_verdict {
    bool allowed;
    bool store; /* false: may be fetched and its links followed, but not stored (Noindex, Noarchive) */
    enum robots_reason reason;
    uint32_t line;
    struct span rule;
    uint32_t store_line;
    struct span store_rule;
};

/* Judges whether URL may be fetched. URL is absolute, http or https, of this file's origin (not checked), and
 * in canonical form; its fragment and user information are ignored. */
struct robots_verdict robots_judge(const struct robots *robots, struct span url) NONNULL;

struct robots_delay {
    int64_t ms; /* least time between two requests, at most ROBOTS_DELAY_MAX_MS; -1 if the file
                   states none */
    uint32_t line;
    struct span rule;
};

#define ROBOTS_DELAY_MAX_MS (INT64_C(1000) * 86400 * 365)

/* Returns the delay by Crawl-delay and Request-rate. NOW_MS is milliseconds since 1970 UTC, for rates that
 * apply only at certain hours; with ROBOTS_ANY_TIME they always apply. */
#define ROBOTS_ANY_TIME (-1)
struct robots_delay robots_delay(const struct robots *robots, int64_t now_ms) NONNULL;

/* Returns the time from NOW_MS until Visit-time allows a visit; 0 now, -1 never. */
int64_t robots_visit_wait_ms(const struct robots *robots, int64_t now_ms) NONNULL;

/* Returns the values of Sitemap lines, in order, as written: they need not be URLs. */
size_t robots_sitemap_count(const struct robots *robots) NONNULL;
struct span robots_sitemap(const struct robots *robots, size_t i) NONNULL;

/* Returns true if part of the file was not read, or if the file is a web page without rules: the caller
 * reports it. */
bool robots_is_cut(const struct robots *robots) NONNULL;
bool robots_is_html(const struct robots *robots) NONNULL;

#endif
