/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_STATE_H
#define TIPTOE_CRAWL_STATE_H

#include <errno.h>

#include "answer/answer.h"
#include "crawl/crawl.h"
#include "fetch/fetch.h"
#include "frontier/frontier.h"
#include "intake/intake.h"
#include "judge/site.h"
#include "term/progress.h"
#include "update/update.h"

struct gates;
struct sockaddr;

/* Why a run waits for reasons other than the pace (waiting.c). */
struct steering {
    const char *reason; /* NULL: nothing */
    bool disk_is_low;
    char hours[HOURS_TEXT_SIZE]; /* the reason that --hours is */
};

/* Answers that were taken and are not committed. */
struct batch {
    unsigned answers;
    uint64_t bytes;   /* of their bodies */
    int64_t until_ms; /* monotonic: when they are to be committed at the latest */
};

/* The file of --log. */
struct request_log {
    int fd; /* -1: none */
    struct buf line;
    bool failed; /* writing failed, and has stopped */
};

/* Failures that the summary lists. */
enum { CRAWL_FAILURES = 3 };

/* Bodies that were cut off: files in tmp/, each with a setting "part ID". The next request for the URL, in
 * this run or a later one, is for the rest. A file is dropped when its URL is settled. */
struct partials {
    struct buf leaving; /* names of files that are removed after the next commit, each with a zero byte */
    int64_t saved_ms;   /* monotonic: when the bodies under way were last synced */
    uint32_t serial;    /* of the next name of a file: names of one URL differ */
    bool any;           /* a file was seen: without, only URLs that were tried before can have a setting */
};

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
    struct job *latest; /* of the last request, in flight or idle; NULL: none */
    struct steering steering;
    struct batch batch;
    struct frontier_load load; /* the account of this run */
    struct request_log log;

    int64_t run;
    int64_t started_ms;               /* monotonic */
    int64_t until_ms;                 /* monotonic: the end of --max-time */
    int64_t turned_ms;                /* monotonic: the last time that requests could start */
    int64_t announced_until_ms;       /* monotonic: the end of the last pause that was announced */
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

/* setup.c */

/* Makes everything a run needs, from the mirror and the settings. The run is in the database, and its start
 * page queued, before any request is made. Always to be followed by setup_release. */
int setup(struct crawl *crawl, struct mirror *mirror, const struct settings *settings) CHECKED;
void setup_release(struct crawl *crawl) NONNULL;

/* Saves how the run ended. */
int setup_end(struct crawl *crawl, enum exit_status end) CHECKED;

/* start.c: the start page, at its URL or where redirects lead. There is no mirror without it, so it is never
 * given up for good. */

/* Queues it again if the last run could not fetch it, if robots.txt disallowed it, or if it was there
 * before or nothing is stored. */
int start_revive(struct site *site) CHECKED;

/* Returns whether robots.txt disallows it, and the status of an answer, such as 401, that closes its site. */
bool start_is_forbidden(struct site *site) NONNULL;
int start_refused_robots(struct site *site) NONNULL;

/* Sets crawl->stop, and after a permanent redirect crawl->advice, because an update does not follow the
 * redirect of the start page to another place. */
void start_is_held(struct crawl *crawl) NONNULL;

/* Sets crawl->stop if the start page failed in a way that may be temporary, and the run IS_OVER; and also
 * crawl->advice if it failed in another way, because the same command cannot help: it was there before, or
 * nothing is stored. */
void start_explain(struct crawl *crawl, bool is_over) NONNULL;

/* Says where the start page redirects within its site, if it did not do so before. */
void start_name_redirect(struct crawl *crawl) NONNULL;

/* Adds the file of the start page, below site/, to PATH; nothing if it has none. */
void start_file(struct crawl *crawl, struct buf *path) NONNULL;

/* Returns whether RESULT is a failure of the proxy, or of this machine's resolver, which says nothing about
 * the site: crawl->stop is then set, and the URL of JOB is still queued. */
bool start_check_way(struct crawl *crawl, const struct job *job, const struct fetch_result *result) NONNULL;

/* Returns whether RESULT shows a mistake of the user: a host that does not exist, a port on which nothing
 * listens or that expects the other scheme, a certificate that no authority signed. It sets crawl->stop and
 * crawl->advice then, if JOB requested the robots.txt of the start page while nothing is stored. Called
 * before the answer is taken; it may query the resolver. An answer that may come from a server of the other
 * scheme only causes a message. */
bool start_check(struct crawl *crawl, const struct job *job, const struct fetch_result *result) NONNULL;

/* turns.c: the origins with something queued take turns to make requests. */

/* Starts as many requests as limits and pace allow, and ends a slow one for whose connection another URL
 * waits. Sets crawl->stop where nothing more can be done for the site in this run. 0 or a negative enum
 * error. */
int turns_take(struct crawl *crawl, int64_t now_ms) CHECKED;

/* Returns when the next request to ASKED may start; it may be in the past. FOR_RULES: of a robots.txt. That a
 * request for it is a day after the one before is enough, so that a Crawl-delay of a year lasts no longer
 * than the site wants it. */
int64_t turns_next_start(const struct crawl *crawl, const struct origin *asked, bool for_rules,
                         int64_t now_ms) NONNULL;

/* Returns whether no request will ever start: nothing is in flight, and no origin has a time for its next
 * request. True at the end; with origins that have work, it is a bug. */
bool turns_are_over(struct crawl *crawl, int64_t now_ms) NONNULL;

/* Returns how long no request will start, in milliseconds; at most a quarter of a second. */
int turns_wait_ms(struct crawl *crawl, int64_t now_ms) NONNULL;

/* jobs.c: requests in flight, and the pace they count for. */

/* Returns a job for a request to ORIGIN; it ends with job_end. */
struct job *job_new(struct crawl *crawl, enum job_kind kind, struct origin *origin)
    __attribute__((nonnull, returns_nonnull));

/* Starts JOB's request; its tag is set here. */
void job_start(struct crawl *crawl, struct job *job, const struct fetch_request *request) NONNULL;

/* Notes that the request of the job TAG is sent to the address PEER: for fetch_options.sent. */
void job_sent(void *tag, const char *peer) NONNULL;

/* Returns whether the answer to the job TAG is wanted: for fetch_options.wants_body. */
bool job_wants_body(void *tag, const struct answer_fields *fields, bool is_parsed) NONNULL;

/* Ends JOB after its answer was taken: the origin has a connection free, and waits as long as the answer
 * says. */
void job_end(struct crawl *crawl, struct job *job, const struct fetch_result *result) NONNULL;

/* Counts the refusals of JOB's origin in a row, and failures to reach it, after its answer was taken. When
 * --give-up-after is reached, their URLs are queued again and the run stops; for an origin other than the
 * site's own, only that origin is given up. */
int blocking_note(struct crawl *crawl, const struct job *job, const struct fetch_result *result) CHECKED;

/* Notes, as part of the batch, what to ask the owner of the site for, after ORIGIN refused this run. */
int blocking_ask(struct crawl *crawl, const struct origin *origin) CHECKED;

/* Ends and frees the jobs in flight, which a run that an error ended may have; before fetch_free. */
void jobs_free(struct crawl *crawl) NONNULL;

/* partials.c */

/* Removes, while nothing is in flight, the files that no setting names or whose URL is settled. */
int partials_sweep(struct crawl *crawl) CHECKED;

/* Gives the REQUEST of JOB a name for its body, or the part that is to be continued, without validators. */
void partials_prepare(struct crawl *crawl, struct job *job, struct fetch_request *request) NONNULL;

/* Keeps the body of an answer to JOB that was cut off, before the answer is taken. If it has brought more
 * than any try before, it does not count as a failure: the attempts of JOB's item are then negative. A part
 * that the server does not continue is dropped. */
int partials_keep(struct crawl *crawl, struct job *job, struct fetch_result *result) CHECKED;

/* Drops the part of JOB's URL if that is settled. */
int partials_drop_settled(struct crawl *crawl, const struct job *job) CHECKED;

/* Notes every few seconds how much of the bodies under way is on the disk, for a run after a kill. */
int partials_save(struct crawl *crawl, int64_t now_ms) CHECKED;

/* Removes the files of dropped parts, after a commit. */
void partials_remove_files(struct crawl *crawl) NONNULL;

/* waiting.c */

/* Returns whether nothing may be requested now, for a reason from outside: orders in control/, --hours, a
 * disk that is nearly full. Looks for orders at most every quarter of a second, and says on stderr when
 * waiting begins and ends. An order to stop sets crawl->stop. */
bool waiting_holds(struct crawl *crawl, int64_t now_ms) NONNULL;

/* Stops the run if nothing is in flight and no origin with work may be requested for longer than
 * --max-wait, because the site says so. A shorter pause is waited for, and announced if a user would notice
 * it. */
void waiting_check(struct crawl *crawl, int64_t now_ms) NONNULL;

/* display.c */

/* Updates the status line; cheap to call often. */
void display_show(struct progress *progress, const struct crawl *crawl, int64_t now_ms) NONNULL;

/* Prints the facts of the status line as a line of its own, for SIGUSR1. */
void display_tell(const struct progress *progress, const struct crawl *crawl) NONNULL;

/* Prints how the run ended: what the mirror has, which limits took effect, what failed, and how to continue.
 */
void display_summary(struct crawl *crawl, enum exit_status end) NONNULL;

/* gates.c: the servers for which several origins, or several processes, take turns. A gate is one server: one
 * address, for the names of one registrable domain; with --share-pace for all names and in all processes, and
 * then each origin has a gate of its own too. Connections through a proxy have no address. */

/* Opens the gates of a run, with the servers that the mirror remembers. Returns 0, or a negative enum error
 * with crawl->culprit. */
int gates_open(struct crawl *crawl) CHECKED;
void gates_close(struct gates *gates);

/* Takes the turns that a request to ORIGIN needs, as far as its server is known. Returns NOW_MS or earlier:
 * they are ORIGIN's until job_start or gates_leave; or else the time of the next attempt. */
int64_t gates_take(struct crawl *crawl, struct origin *origin, int64_t now_ms) NONNULL;

/* Gives back the turns of ORIGIN, if no request took them. */
void gates_leave(struct crawl *crawl, struct origin *origin) NONNULL;

/* Tells other processes that share the pace of a pause of WAIT_MS that ORIGIN requested; they keep it for
 * --max-wait at most. */
void gates_pause(struct crawl *crawl, const struct origin *origin, int64_t wait_ms) NONNULL;

/* Gives JOB the turns of its origin. */
void gates_enter(struct job *job) NONNULL;

/* Returns whether the request of JOB may connect to ADDRESS: for fetch_options.may_connect. */
bool gates_may_connect(void *job, const struct sockaddr *address) NONNULL;

/* Notes that the request of JOB was sent to PEER, and arrives by its latest_ms; or that its answer arrived at
 * ARRIVED_MS. */
void gates_sent(struct job *job, const char *peer) NONNULL;
void gates_arrived(struct job *job, int64_t arrived_ms) NONNULL;

/* Gives back the turns of JOB, which ended. */
void gates_ended(struct job *job, int64_t now_ms) NONNULL;

/* Returns the address of ORIGIN's server; "": unknown. */
const char *gates_address(const struct origin *origin) __attribute__((nonnull, returns_nonnull));

/* display.c: the records of the run. */

/* Adds the account of what the run costs the sites, crawl->load, to the batch that is committed next. */
int load_keep(struct crawl *crawl) CHECKED;

/* One JSON object in a line for every request: time, url, status, outcome, bytes, ms, type; pace_ms, pace_by
 * and connections, the pace in force when it was made; challenge, the firewall that answered, if any,
 * and meta_disagreements (if any), the restrictive META terms that only one of the two readers found. */

/* Opens PATH for appending. LOG is to be closed even if that fails. */
int request_log_open(struct request_log *log, const char *path) CHECKED;
void request_log_close(struct request_log *log) NONNULL;

/* Adds a line; a log that is not open ignores it. A line that cannot be written is lost: the record of each
 * request is in the database. */
void request_log_add(struct request_log *log, const struct job *job, const struct fetch_result *result,
                     unsigned disagreements) NONNULL;

/* Adds the decisions of the run to the archive, with --archive all, at the end of a pass that archived
 * something: for people who read the archive without the mirror. Resource records hold the runs and the URLs
 * that were refused, each with its rule. */
int run_records_add(struct crawl *crawl) CHECKED;

#endif
