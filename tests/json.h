/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_JSON_H
#define TIPTOE_TESTS_JSON_H

/* JSON for tests: a value is a tree of nodes, which json_free frees. Valid data is read exactly, and invalid
 * data is refused. A lone surrogate (\ud800 without its half) becomes three bytes like a code point, which is
 * not UTF-8: json_scalars replaces it for tests that need the view of a browser. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/file.h"
#include "base/span.h"

enum json_type { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

struct json {
    enum json_type type;
    struct span name;   /* as a member of an object */
    struct span text;   /* of a string; decoded, may hold NUL */
    double number;      /* of a number */
    struct json *first; /* of an array or object, in the file's order */
    struct json *next;  /* the sibling */
    struct buf name_bytes, text_bytes;
};

enum { JSON_MAX_BYTES = 64 * 1024 * 1024, JSON_MAX_DEPTH = 100 };

__attribute__((unused)) static void json_free(struct json *value)
{
    while (value) {
        struct json *next = value->next;

        json_free(value->first);
        buf_release(&value->name_bytes);
        buf_release(&value->text_bytes);
        free(value);
        value = next;
    }
}

static void json_blank(struct span *rest)
{
    *rest = span_part(*rest, strspn(rest->at, " \t\r\n"), rest->len);
}

static bool json_take(struct span *rest, const char *word)
{
    if (!span_starts(*rest, word))
        return false;
    *rest = span_part(*rest, strlen(word), rest->len);
    return true;
}

static int json_hex(struct span *rest)
{
    int value = 0;

    if (rest->len < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        int digit = ascii_hex_value(rest->at[i]);

        if (digit < 0)
            return -1;
        value = value * 16 + digit;
    }
    *rest = span_part(*rest, 4, rest->len);
    return value;
}

static void json_add_code(struct buf *out, int code)
{
    if (code < 0x80) {
        buf_add_byte(out, (char)code);
        return;
    }
    if (code < 0x800) {
        buf_add_byte(out, (char)(0xc0 | code >> 6));
    } else {
        if (code < 0x10000) {
            buf_add_byte(out, (char)(0xe0 | code >> 12));
        } else {
            buf_add_byte(out, (char)(0xf0 | code >> 18));
            buf_add_byte(out, (char)(0x80 | (code >> 12 & 0x3f)));
        }
        buf_add_byte(out, (char)(0x80 | (code >> 6 & 0x3f)));
    }
    buf_add_byte(out, (char)(0x80 | (code & 0x3f)));
}

static bool json_escape(struct span *rest, struct buf *out)
{
    static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    const char *name = rest->len > 0 && *rest->at ? strchr(names, *rest->at) : NULL;
    struct span after;
    int code, low;

    if (name) {
        buf_add_byte(out, values[name - names]);
        *rest = span_part(*rest, 1, rest->len);
        return true;
    }
    if (!json_take(rest, "u"))
        return false;
    code = json_hex(rest);
    after = *rest;
    if (code >= 0xd800 && code < 0xdc00 && json_take(&after, "\\u")) {
        low = json_hex(&after);
        if (low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            *rest = after;
        }
    }
    if (code >= 0)
        json_add_code(out, code);
    return code >= 0;
}

/* Reads the text after the opening quote, with the closing one. */
static bool json_string(struct span *rest, struct buf *out)
{
    buf_init(out, JSON_MAX_BYTES);
    while (rest->len > 0) {
        size_t plain = 0;

        while (plain < rest->len && rest->at[plain] != '"' && rest->at[plain] != '\\')
            plain++;
        buf_add(out, rest->at, plain);
        *rest = span_part(*rest, plain, rest->len);
        if (json_take(rest, "\""))
            return true;
        if (!json_take(rest, "\\") || !json_escape(rest, out))
            return false;
    }
    return false;
}

static struct json *json_value(struct span *rest, int depth);

/* Reads one element or member, with the comma or the bracket after it; MORE: another follows. */
static struct json *json_item(struct span *rest, int depth, bool named, bool *more)
{
    struct buf name = {.max = 0};
    struct json *item = NULL;

    json_blank(rest);
    if (named) {
        if (!json_take(rest, "\"") || !json_string(rest, &name))
            goto out;
        json_blank(rest);
        if (!json_take(rest, ":"))
            goto out;
    }
    item = json_value(rest, depth + 1);
    if (!item)
        goto out;
    item->name_bytes = name;
    item->name = buf_span(&name);
    json_blank(rest);
    *more = json_take(rest, ",");
    if (!*more && !json_take(rest, named ? "}" : "]")) {
        json_free(item);
        item = NULL;
    }
    return item;
out:
    buf_release(&name);
    return NULL;
}

static bool json_children(struct json *parent, struct span *rest, int depth)
{
    bool named = parent->type == JSON_OBJECT, more = true;
    struct json **end = &parent->first;

    json_blank(rest);
    if (json_take(rest, named ? "}" : "]"))
        return true;
    while (more && depth < JSON_MAX_DEPTH) {
        *end = json_item(rest, depth, named, &more);
        if (!*end)
            return false;
        end = &(*end)->next;
    }
    return !more;
}

static bool json_fill(struct json *value, struct span *rest, int depth)
{
    static const struct {
        const char *word;
        enum json_type type;
    } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE},
                 {"\"", JSON_STRING}, {"[", JSON_ARRAY},     {"{", JSON_OBJECT}};
    char *end = NULL;

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        if (!json_take(rest, words[i].word))
            continue;
        value->type = words[i].type;
        if (value->type == JSON_STRING) {
            bool whole = json_string(rest, &value->text_bytes);

            value->text = buf_span(&value->text_bytes);
            return whole;
        }
        return value->type < JSON_ARRAY || json_children(value, rest, depth);
    }
    if (rest->len == 0 || !(ascii_is_digit(*rest->at) || *rest->at == '-'))
        return false;
    value->type = JSON_NUMBER;
    value->number = strtod(rest->at, &end);
    *rest = span_part(*rest, (size_t)(end - rest->at), rest->len);
    return true;
}

static struct json *json_value(struct span *rest, int depth)
{
    struct json *value = MEM_NEW(struct json);

    json_blank(rest);
    if (json_fill(value, rest, depth))
        return value;
    json_free(value);
    return NULL;
}

/* Removes the next value, and the blanks after it, from REST: call it once for a file of JSON, or until REST
 * is empty for JSON lines. A NUL must follow REST, as in a struct buf. Returns NULL for invalid JSON. */
__attribute__((unused)) static struct json *json_next(struct span *rest)
{
    struct json *value = json_value(rest, 0);

    if (value)
        json_blank(rest);
    return value;
}

/* The member NAME of an object, or NULL; also NULL if VALUE is NULL or not an object. */
__attribute__((unused)) static const struct json *json_get(const struct json *value, const char *name)
{
    if (!value || value->type != JSON_OBJECT)
        return NULL;
    for (const struct json *item = value->first; item; item = item->next) {
        if (span_is(item->name, name))
            return item;
    }
    return NULL;
}

/* The text of the member NAME; empty if it is missing or not a string. */
__attribute__((unused)) static struct span json_get_text(const struct json *value, const char *name)
{
    const struct json *item = json_get(value, name);

    return item ? item->text : span_of(NULL);
}

/* Whether the member NAME exists and is true. */
__attribute__((unused)) static bool json_is_true(const struct json *value, const char *name)
{
    const struct json *item = json_get(value, name);

    return item && item->type == JSON_TRUE;
}

/* Replaces each lone surrogate of VALUE's text with U+FFFD, which has the same length. */
__attribute__((unused)) static void json_scalars(struct json *value)
{
    char *text = value->text_bytes.at;

    for (size_t i = 0; i + 2 < value->text.len; i++) {
        if ((unsigned char)text[i] == 0xed && (unsigned char)text[i + 1] >= 0xa0) {
            text[i++] = (char)0xef;
            text[i++] = (char)0xbf;
            text[i] = (char)0xbd;
        }
    }
}

/* Reads FOLDER/NAME into OUT, which the caller releases; false if it cannot be read. */
static bool read_below(const char *folder, const char *name, struct buf *out)
{
    int dir = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    int error;

    buf_init(out, JSON_MAX_BYTES);
    if (dir < 0)
        return false;
    error = file_read(dir, name, out);
    close(dir);
    return error == 0;
}

/* Reads third-party data (tests/conformance.md), which may be missing: the caller then skips. */
__attribute__((unused)) static bool conformance_read(const char *name, struct buf *out)
{
    return read_below(getenv("TIPTOE_CONFORMANCE"), name, out);
}

/* Reads a file of the sources, such as tests/robots/cases.jsonl; a program started by hand runs in the
 * build's tests/. */
__attribute__((unused)) static bool source_read(const char *name, struct buf *out)
{
    const char *top = getenv("top_srcdir");

    return read_below(top ? top : "..", name, out);
}

#endif
