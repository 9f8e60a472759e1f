/* SPDX-License-Identifier: MIT */
/* Finds the string literals of JavaScript (ECMA-262, lexical grammar). A slash begins a regular expression
 * where an operand is expected: after a punctuator, after words such as return, after the parenthesis of if,
 * while, for and with, and after a closing brace, which nearly always ends a block. A string or regular
 * expression that does not end on its line is skipped. js_use.c decides what a string is used for. */
#include "config.h"

#include "markup/js_scan.h"

enum byte_class { PUNCTUATOR, BLANK, NAME, DIGIT, QUOTE, TEMPLATE, SLASH, OPEN, CLOSE };

static const uint8_t classes[256] = {
    ['\t' ... '\r'] = BLANK, [' '] = BLANK,  ['0' ... '9'] = DIGIT, ['A' ... 'Z'] = NAME,
    ['a' ... 'z'] = NAME,    ['_'] = NAME,   ['$'] = NAME,          ['\\'] = NAME,
    [0x80 ... 0xff] = NAME,  ['\''] = QUOTE, ['"'] = QUOTE,         ['`'] = TEMPLATE,
    ['/'] = SLASH,           ['('] = OPEN,   ['['] = OPEN,          ['{'] = OPEN,
    [')'] = CLOSE,           [']'] = CLOSE,  ['}'] = CLOSE};

static inline unsigned class_at(const struct js_scan *scan, size_t at)
{
    return classes[(unsigned char)scan->text.at[at]];
}

static inline bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static inline void note_token(struct js_scan *scan, char what)
{
    scan->last[2] = scan->last[1];
    scan->last[1] = scan->last[0];
    scan->last[0] = what;
}

static size_t line_end(const struct js_scan *scan, size_t at)
{
    while (at < scan->text.len && !is_line_end(scan->text.at[at]))
        at++;
    return at;
}

/* Returns true if only blanks precede AT in its line. */
static bool begins_line(const struct js_scan *scan, size_t at)
{
    while (at > 0 && (scan->text.at[at - 1] == ' ' || scan->text.at[at - 1] == '\t'))
        at--;
    return at == 0 || is_line_end(scan->text.at[at - 1]);
}

void js_scan_start(struct js_scan *scan, struct span text)
{
    scan->text = text.len < UINT32_MAX ? text : span_make(NULL, 0);
    scan->at = span_starts(scan->text, "\xef\xbb\xbf") ? 3 : 0;
    scan->name_at = scan->name_len = scan->closed_at = 0;
    scan->closed_len = 0;
    scan->last[0] = scan->last[1] = scan->last[2] = ';';
    scan->importing = scan->is_modular = scan->is_placed = false;
    scan->depth = 0;
    if (span_starts(span_part(text, scan->at, text.len), "#!"))
        scan->at = line_end(scan, scan->at);
}

/* Notes what a name of modules begins: "importing" only outside of brackets. */
static void note_module_name(struct js_scan *scan)
{
    bool is_declared = scan->depth == 0;

    scan->importing |= is_declared;
    scan->is_modular |= is_declared || scan->text.at[scan->name_at] == 'i';
}

static void take_name(struct js_scan *scan)
{
    size_t at = scan->at, end = at + 1;

    while (end < scan->text.len) {
        unsigned class = class_at(scan, end);

        if (class != NAME && class != DIGIT)
            break;
        end++;
    }
    scan->name_at = at;
    scan->name_len = end - at;
    scan->at = end;
    if (end - at == 6 && js_use_begins_import(scan))
        note_module_name(scan);
    if (end - at == 8 && span_is(span_part(scan->text, at, 8), "location"))
        scan->is_placed = true;
    note_token(scan, JS_TOKEN_NAME);
}

/* Takes a number and every name byte, digit and dot that follows: a name cannot directly follow a number. */
static void take_number(struct js_scan *scan)
{
    size_t at = scan->at + 1;

    while (at < scan->text.len &&
           (class_at(scan, at) == NAME || class_at(scan, at) == DIGIT || scan->text.at[at] == '.'))
        at++;
    scan->at = at;
    note_token(scan, JS_TOKEN_VALUE);
}

/* Returns true at an HTML-like comment: "<!--" or "-->" at the beginning of a line. */
static bool begins_html_comment(const struct js_scan *scan)
{
    struct span rest = span_part(scan->text, scan->at, 4);

    return (span_is(rest, "<!--") || span_starts(rest, "-->")) && begins_line(scan, scan->at);
}

/* Represents a punctuator of several bytes by its first byte, except comparisons and "++" and "--": a++ / 2
 * is a division. */
static void take_punctuator(struct js_scan *scan)
{
    size_t left = scan->text.len - scan->at;
    const char *text = scan->text.at + scan->at;
    char c = text[0], second = left > 1 ? text[1] : ' ';

    if ((c == '<' || c == '-') && begins_html_comment(scan)) {
        scan->at = line_end(scan, scan->at);
        return;
    }
    if (c == ';' && scan->depth == 0)
        scan->importing = false;
    if (second == c && (c == '+' || c == '-')) {
        scan->at += 2;
        note_token(scan, JS_TOKEN_VALUE);
    } else if (second == '=' && (c == '=' || c == '!')) {
        scan->at += left > 2 && text[2] == '=' ? 3 : 2;
        note_token(scan, JS_TOKEN_COMPARISON);
    } else {
        scan->at += second == '=' ? 2 : 1;
        note_token(scan, c);
    }
}

/* Returns the end of the template text at AT: its '`', the next "${", or the end of the text. */
static size_t template_end(const struct js_scan *scan, size_t at, bool *escaped)
{
    const struct span text = scan->text;

    for (; at < text.len && text.at[at] != '`'; at++) {
        if (text.at[at] == '$' && at + 1 < text.len && text.at[at + 1] == '{')
            return at;
        if (text.at[at] == '\\') {
            *escaped = true;
            at++;
        }
    }
    return at < text.len ? at : text.len;
}

/* Opens a level. Returns false if the nesting is too deep. */
static bool push_level(struct js_scan *scan, char open)
{
    bool named = scan->last[0] == JS_TOKEN_NAME && scan->name_len <= UINT16_MAX;

    if (scan->depth == JS_SCAN_DEPTH)
        return false;
    scan->levels[scan->depth++] = (struct js_level){.name_at = named ? (uint32_t)scan->name_at : 0,
                                                    .name_len = named ? (uint16_t)scan->name_len : 0,
                                                    .open = open};
    return true;
}

/* Notes what is before STRING. */
static void note_before(const struct js_scan *scan, struct js_string *string)
{
    memcpy(string->before, scan->last, sizeof string->before);
    string->name_at = scan->name_at;
    string->name_len = scan->name_len;
}

/* Continues with the template text at AT. Returns 1 if STRING is that text, 0 if it is empty or has no end,
 * -1 if the nesting is too deep. */
static int go_on_in_template(struct js_scan *scan, size_t at, struct js_string *string)
{
    size_t end;

    *string = (struct js_string){.at = at, .use = JS_PIECE};
    note_before(scan, string);
    end = template_end(scan, at, &string->escaped);
    string->len = end - at;
    if (end < scan->text.len && scan->text.at[end] == '$') {
        if (!push_level(scan, '`'))
            return -1;
        scan->at = end + 2;
        note_token(scan, '{');
    } else {
        scan->at = end < scan->text.len ? end + 1 : end;
        note_token(scan, JS_TOKEN_VALUE);
    }
    return end < scan->text.len && string->len > 0;
}

static void take_string(struct js_scan *scan, struct js_string *string, size_t end)
{
    string->at = scan->at + 1;
    string->len = end - string->at;
    scan->at = end + 1;
    js_use_judge(scan, string);
    note_before(scan, string);
    scan->name_at = string->at;
    scan->name_len = string->len;
    note_token(scan, JS_TOKEN_STRING);
}

/* Takes a quoted string. If it does not end on its line, skips the rest of that line and returns false. */
static bool take_quoted(struct js_scan *scan, struct js_string *string)
{
    const struct span text = scan->text;
    char quote = text.at[scan->at];
    size_t at = scan->at + 1;

    string->escaped = false;
    for (; at < text.len && text.at[at] != quote; at++) {
        if (text.at[at] == '\\') {
            string->escaped = true;
            at += at + 2 < text.len && text.at[at + 1] == '\r' && text.at[at + 2] == '\n' ? 2 : 1;
        } else if (is_line_end(text.at[at])) {
            break;
        }
    }
    if (at < text.len && text.at[at] == quote) {
        take_string(scan, string, at);
        return true;
    }
    scan->at = at < text.len ? at : text.len;
    note_token(scan, JS_TOKEN_VALUE);
    return false;
}

/* Takes a template up to its end or its first substitution. Returns 1 for a string, 0 for a text that is not
 * one, -1 if the nesting is too deep. */
static int take_template(struct js_scan *scan, struct js_string *string)
{
    size_t end;

    string->escaped = false;
    end = template_end(scan, scan->at + 1, &string->escaped);
    if (end < scan->text.len && scan->text.at[end] == '`') {
        take_string(scan, string, end);
        return 1;
    }
    return go_on_in_template(scan, scan->at + 1, string);
}

/* Returns true if a slash at the current position begins a regular expression. */
static bool expects_pattern(const struct js_scan *scan)
{
    switch (scan->last[0]) {
    case JS_TOKEN_VALUE:
    case JS_TOKEN_STRING:
    case ']':
        return false;
    case JS_TOKEN_NAME:
        return scan->last[1] != '.' && js_use_is_operator(scan);
    case ')':
        return js_use_is_control(scan);
    default:
        return true;
    }
}

/* Returns the position after the regular expression that starts here, or the end of the line if it does not
 * end on its line. */
static size_t pattern_end(const struct js_scan *scan)
{
    const struct span text = scan->text;
    bool in_class = false;
    size_t at = scan->at + 1;

    for (; at < text.len && !is_line_end(text.at[at]); at++) {
        char c = text.at[at];

        if (c == '/' && !in_class)
            return at + 1;
        if (c == '\\' && at + 1 < text.len && !is_line_end(text.at[at + 1]))
            at++;
        else if (c == '[')
            in_class = true;
        else if (c == ']')
            in_class = false;
    }
    return at;
}

static void take_slash(struct js_scan *scan)
{
    const struct span text = scan->text;
    char second = scan->at + 1 < text.len ? text.at[scan->at + 1] : ' ';

    if (second == '/') {
        scan->at = line_end(scan, scan->at);
    } else if (second == '*') {
        scan->at = span_find_end(text, scan->at + 2, "*/");
    } else if (expects_pattern(scan)) {
        scan->at = pattern_end(scan);
        while (scan->at < text.len && class_at(scan, scan->at) == NAME)
            scan->at++; /* flags */
        note_token(scan, JS_TOKEN_VALUE);
    } else {
        scan->at += second == '=' ? 2 : 1;
        note_token(scan, '/');
    }
}

/* Closes the current level, whatever bracket opened it: a script with mismatched brackets does not run in any
 * case. Only '}' ends the code in a template: its text then continues. */
static int take_close(struct js_scan *scan, struct js_string *string)
{
    char c = scan->text.at[scan->at++];

    if (scan->depth > 0) {
        const struct js_level *level = &scan->levels[scan->depth - 1];

        if (level->open == '`') {
            if (c != '}')
                return 0;
            scan->depth--;
            return go_on_in_template(scan, scan->at, string);
        }
        scan->closed_at = level->name_at;
        scan->closed_len = level->open == '(' ? level->name_len : 0;
        scan->depth--;
    }
    note_token(scan, c);
    return 0;
}

static bool take_open(struct js_scan *scan)
{
    char c = scan->text.at[scan->at++];
    bool fits = push_level(scan, c);

    note_token(scan, c);
    return fits;
}

int js_scan_step(struct js_scan *scan, struct js_string *string)
{
    switch (class_at(scan, scan->at)) {
    case BLANK:
        scan->at++;
        return 0;
    case NAME:
        take_name(scan);
        return 0;
    case DIGIT:
        take_number(scan);
        return 0;
    case QUOTE:
        return take_quoted(scan, string);
    case TEMPLATE:
        return take_template(scan, string);
    case SLASH:
        take_slash(scan);
        return 0;
    case OPEN:
        return take_open(scan) ? 0 : -1;
    case CLOSE:
        return take_close(scan, string);
    default:
        take_punctuator(scan);
        return 0;
    }
}

bool js_scan_next(struct js_scan *scan, struct js_string *string)
{
    while (scan->at < scan->text.len) {
        int taken = js_scan_step(scan, string);

        if (taken > 0)
            return true;
        if (taken < 0)
            scan->at = scan->text.len;
    }
    return false;
}
