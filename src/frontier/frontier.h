/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_FRONTIER_H
#define TIPTOE_FRONTIER_FRONTIER_H

#include "base/span.h"
#include "frontier/names.h"

struct buf;

/* Everything that is known about every URL, in mirror.db (schema.sql describes it). This header has the
 * mirror as a whole: its database, settings, runs, origins, sums, and the archive's files; row.h has the rows
 * of URLs, and links.h their links. Ids are row ids: small, dense, never reused; 0 means no row. Times are
 * milliseconds since 1970 UTC. Functions that return int return 0 or a negative enum error, which
 * frontier_error_text describes; they set their outputs only if they succeed. Functions marked [read] also
 * work in FRONTIER_READ mode.
 *
 * All changes between two frontier_commit calls are one transaction: a kill keeps a whole transaction or none
 * of it. URLs that frontier_next has handed out are recorded only in memory, so a kill returns them to the
 * queue. */
struct frontier;

/* Returns an unopened frontier; never NULL. */
struct frontier *frontier_new(void) __attribute__((returns_nonnull, warn_unused_result));

/* Closes it. Changes that were not committed are lost, as in a kill. NULL is accepted. */
void frontier_free(struct frontier *frontier);

enum frontier_mode {
    FRONTIER_CREATE, /* for the run: an absent or empty file becomes a new database */
    FRONTIER_OPEN,   /* for the run: the database must exist */
    FRONTIER_READ    /* for status and explain, possibly during a run: only functions marked [read] work */
};

/* Opens the database file PATH, once. ERROR_NOT_FOUND, ERROR_CORRUPT (not an SQLite database, or a damaged
 * one), ERROR_INVALID (an SQLite database, but not tiptoe's), ERROR_TOO_NEW, ERROR_LOCKED, ERROR_DATABASE.
 * After a failure: frontier_error_text, then frontier_free. */
int frontier_open(struct frontier *frontier, const char *path, enum frontier_mode mode) CHECKED;

/* Updates frontier_known and frontier_target in FRONTIER_READ mode with the changes that a run has made since
 * the last call, and sets CHANGED to whether there are any. They work only after the first call; the flags of
 * frontier_known are then roles only. [read] */
int frontier_refresh(struct frontier *frontier, bool *changed) CHECKED;

/* Returns a description of the last failure; borrowed until the next call. [read] */
const char *frontier_error_text(const struct frontier *frontier) NONNULL;

/* Ends the transaction: 0 means that it survives a kill, and a power cut once the file system is synced. If
 * this or any change fails because of the disk or the database (ERROR_IO, ERROR_DISK_FULL, ERROR_DATABASE,
 * ERROR_CORRUPT), the transaction is lost and every later call of this fails: only frontier_free remains. */
int frontier_commit(struct frontier *frontier) CHECKED;

/* Checks the whole database for damage: 0, or ERROR_CORRUPT. [read] */
int frontier_check(struct frontier *frontier) CHECKED;

/* Returns whether anything has changed since the last commit. */
bool frontier_has_changes(const struct frontier *frontier) NONNULL;

/* Forgets all URLs, sitemaps and settings, and commits, if there is no file and no archive: FORGOTTEN. The
 * pace and rules of origins stay. The frontier is then to be opened again. */
int frontier_forget(struct frontier *frontier, bool *forgotten) CHECKED;

/* Begins a run: a start of the program. frontier_finish works only during a run. WHY is a short sentence. */
int frontier_begin_run(struct frontier *frontier, const char *version, int64_t now_ms, int64_t *run) CHECKED;
int frontier_end_run(struct frontier *frontier, int64_t now_ms, int exit_status, const char *why) CHECKED;

/* Settings: options of the run and other small values, kept for the next run. */

/* Finds a setting. VALUE is borrowed until the next frontier_setting. ERROR_NOT_FOUND if it was never set.
 * [read] */
int frontier_setting(struct frontier *frontier, const char *name, struct span *value) CHECKED;
int frontier_set_setting(struct frontier *frontier, const char *name, struct span value) CHECKED;
int frontier_drop_setting(struct frontier *frontier, const char *name) CHECKED;

/* Returns a setting in the same way; empty if it was never set or cannot be read. [read] */
struct span frontier_setting_text(struct frontier *frontier, const char *name) NONNULL;

/* Returns the number with which a setting begins; 0 without one. [read] */
int64_t frontier_setting_number(struct frontier *frontier, const char *name) NONNULL;
int frontier_set_number(struct frontier *frontier, const char *name, int64_t number) CHECKED;

/* The setting with the number of documents whose links were not all read, in all runs. */
#define FRONTIER_READ_IN_PART "read-in-part"

/* Names of the site: a line each of host and port, as in URLs; the first one is that of its own URLs. The
 * others mean the same, with the port of the first one unless they have one. frontier_known finds URLs by
 * each. Keeps NAMES as a setting; CHANGED: they were others before. */
int frontier_set_names(struct frontier *frontier, struct span names, bool *changed) CHECKED;

/* Sets OUT to the canonical URL with the first name, if it has another one; returns false otherwise. [read]
 */
bool frontier_rename(const struct frontier *frontier, struct span url, struct buf *out) NONNULL;

/* The setting of a twin has three lines: a word, its host, and a sentence. */
#define FRONTIER_TWIN "twin"

/* Returns what is known about the site's twin (judge/names.c), with its time and its evidence; empty:
 * nothing. Borrowed until the next frontier_setting. [read] */
struct span frontier_twin_note(struct frontier *frontier) NONNULL;

/* Returns the id of the last script that was found to request searches of the site from a service, and sets
 * SERVICE to the name of that service; 0 if no script does. SERVICE is borrowed until the next
 * frontier_setting. [read] */
int64_t frontier_search_script(struct frontier *frontier, struct span *service) NONNULL;

/* Sets SERVICE as above if the site is still known to have that script. ERROR_NOT_FOUND otherwise. [read] */
int frontier_search_service(struct frontier *frontier, struct span *service) CHECKED;

/* Records the script ID and its service; 0: no script asks one. */
int frontier_set_search_script(struct frontier *frontier, int64_t id, const char *service) CHECKED;

/* Origins (scheme, host, port): their queues and the state of their pace. */

/* Finds the id of ORIGIN ("https://example.org", no trailing slash), which is added if it is new. Ids run
 * from 1 without gaps. */
int frontier_origin(struct frontier *frontier, struct span origin, int64_t *id) CHECKED;

/* Returns the number of origins; their ids are 1 to this. [read] */
int64_t frontier_origin_count(const struct frontier *frontier) NONNULL;

/* Room for an IP address as text, and its NUL. */
enum { FRONTIER_ADDRESS_SIZE = 46 };

/* The state of the pace that is kept between runs. Zero: none. */
struct frontier_pace {
    int64_t last_request_ms;
    int64_t pause_until_ms;
    int pause_reason, delay_reason; /* numbers that the caller defines; schema.sql names them */
    int connections;
    int64_t delay_ms; /* the gap between requests */
    int64_t limit_ms, rest_ms, answer_ms, usual_ms;
    char address[FRONTIER_ADDRESS_SIZE]; /* of the server, at the last request; "": unknown */
};

struct frontier_origin {
    struct frontier_pace pace;
    uint32_t queued[FRONTIER_KINDS]; /* by kind, including URLs in flight and URLs to be tried again */
    uint32_t waiting;                /* of these: to be tried again */
};

/* Sets ORIGIN to the state of the origin, from memory. Dies if the id does not exist, which is our bug.
 * [read] */
void frontier_get_origin(const struct frontier *frontier, int64_t id, struct frontier_origin *origin) NONNULL;

/* Returns the next origin with an id above AFTER that has queued URLs; 0 at the end. [read] */
int64_t frontier_busy_origin(const struct frontier *frontier, int64_t after) NONNULL;

/* Finds the text of an origin, borrowed until the next call of this. [read] */
int frontier_origin_text(struct frontier *frontier, int64_t id, struct span *text) CHECKED;

/* Sets the state of the pace; written with the transaction. */
void frontier_set_pace(struct frontier *frontier, int64_t id, const struct frontier_pace *pace) NONNULL;

/* The answer to a request for robots.txt. Each column of the table robots has a member of its name. */
struct frontier_robots {
    int64_t origin;     /* only read */
    int answer;         /* the caller's number for its meaning; part of the public format, see schema.sql */
    int status;         /* HTTP status, 0 without an answer */
    struct span error;  /* one word, if there was no answer */
    struct span body;   /* as it is parsed */
    bool truncated;     /* the body was cut at the limit */
    int64_t fetched_ms; /* of the last try */
    int64_t expires_ms; /* of the answer in force */
    struct span final_url;
    int redirects;
    int attempts; /* that failed since the last answer */
    int64_t next_try_ms;
    struct span etag, last_modified; /* of the body */
};

/* Finds the robots.txt of ORIGIN. ERROR_NOT_FOUND if it was never requested. Spans are borrowed until the
 * next frontier_robots. [read] */
int frontier_robots(struct frontier *frontier, int64_t origin, struct frontier_robots *robots) CHECKED;
int frontier_set_robots(struct frontier *frontier, int64_t origin, const struct frontier_robots *robots)
    CHECKED;

/* The sitemaps of a site. They are read to discover pages and are not part of the mirror. */

struct frontier_sitemap {
    int64_t id;
    struct span url; /* canonical; borrowed until the next frontier_next_sitemap */
    int64_t origin;  /* the URL's */
    int64_t voucher; /* the origin whose robots.txt names it, or names its first index */
    int level;       /* 0: named by robots.txt; one more with each index */
    /* Only the frontier sets these: */
    bool queued;
    int status;    /* of the answer; 0: none */
    int64_t pages; /* URLs in it */
};

/* Queues ROW (its id is ignored), and sets ADDED to true. A known one, or one beyond LIMIT_SITEMAP_FILES, is
 * ignored. */
int frontier_add_sitemap(struct frontier *frontier, const struct frontier_sitemap *row, bool *added) CHECKED;

/* Finds the first queued sitemap of ORIGIN; ERROR_END if no sitemap is queued. */
int frontier_next_sitemap(struct frontier *frontier, int64_t origin, struct frontier_sitemap *row) CHECKED;

/* Settles a sitemap that was requested. STATUS is that of the answer; 0 if no answer came or robots.txt
 * forbids it. PAGES is the number of URLs in it. */
int frontier_settle_sitemap(struct frontier *frontier, int64_t id, int status, uint64_t pages) CHECKED;

/* Finds the next origin with an id above AFTER that has a queued sitemap; ERROR_END at the end. */
int frontier_sitemap_origin(struct frontier *frontier, int64_t after, int64_t *origin) CHECKED;

/* Finds the sitemap at URL, read or not; ERROR_NOT_FOUND if it is not one. [read] */
int frontier_find_sitemap(struct frontier *frontier, struct span url, struct frontier_sitemap *row) CHECKED;

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
 * what it shows. Only the last MOST of these. */
typedef void frontier_page_reader(void *context, int64_t id, struct span url, int64_t shown);
int frontier_walk_pages(struct frontier *frontier, int64_t since, int64_t most, frontier_page_reader *each,
                        void *context) CHECKED;

/* The archive's files with their committed lengths. The next start cuts off what a file has beyond that. */

struct frontier_archive {
    int64_t id;
    const char *name; /* below archive/; borrowed until the next call here */
    int64_t length;
};

/* Adds a file of length 0; its name must be new. */
int frontier_add_archive(struct frontier *frontier, struct span name, int64_t *id) CHECKED;

/* Sets LENGTH, in the same transaction as the visits whose records it covers. */
int frontier_set_archive(struct frontier *frontier, int64_t id, int64_t length) CHECKED;

/* Replaces the file ID by NAME, of LENGTH bytes. */
int frontier_replace_archive(struct frontier *frontier, int64_t id, struct span name, int64_t length) CHECKED;

/* The position of a record. */
struct frontier_place {
    int64_t archive, offset, length;
};

/* Sets the position of the record of all that have this archive and no offset yet: the answer of URL, in
 * force or held, the document of the view with the id VIEW, and the payload with this DIGEST. 0 or empty:
 * none. */
int frontier_set_place(struct frontier *frontier, int64_t url, int64_t view, struct span digest,
                       const struct frontier_place *place) CHECKED;

/* Finds the next file with an id above AFTER; ERROR_END at the end. [read] */
int frontier_archives(struct frontier *frontier, int64_t after, struct frontier_archive *archive) CHECKED;

/* Finds the file ID; ERROR_CORRUPT if it does not exist, because ids come from other rows. [read] */
int frontier_get_archive(struct frontier *frontier, int64_t id, struct frontier_archive *archive) CHECKED;

/* The bodies in the archive, by their digest. A body that comes again, from any URL, need not be written
 * again. */

struct frontier_payload {
    struct span digest;                              /* SHA-256 of the body as received */
    struct span url;                                 /* of the record that has it */
    int64_t date_us;                                 /* of the record */
    struct span record;                              /* the UUID of the record */
    int64_t archive, archive_offset, archive_length; /* the position of the record */
};

/* Adds a payload; one that is already known is left unchanged. */
int frontier_add_payload(struct frontier *frontier, const struct frontier_payload *payload) CHECKED;

/* Finds the record of a payload. ERROR_NOT_FOUND if no record has it. Spans are borrowed until the next call
 * of this. [read] */
int frontier_payload(struct frontier *frontier, struct span digest, struct frontier_payload *payload) CHECKED;

/* Deletes one: its record is damaged. */
int frontier_lose_payload(struct frontier *frontier, struct span digest) CHECKED;

/* Deletes the payloads at OFFSET of the file ARCHIVE and after it: they were lost. */
int frontier_lose_payloads(struct frontier *frontier, int64_t archive, int64_t offset) CHECKED;

/* URLs that are forgotten for good (cmd/forget.c). All changes are part of one transaction. */

/* The setting with the rules: a line "PATTERN DATE" each. */
#define FRONTIER_FORGOTTEN "forgotten"
enum { FRONTIER_FORGOTTEN_MAX = 512 * 1024 };

/* Refuses the URL ID for FRONTIER_BY_FORGET, whatever its state. Pages that link to it are to be woven again.
 */
int frontier_forget_url(struct frontier *frontier, int64_t id, struct span rule) CHECKED;

/* Notes that the records of the file ARCHIVE from FROM to the next place that is noted are now SHIFT bytes
 * later, or with IS_LOST, not there. LENGTH: a record at FROM has this length now; 0: it has the same. The
 * place 0 of a file is always noted. */
struct frontier_move {
    int64_t archive, from, shift, length;
    bool is_lost;
};
int frontier_move_records(struct frontier *frontier, const struct frontier_move *move) CHECKED;

/* Deletes everything that came from answers of forgotten URLs, and applies the moves. Nothing may be added to
 * this frontier afterwards. */
int frontier_erase_forgotten(struct frontier *frontier) CHECKED;

/* Writes the database again, with working files in DIR, so that nothing is left in it or its log of what was
 * deleted. Everything must be committed. ERROR_LOCKED if a reader keeps the log in use. */
int frontier_purge(struct frontier *frontier, const char *dir) CHECKED;

#endif
