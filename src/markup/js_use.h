/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JS_USE_H
#define TIPTOE_MARKUP_JS_USE_H

/* Private to js_scan.c: the meaning of tokens. */
#include "markup/js_scan.h"

/* Tokens other than punctuators; a punctuator is represented by its first byte. */
enum { JS_TOKEN_NAME = 'a', JS_TOKEN_VALUE = '0', JS_TOKEN_STRING = '"', JS_TOKEN_COMPARISON = 'E' };

/* Returns true if the name just read, which is not yet the last token, begins an import or export. */
bool js_use_begins_import(const struct js_scan *scan) __attribute__((nonnull));

/* Returns true if the last name is a word before an operand: return, typeof, case and others. */
bool js_use_is_operator(const struct js_scan *scan) __attribute__((nonnull));

/* Returns true if the parenthesis that closed last belongs to if, while, for or with. */
bool js_use_is_control(const struct js_scan *scan) __attribute__((nonnull));

/* Returns the position after the comment whose text begins at AT, or the end of the text. */
size_t js_use_comment_end(struct span text, size_t at);

/* Sets `use` and `alone` of a string whose position is known. The scan must be directly after it. */
void js_use_judge(struct js_scan *scan, struct js_string *string) __attribute__((nonnull));

#endif
