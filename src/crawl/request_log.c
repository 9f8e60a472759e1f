/* SPDX-License-Identifier: MIT */
/* Writes the log of requests, for other programs. */
#include "config.h"

#include "crawl/request_log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "answer/answer.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/limits.h"
#include "crawl/state.h"
#include "term/message.h"

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
    buf_init(&log->line, 16 * LIMIT_URL_BYTES);
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
    buf_clear(&log->line);
    json_init(&json, &log->line);
    json_open(&json, '{');
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
