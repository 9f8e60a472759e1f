/* SPDX-License-Identifier: MIT */
/* One line per event, written at once and in one piece, so that a test can read the log of a running server.
 */
#include "config.h"

#include "log.h"

#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/alloc.h"
#include "base/file.h"

int64_t log_now_us(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        die("server: no clock");
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Visible ASCII stays; other bytes, and those that would break a line or a field, become \xHH. */
static void add_safe(struct buf *line, struct span text, bool lower)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.at[i];

        if (byte < 0x20 || byte >= 0x7f || byte == '"' || byte == '\\')
            (void)buf_add_format(line, "\\x%02x", byte);
        else
            (void)buf_add_byte(line, lower ? ascii_lower(text.at[i]) : text.at[i]);
    }
}

static void add_word(struct buf *line, struct span text)
{
    if (text.len == 0)
        text = span_of("-");
    (void)buf_add_byte(line, ' ');
    add_safe(line, text, false);
}

static void add_headers(struct buf *line, const struct request *request)
{
    for (size_t i = 0; i < request->header_count; i++) {
        (void)buf_add_byte(line, ' ');
        add_safe(line, request->headers[i].name, true);
        (void)buf_add_text(line, "=\"");
        add_safe(line, request->headers[i].value, false);
        (void)buf_add_byte(line, '"');
    }
}

void log_write(const struct log *log, const struct log_entry *entry, bool with_headers)
{
    struct buf line;

    if (log->fd < 0)
        return;
    buf_init(&line, 8 * REQUEST_HEAD_BYTES);
    (void)buf_add_format(&line, "%lld.%03d %s %llu %u %llu %u", (long long)(entry->at_us / 1000),
                         (int)(entry->at_us % 1000), entry->event, (unsigned long long)entry->number,
                         entry->port, (unsigned long long)entry->connection, entry->open);
    add_word(&line, entry->request->method);
    add_word(&line, entry->request->target);
    (void)buf_add_format(&line, " %u %lld", entry->status, (long long)entry->bytes);
    if (with_headers) {
        int64_t wall_us = clock_wall_us();

        (void)buf_add_format(&line, " @wall=\"%lld.%06d\"", (long long)(wall_us / 1000000),
                             (int)(wall_us % 1000000));
        add_headers(&line, entry->request);
    }
    (void)buf_add_byte(&line, '\n');
    if (file_write(log->fd, line.at, line.len) != 0)
        die("server: the log cannot be written");
    buf_release(&line);
}

void log_wire(const struct log *log, uint64_t number, const char *kind, struct span bytes)
{
    char name[64];
    int fd;

    if (log->wire_dir < 0 || bytes.len == 0)
        return;
    (void)snprintf(name, sizeof name, "%llu.%s", (unsigned long long)number, kind);
    fd = openat(log->wire_dir, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0 || file_write(fd, bytes.at, bytes.len) != 0)
        die("server: %s cannot be written", name);
    close(fd);
}
