/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_NAMES_H
#define TIPTOE_FRONTIER_NAMES_H

/* The numbers that mirror.db holds, and their names. The lookup tables of schema.sql say the same to SQL: a
 * test compares them. Numbers are part of the public format: new ones are added at the end. */

enum frontier_state {
    FRONTIER_QUEUED,     /* to be asked for */
    FRONTIER_DONE,       /* answered and stored */
    FRONTIER_REDIRECTED, /* answered with another URL */
    FRONTIER_REFUSED,    /* never asked for: the reason and the rule say why */
    FRONTIER_FAILED,     /* given up: no answer, or one that could not be stored */
    FRONTIER_GONE,       /* the server says that there is nothing (404, 410) */
    FRONTIER_WITHHELD,   /* fetched, but the page may not be stored (NOINDEX, NOARCHIVE) */
    FRONTIER_STATES
};

/* In the order of the queue. A URL to be tried again comes after all of them, whatever its kind. */
enum frontier_kind {
    FRONTIER_START,
    FRONTIER_REQUISITE,
    FRONTIER_PAGE,
    FRONTIER_CANDIDATE, /* only guesses lead to it (LINK_CANDIDATE): that there is none is no failure */
    FRONTIER_KINDS
};

enum frontier_reason {
    FRONTIER_NO_REASON,
    FRONTIER_BY_ROBOTS,             /* robots.txt disallows it */
    FRONTIER_BY_ROBOTS_UNREACHABLE, /* robots.txt could not be read, so nothing may be asked */
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
    FRONTIER_BY_NOARCHIVE, /* the same */
    FRONTIER_BY_STATUS,    /* the HTTP status says no */
    FRONTIER_BY_NETWORK,   /* no whole answer; the outcome says more */
    FRONTIER_BY_REDIRECTS, /* too many, or in a circle */
    FRONTIER_BY_LOCATION,  /* a redirect to nowhere */
    FRONTIER_BY_CONTENT,   /* the body cannot be decoded, or is a bomb */
    FRONTIER_BY_NAME,      /* no file can be named for it */
    FRONTIER_BY_NOFOLLOW,  /* only links with rel=nofollow lead to it */
    FRONTIER_BY_CHALLENGE, /* a firewall answered in place of the site */
    FRONTIER_BY_BLOCK,     /* not asked for: its host had begun to refuse */
    FRONTIER_BY_GUESSES,   /* a candidate, and most candidates before it led nowhere */
    FRONTIER_BY_IMPORT,    /* the archive that the mirror was imported from does not have it */
    FRONTIER_REASONS
};

/* The name as the lookup tables have it; "?" for a number that is none. */
const char *frontier_state_name(int state);
const char *frontier_kind_name(int kind);
const char *frontier_reason_name(int reason);

#endif
