/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SETTINGS_H
#define TIPTOE_JUDGE_SETTINGS_H

#include "judge/scope.h"
#include "pace/waits.h"
#include "pace/pace.h"
#include "robots/robots.h"

struct browser;

/* --delay HOST=SECONDS */
struct host_delay {
    struct span host;
    int64_t ms;
};

/* --archive and --archive-digest, in the order of their words */
enum archive_extent { ARCHIVE_DOCUMENTS, ARCHIVE_ALL };
enum archive_digest { ARCHIVE_SHA256, ARCHIVE_SHA1 };

/* Facts that a run reports at its end and mirror.db lacks. */
struct remarks {
    uint64_t closed_pages, closed_links; /* pages that say NOFOLLOW, and the links to pages there */
    uint64_t cut_documents;              /* documents whose links were not all taken (truncated) */
    bool has_page, has_form;             /* a page came without a form for passwords; one with such a form */
};

/* The turns of --render auto, which are one run: requests, the browser, requests, … */
struct turns {
    struct remarks remarks;
    bool updates;         /* it is an update */
    bool goes_on;         /* set by crawl_run: the other turn follows */
    int taken;            /* turns */
    int64_t started_ms;   /* monotonic */
    size_t opened, shown; /* pages in the browser, and those of which site/ shows what it has made, */
    size_t unshown;       /* or does not, for a reason */
};

/* All settings of a run; cmd/run_options.c says which option sets which member. Texts and lists are borrowed
 * for the run. */
struct settings {
    struct pace_limits pace;
    struct host_delay *host_delays; /* where the delay is another one */
    size_t host_delay_count;
    struct scope_options scope;
    int64_t max_pages;     /* pages stored in all runs of the mirror; negative: no limit */
    int64_t max_bytes;     /* bytes received by all requests in all runs; negative: no limit */
    int64_t max_disk;      /* bytes that the mirror takes on the disk; negative: no limit */
    int64_t max_file_size; /* bytes of one body; negative: no limit */
    int64_t max_time_ms;   /* of this run; negative: no limit */
    int64_t max_wait_ms;   /* the longest pause to wait for; the run stops before a longer one */
    int give_up_after;     /* refusals in a row that end the run; 0: never */
    int retries;           /* attempts after the first, for failures that may be temporary */
    struct hours hours;    /* when requests are allowed; zero: always */
    int64_t min_free_disk; /* bytes; with less, nothing is requested; 0: no limit */
    int64_t rate;          /* bytes a second; 0: no limit */
    int64_t stall_ms;      /* a transfer that brings fewer bytes than the least rate for so long is ended; */
    int64_t least_rate;    /* bytes a second */
    int64_t live_after_ms; /* sound or film of unannounced length that takes longer has no end */
    enum archive_extent archive;
    enum archive_digest archive_digest; /* of records */
    int64_t archive_file_size;          /* bytes; a new file begins after that many */
    enum robots_mode robots;
    const char *user_agent; /* NULL: the default, with the contact */
    const char *contact;    /* NULL: none */
    bool referer;           /* requests name the page on which their URL was found */
    struct texts headers;
    struct texts private_hosts;     /* hosts that may have private addresses */
    struct texts also_obey;         /* other robots whose groups bind too */
    const char *cookies;            /* a file, or NULL, */
    struct span cookie_lines;       /* and what it has, in the Netscape format */
    bool renew_cookies;             /* write them back to that file when a run ends */
    const char *auth;               /* user:password for the start page's origin, or NULL */
    const char *proxy;              /* or NULL */
    const char *ca_certificate;     /* a file, or NULL */
    const char *client_certificate; /* a file, or NULL */
    struct texts resolve;           /* addresses of hosts: "host:port:address" */
    const char *share_pace;         /* a folder, or NULL */
    const char *log;                /* a file for JSON lines, or NULL */
    const char *sandbox;            /* what is in force, for the archive; or NULL */
    struct span urls; /* pages to be mirrored beside the start page, in canonical form, one a line */
    bool dry_run;
    struct browser *browser; /* opens pages of the mirror instead of requesting URLs (render/); NULL: none */
    struct turns *turns;     /* NULL: a run without turns */
    struct texts render_pages; /* patterns of pages that it opens beside the others */
    bool accept_failures;      /* failed URLs do not change the exit status */
    bool sitemaps;             /* read the sitemaps that robots.txt names */
    bool trust_sitemap;        /* an update does not request pages that they call older than the copy */
    bool revisit;              /* visit a finished mirror again */
    bool imports;              /* answers come only from the archive (import/) */
    bool delete_gone;          /* an update removes the files of URLs that are gone, */
    bool delete_most;          /* even if they are more than half of all files */
    bool withdraw_most;        /* an update may remove more than half of all files */
};

/* Returns true if requests to the site carry what may be a login. */
static inline bool settings_have_login(const struct settings *settings)
{
    return settings->auth || settings->cookies || settings->headers.count > 0;
}

#endif
