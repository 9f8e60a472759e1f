/* SPDX-License-Identifier: MIT */
/* Finds URLs in CSS. It follows the tokenization of CSS Syntax 3 as far as URLs depend on it: comments,
 * strings, names with escapes, functions, parentheses. Outside at-rule preludes there is no grammar: url()
 * counts everywhere, also in custom properties and unknown rules. */
#include "config.h"

#include "markup/css_scan.h"

#include "base/utf8.h"

enum { NAME_BYTES = 32 }; /* every relevant name is shorter */

enum {
    SPECIAL = 1, /* the scanner stops at these bytes */
    NAME = 2,
    WHITE = 4,
    OPENS = 8 /* a URL may begin at these bytes */
};

static const uint8_t byte_class[256] = {['\t'] = WHITE,
                                        ['\n'] = WHITE,
                                        ['\f'] = WHITE,
                                        ['\r'] = WHITE,
                                        [' '] = WHITE,
                                        ['"'] = SPECIAL,
                                        ['\''] = SPECIAL,
                                        ['/'] = SPECIAL,
                                        ['@'] = SPECIAL | OPENS,
                                        ['('] = SPECIAL | OPENS,
                                        [')'] = SPECIAL,
                                        [';'] = SPECIAL,
                                        ['{'] = SPECIAL,
                                        ['}'] = SPECIAL,
                                        ['\\'] = SPECIAL | OPENS | NAME,
                                        ['-'] = NAME,
                                        ['_'] = NAME,
                                        ['0' ... '9'] = NAME,
                                        ['a' ... 'z'] = NAME,
                                        ['A' ... 'Z'] = NAME,
                                        [0x80 ... 0xff] = NAME};

static bool is_class(char c, int class)
{
    return (byte_class[(unsigned char)c] & class) != 0;
}

/* Returns true if C may end the name of a function that takes a URL: url, src, image-set. */
static bool ends_function(char c)
{
    c = ascii_lower(c);
    return c == 'l' || c == 'c' || c == 't';
}

bool css_may_have_address(struct span text)
{
    for (size_t i = 0; i < text.len; i++)
        if (is_class(text.at[i], OPENS) && (text.at[i] != '(' || (i > 0 && ends_function(text.at[i - 1]))))
            return true;
    return false;
}

void css_scan_start(struct css_scan *scan, struct span text)
{
    *scan = (struct css_scan){.text = text, .at = css_may_have_address(text) ? 0 : text.len};
}

static bool is_newline(char c)
{
    return c == '\n' || c == '\r' || c == '\f';
}

static bool is_comment(struct span text, size_t at)
{
    return span_byte(text, at) == '/' && span_byte(text, at + 1) == '*';
}

static size_t skip_white_and_comments(struct span text, size_t at)
{
    for (at = span_skip(text, at, HTML_WHITE); is_comment(text, at); at = span_skip(text, at, HTML_WHITE))
        at = span_find_end(text, at + 2, "*/");
    return at;
}

/* Returns the end of the string whose opening quote is at AT: its closing quote, an unescaped newline, or the
 * end of the text. */
static size_t string_end(struct span text, size_t at)
{
    char quote = text.at[at];

    for (at++; at < text.len && text.at[at] != quote && !is_newline(text.at[at]); at++)
        if (text.at[at] == '\\' && at + 1 < text.len)
            at += text.at[at + 1] == '\r' && span_byte(text, at + 2) == '\n' ? 2 : 1;
    return at < text.len ? at : text.len;
}

/* Reads the escape whose backslash is at AT: a hexadecimal code point, or the byte after the backslash.
 * Returns the position after it. */
static size_t read_escape(struct span text, size_t at, uint32_t *code)
{
    size_t digits = at + 1;
    size_t end = digits;

    *code = 0;
    while (end < text.len && end < digits + 6 && ascii_is_hex(text.at[end]))
        *code = *code * 16 + (uint32_t)ascii_hex_value(text.at[end++]);
    if (end == digits) {
        *code = (unsigned char)span_byte(text, end);
        return end < text.len ? end + 1 : end;
    }
    if (*code == 0 || *code > 0x10ffff || (*code >= 0xd800 && *code <= 0xdfff))
        *code = UTF8_REPLACEMENT;
    if (span_byte(text, end) == '\r' && span_byte(text, end + 1) == '\n')
        return end + 2;
    return end < text.len && is_class(text.at[end], WHITE) ? end + 1 : end;
}

/* Adds the character of the escape at AT. Returns the position after it. An escaped newline adds nothing. */
static size_t add_unescaped(struct span text, size_t at, struct buf *out)
{
    char next = span_byte(text, at + 1);
    uint32_t code;
    size_t end;

    if (is_newline(next))
        return next == '\r' && span_byte(text, at + 2) == '\n' ? at + 3 : at + 2;
    end = read_escape(text, at, &code);
    if (ascii_is_hex(next))
        (void)utf8_add(out, code);
    else
        (void)buf_add(out, text.at + at + 1, end - at - 1);
    return end;
}

struct span css_unescape(struct span text, struct buf *scratch)
{
    size_t at = span_find(text, '\\');
    size_t start = 0;

    if (at == text.len)
        return text;
    buf_clear(scratch);
    while (at < text.len) {
        (void)buf_add(scratch, text.at + start, at - start);
        start = at = add_unescaped(text, at, scratch);
        at += span_find(span_part(text, at, text.len), '\\');
    }
    (void)buf_add(scratch, text.at + start, text.len - start);
    return buf_span(scratch);
}

/* Reads the name at AT in lower case with its escapes decoded, and returns the position after it. A name
 * longer than NAME_BYTES is cut, and so matches no relevant name. */
static size_t read_name(struct span text, size_t at, char name[NAME_BYTES + 1])
{
    size_t len = 0;

    while (at < text.len && is_class(text.at[at], NAME)) {
        uint32_t code = (unsigned char)text.at[at];

        if (text.at[at] != '\\')
            at++;
        else if (at + 1 < text.len && !is_newline(text.at[at + 1]))
            at = read_escape(text, at, &code);
        else
            break;
        if (len < NAME_BYTES)
            name[len++] = code < 0x80 ? ascii_lower((char)code) : '?';
    }
    name[len] = '\0';
    return at;
}

/* Returns the start, not before FROM, of the name that contains or ends before the byte at AT. */
static size_t name_start(struct span text, size_t from, size_t at)
{
    while (at > from && is_class(text.at[at - 1], NAME) && text.at[at - 1] != '\\')
        at--;
    return at;
}

static void open_parenthesis(struct css_scan *scan, bool image_set)
{
    if (scan->depth < CSS_SCAN_DEPTH && image_set)
        scan->image_sets |= (uint64_t)1 << scan->depth;
    else if (scan->depth < CSS_SCAN_DEPTH)
        scan->image_sets &= ~((uint64_t)1 << scan->depth);
    scan->depth++;
}

static bool in_image_set(const struct css_scan *scan)
{
    unsigned top = scan->depth - 1;

    return scan->depth > 0 && scan->depth <= CSS_SCAN_DEPTH && (scan->image_sets >> top & 1);
}

/* Handles a URL found from AT to END. Sets LINK and returns true if the URL counts: it is neither empty nor
 * only a fragment, and the current rule loads it. */
static bool take_url(struct css_scan *scan, struct css_link *link, size_t at, size_t end, bool quoted,
                     const char *where)
{
    enum css_rule rule = scan->rule;

    if (rule == CSS_IMPORT)
        scan->rule = CSS_IMPORT_TAIL;
    if (rule == CSS_IMPORT_TAIL || rule == CSS_WITHOUT_LINKS || at == end || scan->text.at[at] == '#')
        return false;
    *link = (struct css_link){
        .at = at, .len = end - at, .quoted = quoted, .where = rule == CSS_IMPORT ? "css @import" : where};
    return true;
}

/* Reads the string at the current position; ADDRESS says whether it is a URL here. */
static bool scan_string(struct css_scan *scan, struct css_link *link, bool address, const char *where)
{
    size_t at = scan->at + 1;
    size_t end = string_end(scan->text, scan->at);
    bool whole = end < scan->text.len && !is_newline(scan->text.at[end]);

    scan->at = end < scan->text.len ? end + 1 : end;
    /* the end of the text closes a string; a newline makes it a bad string */
    if (!address || (!whole && end < scan->text.len))
        return false;
    return take_url(scan, link, at, end, true, where);
}

/* Reads the unquoted URL after "url(" up to ')'. One that contains quotes, parentheses or white space is a
 * bad URL. */
static bool scan_bare_url(struct css_scan *scan, struct css_link *link)
{
    struct span text = scan->text;
    size_t at = scan->at;
    size_t end = at;
    bool bad = false;
    size_t len = 0;

    for (; end < text.len && text.at[end] != ')'; end++) {
        char c = text.at[end];

        if (is_class(c, WHITE))
            continue;
        bad |= (len > 0 && end > at + len) || c == '"' || c == '\'' || c == '(' ||
               (c == '\\' && is_newline(span_byte(text, end + 1)));
        if (c == '\\' && end + 1 < text.len) {
            uint32_t code;

            end = read_escape(text, end, &code) - 1;
        }
        len = end + 1 - at;
    }
    scan->at = end < text.len ? end + 1 : end;
    return !bad && take_url(scan, link, at, at + len, false, "css url()");
}

/* Reads the function or parenthesis whose '(' is at the current position. */
static bool scan_function(struct css_scan *scan, struct css_link *link, const char *name)
{
    bool url = strcmp(name, "url") == 0;
    bool string_only = strcmp(name, "src") == 0;
    size_t after = span_skip(scan->text, scan->at + 1, HTML_WHITE);
    bool image_set = strcmp(name, "image-set") == 0 || strcmp(name, "-webkit-image-set") == 0;

    if (string_only)
        after = skip_white_and_comments(scan->text, scan->at + 1);
    if ((url || string_only) &&
        (span_byte(scan->text, after) == '"' || span_byte(scan->text, after) == '\'')) {
        open_parenthesis(scan, false);
        scan->at = after;
        return scan_string(scan, link, true, "css url()");
    }
    if (url) {
        scan->at = after;
        return scan_bare_url(scan, link);
    }
    open_parenthesis(scan, image_set);
    scan->at++;
    return false;
}

static void scan_at_rule(struct css_scan *scan)
{
    static const struct {
        const char *name;
        enum css_rule rule;
    } rules[] = {
        {"import", CSS_IMPORT},
        {"namespace", CSS_WITHOUT_LINKS},
        {"supports", CSS_WITHOUT_LINKS},
        {"document", CSS_WITHOUT_LINKS},
        {"-moz-document", CSS_WITHOUT_LINKS},
    };
    char name[NAME_BYTES + 1];

    scan->at = read_name(scan->text, scan->at + 1, name);
    for (size_t i = 0; i < COUNT_OF(rules); i++)
        if (strcmp(name, rules[i].name) == 0)
            scan->rule = rules[i].rule;
}

/* Reads the name at START, which contains an escape, and the '(' after it. */
static bool scan_escaped_name(struct css_scan *scan, struct css_link *link, size_t start)
{
    char name[NAME_BYTES + 1];
    size_t end = read_name(scan->text, start, name);

    scan->at = end > scan->at ? end : scan->at + 1;
    return span_byte(scan->text, scan->at) == '(' && end == scan->at && scan_function(scan, link, name);
}

/* Reads the unescaped name before the '(' at the current position. Leaves NAME empty for most names that do
 * not matter. */
static void read_function_name(const struct css_scan *scan, size_t from, char name[NAME_BYTES + 1])
{
    name[0] = '\0';
    if (scan->at > from && ends_function(scan->text.at[scan->at - 1]))
        (void)read_name(scan->text, name_start(scan->text, from, scan->at), name);
}

/* Handles the special byte at the current position. The bytes between FROM and it are not special. */
static bool scan_special(struct css_scan *scan, struct css_link *link, size_t from)
{
    char name[NAME_BYTES + 1];
    size_t start;

    switch (scan->text.at[scan->at]) {
    case '"':
    case '\'':
        return scan_string(scan, link, scan->rule == CSS_IMPORT || in_image_set(scan), "css image-set()");
    case '(':
        read_function_name(scan, from, name);
        return scan_function(scan, link, name);
    case '\\':
        start = name_start(scan->text, from, scan->at);
        return scan_escaped_name(scan, link, start);
    case '/':
        scan->at =
            is_comment(scan->text, scan->at) ? span_find_end(scan->text, scan->at + 2, "*/") : scan->at + 1;
        return false;
    case '@':
        scan_at_rule(scan);
        return false;
    case ')':
        scan->depth -= scan->depth > 0;
        break;
    default: /* ; { } end every prelude and close all parentheses */
        scan->rule = CSS_ANYWHERE;
        scan->depth = 0;
    }
    scan->at++;
    return false;
}

bool css_scan_next(struct css_scan *scan, struct css_link *link)
{
    while (scan->at < scan->text.len) {
        size_t from = scan->at;

        while (scan->at < scan->text.len && !is_class(scan->text.at[scan->at], SPECIAL))
            scan->at++;
        if (scan->at < scan->text.len && scan_special(scan, link, from))
            return true;
    }
    return false;
}
