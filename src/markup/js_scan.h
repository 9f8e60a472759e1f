/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JS_SCAN_H
#define TIPTOE_MARKUP_JS_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Parentheses, brackets, braces and templates within each other; a script that goes deeper is not read on. */
enum { JS_SCAN_DEPTH = 512 };

/* What the code around a string makes of it. */
enum js_use {
    JS_NO_ADDRESS,     /* a key, a part of a longer string, something compared, a pattern, a module's name */
    JS_TEXT,           /* any other */
    JS_IMPORT,         /* import … from '…', import '…', export … from '…' */
    JS_IMPORT_CALL,    /* import('…') */
    JS_IMPORT_RESOLVE, /* import.meta.resolve('…') */
    JS_IMPORT_URL,     /* new URL('…', import.meta.url) */
    JS_WORKER,         /* new Worker('…'), new SharedWorker('…'), serviceWorker.register('…') */
    JS_IMPORT_SCRIPTS, /* importScripts('…', '…') */
    JS_FETCH,          /* fetch('…'), x.open('GET', '…') */
    JS_PROPERTY /* x.src = '…', src: '…', url: '…', href: '…', and calls such as $.getJSON('…') */
};

/* A string literal, or a template without substitutions. */
struct js_string {
    size_t at, len; /* its place between its quotes, escapes and all */
    bool escaped;   /* it has a backslash: see js_unescape */
    bool alone;     /* it is the last argument of its call */
    enum js_use use;
};

/* What is open, and the name before it. */
struct js_level {
    uint32_t name_at;
    uint16_t name_len;
    char open; /* "([{", or '`': code inside a template */
};

/* The string literals of a script, in their order. It reads tokens, not a grammar: comments, strings,
 * templates, numbers, names, and by the token before it whether a slash begins a regular expression. Wrong
 * guesses there are possible in code that nobody writes; they cost strings that are missed or wrongly seen.
 * Time is linear, no memory is taken. */
struct js_scan {
    struct span text;
    size_t at;
    size_t name_at, name_len; /* the last name or string */
    size_t closed_at;         /* the name before the parenthesis that was closed last */
    uint16_t closed_len;
    char last[3];   /* the last tokens, the newest first: a punctuator's byte, or one of js_scan.c's */
    bool importing; /* between import or export at the top level, and its string */
    unsigned depth;
    struct js_level levels[JS_SCAN_DEPTH];
};

/* Begins with TEXT, a script or module of less than 4 GB in an encoding in which a byte below 0x80 is always
 * that character. */
void js_scan_start(struct js_scan *scan, struct span text) __attribute__((nonnull));

/* The next string; false at the end. */
bool js_scan_next(struct js_scan *scan, struct js_string *string)
    __attribute__((nonnull, warn_unused_result));

/* What the string RAW says: RAW itself where it has no escapes, else the content of SCRATCH, which is cleared
 * first, in UTF-8. */
struct span js_unescape(struct span raw, struct buf *scratch) __attribute__((nonnull));

#endif
