/* SPDX-License-Identifier: MIT */
/* Finds the strings of JSON (RFC 8259) by brackets, colons and commas. Nothing depends on what else is
 * between these: it is skipped, whether it is a number or an error. */
#include "config.h"

#include "markup/json_scan.h"

#include "base/utf8.h"

void json_scan_start(struct json_scan *scan, struct span text)
{
    scan->text = text;
    scan->at = span_starts(text, "\xef\xbb\xbf") ? 3 : 0;
    scan->last = 0;
    scan->is_bad = false;
    scan->depth = 0;
}

static bool is_in_object(const struct json_scan *scan)
{
    return scan->depth > 0 && scan->levels[scan->depth - 1].is_object;
}

/* Takes the string at the current position. Returns false if it has no end. */
static bool take_string(struct json_scan *scan, struct json_scan_string *string)
{
    struct span text = scan->text;
    size_t end = scan->at + 1;

    *string = (struct json_scan_string){.at = end, .is_key = is_in_object(scan) && scan->last != ':'};
    while (end < text.len && text.at[end] != '"') {
        string->escaped |= text.at[end] == '\\';
        end += text.at[end] == '\\' ? 2 : 1;
    }
    scan->is_bad = end >= text.len;
    if (scan->is_bad)
        return false;
    string->len = end - string->at;
    if (string->is_key)
        scan->levels[scan->depth - 1].key = span_part(text, string->at, string->len);
    scan->at = end + 1;
    scan->last = '"';
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
    if (span_byte(raw, at) != '\\' || span_byte(raw, at + 1) != 'u')
        return false;
    for (size_t i = at + 2; i < at + 6; i++)
        if (ascii_hex_value(span_byte(raw, i)) < 0)
            return false;
    return true;
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

/* Takes the bracket, colon or comma C. */
static void take_mark(struct json_scan *scan, char c)
{
    bool opens = c == '{' || c == '[', closes = c == '}' || c == ']';

    scan->is_bad |= (opens && scan->depth == JSON_SCAN_DEPTH) ||
                    (closes && (scan->depth == 0 || is_in_object(scan) != (c == '}')));
    if (scan->is_bad)
        return;
    if (opens)
        scan->levels[scan->depth++] = (struct json_scan_level){.at = scan->at, .is_object = c == '{'};
    if (closes)
        scan->depth--;
    if (c == ',' && scan->depth > 0)
        scan->levels[scan->depth - 1].index++;
    scan->last = c;
}

bool json_scan_next(struct json_scan *scan, struct json_scan_string *string)
{
    for (; scan->at < scan->text.len && !scan->is_bad; scan->at++) {
        char c = scan->text.at[scan->at];

        if (c == '"')
            return take_string(scan, string);
        if (byte_is_in(c, "{}[]:,"))
            take_mark(scan, c);
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
