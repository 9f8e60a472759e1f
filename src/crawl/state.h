/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_STATE_H
#define TIPTOE_CRAWL_STATE_H

#include <errno.h>

#include "answer/answer.h"
#include "crawl/partials.h"
#include "fetch/fetch.h"
#include "frontier/stats.h"
#include "intake/intake.h"
#include "judge/site.h"
#include "update/update.h"

struct gates;
struct request_log;

/* Why a run waits for reasons other than the pace (waiting.h). */
struct steering {
    const char *reason; /* NULL: nothing */
    bool disk_is_low;
};

/* Answers that were taken and are not committed. */
struct batch {
    unsigned answers;
    uint64_t bytes;   /* of their bodies */
    int64_t until_ms; /* monotonic: when they are to be committed at the latest */
};

/* Failures that the summary lists. */
enum { CRAWL_FAILURES = 3 };

/* A run: requests, limits and its end. Its members have the data of the site and of one answer. Only
 * crawl/ sees it. */
struct crawl {
    const struct settings *settings;
    struct mirror *mirror;
    struct frontier *frontier; /* the mirror's */
    struct site site;
    struct update update;
    struct intake intake;
    struct url url;      /* the URL whose turn it is, */
    struct buf referrer; /* and what its request says about the page with its link */
    struct buf agent;    /* the User-Agent */
    struct gates *gates;
    struct partials partials;
    struct fetch *fetch;
    struct job *idle_jobs;
    struct steering steering;
    struct batch batch;
    struct frontier_load load; /* the account of this run */
    struct request_log *log;   /* NULL: none */

    int64_t run;
    int64_t started_ms;               /* monotonic */
    int64_t turned_ms;                /* monotonic: the last time that requests could start */
    int64_t announced_until_ms;       /* monotonic: the end of the last pause that was announced */
    uint64_t damaged;                 /* damaged records that an import left out */
    int64_t failures[CRAWL_FAILURES]; /* the first URLs that failed */
    size_t failure_count;
    int error, error_number; /* the local error that ended the run, and errno then */
    const char *culprit;     /* what the local error is about, if the tree does not know it */
    const char *stop;        /* why it stops early, or NULL */
    char stop_text[200];     /* memory for that text */
    struct buf advice; /* what the user can do, where the same command cannot help; empty: it continues */
};

/* Remembers ERROR, unless it is 0 or another local error came before; the loop then ends. */
static inline void crawl_note_error(struct crawl *crawl, int error)
{
    if (error && !crawl->error) {
        crawl->error = error;
        crawl->error_number = errno;
    }
}

#endif
