/* SPDX-License-Identifier: MIT */
/* Writes messages and the status line to stderr; nothing else writes there. Its state is at file scope
 * because there is only one terminal. */
#include "config.h"

#include "term/message.h"

#include <stdarg.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"

enum {
    LINE_MAX_BYTES = 64 * 1024,
    STATUS_MAX_BYTES = 2048,
    COLUMNS_STANDARD = 80,
};

/* Returns to the first column and clears the line. */
#define CLEAR_LINE "\r\033[K"

static const char RED[] = "31", YELLOW[] = "33", BOLD[] = "1", PLAIN[] = "";

static struct writer {
    enum message_level level;
    int fd;
    int columns; /* set by a test; -1: use the terminal's */
    size_t status_len;
    char status[STATUS_MAX_BYTES];
} writer = {.level = MESSAGE_NORMAL, .fd = STDERR_FILENO, .columns = -1};

void message_set_level(enum message_level level)
{
    writer.level = level;
}

enum message_level message_level(void)
{
    return writer.level;
}

void message_redirect(int fd, int columns)
{
    writer.fd = fd;
    writer.columns = columns;
    writer.status_len = 0;
}

int message_columns(void)
{
    const char *kind = getenv("TERM");
    struct winsize size = {0};

    if (writer.columns >= 0)
        return writer.columns;
    if (!isatty(writer.fd) || !kind || strcmp(kind, "dumb") == 0)
        return 0;
    if (ioctl(writer.fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return COLUMNS_STANDARD;
}

/* Returns true for a terminal, unless NO_COLOR is set (https://no-color.org). */
static bool is_coloured(void)
{
    const char *none = getenv("NO_COLOR");

    return message_columns() > 0 && (!none || !*none);
}

/* Writes TEXT, and ignores an error: there is no other place to report it. */
static void write_text(const struct buf *text)
{
    (void)!file_write(writer.fd, buf_text(text), text->len);
}

/* Writes "PREFIXmessage" as one safe line above the status line. */
__attribute__((format(printf, 4, 0))) static void say(enum message_level least, const char *colour,
                                                      const char *prefix, const char *format, va_list args)
{
    struct buf raw BUF_LOCAL(LINE_MAX_BYTES);
    struct buf out BUF_LOCAL(4 * LINE_MAX_BYTES + STATUS_MAX_BYTES + 64);

    if (writer.level < least)
        return;
    if (writer.status_len > 0)
        buf_add_text(&out, CLEAR_LINE);
    if (*colour && is_coloured()) {
        buf_add_format(&out, "\033[%sm%s\033[0m", colour, prefix);
    } else {
        buf_add_text(&out, prefix);
    }
    if (buf_add_format_args(&raw, format, args))
        buf_set(&raw, span_of("(message omitted: too long)"));
    (void)safe_add(&out, buf_span(&raw));
    buf_add_text(&out, "\n");
    buf_add(&out, writer.status, writer.status_len);
    write_text(&out);
}

void message_print(enum message_kind kind, const char *format, ...)
{
    static const struct {
        enum message_level least;
        const char *colour, *prefix;
    } kinds[] = {
        [MESSAGE_ERROR] = {MESSAGE_QUIET, RED, "tiptoe: "},
        [MESSAGE_WARNING] = {MESSAGE_QUIET, YELLOW, "tiptoe: warning: "},
        [MESSAGE_NOTE] = {MESSAGE_NORMAL, PLAIN, ""},
        [MESSAGE_DEBUG] = {MESSAGE_VERBOSE, PLAIN, "debug: "},
    };
    va_list args;

    va_start(args, format);
    say(kinds[kind].least, kinds[kind].colour, kinds[kind].prefix, format, args);
    va_end(args);
}

void message_end(const char *result, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    say(MESSAGE_NORMAL, BOLD, result, format, args);
    va_end(args);
}

void message_status(struct span line)
{
    struct buf out BUF_LOCAL(STATUS_MAX_BYTES + 64);

    if (line.len > STATUS_MAX_BYTES || (line.len == 0 && writer.status_len == 0))
        return;
    if (line.len > 0)
        memcpy(writer.status, line.at, line.len);
    writer.status_len = line.len;
    buf_add_text(&out, CLEAR_LINE);
    buf_add(&out, writer.status, writer.status_len);
    write_text(&out);
}
