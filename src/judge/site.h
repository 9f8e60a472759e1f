/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SITE_H
#define TIPTOE_JUDGE_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/limits.h"
#include "judge/origins.h"
#include "judge/settings.h"
#include "judge/templates.h"
#include "url/url.h"
#include "weave/weaver.h"

struct frontier;
struct frontier_item;
struct mirror;
struct scope;
struct traps;

/* An update in progress (update/). */
struct updating {
    int64_t since_ms;    /* wall clock: when it began; 0: none is in progress */
    uint64_t kept_pages; /* pages of the mirror that are still to be requested */
    uint64_t skipped;    /* URLs that are gone for good and were not queued */
};

/* Guesses of one shape: found in the same way, with the same extension and, for texts of scripts, in the same
 * folder. A zeroed struct is a slot without one. */
struct guess_shape {
    uint64_t hash;
    unsigned tried;                      /* of this run */
    int64_t ids[LIMIT_GUESSES_OF_SHAPE]; /* of the first ones */
    bool pays;                           /* one of them exists */
};

/* The site of a run: its mirror, what belongs to it, its origins, and what may be requested of them. */
struct site {
    struct mirror *mirror;
    struct frontier *frontier; /* the mirror's */
    const struct settings *settings;
    struct pace_limits limits; /* in force: those of the settings, unless control/ says otherwise */
    struct weaver weaver;
    struct scope *scope;
    struct buf live_excludes; /* of control/exclude */
    struct traps *traps;
    struct guess_shape shapes[256]; /* by hash; of two with one slot, the later one has it */
    struct templates templates;
    struct origin_set origins;
    int64_t known_origins; /* ids up to this were known when the run began */
    struct updating updating;
    int64_t archive_since_ms; /* wall clock: since when every answer is archived; 0: not every one is */
    uint64_t sitemaps_queued;
    int64_t wall_ahead_ms;    /* of the monotonic clock, when the run began */
    uint64_t pages_in_flight; /* requests for what counts as a page */
    uint64_t received_bytes;  /* in all runs, by all requests */
    bool puts_off;            /* some queued URLs have pauses of their own (crawl/response_pace.c) */
    bool imports;             /* answers come from the archive only (import.h) */
    bool was_imported;        /* earlier: answers may be only as far as the archive had them */
    bool as_imported;         /* an update requests no page that the imported archive lacks */
    struct url found;         /* discover.c: the URL that is judged */
    struct buf rule;          /* what the rule of the last verdict is borrowed from */
};

/* Opens the site of MIRROR by SETTINGS; both outlive it. Its page is then at site->weaver.url. Always to be
 * followed by site_close. */
int site_open(struct site *site, struct mirror *mirror, const struct settings *settings)
    __attribute__((nonnull, warn_unused_result));
void site_close(struct site *site) __attribute__((nonnull));

/* Returns the wall clock at the start of the run plus the time since then: for retries of queued URLs, which
 * the frontier keeps by wall clock, and which a change of that clock must not delay. */
int64_t site_now_ms(const struct site *site) __attribute__((nonnull));

/* Sets ORIGIN to the origin with this id of the frontier; the site owns it. */
int site_origin(struct site *site, int64_t id, struct origin **origin)
    __attribute__((nonnull, warn_unused_result));

/* Adds every origin that has something queued to the active ones. If the clock was set back since the last
 * request, retries that lie further ahead than our own pauses come sooner by as much. */
int site_activate_origins(struct site *site) __attribute__((nonnull, warn_unused_result));

/* Returns whether an update is in progress. */
bool site_is_updating(const struct site *site) __attribute__((nonnull, pure));

/* Returns whether ITEM is in the mirror already and is only requested again; limits on new URLs do not apply
 * to it. */
bool site_has_copy(struct site *site, const struct frontier_item *item) __attribute__((nonnull));

/* Queues the URL with this id if the update left it out because it was gone for good. Called when a page
 * links to it or a sitemap lists it. */
int site_request_gone(struct site *site, int64_t id) __attribute__((nonnull, warn_unused_result));

/* Returns the id of the start page; 0: it is not known yet. */
int64_t site_start_id(const struct site *site) __attribute__((nonnull));

/* Moves the site to URL, where the start page redirects. */
int site_move(struct site *site, const struct url *url) __attribute__((nonnull, warn_unused_result));

/* Returns whether ORIGIN is the one whose pages are at the root of site/. */
bool site_is_own(const struct site *site, const struct origin *origin) __attribute__((nonnull));

#endif
