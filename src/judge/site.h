/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SITE_H
#define TIPTOE_JUDGE_SITE_H

#include "base/buf.h"
#include "base/limits.h"
#include "judge/settings.h"
#include "pace/pace.h"
#include "url/url.h"
#include "weave/document.h"

struct evidence;
struct fetch_result;
struct frontier;
struct frontier_item;
struct gate;
struct mirror;
struct robots;
struct scope;

/* The other names of the site. Its URLs have one name in the mirror: that of the start page. A name that the
 * user declares (--alias) is the site's; its twin, the same name with or without "www.", is a candidate that
 * a URL of it proves. Links with any of these names are links to the site's own URLs. */

/* A twin is given up after so many URLs that prove nothing. */
enum { TWIN_TRIES = 3 };

enum twin_state { TWIN_UNKNOWN, TWIN_IS_SITE, TWIN_IS_OTHER };

/* The twin of the site's host. Zeroed: it has none. */
struct twin {
    char *host; /* NULL: none, because the site's host is an address or has a port */
    enum twin_state state;
    bool is_preferred; /* the site redirects to it, so that requests have its name */
    unsigned tries;
    int64_t probe;       /* the URL of the twin that is to prove it; 0: none is queued */
    int64_t counterpart; /* that of the site, whose body is to be compared with PROBED; 0: none */
    unsigned char probed[32];
};

/* The state of the robots.txt of an origin. */
enum rules_state {
    RULES_WANTED,  /* to be requested */
    RULES_ASKED,   /* a request is in flight */
    RULES_KNOWN,   /* `robots` holds until `rules_until_ms` */
    RULES_WAITING, /* unreachable; to be requested again at `rules_until_ms` */
    RULES_GIVEN_UP /* unreachable too often: nothing of the origin may be requested in this run */
};

/* A URL whose answer was a refusal, after so many attempts. */
struct refused_url {
    int64_t id;
    int attempts;
};

/* An origin of the run. Times are monotonic milliseconds. */
struct origin {
    int64_t id; /* in the frontier */
    char *text; /* "https://host:port" */
    struct pace pace;
    struct gate *server; /* that it shares with other origins; NULL: not known yet (crawl/gates.c) */
    struct gate *own;    /* that it shares with other processes; NULL: none */
    bool has_turn;       /* of these gates */
    int64_t gate_ms;     /* they are closed until then */
    enum rules_state rules;
    struct robots *robots;
    int64_t rules_until_ms;
    int64_t clock_read_ms;  /* when rules for certain hours were last applied */
    struct buf preferences; /* what robots.txt says about uses of its pages, one line each */
    struct buf rules_url;   /* where its robots.txt is requested: at another origin after a redirect */
    int rules_redirects;
    int rules_attempts;  /* failures in a row */
    bool sitemaps_noted; /* the Sitemap lines of its robots.txt were read */
    bool has_sitemaps;   /* sitemaps may be queued here */
    bool sitemap_asked;  /* a sitemap is in flight; nothing else is started meanwhile */
    bool active;         /* in the list of active origins */
    bool has_more;       /* its last turn ended before all of its URLs without a request were settled */
    bool was_asked;      /* it was requested in this run */
    bool is_blocked;     /* it refuses requests: nothing more is requested of it in this run */
    int slow_ended;      /* transfers that gave way to others since the last whole answer (crawl/turns.c) */
    int64_t fine_ms;     /* when one of its URLs was last answered without an error; 0: never */
    int64_t counted_pause_ms;    /* the end of the last pause that was counted */
    struct refused_url *refused; /* URLs of its refusals in a row (crawl/jobs.c) */
    int refused_count;
    int64_t unreached_ms; /* monotonic: when it was last found to be out of reach */
};

/* All origins by their ids, and those with something queued, which take turns. */
struct origin_set {
    struct origin **all; /* all[id - 1], NULL until met */
    size_t room;
    struct origin **active;
    size_t active_count, active_room;
};

enum template_kind { TEMPLATE_URL, TEMPLATE_VALUE, TEMPLATE_KINDS };

/* The parts from which scripts make names of files that this run and earlier runs found. Zeroed: none. */
struct templates {
    struct template_list {
        struct template_text {
            char *via;        /* where it was, and the memory of both */
            const char *text; /* a URL with LINK_TEMPLATE_VALUE, or a value */
            bool is_met;      /* in this run */
        } texts[LIMIT_TEMPLATE_VALUES];
        size_t count;
    } lists[TEMPLATE_KINDS];
    bool are_loaded;   /* what earlier runs kept */
    size_t made_count; /* guesses of this run */
};

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
    struct buf forgotten;     /* the rules of tiptoe forget */
    struct buf live_excludes; /* of control/exclude */
    struct twin twin;
    struct evidence *evidence;
    struct guess_shape shapes[1024]; /* by hash; of two with one slot, the later one has it */
    struct templates templates;
    struct origin_set origins;
    int64_t known_origins; /* ids up to this were known when the run began */
    struct updating updating;
    int64_t archive_since_ms; /* wall clock: since when every answer is archived; 0: not every one is */
    int64_t wall_ahead_ms;    /* of the monotonic clock, when the run began */
    uint64_t pages_in_flight; /* requests for what counts as a page */
    uint64_t received_bytes;  /* in all runs, by all requests */
    bool puts_off;            /* some queued URLs have pauses of their own (crawl/jobs.c) */
    bool imports;             /* answers come from the archive only (import/) */
    bool was_imported;        /* earlier: answers may be only as far as the archive had them */
    bool as_imported;         /* an update requests no page that the imported archive lacks */
    struct url found;         /* the URL that is judged or followed in this room and intake/sitemaps.c */
    struct buf rule;          /* what the rule of the last verdict is borrowed from */
};

/* Adds an origin to the active ones, moves the one at INDEX to their end, or removes it. */
void origin_set_activate(struct origin_set *origins, struct origin *origin) NONNULL;
void origin_set_defer(struct origin_set *origins, size_t index) NONNULL;
void origin_set_deactivate(struct origin_set *origins, size_t index) NONNULL;

/* Opens the site of MIRROR by SETTINGS; both outlive it. Its page is then at site->weaver.url. Always to be
 * followed by site_close. */
int site_open(struct site *site, struct mirror *mirror, const struct settings *settings) CHECKED;
void site_close(struct site *site) NONNULL;

/* Returns the wall clock at the start of the run plus the time since then: for retries of queued URLs, which
 * the frontier keeps by wall clock, and which a change of that clock must not delay. */
int64_t site_now_ms(const struct site *site) NONNULL;

/* Sets ORIGIN to the origin with this id. It is made at its first use, from the row of the frontier, and the
 * site owns it. If the last run knew it and was killed, it may have received a request a moment ago. */
int site_origin(struct site *site, int64_t id, struct origin **origin) CHECKED;

/* Adds every origin that has something queued to the active ones. If the clock was set back since the last
 * request, retries that lie further ahead than our own pauses come sooner by as much. */
int site_activate_origins(struct site *site) CHECKED;

/* Returns whether an update is in progress. */
bool site_is_updating(const struct site *site) __attribute__((nonnull, pure));

/* Returns whether ITEM is in the mirror already and is only requested again; limits on new URLs do not apply
 * to it. */
bool site_has_copy(struct site *site, const struct frontier_item *item) NONNULL;

/* Queues the URL with this id if the update left it out because it was gone for good. Called when a page
 * links to it or a sitemap lists it. */
int site_request_gone(struct site *site, int64_t id) CHECKED;

/* Returns the id of the start page; 0: it is not known yet. */
int64_t site_start_id(const struct site *site) NONNULL;

/* Moves the site to URL, where the start page redirects. */
int site_move(struct site *site, const struct url *url) CHECKED;

/* Returns whether ORIGIN is the one whose pages are at the root of site/. */
bool site_is_own(const struct site *site, const struct origin *origin) NONNULL;

/* names.c */

/* Sets the names of SITE, by its settings and by what earlier runs found. URLs that were refused and are of
 * the site now become redirects to it. */
int names_open(struct site *site) CHECKED;
void names_close(struct site *site) NONNULL;

/* Parses TEXT, an absolute URL, as site->found. A URL with another name of the site gets the site's name. */
enum url_result names_parse(struct site *site, struct span text) CHECKED;

/* Returns whether URL is to be requested, although it is outside the site, because it may prove that its host
 * is a name of the site. names_probe notes its id. */
bool names_may_probe(struct site *site, const struct url *url) NONNULL;
void names_probe(struct site *site, int64_t id) NONNULL;

/* Refuses the probe with this id, as any URL outside the site: it has been answered, or never will be. */
int names_refuse_probe(struct site *site, int64_t id) CHECKED;

/* Takes the answer to the probe ITEM at URL, which redirects to LOCATION unless that is NULL. The probe
 * itself is refused before. */
int names_take_probe(struct site *site, const struct frontier_item *item, const struct url *url,
                     const struct url *location, const struct fetch_result *result)
    __attribute__((nonnull(1, 2, 3, 5), warn_unused_result));

/* Takes the DIGEST of the body of the URL with this id, which may be the counterpart of a probe. */
int names_compare(struct site *site, int64_t id, struct span digest) CHECKED;

/* Sets OUT to URL with the name by which the site is requested; false: with its own. */
bool names_requested(const struct site *site, const struct url *url, struct buf *out) NONNULL;

/* Takes the redirect from REQUESTED, by which URL was requested, to LOCATION. PREFERS: it only shows that the
 * site prefers another of its names, so that URL is to be requested by that. */
int names_take_redirect(struct site *site, const struct url *url, struct span requested,
                        const struct url *location, bool *prefers) CHECKED;

#endif
