/* SPDX-License-Identifier: MIT */
/* Writes JSON (RFC 8259); no other file does. */
#include "config.h"

#include "base/json.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/utf8.h"

void json_init(struct json_writer *json, struct buf *out)
{
    *json = (struct json_writer){.out = out};
}

static void begin_item(struct json_writer *json)
{
    if (!json->is_begun && json->depth > 0 && json->has_items[json->depth])
        (void)buf_add_byte(json->out, ',');
    json->is_begun = false;
    json->has_items[json->depth] = true;
}

void json_open(struct json_writer *json, char bracket)
{
    begin_item(json);
    if (json->depth + 1 >= JSON_DEPTH_MAX)
        die("json_open: too deep");
    json->depth++;
    json->closing[json->depth] = bracket == '{' ? '}' : ']';
    json->has_items[json->depth] = false;
    (void)buf_add_byte(json->out, bracket);
}

void json_begin(struct json_writer *json, struct buf *out)
{
    json_init(json, out);
    json_open(json, '{');
}

void json_close(struct json_writer *json)
{
    if (json->depth == 0)
        die("json_close: nothing is open");
    (void)buf_add_byte(json->out, json->closing[json->depth--]);
    json->is_begun = false;
}

void json_line(struct json_writer *json)
{
    begin_item(json);
    (void)buf_add_byte(json->out, '\n');
    json->is_begun = true;
}

void json_key(struct json_writer *json, const char *key)
{
    begin_item(json);
    (void)buf_add_format(json->out, "\"%s\":", key);
    json->is_begun = true;
}

/* Returns the letter after the backslash for characters that have one; 0 for others. */
static char short_escape(uint32_t character)
{
    static const char characters[] = "\"\\\n\r\t", letters[] = "\"\\nrt";
    const char *found = character > 0 && character < 0x80 ? strchr(characters, (int)character) : NULL;

    return found ? letters[found - characters] : '\0';
}

/* Adds the escape of a character; beyond U+FFFF, JSON needs two: the surrogates of UTF-16. */
static void add_escape(struct buf *out, uint32_t character)
{
    char letter = short_escape(character);

    if (letter)
        (void)buf_add_format(out, "\\%c", letter);
    else if (character > 0xffff)
        (void)buf_add_format(out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (character >> 10)),
                             (unsigned)(0xdc00 + (character & 0x3ff)));
    else
        (void)buf_add_format(out, "\\u%04x", (unsigned)character);
}

void json_open_member(struct json_writer *json, const char *key, char bracket)
{
    json_key(json, key);
    json_open(json, bracket);
}

void json_text(struct json_writer *json, struct span text)
{
    struct buf *out = json->out;
    size_t clean = 0; /* the start of the text that is still to be copied */

    begin_item(json);
    (void)buf_add_byte(out, '"');
    for (size_t i = 0, len; i < text.len; i += len) {
        uint32_t character = 0xfffd;

        len = utf8_decode(text.at + i, text.len - i, &character);
        if (len > 0 && character != '"' && character != '\\' && !utf8_is_harmful(character))
            continue;
        (void)buf_add_span(out, span_part(text, clean, i - clean));
        add_escape(out, character);
        len = len > 0 ? len : 1;
        clean = i + len;
    }
    (void)buf_add_span(out, span_part(text, clean, text.len));
    (void)buf_add_byte(out, '"');
}

void json_integer(struct json_writer *json, int64_t number)
{
    begin_item(json);
    (void)buf_add_format(json->out, "%" PRId64, number);
}

void json_bool(struct json_writer *json, bool value)
{
    begin_item(json);
    (void)buf_add_text(json->out, value ? "true" : "false");
}

void json_number(struct json_writer *json, double number)
{
    char text[400]; /* the largest double has 309 digits */
    int len = snprintf(text, sizeof text, "%.3f", number);

    while (text[len - 1] == '0')
        len--;
    if (text[len - 1] == '.')
        len--;
    begin_item(json);
    (void)buf_add(json->out, text, (size_t)len);
}

void json_member_text(struct json_writer *json, const char *key, struct span text)
{
    json_key(json, key);
    json_text(json, text);
}

void json_member_integer(struct json_writer *json, const char *key, int64_t number)
{
    json_key(json, key);
    json_integer(json, number);
}

void json_member_number(struct json_writer *json, const char *key, double number)
{
    json_key(json, key);
    json_number(json, number);
}

void json_member_bool(struct json_writer *json, const char *key, bool value)
{
    json_key(json, key);
    json_bool(json, value);
}
