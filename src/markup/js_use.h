/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JS_USE_H
#define TIPTOE_MARKUP_JS_USE_H

/* Private to js_scan.c: what tokens mean. */
#include "markup/js_scan.h"

/* Tokens that are no single punctuator; the others are its first byte. */
enum { JS_TOKEN_NAME = 'a', JS_TOKEN_VALUE = '0', JS_TOKEN_STRING = '"', JS_TOKEN_COMPARISON = 'E' };

/* Whether the name just taken, not yet a token, begins an import or export. */
bool js_use_begins_import(const struct js_scan *scan) __attribute__((nonnull));

/* Whether the last name is a word that an operand follows: return, typeof, case … */
bool js_use_is_operator(const struct js_scan *scan) __attribute__((nonnull));

/* Whether the parenthesis closed last was that of if, while, for or with. */
bool js_use_is_control(const struct js_scan *scan) __attribute__((nonnull));

/* Behind the comment whose text begins at AT: its end, or the text's. */
size_t js_use_comment_end(struct span text, size_t at);

/* Sets use and alone of a string whose place is known, and behind which the scan stands. */
void js_use_judge(struct js_scan *scan, struct js_string *string) __attribute__((nonnull));

#endif
