/* SPDX-License-Identifier: MIT */
/* The log of requests, for other programs. Text of the remote is made safe, then escaped as JSON (RFC 8259).
 */
#include "config.h"

#include "crawl/request_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/limits.h"
#include "crawl/state.h"
#include "fetch/fetch.h"
#include "term/message.h"
#include "term/safe.h"

struct request_log {
    int fd;
    struct buf line, safe;
    bool failed; /* nothing is written any more */
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
    buf_init(&log->safe, 4 * LIMIT_URL_BYTES);
    return log;
}

void request_log_close(struct request_log *log)
{
    if (!log)
        return;
    close(log->fd);
    buf_release(&log->line);
    buf_release(&log->safe);
    free(log);
}

static void add_text(struct request_log *log, const char *name, struct span value)
{
    buf_clear(&log->safe);
    (void)safe_add(&log->safe, value);
    (void)buf_add_format(&log->line, ",\"%s\":\"", name);
    for (size_t i = 0; i < log->safe.len; i++) {
        if (log->safe.at[i] == '"' || log->safe.at[i] == '\\')
            (void)buf_add_byte(&log->line, '\\');
        (void)buf_add_byte(&log->line, log->safe.at[i]);
    }
    (void)buf_add_byte(&log->line, '"');
}

void request_log_add(struct request_log *log, const struct job *job, const struct fetch_result *result)
{
    char time[CLOCK_TEXT_SIZE];
    struct span type = {0};

    if (!log)
        return;
    clock_format(result->started_wall_us, 3, time);
    (void)fetch_header(result, "Content-Type", 0, &type);
    buf_clear(&log->line);
    (void)buf_add_format(&log->line, "{\"time\":\"%s\"", time);
    add_text(log, "url", buf_span(&job->url));
    (void)buf_add_format(
        &log->line, ",\"status\":%d,\"outcome\":\"%s\",\"bytes\":%" PRIu64 ",\"ms\":%" PRId64, result->status,
        fetch_outcome_word(result->outcome), result->wire_bytes, result->total_ms);
    add_text(log, "type", type);
    (void)buf_add_format(&log->line, ",\"pace_ms\":%" PRId64 ",\"pace_by\":\"%s\",\"connections\":%d",
                         job->pace.delay_ms, pace_reason_word((int)job->pace.reason), job->pace.connections);
    if (job->refusal == REFUSAL_CHALLENGE)
        add_text(log, "challenge", span_of(job->firewall));
    (void)buf_add_text(&log->line, "}\n");
    if (!log->failed && file_write(log->fd, buf_text(&log->line), log->line.len)) {
        log->failed = true;
        message_warn("the log cannot be written: %s; going on without it", strerror(errno));
    }
}
