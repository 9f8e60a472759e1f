/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_FACTS_H
#define TIPTOE_REPORT_FACTS_H

#include "frontier/frontier.h"
#include "frontier/links.h"

/* The facts of a report, as plain values. The reader of the mirror adds them URL by URL; report.h prints
 * them. Memory is bounded by the number of URLs with a problem, not by the size of the mirror. */

enum {
    REPORT_SIZES = 10,
    REPORT_TIMES = 8,
    REPORT_STATUSES = 6,
    REPORT_PLACES = 10, /* the most of any chart */
    REPORT_TYPES = 100, /* the last one counts all other types */
    REPORT_TYPE_BYTES = 64,
    REPORT_TOP = 10
};

/* A list of a report: counts by key, with the ids of the first few URLs of each. Zero it first; release it at
 * the end. */
enum { GROUP_IDS = 5, GROUPS_MAX = 65536 };

struct group {
    int64_t first, second; /* the key; both -1 for all keys beyond GROUPS_MAX */
    int64_t count, bytes;
    uint32_t ids[GROUP_IDS]; /* the first URLs, at most `count` */
    uint32_t last;           /* the URL that was counted last */
};

struct groups {
    struct group *list;
    size_t count, room;
    size_t total; /* rows, including those that were not kept */
    void *tree;   /* of tsearch(3): the rows of groups_add by their keys */
};

/* Counts URL for GROUP; a URL that is counted several times in a row counts once. */
void group_count(struct group *group, int64_t url) NONNULL;

/* Counts URL for the key, and returns the row of the key, which is valid until the next call. */
struct group *groups_add(struct groups *groups, int64_t first, int64_t second, int64_t url)
    __attribute__((nonnull, returns_nonnull));

/* Adds a row, and returns it; NULL if there are already MAX. Do not mix it with groups_add. */
struct group *groups_append(struct groups *groups, int64_t first, int64_t second, size_t max) NONNULL;

/* Sorts by key, or BY_COUNT, greatest first, and then by key. Then keeps MAX rows. Do not add anything
 * afterwards. */
void groups_sort(struct groups *groups, bool by_count, size_t max) NONNULL;
void groups_release(struct groups *groups) NONNULL;

/* The charts, in the order of printing. */
enum report_chart { CHART_SIZES, CHART_STATUSES, CHART_TIMES, REPORT_CHARTS };

/* The lists. Their rows are groups whose key is: */
enum report_list {
    LIST_TYPES,         /* an index into `type_names` */
    LIST_LINKS,         /* a URL; the count is that of pages */
    LIST_GUESSES,       /* state << 16 | reason, and a rule */
    LIST_REQUISITES,    /* as LIST_LINKS */
    LIST_SHELLS,        /* a page that scripts build */
    LIST_CHANGE_COUNTS, /* a kind of change */
    LIST_CHANGES,       /* a kind of change, and a URL */
    LIST_WITHHELD,      /* as LIST_GUESSES */
    LIST_LEFT_OUT,      /* as LIST_GUESSES */
    LIST_HOSTS,         /* an origin */
    LIST_PREFERENCES,   /* a rule */
    LIST_LARGEST,       /* a URL; the count is its bytes, */
    LIST_SLOWEST,       /* or its milliseconds */
    LISTS
};

/* A redirect; `end` is the URL after all that follow it. */
struct report_redirect {
    int64_t from;
    uint32_t to, end;
};

struct report_facts {
    struct span start;      /* the URL of the start page; borrowed */
    struct span twin;       /* another name of the site, and why; borrowed; empty: none is known */
    struct span permission; /* what to ask the owner of the site for; borrowed; empty: nothing */
    struct span lacks;      /* what the copies cannot do; borrowed */
    int64_t made_ms;
    int64_t archive_bytes;
    size_t list_max; /* maximum number of rows in a list */
    int64_t known, queued, files, pages, wire_bytes, plain_bytes;
    int64_t read_in_part; /* documents, in all runs */
    int64_t passing;      /* rows of LIST_LINKS that may work on the site at another time */
    int64_t charts[REPORT_CHARTS][REPORT_PLACES];
    struct groups lists[LISTS];
    char type_names[REPORT_TYPES][REPORT_TYPE_BYTES];
    LIST(struct report_redirect) redirects; /* in the order of ids */
    struct bits stored;                     /* the URLs with a file */
    struct bits links, requisites;          /* those in LIST_LINKS and LIST_REQUISITES */
    struct bits redirecting;                /* those in `redirects` */
    struct frontier_load load;              /* of all runs */
    struct frontier_run *runs;              /* latest first */
    size_t run_count, run_room;
};

void report_init(struct report_facts *facts, size_t list_max) NONNULL;
void report_release(struct report_facts *facts) NONNULL;

/* Adds a URL to struct report_facts; call it for every URL, in the order of ids. This function and the
 * following ones are readers of the frontier (frontier/frontier.h, frontier/links.h). */
void report_add_url(void *facts, const struct frontier_known_url *url) NONNULL;

/* Ends the URLs, and then adds the link targets of every page, as ids. Links of pages without a file do not
 * count. */
void report_begin_links(struct report_facts *facts) NONNULL;
void report_add_links(void *facts, int64_t page, const struct frontier_ids *links) NONNULL;

/* Adds runs, latest first, and changes of the last update, at any time. */
void report_add_run(void *facts, const struct frontier_run *run) NONNULL;
void report_add_change(struct report_facts *facts, int64_t url, int kind) NONNULL;

/* Completes all lists and sorts them for display. */
void report_finish(struct report_facts *facts) NONNULL;

#endif
