/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_NAMES_H
#define TIPTOE_FRONTIER_NAMES_H

#include <stdbool.h>

#include "base/span.h"

/* The numbers in mirror.db, and their names. The lookup tables of schema.sql have the same content, which a
 * test compares. Numbers are part of the public format: add new ones at the end. */

enum frontier_state {
    FRONTIER_QUEUED,     /* to be requested */
    FRONTIER_DONE,       /* answered and stored */
    FRONTIER_REDIRECTED, /* answered with a redirect */
    FRONTIER_REFUSED,    /* never requested: the reason and the rule say why */
    FRONTIER_FAILED,     /* given up: no answer, or one that could not be stored */
    FRONTIER_GONE,       /* 404 or 410 */
    FRONTIER_WITHHELD,   /* fetched, but must not be stored (NOINDEX, NOARCHIVE) */
    FRONTIER_STATES
};

/* In the order of the queue. URLs to be tried again come last, regardless of their kind. */
enum frontier_kind {
    FRONTIER_START,
    FRONTIER_REQUISITE,
    FRONTIER_PAGE,
    FRONTIER_CANDIDATE, /* only guesses lead to it (LINK_CANDIDATE), so a 404 is not a failure */
    FRONTIER_KINDS
};

enum frontier_reason {
    FRONTIER_NO_REASON,
    FRONTIER_BY_ROBOTS,             /* robots.txt disallows it */
    FRONTIER_BY_ROBOTS_UNREACHABLE, /* robots.txt could not be fetched, so no request is allowed */
    FRONTIER_BY_SCOPE,              /* outside --scope */
    FRONTIER_BY_PATTERN,            /* --include or --exclude */
    FRONTIER_BY_REQUISITES,         /* --requisites */
    FRONTIER_BY_DEPTH,
    FRONTIER_BY_MAX_PAGES,
    FRONTIER_BY_MAX_BYTES,
    FRONTIER_BY_MAX_FILE_SIZE,
    FRONTIER_BY_LENGTH,    /* the URL is too long */
    FRONTIER_BY_TRAP,      /* looks like an endless space of URLs */
    FRONTIER_BY_NOINDEX,   /* META robots or X-Robots-Tag */
    FRONTIER_BY_NOARCHIVE, /* META robots or X-Robots-Tag */
    FRONTIER_BY_STATUS,    /* the HTTP status is an error */
    FRONTIER_BY_NETWORK,   /* no complete answer; the outcome says why */
    FRONTIER_BY_REDIRECTS, /* too many, or in a circle */
    FRONTIER_BY_LOCATION,  /* a redirect without a usable Location */
    FRONTIER_BY_CONTENT,   /* the body cannot be decoded, or is a decompression bomb */
    FRONTIER_BY_NAME,      /* no file name can be derived from the URL */
    FRONTIER_BY_NOFOLLOW,  /* only links with rel=nofollow lead to it */
    FRONTIER_BY_CHALLENGE, /* a firewall answered instead of the site */
    FRONTIER_BY_BLOCK,     /* not requested: its host had begun to refuse requests */
    FRONTIER_BY_GUESSES,   /* a candidate, and most candidates before it were wrong */
    FRONTIER_BY_IMPORT,    /* not in the archive that the mirror was imported from */
    FRONTIER_BY_CUT,       /* done, with what that archive has of it */
    FRONTIER_REASONS
};

/* The name in the lookup tables; "?" for an unknown number. */
const char *frontier_state_name(int state);
const char *frontier_reason_name(int reason);

/* How a URL was found. The database has it as text for people; this is its meaning for the program. */
enum frontier_finding {
    FRONTIER_FOUND_BY_LINK, /* or in any other way */
    FRONTIER_FOUND_BY_REDIRECT,
    FRONTIER_FOUND_BY_SITEMAP,
    FRONTIER_FOUND_AS_MANIFEST,
    FRONTIER_FOUND_BY_USER /* named beside the start page */
};
#define FRONTIER_VIA_USER "urls"
enum frontier_finding frontier_found(struct span via);

/* Whether the rule that refused or withheld a URL is a line of robots.txt. */
bool frontier_is_robots_line(struct span rule);

#endif
