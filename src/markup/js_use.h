/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JS_USE_H
#define TIPTOE_MARKUP_JS_USE_H

/* Private to the scanner and the rewriter of scripts: the meaning of tokens. */
#include "markup/js_scan.h"

/* Tokens other than punctuators; a punctuator is represented by its first byte. */
enum { JS_TOKEN_NAME = 'a', JS_TOKEN_VALUE = '0', JS_TOKEN_STRING = '"', JS_TOKEN_COMPARISON = 'E' };

/* Returns true if the name just read, which is not yet the last token, begins an import or export. */
bool js_use_begins_import(const struct js_scan *scan) NONNULL;

/* Returns true if the last name is a word before an operand: return, typeof, case and others. */
bool js_use_is_operator(const struct js_scan *scan) NONNULL;

/* Returns true if the parenthesis that closed last belongs to if, while, for or with. */
bool js_use_is_control(const struct js_scan *scan) NONNULL;

/* Sets `use` and `alone` of a string whose position is known. The scan must be directly after it. */
void js_use_judge(struct js_scan *scan, struct js_string *string) NONNULL;

/* Returns the first byte of the next token, or ';' at the end. */
char js_use_next_byte(const struct js_scan *scan) NONNULL;

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
void js_cursor_skip(struct js_cursor *cursor) NONNULL;

/* Takes the byte C, if it is the next. */
bool js_cursor_take(struct js_cursor *cursor, char c) NONNULL;

/* Takes the next name; an empty span without one. */
struct span js_cursor_name(struct js_cursor *cursor) NONNULL;

/* Takes the name WORD, if it is the next. */
bool js_cursor_word(struct js_cursor *cursor, const char *word) NONNULL;

/* Takes the next string, with its quotes; an empty span without one. */
struct span js_cursor_string(struct js_cursor *cursor) NONNULL;

/* Takes the next string, and sets TEXT to what is between its quotes. */
bool js_cursor_text(struct js_cursor *cursor, struct span *text) NONNULL;

/* Takes the next string or name; an empty span if there is neither. */
struct span js_cursor_key(struct js_cursor *cursor) NONNULL;

#endif
