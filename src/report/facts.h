/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_FACTS_H
#define TIPTOE_REPORT_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "report/groups.h"
#include "report/troubles.h"

/* What a report says about a mirror, as plain values: filled by whoever reads the mirror, URL by URL, then
 * printed (contents.h). Memory is bounded by the number of URLs in trouble, not by what is stored. */

/* What became of a URL, as a reader of the report sees it. */
enum report_class {
    REPORT_QUEUED,
    REPORT_STORED,
    REPORT_MOVED,    /* redirected */
    REPORT_BROKEN,   /* asked for in vain */
    REPORT_WITHHELD, /* not asked for or not kept, as the site wishes */
    REPORT_LEFT_OUT, /* not asked for, by an option or a limit of ours */
    REPORT_CLASSES
};

/* One URL. Numbers of states, reasons, rules and origins are the caller's; they come back through the source
 * (printer.h) for words. */
struct report_url {
    int64_t id, origin, referrer, redirect_to, rule, preferences;
    enum report_class class;
    int state, reason;
    bool is_page, is_requisite;
    bool is_unwanted; /* the user's own word left it out */
    bool is_guess;    /* only guesses lead to it: that there is none breaks no link */
    bool has_file;    /* also of a BROKEN one, whose last good copy is kept */
    bool answered;    /* what follows is its answer */
    int depth, status;
    int64_t wire_bytes, plain_bytes, duration_ms;
    struct span content_type;
};

struct report_sum {
    int64_t pages, requisites, guesses;
};

enum {
    REPORT_SIZES = 10,
    REPORT_TIMES = 8,
    REPORT_DEPTHS = 13, /* the last: that and deeper */
    REPORT_STATUSES = 6,
    REPORT_KINDS = 9,
    REPORT_TYPES = 100, /* the last: all others */
    REPORT_TYPE_BYTES = 64,
    REPORT_TOP = 10,
    REPORT_CHANGE_KINDS = 8
};

/* A media type and the files that have it. */
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
    int64_t id, started_ms, ended_ms; /* 0: it goes on, or was killed */
    int exit_status;
    char why[120];
    int64_t requests, robots_requests, not_modified, bytes, shortest_gap_ms, longest_gap_ms, connections,
        waits, waited_ms;
};

struct report_change {
    uint32_t id;
    int kind;
};

struct report_facts {
    struct span start; /* the address of the start page; borrowed */
    int64_t made_ms;
    int64_t archive_bytes;
    size_t list_max; /* rows that a list shows at most */
    struct report_sum sums[REPORT_CLASSES];
    int64_t known, files, wire_bytes, plain_bytes;
    int64_t sizes[REPORT_SIZES], times[REPORT_TIMES], depths[REPORT_DEPTHS], statuses[REPORT_STATUSES];
    int64_t kind_files[REPORT_KINDS], kind_bytes[REPORT_KINDS];
    struct report_type types[REPORT_TYPES];
    size_t type_count;
    struct report_top largest, slowest;
    struct groups withheld, left_out; /* by state and reason, and by rule */
    struct groups hosts;              /* by origin, of those left out with has_other_host */
    struct groups preferences;
    struct groups guesses; /* by state and reason: what did not come of them */
    struct troubles troubles;
    uint64_t *stored; /* a bit for each id that has a file */
    size_t stored_words;
    struct report_run *runs; /* the last first */
    size_t run_count, run_room;
    struct report_change *changes; /* list_max of each kind at most */
    size_t change_count, change_room;
    int64_t change_counts[REPORT_CHANGE_KINDS];
};

void report_init(struct report_facts *facts, size_t list_max) __attribute__((nonnull));
void report_release(struct report_facts *facts) __attribute__((nonnull));

/* Every URL, in the order of ids; OTHER_HOST: it is left out because it belongs to another site. */
void report_add_url(struct report_facts *facts, const struct report_url *url, bool other_host)
    __attribute__((nonnull));

/* Then, for every page, the ids of what it links to. Links of pages that have no file do not count. */
void report_begin_links(struct report_facts *facts) __attribute__((nonnull));
void report_add_links(struct report_facts *facts, int64_t page, const int64_t *targets, size_t count)
    __attribute__((nonnull(1)));

/* Any time: runs, the last first, and changes of the last update. */
void report_add_run(struct report_facts *facts, const struct report_run *run) __attribute__((nonnull));
void report_add_change(struct report_facts *facts, int64_t url, int kind) __attribute__((nonnull));

/* Puts all lists in the order in which they are shown. */
void report_finish(struct report_facts *facts) __attribute__((nonnull));

/* Words for the places of the histograms and of kind_files. */
extern const char *const report_size_names[REPORT_SIZES];
extern const char *const report_time_names[REPORT_TIMES];
extern const char *const report_status_names[REPORT_STATUSES];
extern const char *const report_kind_names[REPORT_KINDS];

#endif
