/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_SERVING_H
#define TIPTOE_SERVE_SERVING_H

#include "base/buf.h"
#include "mirror/capture_reader.h"
#include "mirror/mirror.h"
#include "serve/server.h"
#include "weave/document.h"

struct frontier_row;
struct search;
struct service;
struct versions;

/* past.c. A mirror as it was at a time: rows of the frontier with the answer that was in force then, from the
 * archive. */
struct past {
    struct mirror *mirror;
    int64_t until_us; /* set by the caller, */
    size_t forgotten; /* and the bytes of the rules of forget: with others, records are in other places */
    struct capture_reader reader;
    struct url base, location; /* of a redirect of then */
};

/* How a row was changed. */
enum past_row {
    PAST_SAME,    /* the present answer was in force then */
    PAST_CAPTURE, /* the row has the answer of a capture; past->reader has its body */
    PAST_NOTHING, /* nothing was captured by then */
    PAST_NOT_KEPT /* something may have been there, but the archive keeps only documents */
};

/* Reads TEXT: a date, a date and a time (base/clock.h), or the number of a run of the mirror, which then
 * ended. False for anything else. */
bool past_parse(struct mirror *mirror, struct span text, int64_t *until_us) CHECKED;

/* Indexes the archive of MIRROR. Always to be followed by past_close. */
int past_open(struct past *past, struct mirror *mirror) CHECKED;
void past_close(struct past *past) NONNULL;

/* Makes ROW what it was then. A page that must not be shown now is not shown. */
int past_recall(struct past *past, struct frontier_row *row, enum past_row *then) CHECKED;

/* The wishes of a request: TARGET_OWN "at/YYYYMMDDhhmmss" before a target shows it as it was at the end of
 * that second, and TARGET_OWN "changes" before it lists its versions. */
struct past_wish {
    struct span target; /* without the prefix */
    bool has_time;
    int64_t until_us;
    bool wants_changes;
};

void past_read_wish(struct span target, struct past_wish *wish) NONNULL;

/* Appends the target that shows TARGET as it was at this time. */
void past_add_place(struct buf *out, int64_t captured_us, struct span target) NONNULL;

/* page.c. A short page of the server itself: a title, one line for each fact, and links; as self-contained
 * HTML. All text may be hostile, and is escaped here. */
struct page_text {
    struct buf *out;
    bool in_list;                    /* of facts or results, which is open */
    const char *host;                /* and port in links, for one of many mirrors; NULL: those of the page */
    int64_t until_ms;                /* an index is updated until then */
    const struct page_mirror *named; /* the last of NAMED_COUNT of many mirrors with results */
    size_t named_count;
};

/* The mirror that a page belongs to. */
struct page_mirror {
    struct mirror *mirror;
    struct span site, title;   /* the origin at the root, and the title of the start page or nothing */
    struct span start, target; /* the URL of its start page, and where the server has that */
    int64_t date_ms;           /* when it was last brought up to date; 0: never */
    const char *index;         /* the folder of search.db; NULL: it cannot be searched */
    struct search *search;     /* or an index that is open */
    const char *host;          /* and port where one of many is served; NULL: it is the only one */
};

void page_begin(struct page_text *page, struct buf *out, const char *title) NONNULL;

/* Adds the mirror's name, its date, a link to its start page, and unless it is one of many on the page, a
 * search box with the words TYPED. */
void page_about(struct page_text *page, const struct page_mirror *mirror, struct span typed) NONNULL;

/* Adds a page that was found: TITLE links to LINK. In SNIPPET, matches are between the bytes 1 and 2. */
void page_result(struct page_text *page, struct span title, struct span link, struct span url,
                 struct span snippet) NONNULL;

/* Adds a line "LABEL: TEXT". With LINK (an http URL or a path), TEXT links to it. */
void page_fact(struct page_text *page, const char *label, struct span text, struct span link) NONNULL;

/* Adds a sentence, which is not escaped. */
void page_say(struct page_text *page, const char *text) NONNULL;
void page_end(struct page_text *page) NONNULL;

/* Sets OUT to the server's page at TARGET, which begins with TARGET_OWN: a start page with a search box, or
 * what was found in COUNT mirrors. Returns the HTTP status, 200 if any of them was searched. */
int page_of_target(struct buf *out, struct span target, const struct page_mirror *mirrors, size_t count)
    CHECKED;

/* Sets OUT to a page that says why URL is not in the mirror; returns the HTTP status for it: 404
 * for what the live site lacks or what was not requested, 410 as the live site said, 403 for what it forbids,
 * 502 for what it failed to send, 503 for what is still queued. ROW is what is known of it, or NULL. UNTIL_US
 * is 0, or the mirror is shown as it was at the end of it; THEN says what was found of ROW. */
int page_of_missing(struct buf *out, struct span url, const struct frontier_row *row, int64_t until_us,
                    enum past_row then, const struct page_mirror *mirror)
    __attribute__((nonnull(1, 6), warn_unused_result));

/* Sets OUT to the list of VERSIONS, with links to each of TARGET, and how the last two differ. */
int page_of_versions(struct buf *out, struct versions *versions, struct span target) CHECKED;

/* Explains that a file of the mirror cannot be read: 500. REASON says why; DAMAGED is whether the
 * mirror is damaged, or only this machine failed. */
int page_of_unreadable(struct buf *out, struct span url, const char *reason, bool damaged)
    __attribute__((nonnull(1, 3), warn_unused_result));

enum {
    SERVING_PAGE_MAX = 2 * 1024 * 1024, /* a page of the server itself */
    SERVING_HEADER_MAX = 2000           /* a longer Content-Type or date is ignored */
};

struct serving_options {
    unsigned port;      /* 0: any */
    const char *listen; /* an IPv4 address of this machine, for those who have the key; NULL: its loopback */
    const char *at;     /* show the mirror as it was at this time (past_parse); NULL: as it is */
    bool no_scripts;    /* pages must not run scripts */
    char *const *dirs;  /* of COUNT mirrors */
    size_t count;
    const char *index; /* an empty folder for the indexes of mirrors without one; "": none */
};

/* A mirror, as one thread of the server reads it. Documents are woven from their originals, so that their
 * links are paths of the server; everything else is served from site/. */
struct serving {
    struct mirror mirror;
    struct weaver weaver;
    struct store *store;   /* not its own */
    bool is_quick;         /* what takes long is postponed, */
    bool postponed;        /* as the last request */
    struct search *search; /* the index that only this process has; NULL: the mirror's */
    struct url url;
    struct digest digest;
    struct buf wanted;   /* the URL a request means */
    struct buf location; /* of a redirect */
    struct buf refresh;
    struct buf type, modified, tag, title;
    struct past times; /* the answers by time, once they are needed */
    bool has_times;
    int64_t at_us;      /* of --at; 0: none */
    struct past *past;  /* for this request: TIMES; NULL: as it is now */
    enum past_row then; /* how the last row was changed for then */
    struct buf page;    /* a page of the server */
};

/* Opens a weaver for SERVING, which has none. */
int serving_open_weaver(struct serving *serving) CHECKED;

/* Answers a request. False if it is postponed. */
bool serving_answer(struct serving *serving, const struct server_request *request,
                    struct server_answer *answer) NONNULL;

/* Answers with a page about all mirrors, in thread 1, which has them open. Returns true. */
bool serving_answer_all(struct service *service, struct span target, struct server_answer *answer) NONNULL;

/* Indexes the archive for answers of other times, unless that is done. Again if a page was forgotten since:
 * that moves records. */
int serving_open_times(struct serving *serving) CHECKED;

/* A mirror at the site's own paths, or many with a page about them, which is at the first address. It only
 * reads, and shows what a run adds meanwhile. */
struct service {
    size_t extra; /* 1: the first address is that of all mirrors */
    char key[64]; /* a cookie (server.h); empty: none is needed */
    struct serving_options options;
    struct server *server;
    struct store *store;
    struct serving *(*servings)[SERVER_THREADS]; /* of each mirror; NULL until they are needed */
};

/* Listens at a loopback address for each mirror alone, which depends on its path: cookies, storage and
 * service workers of browsers never mix with those of another mirror or program; or, all
 * at another address, each at a port of its own, with a new key. 0, or a negative enum error and WHY; then,
 * too, to be followed by service_close. What OPTIONS has is borrowed until then. */
int service_listen(struct service *service, const struct serving_options *options, struct buf *why) CHECKED;

/* Returns true if the mirror in DIR has no index for search, or an empty file, because it stays without one.
 */
bool serving_lacks_index(const char *dir) NONNULL;

/* Opens the mirrors. Returns 0, or a negative enum error, ERROR_INVALID for the time of --at, and WHY. */
int service_open(struct service *service, struct buf *why) CHECKED;
void service_close(struct service *service) NONNULL;

/* Serves until a signal ends it (signals.h). */
void service_run(struct service *service) NONNULL;

/* Adds to OUT, with room for 32 MB, a server block for nginx that serves site/ of MIRROR at PORT of ADDRESS
 * (NULL: of all), with the types of the answers: one rule for all pages, and a line for each URL and file
 * that it does not have right. A comment says how many are left out above 2,000: nginx tries one after
 * another, and takes 8 kB for each. ERROR_INVALID: the path of the mirror has a byte that no such block can
 * have. */
int nginx_add(struct mirror *mirror, const char *address, unsigned port, struct buf *out)
    __attribute__((nonnull(1, 4), warn_unused_result));

#endif
