/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TERM_MESSAGE_H
#define TIPTOE_TERM_MESSAGE_H

#include "base/buf.h"
#include "base/span.h"

/* All messages and the progress go to stderr through here. The writer owns the status line: it clears the
 * line, prints a message, and draws the line again. The whole message passes safe_add, so callers can
 * print text from outside; it is printed in one write. Not thread-safe. */
enum message_level {
    MESSAGE_QUIET,  /* errors and warnings */
    MESSAGE_NORMAL, /* also notes */
    MESSAGE_VERBOSE /* everything */
};

void message_set_level(enum message_level level);
enum message_level message_level(void);

/* Prints a message. An error ends in failure; a warning reports a problem and the action taken instead; a
 * note is normal output; debug output helps to find causes. */
enum message_kind { MESSAGE_ERROR, MESSAGE_WARNING, MESSAGE_NOTE, MESSAGE_DEBUG };
void message_print(enum message_kind kind, const char *format, ...)
    __attribute__((nonnull, format(printf, 2, 3)));
#define message_error(...) message_print(MESSAGE_ERROR, __VA_ARGS__)
#define message_warn(...)  message_print(MESSAGE_WARNING, __VA_ARGS__)
#define message_note(...)  message_print(MESSAGE_NOTE, __VA_ARGS__)
#define message_debug(...) message_print(MESSAGE_DEBUG, __VA_ARGS__)

/* Prints a note that begins with RESULT, which is bold on a terminal. */
void message_end(const char *result, const char *format, ...) __attribute__((nonnull, format(printf, 2, 3)));

/* Returns the end of a noun after COUNT. */
static inline const char *message_plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* Replaces the status line with LINE, which must be safe and not wider than the terminal; an empty span
 * clears it. Only for terminals. */
void message_status(struct span line);

/* Returns the columns of the terminal on stderr; 0 if stderr is not a terminal, or a dumb one. */
int message_columns(void);

/* Sends messages to FD, for tests, as to a terminal of COLUMNS columns; 0 means that it is not a terminal. */
void message_redirect(int fd, int columns);

/* Adds text from outside as one printable line of UTF-8 (safe.c). Each byte of a control character (C0, DEL,
 * C1, bidi, line and paragraph separators, tags) and each byte that is not UTF-8 becomes \xNN. Safe text does
 * not change, so a second pass has no effect. Returns 0, or ERROR_TOO_LARGE with OUT truncated. */
int safe_add(struct buf *out, struct span text) NONNULL;

/* units.c: amounts for people, everywhere in the same units: powers of 1000, also where an option's K is
 * 1024. */

/* Adds "950 B", "12 kB" or "3.4 MB". */
void units_add_bytes(struct buf *out, int64_t bytes) NONNULL;

/* Adds "120 ms", "1.5 s", "12 min", "3.0 h" or "70 days". */
void units_add_ms(struct buf *out, int64_t ms) NONNULL;

#endif
