/* SPDX-License-Identifier: MIT */
/* What a run adds to its archive about itself. Nothing in it is about this machine: options that name files
 * or hold secrets are left out. */
#include "config.h"

#include "crawl/run_records.h"

#include "archive/warc.h"
#include "base/body.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/limits.h"
#include "crawl/load.h"
#include "crawl/state.h"
#include "frontier/report.h"
#include "frontier/robots.h"
#include "frontier/stats.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "robots/robots.h"

enum { LINE_MAX = 16 * LIMIT_URL_BYTES, SETTINGS_MAX = 1024 * 1024, FIELDS_MAX = LIMIT_WARC_HEAD_BYTES };

static const char jsonl[] = "application/x-ndjson";

static void add_list(struct json_writer *json, const char *key, const struct texts *list)
{
    if (list->count == 0)
        return;
    json_key(json, key);
    json_open(json, '[');
    for (size_t i = 0; i < list->count; i++)
        json_text(json, span_of(list->all[i]));
    json_close(json);
}

static void add_text(struct json_writer *json, const char *key, const char *text)
{
    if (text)
        json_member_text(json, key, span_of(text));
}

static void add_limit(struct json_writer *json, const char *key, int64_t value)
{
    if (value >= 0)
        json_member_integer(json, key, value);
}

static int add_resource(struct crawl *crawl, const char *uri, const char *type, struct body *body)
{
    int error = archiving_ready(crawl->mirror, warc_resource_room(body->len));

    crawl->mirror->archived = true;
    return error ? error : warc_add_resource(crawl->mirror->warc, span_of(uri), type, body);
}

static void describe_settings(struct crawl *crawl, struct buf *text)
{
    static const char *const reaches[] = {
        [SCOPE_HOST] = "host", [SCOPE_DOMAIN] = "domain", [SCOPE_PATH] = "path"};
    static const char *const requisites[] = {
        [REQUISITES_ALL] = "all", [REQUISITES_SITE] = "site", [REQUISITES_NONE] = "none"};
    const struct settings *settings = crawl->settings;
    struct json_writer json;

    json_init(&json, text);
    json_open(&json, '{');
    json_member_text(&json, "start", buf_span(&crawl->mirror->start));
    json_member_text(&json, "scope", span_of(reaches[settings->scope.reach]));
    json_member_text(&json, "requisites", span_of(requisites[settings->scope.requisites]));
    add_list(&json, "include", &settings->scope.includes);
    add_list(&json, "exclude", &settings->scope.excludes);
    add_limit(&json, "depth", settings->scope.max_depth);
    add_limit(&json, "max_pages", settings->max_pages);
    add_limit(&json, "max_bytes", settings->max_bytes);
    add_limit(&json, "max_disk", settings->max_disk);
    add_limit(&json, "max_file_size", settings->max_file_size);
    json_member_text(&json, "robots", span_of(settings->robots == ROBOTS_STRICT ? "strict" : "standard"));
    add_list(&json, "also_obey", &settings->also_obey);
    json_member_bool(&json, "sitemaps", settings->sitemaps);
    json_member_integer(&json, "delay_ms", settings->pace.delay_ms);
    json_member_integer(&json, "connections", settings->pace.connections);
    add_text(&json, "contact", settings->contact);
    add_text(&json, "user_agent", settings->user_agent);
    json_close(&json);
    (void)buf_add_byte(text, '\n');
}

static int add_settings(struct crawl *crawl)
{
    struct buf text;
    struct body body;
    int error;

    buf_init(&text, SETTINGS_MAX);
    body_init(&body, crawl->mirror->folder.tmp_dir, SETTINGS_MAX, SETTINGS_MAX);
    describe_settings(crawl, &text);
    error = text.full ? ERROR_TOO_LARGE : body_add(&body, text.at, text.len);
    if (!error)
        error = add_resource(crawl, "urn:x-tiptoe:settings", "application/json", &body);
    buf_release(&text);
    body_release(&body);
    return error;
}

struct listing {
    struct buf line;
    struct body body;
};

static int list_refused(void *context, const struct frontier_refused_url *url)
{
    struct listing *listing = context;
    struct json_writer json;

    buf_clear(&listing->line);
    json_init(&json, &listing->line);
    json_open(&json, '{');
    json_member_text(&json, "url", url->url);
    json_member_text(&json, "state", span_of(frontier_state_name((int)url->state)));
    json_member_text(&json, "reason", span_of(frontier_reason_name((int)url->reason)));
    if (url->rule.len > 0)
        json_member_text(&json, "rule", url->rule);
    json_close(&json);
    (void)buf_add_byte(&listing->line, '\n');
    return listing->line.full ? 0 : body_add(&listing->body, listing->line.at, listing->line.len);
}

static void add_moment(struct json_writer *json, const char *key, int64_t wall_ms)
{
    char text[CLOCK_TEXT_SIZE];

    if (wall_ms == 0)
        return;
    clock_format(clock_us(wall_ms), 3, text);
    json_member_text(json, key, span_of(text));
}

struct log {
    struct listing listing;
    int error;
};

/* A line for a run: its time, why it ended (the current one has not), and what it cost the sites. */
static void list_run(void *context, const struct frontier_run *run, const struct frontier_load *load)
{
    struct log *log = context;
    struct buf *line = &log->listing.line;
    struct json_writer json;

    buf_clear(line);
    json_init(&json, line);
    json_open(&json, '{');
    json_member_integer(&json, "run", run->id);
    add_moment(&json, "started", run->started_ms);
    add_moment(&json, "ended", run->ended_ms);
    if (run->why[0] != '\0')
        json_member_text(&json, "why", span_of(run->why));
    json_member_integer(&json, "requests", load->requests);
    json_member_integer(&json, "robots_requests", load->robots_requests);
    json_member_integer(&json, "not_modified", load->not_modified);
    json_member_integer(&json, "bytes", load->bytes);
    json_member_integer(&json, "shortest_gap_ms", load->shortest_gap_ms);
    json_member_integer(&json, "longest_gap_ms", load->longest_gap_ms);
    json_member_integer(&json, "connections", load->connections);
    json_member_integer(&json, "waits", load->waits);
    json_member_integer(&json, "waited_ms", load->waited_ms);
    json_close(&json);
    (void)buf_add_byte(line, '\n');
    if (!log->error)
        log->error = body_add(&log->listing.body, line->at, line->len);
}

static int add_log(struct crawl *crawl)
{
    struct log log = {.error = 0};
    int error;

    buf_init(&log.listing.line, LINE_MAX);
    body_init(&log.listing.body, crawl->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    error = load_keep(crawl);
    if (!error)
        error = frontier_walk_runs(crawl->frontier, list_run, &log);
    if (!error)
        error = log.error;
    if (!error)
        error = add_resource(crawl, "urn:x-tiptoe:log", jsonl, &log.listing.body);
    buf_release(&log.listing.line);
    body_release(&log.listing.body);
    return error;
}

static int add_refused(struct crawl *crawl)
{
    struct listing listing;
    int error;

    buf_init(&listing.line, LINE_MAX);
    body_init(&listing.body, crawl->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    error = frontier_walk_refused(crawl->frontier, list_refused, &listing);
    if (!error)
        error = add_resource(crawl, "urn:x-tiptoe:refused", jsonl, &listing.body);
    buf_release(&listing.line);
    body_release(&listing.body);
    return error;
}

static int add_origin(struct crawl *crawl, const struct origin *origin, struct buf *url, struct buf *fields)
{
    static const char *const meanings[] = {
        [ROBOTS_USE_FILE] = "its rules were obeyed",
        [ROBOTS_ALLOW_ALL] = "not found: everything is allowed",
        [ROBOTS_DISALLOW_ALL] = "access denied: everything is disallowed",
        [ROBOTS_UNREACHABLE] = "could not be fetched: no requests were sent",
    };
    struct frontier_robots robots;
    size_t answer;
    int error;

    if (frontier_robots(crawl->frontier, origin->id, &robots))
        return 0;
    answer = (size_t)robots.answer;
    buf_clear(url);
    (void)buf_add_format(url, "%s/robots.txt", origin->text);
    buf_clear(fields);
    if (answer < sizeof meanings / sizeof meanings[0])
        warc_add_lines(fields, "robots", span_of(meanings[answer]));
    warc_add_lines(fields, "usage", buf_span(&origin->preferences));
    if (fields->full)
        return 0;
    error = archiving_ready(crawl->mirror, warc_resource_room(url->len + fields->len));
    crawl->mirror->archived = true;
    return error ? error : warc_add_metadata(crawl->mirror->warc, buf_span(url), buf_span(fields));
}

static int add_origins(struct crawl *crawl)
{
    struct buf url, fields;
    int error = 0;

    buf_init(&url, LIMIT_URL_BYTES + 16);
    buf_init(&fields, FIELDS_MAX);
    for (size_t i = 0; i < crawl->site.origins.room && !error; i++) {
        const struct origin *origin = crawl->site.origins.all[i];

        if (origin && (origin->robots || origin->rules == RULES_GIVEN_UP))
            error = add_origin(crawl, origin, &url, &fields);
    }
    buf_release(&url);
    buf_release(&fields);
    return error;
}

int run_records_add(struct crawl *crawl)
{
    int error;

    if (crawl->settings->archive != ARCHIVE_ALL || !crawl->mirror->warc)
        return 0;
    error = add_origins(crawl);
    if (!error)
        error = add_settings(crawl);
    if (!error)
        error = add_log(crawl);
    if (!error)
        error = add_refused(crawl);
    return error;
}
