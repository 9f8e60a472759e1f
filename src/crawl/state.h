/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_STATE_H
#define TIPTOE_CRAWL_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "archive/warc.h"
#include "base/buf.h"
#include "base/span.h"
#include "extract/html.h"
#include "fetch/fetch.h"
#include "frontier/courtesy.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/queue.h"
#include "judge/origins.h"
#include "judge/settings.h"
#include "mirror/control.h"
#include "pace/refusal.h"
#include "robots/meta.h"
#include "url/url.h"
#include "weave/references.h"

struct mirror;
struct request_log;
struct scope;
struct traps;

/* Where a record stands. */
struct archive_place {
    int64_t archive, offset, length; /* archive: the frontier's id of the file */
};

/* What a request was made for. */
enum job_kind { JOB_URL, JOB_ROBOTS, JOB_SITEMAP };

/* One request in flight. */
struct job {
    enum job_kind kind;
    struct origin *asked; /* whose pace it counts for */
    struct origin *of;    /* JOB_ROBOTS: whose robots.txt it is; perhaps another's after a redirect */
    int64_t id, referrer; /* JOB_URL: as in the frontier's item */
    bool is_page;         /* JOB_URL: counts for --max-pages */
    int64_t voucher;      /* JOB_SITEMAP: as the frontier has it; id and depth are its id and level */
    enum frontier_kind queue;
    unsigned roles;
    int depth;
    int attempts;
    int64_t started_ms;
    int64_t latest_ms;               /* when it was with the server at the latest; 0 before it is sent */
    uint64_t max_bytes;              /* JOB_URL: of the body, by an option; 0 for none */
    enum frontier_reason max_reason; /* which option */
    struct pace_force pace;          /* in force then */
    enum refusal refusal;            /* of the answer */
    const char *firewall;            /* that gave it, else "" */
    struct archive_place place;      /* where the answer is archived already; archive 0: nowhere */
    struct buf url;
    struct job *next; /* in the list of those not in use */
};

struct decoder;

/* What is in force for the URL at hand while it is visited again (revisit.h). */
struct kept {
    bool answered;
    enum frontier_state state;             /* QUEUED: nothing */
    int64_t redirect_to;                   /* of REDIRECTED, */
    struct buf fragment;                   /* with its fragment */
    int seen_status;                       /* of the last request */
    struct buf path, content_type, digest; /* of DONE */
    struct archive_place place;            /* of its record; archive 0: it has none */
};

/* What holds a run still from outside (steer.h). */
struct steering {
    struct control control;
    const char *reason; /* NULL: nothing */
    bool disk_is_low;
    bool looked;
    int64_t looked_ms;
};

/* Answers that were taken and are not committed. */
struct group {
    unsigned answers;
    int64_t until_ms; /* monotonic: when they are to be committed at the latest */
};

/* A run. Only the files of crawl/ see it; each says which parts it changes. */
struct crawl {
    const struct settings *settings;
    struct pace_limits limits; /* the settings', unless control/ says otherwise */
    struct steering steering;
    struct mirror *mirror;
    struct frontier *frontier; /* the mirror's */
    struct fetch *fetch;
    struct scope *scope;
    struct traps *traps;
    struct origin_set origins;
    struct job *idle_jobs;
    struct group group;
    struct references references;

    struct body *source; /* of the document at hand: what its bytes are a span of */
    struct page page;    /* of the document at hand, its memory used again and again */
    struct meta_verdict meta;
    struct link_list css_links;  /* of the document at hand that is no page */
    struct link_list head_links; /* of the answer's head */
    struct frontier_ids targets;
    uint64_t page_kind; /* of the page at hand, by traps.h */
    bool page_is_dull;  /* it is no news */
    bool page_leads_on; /* but it led to something new of another kind */
    struct url base, found, location;
    struct url script_page; /* that the script or data at hand works for */
    struct body woven;
    struct buf text;        /* for a short text at hand */
    struct buf preferences; /* of the answer at hand */
    struct buf terms;       /* what withholds the answer at hand */
    struct buf fragment;    /* of the redirect at hand */
    struct buf path, path_key;
    struct decoder *decoder;
    struct kept kept;
    int64_t update_run;       /* the run that began the update */
    int64_t update_since_ms;  /* wall clock: when the update that is under way was begun; 0: none is */
    uint64_t kept_pages;      /* pages of the mirror that the update has still to ask for */
    int64_t archive_since_ms; /* wall clock: since when every answer is archived; 0: not all are */
    bool closed;              /* robots.txt closes the start page, which it did not before */
    uint64_t sitemaps_queued;
    bool leaving;     /* files are to be removed */
    bool imports;     /* answers come from the archive alone (import.h) */
    bool as_imported; /* an update asks for no page that the imported archive had not */
    uint64_t damaged; /* records that could not be imported */

    int64_t started_ms; /* monotonic */
    int64_t run;
    int64_t known_origins;             /* when the run began */
    int64_t told_until_ms;             /* the last pause that was announced, monotonic */
    struct frontier_courtesy courtesy; /* the account of this run */
    uint64_t pages_in_flight;          /* requests for what counts as a page */
    int error, error_number;           /* what ended the run: a negative enum error, and errno then */
    const char *stop;                  /* why it stops before its end, or NULL */
    char stop_text[100];               /* its text, where that has to be made */
    const char *culprit;     /* what a local error was about where the tree does not know, or NULL */
    struct request_log *log; /* NULL: none */
};

/* The origin with this id of the frontier; NULL with the error remembered. */
struct origin *crawl_origin(struct crawl *crawl, int64_t id) __attribute__((nonnull));

/* Remembers the first local error; the loop then ends. Returns it. */
int crawl_failed(struct crawl *crawl, int error) __attribute__((nonnull));

#endif
