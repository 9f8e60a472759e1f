/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_HEAD_H
#define TIPTOE_BASE_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* Reading an HTTP header block as it was sent: start line, header lines, empty line. */

/* The INDEX-th value (from 0) of header NAME (compared without case), trimmed of blanks; false (VALUE
 * untouched) when there are not so many. A folded value holds its line break: take it as white space. */
bool head_value(struct span head, const char *name, size_t index, struct span *value)
    __attribute__((nonnull));

/* Whether a header that is a list of tokens, perhaps repeated, has TOKEN. */
bool head_has_token(struct span head, const char *name, const char *token) __attribute__((nonnull));

/* The three digits of the status line; 0 for anything else. */
int head_status(struct span head);

/* Takes the next line with its line break, and the folded lines that belong to it, off the front of REST. */
struct span head_take_line(struct span *rest) __attribute__((nonnull));

/* Whether HEAD ends as a whole block does: in an empty line, of CR LF or of bare LF. */
bool head_is_whole(struct span head);

/* What stands before the colon of a header line; empty when there is none. */
struct span head_line_name(struct span line);

#endif
