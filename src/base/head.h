/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_HEAD_H
#define TIPTOE_BASE_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* HTTP header blocks as they were sent: start line, field lines, empty line. */

/* Sets VALUE to the INDEX-th value (from 0) of field NAME in any case, trimmed. Returns false, with VALUE
 * untouched, if there are fewer. A folded value contains its line breaks: treat them as white space. */
bool head_value(struct span head, const char *name, size_t index, struct span *value)
    __attribute__((nonnull));

/* Returns true if a field that is a list of tokens, possibly repeated, has TOKEN. */
bool head_has_token(struct span head, const char *name, const char *token) __attribute__((nonnull));

/* Returns the status code; 0 if the status line has no three digits after the version. */
int head_status(struct span head);

/* Returns true if an answer with status 206 has the whole body: "Content-Range: bytes 0-41/42". */
bool head_range_is_whole(struct span head);

/* Returns true if Content-Length announces more than LEN bytes of body. It is no evidence if a coding may
 * have been undone without adjusting it. */
bool head_announces_more(struct span head, uint64_t len);

/* Takes the next line with its line break, and the folded lines after it, off the front of REST. */
struct span head_take_line(struct span *rest) __attribute__((nonnull));

/* Returns true if HEAD ends with an empty line, of CR LF or bare LF. */
bool head_is_whole(struct span head);

/* Returns the text before the colon of a field line; empty without a colon. */
struct span head_line_name(struct span line);

#endif
