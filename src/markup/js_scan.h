/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JS_SCAN_H
#define TIPTOE_MARKUP_JS_SCAN_H

#include "base/buf.h"

/* The maximum nesting of parentheses, brackets, braces and templates. The scan ends where a script goes
 * deeper. */
enum { JS_SCAN_DEPTH = 512 };

/* The use of a string, judged by the code around it. */
enum js_use {
    JS_NO_ADDRESS,  /* not a URL: a key, a part of a longer string, a compared value, a pattern, the name of a
                     * module */
    JS_TEXT,        /* any other string */
    JS_IMPORT,      /* import … from '…', import '…', export … from '…' */
    JS_IMPORT_CALL, /* import('…') */
    JS_IMPORT_RESOLVE, /* import.meta.resolve('…') */
    JS_IMPORT_URL,     /* new URL('…', import.meta.url), new URL('…', document.currentScript.src) */
    JS_URL,            /* new URL('…', x) */
    JS_WORKER,         /* new Worker('…'), new SharedWorker('…'), serviceWorker.register('…') */
    JS_IMPORT_SCRIPTS, /* importScripts('…', '…') */
    JS_FETCH,          /* fetch('…'), x.open('GET', '…') */
    JS_PIECE,          /* not a string: a text in a template with substitutions */
    JS_PROPERTY /* x.src = '…', src: '…', url: '…', href: '…', x.location = '…', and calls such as
                   $.getJSON('…') */
};

/* A string literal, a template without substitutions, or a text between those of a template (JS_PIECE). */
struct js_string {
    size_t at, len; /* its position without its quotes; escapes are not decoded */
    bool escaped;   /* it contains a backslash: see js_unescape */
    bool alone;     /* it is the last argument of its call */
    bool is_value;  /* any other expression with this value may replace it and its quotes */
    enum js_use use;
    char before[3];           /* the tokens before it, newest first: bytes or JS_TOKEN values */
    size_t name_at, name_len; /* the last name or string before it */
};

/* An open bracket or template and the name before it. */
struct js_level {
    uint32_t name_at;
    uint16_t name_len;
    char open; /* one of "([{", or '`' for code inside a template */
};

/* A scan of the string literals of a script, in order. It reads tokens without a grammar: comments, strings,
 * templates, numbers and names. The previous token decides whether a slash begins a regular expression; rare
 * code defeats this rule, and then strings are missed or found in error. The scan takes linear time and
 * allocates no memory. */
struct js_scan {
    struct span text;
    size_t at;
    size_t name_at, name_len; /* the last name or string */
    size_t closed_at;         /* the name before the parenthesis that closed last */
    uint16_t closed_len;
    char last[3];    /* the last tokens, newest first: punctuator bytes or JS_TOKEN values */
    bool is_placed;  /* there was the name location */
    bool is_modular; /* there was an import or export declaration, import() or import.meta */
    bool importing;  /* between a top-level import or export and its string */
    unsigned depth;
    struct js_level levels[JS_SCAN_DEPTH];
};

/* Starts a scan of TEXT, a script or module of less than 4 GB. In its encoding a byte below 0x80 must always
 * be that ASCII character. */
void js_scan_start(struct js_scan *scan, struct span text) NONNULL;

/* Takes one token, blank or comment. Returns 1 for a string, 0 for anything else, -1 if the nesting is too
 * deep. After a name, `name_at` and `name_len` are its position. */
int js_scan_step(struct js_scan *scan, struct js_string *string) CHECKED;

/* Finds the next string; returns false at the end. */
bool js_scan_next(struct js_scan *scan, struct js_string *string) CHECKED;

/* Returns RAW, the inside of a string of a script or of JSON, with its escapes decoded: RAW itself without
 * any, otherwise the content of SCRATCH in UTF-8. SCRATCH is cleared first. A lone surrogate becomes U+FFFD.
 */
struct span js_unescape(struct span raw, struct buf *scratch) NONNULL;

/* js_use.c: the meaning of tokens, for the scanner and the rewriter of scripts. */

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

/* Takes a member of an object, with the comma after it: a string or name, and a string. */
bool js_cursor_member(struct js_cursor *cursor, struct span *key, struct span *value) CHECKED;

/* Sets OUT to TEXT as a classic script that disk.js runs: the file PATH, or a part of a page if that is
 * empty. A module, which a TEXT without declarations is only if IS_MODULE says so, becomes a call of tiptoe$
 * with a list of its code and the specifiers in it, by turns. The import() of any script leads through
 * tiptoe$, and the name location is tiptoe$location. Returns false, with OUT of no use, if nothing is to be
 * changed, and for a form that is not known here. */
bool js_module_wrap(struct buf *out, struct span text, struct span path, bool is_module) CHECKED;

#endif
