/* SPDX-License-Identifier: MIT */
/* The frontier's queue, answered from an archive: an answer takes the same way as one from the network. What
 * no page links to, since only scripts asked for it, is queued when nothing else is left. robots.txt speaks
 * of requests, and none is made here: what the archive has is taken, whether or not its rules allow it, and
 * what it lacks for them is settled so. */
#include "config.h"

#include "import/import.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "answer/answer.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "crawl/blocking.h"
#include "extract/sitemap.h"
#include "frontier/next.h"
#include "frontier/origin.h"
#include "frontier/queue.h"
#include "frontier/stats.h"
#include "intake/answers.h"
#include "judge/discover.h"
#include "judge/revisit.h"
#include "judge/rules.h"
#include "judge/settings.h"
#include "mirror/captured.h"
#include "mirror/mirror.h"
#include "robots/robots.h"
#include "term/message.h"
#include "weave/document.h"

enum { BATCH = 64, SNIFF_BYTES = 4096 };

struct import {
    struct crawl *crawl;
    struct captured captured;
    struct job job;
    size_t next; /* capture to be looked at for what no page links to */
};

static bool setting_is(struct mirror *mirror, const char *text)
{
    struct span value;

    return frontier_setting(mirror->frontier, "import", &value) == 0 && span_is(value, text);
}

bool import_is_due(struct mirror *mirror)
{
    return setting_is(mirror, "begun");
}

void import_adjust(struct settings *settings)
{
    settings->imports = true;
    settings->revisit = false;
    settings->retries = 0;
    settings->delete_gone = settings->delete_most = false;
    settings->archive_all = false;
}

bool import_has(struct mirror *mirror, int64_t archive)
{
    struct span value;
    uint64_t last;

    return frontier_setting(mirror->frontier, "imported", &value) == 0 && span_to_u64(value, &last) &&
           (uint64_t)archive <= last;
}

uint64_t import_damaged(struct mirror *mirror)
{
    struct span value;
    uint64_t count = 0;

    return frontier_setting(mirror->frontier, "import-damaged", &value) == 0 && span_to_u64(value, &count)
               ? count
               : 0;
}

int import_begin(struct crawl *crawl)
{
    struct frontier_stats stats;
    uint64_t count = 0;
    int error = 0;

    if (crawl->imports || !setting_is(crawl->mirror, "done"))
        return 0;
    if (crawl->settings->revisit || crawl->update_since_ms > 0) {
        crawl->as_imported = true;
        return 0;
    }
    frontier_stats(crawl->frontier, &stats);
    if (stats.reasons[FRONTIER_REFUSED][FRONTIER_BY_IMPORT] > 0)
        error = frontier_reopen(crawl->frontier, FRONTIER_BY_IMPORT, &count);
    if (!error && count > 0)
        message_note("going on by the network: %" PRIu64 " URLs that the imported archive lacks", count);
    return error ? error : mirror_set(crawl->mirror, "import", span_of("open"));
}

int import_end(struct crawl *crawl)
{
    char number[24];
    int error;

    (void)snprintf(number, sizeof number, "%" PRIu64, crawl->damaged);
    error = mirror_set(crawl->mirror, "import-damaged", span_of(number));
    return error ? error : mirror_set(crawl->mirror, "import", span_of("done"));
}

struct import *import_open(struct crawl *crawl)
{
    struct import *import = MEM_NEW(struct import);
    struct span value;
    uint64_t last = 0;
    int error;

    import->crawl = crawl;
    crawl->damaged = import_damaged(crawl->mirror);
    error = frontier_setting(crawl->frontier, "imported", &value);
    buf_init(&import->job.url, LIMIT_URL_BYTES);
    if (!error && (!span_to_u64(value, &last) || last > INT64_MAX))
        error = ERROR_CORRUPT;
    if (!error)
        error = captured_open(&import->captured, crawl->mirror, crawl->decoder, (int64_t)last);
    if (!error && captures_orphans(import->captured.index) > 0)
        message_warn("%zu revisit records repeat what these files do not have; they are left out",
                     captures_orphans(import->captured.index));
    if (!error)
        return import;
    (void)crawl_failed(crawl, error);
    import_close(import);
    return NULL;
}

void import_close(struct import *import)
{
    if (!import)
        return;
    captured_close(&import->captured);
    buf_release(&import->job.url);
    free(import);
}

/* A record that is there and cannot be read. */
static bool is_damage(int error)
{
    return error == ERROR_CORRUPT || error == ERROR_TOO_LARGE;
}

static void tell_damage(struct import *import, struct span url, int error)
{
    import->crawl->damaged++;
    message_warn("%.*s: its record is left out: %s", (int)url.len, url.at, error_text(error));
}

/* Finds the last capture of URL and reads it; ERROR_NOT_FOUND where there is none that can be read. */
static int read_last(struct import *import, struct span url, struct capture **found)
{
    struct capture *capture = captures_find(import->captured.index, url, INT64_MAX);
    int error;

    if (!capture)
        return ERROR_NOT_FOUND;
    capture->used = true;
    *found = capture;
    error = captured_read(&import->captured, capture, url);
    if (!is_damage(error))
        return error;
    tell_damage(import, url, error);
    return ERROR_NOT_FOUND;
}

static void begin_job(struct import *import, enum job_kind kind, struct origin *origin, struct span url)
{
    struct job *job = &import->job;
    struct buf text = job->url;

    buf_clear(&text);
    (void)buf_add_span(&text, url);
    *job = (struct job){.kind = kind, .asked = origin, .of = origin, .url = text};
}

/* One step towards the rules of ORIGIN, which may have redirected to others. */
static int step_to_rules(struct import *import, struct origin *origin)
{
    struct fetch_result *result = &import->captured.answer->result;
    struct capture *capture;
    int error;

    if (origin->rules_url.len == 0)
        (void)buf_add_format(&origin->rules_url, "%s/robots.txt", origin->text);
    begin_job(import, JOB_ROBOTS, origin, buf_span(&origin->rules_url));
    error = read_last(import, buf_span(&import->job.url), &capture);
    origin->rules = RULES_GIVEN_UP;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    if (result->outcome == FETCH_OK || result->outcome == FETCH_REDIRECT ||
        result->outcome == FETCH_CLIENT_ERROR)
        rules_answered(import->crawl, &import->job, result);
    return import->crawl->error;
}

/* robots.txt of ORIGIN as the archive has it becomes what is known of it. */
static int take_rules(struct import *import, struct origin *origin)
{
    int error = 0;

    for (int i = 0; !error && origin->rules == RULES_WANTED && i <= LIMIT_ROBOTS_REDIRECTS; i++)
        error = step_to_rules(import, origin);
    return error;
}

/* The archive has no answer for ITEM. */
static int settle_missing(struct crawl *crawl, const struct origin *origin, const struct frontier_item *item)
{
    enum frontier_reason reason = FRONTIER_BY_IMPORT;
    struct span rule = {0};

    if (origin->rules == RULES_KNOWN) {
        struct robots_verdict verdict = robots_judge(origin->robots, item->url);

        if (!verdict.allowed) {
            reason = FRONTIER_BY_ROBOTS;
            rule = rules_text(crawl, verdict.line, verdict.rule);
        }
    }
    return revisit_refuse(crawl, item, reason, rule);
}

static int take_url(struct import *import, struct origin *origin, const struct frontier_item *item)
{
    struct job *job = &import->job;
    struct capture *capture;
    int error;

    begin_job(import, JOB_URL, origin, item->url);
    job->id = item->id;
    job->referrer = item->referrer;
    job->queue = item->kind;
    job->roles = item->roles;
    job->depth = item->depth;
    job->attempts = item->attempts;
    error = read_last(import, item->url, &capture);
    if (error)
        return error == ERROR_NOT_FOUND ? settle_missing(import->crawl, origin, item) : error;
    job->place = captured_place(&import->captured, capture);
    blocking_judge(job, &import->captured.answer->result);
    return answers_take(import->crawl, job, &import->captured.answer->result);
}

/* Takes the best URL of the origin with this id, which has one. */
static int take_next(struct import *import, int64_t id)
{
    struct crawl *crawl = import->crawl;
    struct origin *origin = crawl_origin(crawl, id);
    struct frontier_item item;
    int error = origin ? take_rules(import, origin) : crawl->error;

    if (!error)
        error = frontier_next(crawl->frontier, id, FRONTIER_CANDIDATE, clock_wall_ms(), &item);
    if (error)
        return error == ERROR_NOT_FOUND ? ERROR_CORRUPT : error;
    return take_url(import, origin, &item);
}

/* robots.txt and sitemaps are read, and no part of a mirror. */
static bool is_for_robots(struct import *import, const struct url *url)
{
    struct fetch_result *result = &import->captured.answer->result;
    struct span type, bytes;

    if (span_is(url_path(url), "/robots.txt") && !url_has_query(url))
        return true;
    if (result->outcome != FETCH_OK || !fetch_header(result, "Content-Type", 0, &type) || type.len == 0 ||
        !memmem(type.at, type.len, "xml", 3) || body_span(result->plain, &bytes) || bytes.len == 0)
        return false;
    bytes = span_part(bytes, 0, SNIFF_BYTES);
    return memmem(bytes.at, bytes.len, "<urlset", 7) || memmem(bytes.at, bytes.len, "<sitemapindex", 13);
}

/* Queues what CAPTURE has, unless it is known. */
static int take_unlinked(struct import *import, struct capture *capture)
{
    struct crawl *crawl = import->crawl;
    int error = captured_url(&import->captured, capture, &crawl->found);

    if (!error)
        error = captured_read(&import->captured, capture, buf_span(&crawl->found.text));
    if (is_damage(error)) {
        tell_damage(import, buf_span(&crawl->found.text), error);
        return 0;
    }
    if (error || is_for_robots(import, &crawl->found))
        return error;
    return discover_archived(crawl, span_of("archive"));
}

/* What nothing has led to so far; false when there is nothing left. */
static bool next_unlinked(struct import *import, int *error)
{
    struct captures *index = import->captured.index;

    while (import->next < captures_count(index)) {
        struct capture *capture = captures_in_order(index, import->next++);

        if (capture->used || captures_is_outdone(index, capture))
            continue;
        *error = take_unlinked(import, capture);
        return true;
    }
    return false;
}

bool import_some(struct import *import)
{
    struct crawl *crawl = import->crawl;
    int error = 0;

    for (int i = 0; i < BATCH && !error && !crawl->error; i++) {
        int64_t origin = frontier_busy_origin(crawl->frontier, 0);

        if (origin > 0)
            error = take_next(import, origin);
        else if (!next_unlinked(import, &error))
            return false;
    }
    if (error)
        (void)crawl_failed(crawl, error);
    return !crawl->error;
}
