/* SPDX-License-Identifier: MIT */
/* Records what a run does, for people and other programs: a line of --log for each request, its load on the
 * sites, and in its archive that load and the URLs that were refused. */
#include "config.h"

#include "crawl/state.h"

#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

#include "archive/warc.h"
#include "base/alloc.h"
#include "base/body.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "report/standing.h"
#include "term/message.h"

enum { LINE_MAX = 16 * LIMIT_URL_BYTES };

int load_keep(struct crawl *crawl)
{
    return frontier_has_changes(crawl->frontier) ? frontier_set_load(crawl->frontier, &crawl->load) : 0;
}

/* Opens the object of the next line in LINE. */
static void begin_line(struct buf *line, struct json_writer *json)
{
    buf_clear(line);
    json_begin(json, line);
}

struct request_log {
    int fd;
    struct buf line;
    bool failed; /* writing failed, and has stopped */
};

struct request_log *request_log_open(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    struct request_log *log;

    if (fd < 0)
        return NULL;
    log = MEM_NEW(struct request_log);
    log->fd = fd;
    buf_init(&log->line, LINE_MAX);
    return log;
}

void request_log_close(struct request_log *log)
{
    if (!log)
        return;
    close(log->fd);
    buf_release(&log->line);
    free(log);
}

static const char *version_of(const struct fetch_result *result)
{
    if (result->http_version == 20)
        return "2";
    if (result->http_version == 11)
        return "1.1";
    return result->http_version == 10 ? "1.0" : "";
}

void request_log_add(struct request_log *log, const struct job *job, const struct fetch_result *result,
                     unsigned disagreements)
{
    char time[CLOCK_TEXT_SIZE];
    struct json_writer json;

    if (!log || job->is_held)
        return;
    clock_format(result->started_wall_us, 3, time);
    begin_line(&log->line, &json);
    json_member_text(&json, "time", span_of(time));
    json_member_text(&json, "url", buf_span(&job->url));
    json_member_integer(&json, "status", result->status);
    json_member_text(&json, "outcome", span_of(fetch_outcome_word(result->outcome)));
    json_member_text(&json, "http", span_of(version_of(result)));
    json_member_integer(&json, "bytes", (int64_t)result->wire_bytes);
    json_member_integer(&json, "ms", result->total_ms);
    json_member_text(&json, "type", result->fields->first[ANSWER_CONTENT_TYPE]);
    json_member_integer(&json, "pace_ms", job->pace.delay_ms);
    json_member_text(&json, "pace_by", span_of(pace_reason_word((int)job->pace.reason)));
    json_member_integer(&json, "connections", job->pace.connections);
    if (job->refusal == REFUSAL_CHALLENGE)
        json_member_text(&json, "challenge", span_of(job->firewall));
    if (disagreements > 0)
        json_member_integer(&json, "meta_disagreements", disagreements);
    json_close(&json);
    (void)buf_add_byte(&log->line, '\n');
    if (!log->failed && file_write(log->fd, buf_text(&log->line), log->line.len)) {
        log->failed = true;
        message_warn("--log: could not write: %s; continuing without the log", strerror(errno));
    }
}

/* A record that gets a line of JSON for each row of the frontier. */
struct listing {
    struct buf line;
    struct body body;
    int error;
};

/* Adds the line; one that is too long is left out. */
static int end_line(struct listing *listing, struct json_writer *json)
{
    json_close(json);
    (void)buf_add_byte(&listing->line, '\n');
    if (!listing->error && !listing->line.full)
        listing->error = body_add(&listing->body, listing->line.at, listing->line.len);
    return listing->error;
}

static int list_refused(void *context, const struct frontier_refused_url *url)
{
    struct listing *listing = context;
    struct json_writer json;

    begin_line(&listing->line, &json);
    json_member_text(&json, "url", url->url);
    json_member_text(&json, "state", span_of(frontier_state_name((int)url->state)));
    json_member_text(&json, "reason", span_of(frontier_reason_name((int)url->reason)));
    if (url->rule.len > 0)
        json_member_text(&json, "rule", url->rule);
    return end_line(listing, &json);
}

static void add_moment(struct json_writer *json, const char *key, int64_t wall_ms)
{
    char text[CLOCK_TEXT_SIZE];

    if (wall_ms == 0)
        return;
    clock_format(clock_us(wall_ms), 3, text);
    json_member_text(json, key, span_of(text));
}

/* Adds a line for a run: its time, why it ended (the current one has not), and its load on the sites. */
static void list_run(void *context, const struct frontier_run *run)
{
    struct listing *listing = context;
    struct fact facts[LOAD_FACTS];
    struct json_writer json;

    begin_line(&listing->line, &json);
    json_member_integer(&json, "run", run->id);
    add_moment(&json, "started", run->started_ms);
    add_moment(&json, "ended", run->ended_ms);
    if (run->why[0] != '\0')
        json_member_text(&json, "why", span_of(run->why));
    load_facts(&run->load, facts);
    for (size_t i = 0; i < LOAD_FACTS; i++)
        json_member_integer(&json, facts[i].key, facts[i].value.number);
    (void)end_line(listing, &json);
}

/* Adds a record with the URLs that were refused, or else with the runs. */
static int add_listing(struct crawl *crawl, bool has_refused)
{
    const char *uri = has_refused ? "urn:x-tiptoe:refused" : "urn:x-tiptoe:log";
    struct listing listing = {.error = 0};
    int error;

    buf_init(&listing.line, LINE_MAX);
    body_init(&listing.body, crawl->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    error = has_refused ? frontier_walk_refused(crawl->frontier, list_refused, &listing)
                        : frontier_walk_runs(crawl->frontier, list_run, &listing);
    if (!error)
        error = listing.error;
    if (!error)
        error = archiving_ready(crawl->mirror, warc_resource_room(listing.body.len));
    crawl->mirror->archived = true;
    if (!error)
        error = warc_add_resource(crawl->mirror->warc, span_of(uri), clock_wall_us(), span_of(""),
                                  "application/x-ndjson", &listing.body, NULL);
    buf_release(&listing.line);
    body_release(&listing.body);
    return error;
}

int run_records_add(struct crawl *crawl)
{
    int error;

    if (crawl->settings->archive != ARCHIVE_ALL || !crawl->mirror->warc)
        return 0;
    error = load_keep(crawl);
    if (!error)
        error = add_listing(crawl, false);
    return error ? error : add_listing(crawl, true);
}
