/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_FACTS_H
#define TIPTOE_REPORT_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/report.h"
#include "frontier/stats.h"
#include "report/groups.h"
#include "report/troubles.h"

/* The facts of a report, as plain values. The reader of the mirror adds them URL by URL; contents.h prints
 * them. Memory is bounded by the number of URLs with a problem, not by the size of the mirror. */

struct report_sum {
    int64_t pages, requisites, guesses;
};

enum {
    REPORT_SIZES = 10,
    REPORT_TIMES = 8,
    REPORT_DEPTHS = 13, /* the last one includes all deeper pages */
    REPORT_STATUSES = 6,
    REPORT_KINDS = 9,
    REPORT_TYPES = 100, /* the last one counts all other types */
    REPORT_TYPE_BYTES = 64,
    REPORT_TOP = 10,
    REPORT_CHANGE_KINDS = 8
};

/* A media type and its files. */
struct report_type {
    char name[REPORT_TYPE_BYTES];
    int64_t files, bytes;
};

struct report_top {
    struct {
        uint32_t id;
        int64_t value;
    } list[REPORT_TOP];
    size_t count;
};

struct report_run {
    struct frontier_run run;
    struct frontier_load load;
};

struct report_change {
    uint32_t id;
    int kind;
};

struct report_facts {
    struct span start;      /* the URL of the start page; borrowed */
    struct span permission; /* what to ask the owner of the site for; borrowed; empty: nothing */
    int64_t made_ms;
    int64_t archive_bytes;
    size_t list_max; /* maximum number of rows in a list */
    struct report_sum sums[FRONTIER_CLASSES];
    int64_t known, files, wire_bytes, plain_bytes;
    int64_t sizes[REPORT_SIZES], times[REPORT_TIMES], depths[REPORT_DEPTHS], statuses[REPORT_STATUSES];
    int64_t kind_files[REPORT_KINDS], kind_bytes[REPORT_KINDS];
    struct report_type types[REPORT_TYPES];
    size_t type_count;
    struct report_top largest, slowest;
    struct groups withheld, left_out; /* by state and reason, and by rule */
    struct groups hosts;              /* by origin, for URLs of other sites */
    struct groups preferences;
    struct groups guesses; /* guesses without a file, by state and reason */
    uint32_t *shells;      /* the first list_max pages that scripts build */
    size_t shell_room;
    int64_t shell_count;
    struct span search; /* the service that the site's search asks; borrowed; empty: none is known */
    struct troubles troubles;
    uint64_t *stored; /* a bit for each id with a file */
    size_t stored_words;
    struct report_run *runs; /* latest first */
    size_t run_count, run_room;
    struct report_change *changes; /* at most list_max of each kind */
    size_t change_count, change_room;
    int64_t change_counts[REPORT_CHANGE_KINDS];
};

void report_init(struct report_facts *facts, size_t list_max) __attribute__((nonnull));
void report_release(struct report_facts *facts) __attribute__((nonnull));

/* Adds a URL; call it for every URL, in the order of ids. */
void report_add_url(struct report_facts *facts, const struct frontier_known_url *url)
    __attribute__((nonnull));

/* Then adds the link targets of every page, as ids. Links of pages without a file do not count. */
void report_begin_links(struct report_facts *facts) __attribute__((nonnull));
void report_add_links(struct report_facts *facts, int64_t page, const int64_t *targets, size_t count)
    __attribute__((nonnull(1)));

/* At any time: adds runs, latest first, and changes of the last update. */
void report_add_run(struct report_facts *facts, const struct report_run *run) __attribute__((nonnull));
void report_add_change(struct report_facts *facts, int64_t url, int kind) __attribute__((nonnull));

/* Sorts all lists for display. */
void report_finish(struct report_facts *facts) __attribute__((nonnull));

/* The number of files that are pages: documents of HTML. It is the same wherever a report counts pages. */
int64_t report_pages(const struct report_facts *facts) __attribute__((nonnull, pure));

/* The number of addresses still in the queue. */
int64_t report_left(const struct report_facts *facts) __attribute__((nonnull, pure));

/* The labels of the histograms and of kind_files. */
extern const char *const report_size_names[REPORT_SIZES];
extern const char *const report_time_names[REPORT_TIMES];
extern const char *const report_status_names[REPORT_STATUSES];
extern const char *const report_kind_names[REPORT_KINDS];

#endif
