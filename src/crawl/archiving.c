/* SPDX-License-Identifier: MIT */
/* Between a run and its archive: which file grows, and what of an answer goes into it. */
#include "config.h"

#include "crawl/archiving.h"

#include "base/error.h"
#include "crawl/agent.h"
#include "crawl/mirror.h"
#include "crawl/state.h"
#include "frontier/archive.h"
#include "frontier/row.h"
#include "frontier/visit.h"

static const char *const truncations[] = {
    [FETCH_WHOLE] = NULL,
    [FETCH_CUT_LENGTH] = "length",
    [FETCH_CUT_TIME] = "time",
    [FETCH_CUT_DISCONNECT] = "disconnect",
    [FETCH_CUT_UNSPECIFIED] = "unspecified",
};

/* Starts the next file, which is in the database before anything is added to it. */
static int begin_file(struct mirror *mirror)
{
    struct warc_file file;
    int error = warc_begin(mirror->warc, &file);

    if (!error)
        error = frontier_add_archive(mirror->frontier, span_of(file.name), &mirror->warc_file);
    if (!error)
        error = frontier_set_archive(mirror->frontier, mirror->warc_file, (int64_t)file.len);
    return error ? error : frontier_commit(mirror->frontier);
}

int archiving_last(struct mirror *mirror, struct warc_file *file, int64_t *id)
{
    struct frontier_archive kept;
    int error;

    *id = 0;
    while ((error = frontier_archives(mirror->frontier, *id, &kept)) == 0) {
        if (kept.name.len >= sizeof file->name)
            return ERROR_CORRUPT;
        memcpy(file->name, kept.name.at, kept.name.len);
        file->name[kept.name.len] = '\0';
        file->len = (uint64_t)kept.length;
        *id = kept.id;
    }
    return error == ERROR_NOT_FOUND && *id > 0 ? 0 : error;
}

static int open_archive(struct crawl *crawl)
{
    struct mirror *mirror = crawl->mirror;
    struct buf agent, host;
    struct warc_options options = {
        .dir = mirror->folder.archive_dir,
        .software = PACKAGE_NAME "/" PACKAGE_VERSION,
        .robots = "classic",
        .from = crawl->settings->contact,
        .operator= crawl->settings->contact,
    };
    struct warc_file file;
    int error;

    buf_init(&agent, AGENT_BYTES_MAX);
    buf_init(&host, 256);
    agent_text(&agent, crawl->settings);
    if (url_parse(&crawl->location, buf_span(&mirror->start), NULL, NULL) == URL_OK)
        (void)buf_add_span(&host, url_host(&crawl->location));
    options.user_agent = buf_text(&agent);
    options.prefix = host.len > 0 ? buf_text(&host) : "site";
    mirror->warc = warc_new(&options);
    error = archiving_last(mirror, &file, &mirror->warc_file);
    if (error == ERROR_NOT_FOUND)
        error = begin_file(mirror);
    else if (!error)
        error = warc_continue(mirror->warc, &file);
    buf_release(&agent);
    buf_release(&host);
    return error;
}

static int roll_over(struct crawl *crawl)
{
    int error = mirror_sync(crawl->mirror);

    return error ? error : begin_file(crawl->mirror);
}

/* The letters of the way from the start page: L a link, E a requisite, X a guess. */
static struct span hops(struct crawl *crawl, const struct job *job)
{
    buf_clear(&crawl->text);
    for (int i = 0; i < job->depth; i++)
        (void)buf_add_byte(&crawl->text, 'L');
    if (job->queue == FRONTIER_REQUISITE)
        (void)buf_add_byte(&crawl->text, 'E');
    if (job->queue == FRONTIER_CANDIDATE)
        (void)buf_add_byte(&crawl->text, 'X');
    return buf_span(&crawl->text);
}

static int fill(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                struct warc_capture *capture, struct buf *request)
{
    struct frontier_row referrer;
    int error = fetch_public_request(crawl->fetch, result, request);

    if (!error)
        error = body_span(result->raw ? result->raw : result->plain, &capture->response_body);
    if (error)
        return error;
    if (job->referrer > 0 && frontier_get(crawl->frontier, job->referrer, &referrer) == 0)
        capture->via = referrer.item.url;
    capture->url = buf_span(&job->url);
    capture->started_wall_us = result->started_wall_us;
    capture->ip = result->peer_ip;
    capture->request_head = buf_span(request);
    capture->response_head = result->response_head;
    capture->payload_sha256 = result->payload_sha256;
    capture->truncated = truncations[result->truncation];
    capture->is_coded = result->content_coded;
    capture->hops = hops(crawl, job);
    capture->fetch_ms = result->total_ms;
    return 0;
}

int archiving_add(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit)
{
    struct mirror *mirror = crawl->mirror;
    struct warc_capture capture = {0};
    struct warc_position position;
    struct buf request;
    int error = mirror->warc ? 0 : open_archive(crawl);

    if (!error && warc_is_full(mirror->warc))
        error = roll_over(crawl);
    if (error)
        return error;
    buf_init(&request, LIMIT_HEADER_BYTES);
    error = fill(crawl, job, result, &capture, &request);
    if (!error)
        error = warc_add(mirror->warc, &capture, &position);
    buf_release(&request);
    if (error)
        return error;
    mirror->archived = true;
    visit->archive = mirror->warc_file;
    visit->archive_offset = (int64_t)position.offset;
    visit->archive_length = (int64_t)position.len;
    return 0;
}
