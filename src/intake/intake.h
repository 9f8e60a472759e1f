/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_INTAKE_H
#define TIPTOE_INTAKE_INTAKE_H

#include "base/buf.h"
#include "extract/visible.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "judge/settings.h"
#include "markup/link.h"
#include "pace/pace.h"
#include "pace/refusal.h"
#include "robots/meta.h"
#include "update/update.h"
#include "url/url.h"
#include "weave/document.h"

struct answer_fields;
struct fetch_result;
struct gate;
struct gates;
struct origin;
struct partial;
struct site;

/* The gates of one request: its origin's, and those of the addresses that a connection was tried to. */
enum { JOB_GATES_MAX = 4 };

/* The purpose of a request. */
enum job_kind { JOB_URL, JOB_ROBOTS, JOB_SITEMAP };

/* One request, from the moment it is made until its answer is taken. */
struct job {
    enum job_kind kind;
    struct origin *asked; /* the origin whose pace it counts for */
    struct origin
        *of; /* JOB_ROBOTS: the origin whose robots.txt it is; another than `asked` after a redirect */
    struct buf url;
    struct frontier_item item;       /* JOB_URL; its url is not to be used */
    struct frontier_sitemap sitemap; /* JOB_SITEMAP; its url is not to be used */
    bool is_page;                    /* JOB_URL: counts for --max-pages */
    int64_t started_ms;
    int64_t latest_ms;      /* when it reached the server at the latest; 0 before it is sent */
    uint64_t max_bytes;     /* JOB_URL: --max-file-size; 0: none */
    uint64_t cookies;       /* intake->cookies at its start */
    struct pace_force pace; /* in force at its start */
    enum refusal refusal;   /* of the answer */
    const char *firewall;   /* that sent it, or "" */
    struct intake *intake;  /* that will take the answer */
    struct gates *all_gates;
    struct gate *gates[JOB_GATES_MAX]; /* that are its turn until it is sent */
    int gate_count;
    bool is_held;                /* a gate was closed, so that nothing was sent */
    struct frontier_place place; /* where the answer is archived already; archive 0: it is not */
    char spool_name[40];         /* JOB_URL: of the file of a large body, in tmp/ */
    struct partial *part;        /* what was known of its body (crawl/partials.c); NULL: nothing */
    bool has_part;               /* something of its body is known now */
    struct job *next;            /* in the list of unused jobs */
};

/* Sets JOB's refusal and firewall from its answer. */
void job_read_refusal(struct job *job, const struct fetch_result *result) NONNULL;

/* Answers that require a login, in a session of the user. */
struct login {
    int64_t last;    /* the URL of the last one */
    unsigned in_row; /* of different URLs, since a page came */
};

/* So many of them in a row end the run. */
enum { LOGIN_MOST = 3 };

/* A URL that answered with a redirect in this run. */
struct detour {
    int64_t id;
    uint64_t cookies; /* intake->cookies at its last request */
    bool again;       /* it was followed once more, because cookies had been set */
};

/* The last redirects of a run, each at an index by its id. Those that were followed once more stay. */
enum { DETOURS = 1024 };

/* Takes answers into the mirror of a site, one at a time, with memory that is used again. */
struct intake {
    struct update *update;
    struct site *site;      /* the update's */
    struct url url;         /* of the answer */
    struct revisit revisit; /* of the URL that the answer is of */
    struct login login;
    struct detour detours[DETOURS];
    uint64_t cookies; /* answers of the site that set one */
    int64_t
        cookie_target;  /* the URL to which the last redirect led that set a cookie: its request needs it */
    bool needs_cookies; /* all requests do, because the site redirects back without them */
    struct meta_verdict meta;
    struct link_list head_links; /* of the answer's head */
    struct frontier_ids targets; /* of its links */
    struct url location;         /* of a redirect, */
    struct buf fragment;         /* and its fragment */
    struct buf type;             /* of a download */
    struct buf preferences;      /* statements about uses of the answer */
    struct buf terms;            /* the terms that withhold the answer */
    struct visible visible;
    uint64_t recent[256];  /* starts of the digests of the last pages, each at the index of its remainder */
    int64_t search_script; /* frontier_search_script; -1: not read yet */
    struct remarks remarks;
};

/* Makes an intake for UPDATE, which outlives it. */
void intake_init(struct intake *intake, struct update *update) NONNULL;
void intake_release(struct intake *intake) NONNULL;

/* Judges an answer to JOB by its head: whether options leave out files of its type, and whether another
 * host's answer to a redirect of the site is a page. Other documents that are read for links, IS_PARSED, are
 * always taken. RULE as in scope_judge. */
enum frontier_reason intake_judge_head(struct intake *intake, const struct job *job,
                                       const struct answer_fields *fields, bool is_parsed, struct span *rule)
    NONNULL;

/* Takes the answer to a request for a URL: stores it, follows its redirect, postpones the URL, or gives it
 * up. */
int intake_take(struct intake *intake, const struct job *job, struct fetch_result *result) CHECKED;

/* Takes the answers that an update has held (update/update.h). */
int intake_take_held(struct intake *intake) CHECKED;

/* sitemaps.c: the sitemaps that robots.txt names. They are requested after the start page and before all
 * else, under the same rules and at the same pace as pages. The pages they list are judged like links of the
 * start page. Sitemaps are read and not stored, except where a page links to one. One that cannot be fetched
 * is skipped until the next update. An index names sitemaps of its own host, in LIMIT_SITEMAP_LEVELS levels.
 */

/* Finds the sitemaps that an earlier run left in the queue, at the start of a run. */
int sitemaps_begin(struct site *site) CHECKED;

/* Queues the sitemaps that ORIGIN's rules name, once in a run, if pages of the site are queued there. */
int sitemaps_note(struct site *site, struct origin *origin) CHECKED;

/* Queues the sitemaps that LINKS, those of the document at INDEX of ORIGIN, has as entries of a sitemap
 * index: a page links to it, and it counts like one that robots.txt names. Without --sitemaps, and with
 * --depth, which sitemaps know nothing of, such entries are left alone. */
int sitemaps_linked(struct site *site, const struct url *index, const struct origin *origin,
                    const struct link_list *links) CHECKED;

/* Returns whether ORIGIN may have sitemaps to request; and whether one may be requested now. */
bool sitemaps_remain(const struct site *site, const struct origin *origin) NONNULL;
bool sitemaps_wait(const struct site *site, const struct origin *origin) NONNULL;

/* Sets SITEMAP to the next one of ORIGIN, and notes in ORIGIN that it is requested. FOUND is false if no
 * sitemap is left, or if robots.txt disallows the next one, which is then settled. */
int sitemaps_next(struct site *site, struct origin *origin, struct frontier_sitemap *sitemap, bool *found)
    CHECKED;

/* Settles the queued sitemaps of ORIGIN, of which nothing may be requested in this run. */
int sitemaps_abandon(struct site *site, struct origin *origin) CHECKED;

/* Takes the answer to the request for ROW. */
int sitemaps_answered(struct site *site, const struct frontier_sitemap *row,
                      const struct fetch_result *result) CHECKED;

/* store.c: intake->url is that of the job, except in store_archive, which sets it. */

/* Takes a complete answer with a body: reads its robots directives, follows its links if they may be
 * followed, and stores it if it may be stored. Nothing of a page that must not be stored reaches the archive
 * or the tree. VISIT, which has the data of the answer, is completed and given to the frontier. */
int store_answer(struct intake *intake, const struct job *job, struct fetch_result *result,
                 struct frontier_visit *visit) CHECKED;

/* Takes an answer that says that the answer in force (intake->revisit.earlier) is unchanged. The directives
 * of that one stay in force too, unless the head of this answer, or robots.txt by now, withholds it. */
int store_unchanged(struct intake *intake, const struct job *job, struct fetch_result *result,
                    struct frontier_visit *visit) CHECKED;

/* Archives the answer to JOB, unless its tags withhold it: of any job with --archive all, otherwise only a
 * robots.txt. VISIT, which may be NULL, gets the place. */
int store_archive(struct intake *intake, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Archives that JOB's request was made and its answer withheld, and WHY, with --archive all. */
int store_withheld(struct intake *intake, const struct job *job, struct fetch_result *result, struct span why)
    CHECKED;

/* directives.c */

/* An answer on its way into the mirror. */
struct stored {
    struct span path; /* of its file in the tree */
    const struct job *job;
    struct fetch_result *result;
    struct frontier_visit *visit;
    enum document_form form;
    struct span bytes;             /* decoded */
    struct span type;              /* the Content-Type, or the type that replaces it */
    const char *unread;            /* why its robots directives are unknown, or NULL */
    const struct link_list *links; /* NULL: not read */
    bool store, follow;
    bool unwanted;  /* the site lets it be stored, but the user keeps no files of its type */
    bool rewritten; /* its copy in site/ has rewritten links */
};

/* Sets STORED's store and follow by the directives of the answer. Those of an earlier answer that
 * IS_UNCHANGED stay in force; here only its date is checked. If directives cannot be read, nothing is
 * allowed. */
void directives_judge(struct intake *intake, struct stored *stored, bool is_unchanged) NONNULL;

/* Decides that the answer must not be stored, for REASON, by RULE. */
void directives_refuse(struct stored *stored, enum frontier_reason reason, struct span rule) NONNULL;

/* Collects the site's usage preferences for the page from robots.txt, the header and the page; borrowed from
 * intake->preferences. */
struct span directives_preferences(struct intake *intake, const struct stored *stored) NONNULL;

/* Returns what requests for the targets of the answer's links say about it. */
enum referrer_policy directives_referrer(struct intake *intake, const struct stored *stored) NONNULL;

/* Reads what PAGE says about itself, as hints only (Robot Exclusion Standard Revisited, 1996): whether it
 * changes, and the address it prefers. */
void directives_read_hints(const struct page *page, struct frontier_visit *visit) NONNULL;

/* Returns the type of an answer that browsers save, or that no browser can show as the page that it claims to
 * be, without a body that is a page; TYPE for all others. FIELDS is its head, BYTES the beginning of its
 * body. The type is static, TYPE, or in MADE: with a parameter "name" where only the file's name says what it
 * is. */
struct span download_type(struct buf *made, struct span type, const struct answer_fields *fields,
                          const struct url *url, struct span bytes) NONNULL;

#endif
