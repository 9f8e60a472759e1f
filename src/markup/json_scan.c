/* SPDX-License-Identifier: MIT */
/* Finds the strings of JSON (RFC 8259). A state says what may come next, and each state has a function.
 * Numbers and literals are checked and skipped. */
#include "config.h"

#include "markup/json_scan.h"

#include "base/utf8.h"

void json_scan_start(struct json_scan *scan, struct span text)
{
    scan->text = text;
    scan->at = span_starts(text, "\xef\xbb\xbf") ? 3 : 0;
    scan->state = JSON_SCAN_VALUE;
    scan->depth = 0;
}

static void skip_white(struct json_scan *scan)
{
    scan->at = span_skip(scan->text, scan->at, PLAIN_WHITE);
}

/* Ends the scan. Returns false, as every step does that finds no string. */
static bool fail_scan(struct json_scan *scan)
{
    scan->state = JSON_SCAN_BAD;
    return false;
}

/* Returns the length of the escape whose backslash is at AT, or 0 if it is malformed. */
static size_t escape_len(const struct json_scan *scan, size_t at)
{
    char letter = span_byte(scan->text, at + 1);

    if (letter == 'u') {
        for (size_t i = 2; i < 6; i++)
            if (ascii_hex_value(span_byte(scan->text, at + i)) < 0)
                return 0;
        return 6;
    }
    return letter != '\0' && strchr("\"\\/bfnrt", letter) ? 2 : 0;
}

/* Reads the string at the current position. AFTER is the state that follows it. */
static bool take_string(struct json_scan *scan, struct json_scan_string *string, enum json_scan_state after)
{
    size_t at = scan->at + 1;

    *string = (struct json_scan_string){.at = at};
    while (at < scan->text.len && scan->text.at[at] != '"') {
        size_t len = 1;

        if (scan->text.at[at] == '\\') {
            string->escaped = true;
            len = escape_len(scan, at);
        }
        if (len == 0 || (unsigned char)scan->text.at[at] < 0x20)
            return fail_scan(scan);
        at += len;
    }
    if (at >= scan->text.len)
        return fail_scan(scan);
    string->len = at - string->at;
    scan->at = at + 1;
    scan->state = after;
    return true;
}

static uint32_t read_unit(struct span raw, size_t at)
{
    uint32_t unit = 0;

    for (size_t i = at + 2; i < at + 6; i++)
        unit = unit * 16 + (uint32_t)ascii_hex_value(raw.at[i]);
    return unit;
}

static bool is_unit(struct span raw, size_t at)
{
    return raw.len >= 6 && at <= raw.len - 6 && raw.at[at] == '\\' && raw.at[at + 1] == 'u';
}

/* Decodes the escape at AT and returns the position after it. */
static size_t read_escape(struct span raw, size_t at, uint32_t *code)
{
    static const char letters[] = "bfnrt", values[] = "\b\f\n\r\t";
    const char *letter;

    if (is_unit(raw, at)) {
        uint32_t low = is_unit(raw, at + 6) ? read_unit(raw, at + 6) : 0;

        *code = read_unit(raw, at);
        if (*code >= 0xd800 && *code < 0xdc00 && low >= 0xdc00 && low < 0xe000) {
            *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
            return at + 12;
        }
        if (*code >= 0xd800 && *code < 0xe000)
            *code = UTF8_REPLACEMENT;
        return at + 6;
    }
    letter = strchr(letters, raw.at[at + 1]);
    *code = (unsigned char)(letter ? values[letter - letters] : raw.at[at + 1]);
    return at + 2;
}

struct span json_unescape(struct span raw, struct buf *scratch)
{
    size_t at = span_find(raw, '\\');
    size_t start = 0;

    if (at == raw.len)
        return raw;
    buf_clear(scratch);
    while (at < raw.len) {
        uint32_t code;

        (void)buf_add(scratch, raw.at + start, at - start);
        start = at = read_escape(raw, at, &code);
        (void)utf8_add(scratch, code);
        at += span_find(span_part(raw, at, raw.len), '\\');
    }
    (void)buf_add(scratch, raw.at + start, raw.len - start);
    return buf_span(scratch);
}

static bool open_level(struct json_scan *scan, bool is_object)
{
    if (scan->depth == JSON_SCAN_DEPTH)
        return fail_scan(scan);
    scan->levels[scan->depth++] = (struct json_scan_level){.at = scan->at, .is_object = is_object};
    scan->at++;
    scan->state = is_object ? JSON_SCAN_FIRST_KEY : JSON_SCAN_FIRST_ELEMENT;
    return false;
}

static bool close_level(struct json_scan *scan)
{
    scan->depth--;
    scan->at++;
    scan->state = JSON_SCAN_AFTER_VALUE;
    return false;
}

static bool take_digits(struct json_scan *scan)
{
    size_t start = scan->at;

    while (ascii_is_digit(span_byte(scan->text, scan->at)))
        scan->at++;
    return scan->at > start;
}

static bool take_number(struct json_scan *scan)
{
    bool good = true;

    scan->state = JSON_SCAN_AFTER_VALUE;
    if (span_byte(scan->text, scan->at) == '-')
        scan->at++;
    if (span_byte(scan->text, scan->at) == '0')
        scan->at++;
    else
        good = take_digits(scan);
    if (span_byte(scan->text, scan->at) == '.') {
        scan->at++;
        good = take_digits(scan) && good;
    }
    if (ascii_lower(span_byte(scan->text, scan->at)) == 'e') {
        char sign = span_byte(scan->text, scan->at + 1);

        scan->at += sign == '+' || sign == '-' ? 2 : 1;
        good = take_digits(scan) && good;
    }
    return good ? false : fail_scan(scan);
}

static bool take_literal(struct json_scan *scan)
{
    static const char *const literals[] = {"true", "false", "null"};

    for (size_t i = 0; i < COUNT_OF(literals); i++) {
        if (span_starts(span_part(scan->text, scan->at, scan->text.len), literals[i])) {
            scan->at += strlen(literals[i]);
            scan->state = JSON_SCAN_AFTER_VALUE;
            return false;
        }
    }
    return fail_scan(scan);
}

static bool in_value(struct json_scan *scan, struct json_scan_string *string)
{
    char c = span_byte(scan->text, scan->at);

    switch (c) {
    case '"':
        return take_string(scan, string, JSON_SCAN_AFTER_VALUE);
    case '{':
    case '[':
        return open_level(scan, c == '{');
    default:
        return c == '-' || ascii_is_digit(c) ? take_number(scan) : take_literal(scan);
    }
}

static bool in_first_element(struct json_scan *scan, struct json_scan_string *string)
{
    if (span_byte(scan->text, scan->at) == ']')
        return close_level(scan);
    return in_value(scan, string);
}

static bool in_key(struct json_scan *scan, struct json_scan_string *string)
{
    if (span_byte(scan->text, scan->at) != '"' || !take_string(scan, string, JSON_SCAN_COLON))
        return fail_scan(scan);
    string->is_key = true;
    scan->levels[scan->depth - 1].key = span_part(scan->text, string->at, string->len);
    return true;
}

static bool in_first_key(struct json_scan *scan, struct json_scan_string *string)
{
    if (span_byte(scan->text, scan->at) == '}')
        return close_level(scan);
    return in_key(scan, string);
}

static bool at_colon(struct json_scan *scan, struct json_scan_string *string)
{
    (void)string;
    if (span_byte(scan->text, scan->at) != ':')
        return fail_scan(scan);
    scan->at++;
    scan->state = JSON_SCAN_VALUE;
    return false;
}

static bool after_value(struct json_scan *scan, struct json_scan_string *string)
{
    struct json_scan_level *level;
    char c = span_byte(scan->text, scan->at);

    (void)string;
    if (scan->depth == 0) {
        scan->state = scan->at == scan->text.len ? JSON_SCAN_END : JSON_SCAN_BAD;
        return false;
    }
    level = &scan->levels[scan->depth - 1];
    if (c == (level->is_object ? '}' : ']'))
        return close_level(scan);
    if (c != ',')
        return fail_scan(scan);
    scan->at++;
    level->index++;
    scan->state = level->is_object ? JSON_SCAN_KEY : JSON_SCAN_VALUE;
    return false;
}

bool json_scan_next(struct json_scan *scan, struct json_scan_string *string)
{
    static bool (*const step[])(struct json_scan *, struct json_scan_string *) = {
        [JSON_SCAN_VALUE] = in_value,         [JSON_SCAN_FIRST_ELEMENT] = in_first_element,
        [JSON_SCAN_FIRST_KEY] = in_first_key, [JSON_SCAN_KEY] = in_key,
        [JSON_SCAN_COLON] = at_colon,         [JSON_SCAN_AFTER_VALUE] = after_value,
    };

    while (scan->state < JSON_SCAN_END) {
        skip_white(scan);
        if (step[scan->state](scan, string))
            return true;
    }
    return false;
}

/* Returns true if KEY, with its escapes decoded, equals WORD. */
static bool key_is(struct span key, struct span word)
{
    size_t at = 0;

    for (size_t i = 0; i < word.len; i++) {
        uint32_t code;

        if (at >= key.len)
            return false;
        if (key.at[at] == '\\') {
            at = read_escape(key, at, &code);
        } else {
            code = (unsigned char)key.at[at];
            at++;
        }
        if (code != (unsigned char)word.at[i])
            return false;
    }
    return at == key.len;
}

bool json_scan_path_is(const struct json_scan *scan, const char *path)
{
    struct span rest = span_of(path);

    for (unsigned i = 0; i < scan->depth; i++) {
        const struct json_scan_level *level = &scan->levels[i];
        struct span word = span_take_until(&rest, '/');

        if (word.len == 0 || span_is(word, "[]") == level->is_object)
            return false;
        if (level->is_object && !span_is(word, "{}") && !key_is(level->key, word))
            return false;
    }
    return rest.len == 0;
}
