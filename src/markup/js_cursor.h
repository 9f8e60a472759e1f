/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JS_CURSOR_H
#define TIPTOE_MARKUP_JS_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* A position in the code of a script. Each function skips blanks and comments first. */
struct js_cursor {
    struct span text;
    size_t at;
};

/* Returns true if a byte may be part of a name. */
static inline bool js_cursor_is_name(char c)
{
    return ascii_is_alphanumeric(c) || c == '_' || c == '$' || c == '\\' || (unsigned char)c >= 0x80;
}

/* Skips blanks and comments, and nothing else. */
void js_cursor_skip(struct js_cursor *cursor) __attribute__((nonnull));

/* Takes the byte C, if it is the next. */
bool js_cursor_take(struct js_cursor *cursor, char c) __attribute__((nonnull));

/* Takes the next name; an empty span if there is none. */
struct span js_cursor_name(struct js_cursor *cursor) __attribute__((nonnull));

/* Takes the name WORD, if it is the next. */
bool js_cursor_word(struct js_cursor *cursor, const char *word) __attribute__((nonnull));

/* Takes the next string, with its quotes; an empty span if there is none. */
struct span js_cursor_string(struct js_cursor *cursor) __attribute__((nonnull));

#endif
