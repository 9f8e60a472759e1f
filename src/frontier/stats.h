/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_STATS_H
#define TIPTOE_FRONTIER_STATS_H

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* Numbers for the status line, the limits, `tiptoe status` and the final sums. They come from memory. */
struct frontier_stats {
    uint64_t known;
    uint64_t states[FRONTIER_STATES];
    uint64_t kinds[FRONTIER_STATES][FRONTIER_KINDS];
    uint64_t reasons[FRONTIER_STATES][FRONTIER_REASONS];
    uint64_t guesses[FRONTIER_STATES][FRONTIER_REASONS]; /* the candidates in `reasons` */
    uint64_t wire_bytes, plain_bytes;                    /* of the last answer of each URL */
};

/* Sets STATS to the sums over all origins. [read: those of the last commit before the frontier was opened] */
void frontier_stats(const struct frontier *frontier, struct frontier_stats *stats) NONNULL;

/* Returns the number of URLs that failed or are gone, without candidates and without URLs that an option
 * excluded because of their size. */
uint64_t frontier_failures(const struct frontier_stats *stats) __attribute__((nonnull, pure));

/* The load that a run has put on the sites. */
struct frontier_load {
    int64_t requests;        /* robots.txt included */
    int64_t robots_requests; /* for robots.txt */
    int64_t not_modified;    /* answered with 304 */
    int64_t bytes;           /* received, heads included */
    int64_t shortest_gap_ms,
        longest_gap_ms;       /* between two requests to one origin; 0 and 0: no origin had two */
    int64_t connections;      /* most at once to one origin */
    int64_t waits, waited_ms; /* pauses that a site requested, and their total length */
};

/* The last run. ERROR_NOT_FOUND before the first. [read] */
struct frontier_run {
    int64_t id, started_ms;
    int64_t ended_ms; /* 0: it has not ended, or was killed */
    int exit_status;
    char why[120];
    struct frontier_load load; /* as of its last commit */
};
int frontier_last_run(struct frontier *frontier, struct frontier_run *run) CHECKED;

/* Continues the last run with its LOAD so far, instead of frontier_begin_run. */
int frontier_continue_run(struct frontier *frontier, int64_t *run, struct frontier_load *load) CHECKED;

/* Stores the account of the current run; part of the transaction. */
int frontier_set_load(struct frontier *frontier, const struct frontier_load *load) CHECKED;

/* Adds up the load of all runs: LOAD has the extremes of gaps, and the most connections. [read] */
int frontier_load_sum(struct frontier *frontier, struct frontier_load *load) CHECKED;

/* Whole tables for a report, each read in one pass. Texts of URLs are left out, because a report shows few of
 * them (frontier_get has them). Each function calls EACH for every row, with arguments that are borrowed for
 * the call. EACH must not call other functions of the frontier. [read] */

struct frontier_known_url {
    int64_t id, origin, referrer, rule; /* 0: none */
    enum frontier_state state;
    enum frontier_kind kind;
    enum frontier_reason reason;
    unsigned roles;
    int depth;
    bool answered; /* the following members are those of its last useful answer */
    bool stored;   /* the answer gave it a file */
    bool shell;    /* a page that shows little until scripts have built it, */
    bool rendered; /* and site/ shows what they have built; */
    int64_t why;   /* or why not: a rule; 0: it was not opened in a browser */
    int status;    /* of the last request; 0 without an answer */
    int64_t wire_bytes, plain_bytes, duration_ms, redirect_to, preferences;
    struct span content_type;
};

/* In the order of ids, which run from 1 without gaps. */
typedef void frontier_url_reader(void *context, const struct frontier_known_url *url);
int frontier_walk_urls(struct frontier *frontier, frontier_url_reader *each, void *context) CHECKED;

/* Every run, the newest first. */
typedef void frontier_run_reader(void *context, const struct frontier_run *run);
int frontier_walk_runs(struct frontier *frontier, frontier_run_reader *each, void *context) CHECKED;

/* Every URL that was refused or withheld, with the reason. An error that EACH returns ends the walk. */
struct frontier_refused_url {
    struct span url, rule;
    enum frontier_state state;
    enum frontier_reason reason;
};
typedef int frontier_refused_reader(void *context, const struct frontier_refused_url *url);
int frontier_walk_refused(struct frontier *frontier, frontier_refused_reader *each, void *context) CHECKED;

/* Finds a text of the table rule, borrowed until the next call of this. ERROR_NOT_FOUND for an unknown id. */
int frontier_rule_text(struct frontier *frontier, int64_t id, struct span *text) CHECKED;

/* A row of the table evidence: each column has a member of its name. */
struct frontier_evidence {
    int64_t id;
    struct span kind;
    int sort;
    struct span name;
    int64_t equal, pages, different, proof, held, last;
};

/* Writes the row with this id. */
int frontier_set_evidence(struct frontier *frontier, const struct frontier_evidence *evidence) CHECKED;

/* Calls EACH for all rows, in the order of ids. Texts are borrowed for the call. */
typedef void frontier_evidence_reader(void *context, const struct frontier_evidence *evidence);
int frontier_walk_evidence(struct frontier *frontier, frontier_evidence_reader *each, void *context) CHECKED;

/* Calls EACH for all URLs with an answer that was stored after the sequence SINCE, in the order of ids, with
 * what it shows. They are among the last MOST that have an answer. */
typedef void frontier_page_reader(void *context, int64_t id, struct span url, int64_t shown);
int frontier_walk_pages(struct frontier *frontier, int64_t since, int64_t most, frontier_page_reader *each,
                        void *context) CHECKED;

#endif
