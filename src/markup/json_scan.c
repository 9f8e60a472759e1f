/* SPDX-License-Identifier: MIT */
/* Finds the strings of JSON (RFC 8259) by brackets, colons and commas. Nothing depends on what else is
 * between these: it is skipped, whether it is a number or an error. */
#include "config.h"

#include "markup/json_scan.h"

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

bool json_scan_path_is(const struct json_scan *scan, const char *path)
{
    struct span rest = span_of(path);

    for (unsigned i = 0; i < scan->depth; i++) {
        const struct json_scan_level *level = &scan->levels[i];
        struct span word = span_take_until(&rest, '/');

        if (word.len == 0 || span_is(word, "[]") == level->is_object)
            return false;
        if (level->is_object && !span_is(word, "{}") && !span_equals(level->key, word))
            return false;
    }
    return rest.len == 0;
}
