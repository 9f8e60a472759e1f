/* SPDX-License-Identifier: MIT */
/* Decodes attribute values and other parts of a document, and maps positions in the decoded text back to the
 * bytes of the document. */
#include "config.h"

#include "markup/value.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/die.h"
#include "base/limits.h"
#include "markup/charset.h"
#include "markup/entity.h"
#include "base/utf8.h"

void value_init(struct value *value)
{
    *value = (struct value){0};
    /* a byte of the document becomes at most three bytes: U+FFFD */
    buf_init(&value->changed, 4 * (size_t)LIMIT_DOCUMENT_BYTES);
}

void value_release(struct value *value)
{
    buf_release(&value->changed);
    free(value->points);
    value_init(value);
}

/* How to decode the bytes of a value. */
struct rules {
    bool references;
    bool decode; /* bytes above 0x7f are not UTF-8 */
};

static bool is_plain(unsigned char c, struct rules rules)
{
    if (c >= 0x80)
        return !rules.decode;
    return c != '\0' && !(c == '&' && rules.references);
}

static size_t find_special(struct span raw, size_t at, struct rules rules)
{
    while (at < raw.len && is_plain((unsigned char)raw.at[at], rules))
        at++;
    return at;
}

/* Returns true if RAW needs no decoding, like nearly all values. */
static bool is_all_plain(struct span raw, struct rules rules)
{
    return span_find(raw, '\0') == raw.len && (!rules.references || span_find(raw, '&') == raw.len) &&
           (!rules.decode || utf8_is_ascii(raw));
}

/* Returns the end of the run of bytes above 0x7f at AT. */
static size_t high_end(struct span raw, size_t at)
{
    while (at < raw.len && (unsigned char)raw.at[at] >= 0x80)
        at++;
    return at;
}

static void add_point(struct value *value, size_t raw)
{
    value->points = mem_extend(value->points, value->count, &value->room, sizeof *value->points);
    value->points[value->count++] =
        (struct value_point){.decoded = (uint32_t)value->changed.len, .raw = (uint32_t)raw};
}

/* Adds the decoded form of the special bytes at AT and returns the position after them. */
static size_t add_special(struct value *value, struct span raw, size_t at, struct transcoder *transcoder,
                          const char *encoding)
{
    size_t end;

    if ((unsigned char)raw.at[at] >= 0x80) {
        end = high_end(raw, at);
        if (transcode(transcoder, encoding, span_part(raw, at, end - at), &value->changed))
            die("a value grew beyond what its document can give");
        return end;
    }
    if (raw.at[at] == '\0') {
        (void)utf8_add(&value->changed, UTF8_REPLACEMENT);
        return at + 1;
    }
    end = at + entity_read(span_part(raw, at, raw.len), &value->changed);
    if (end > at)
        return end;
    (void)buf_add_byte(&value->changed, '&');
    return at + 1;
}

void value_decode(struct value *value, struct span raw, struct transcoder *transcoder, const char *encoding,
                  bool references)
{
    struct rules rules = {.references = references, .decode = charset_kind(encoding) != CHARSET_UTF8};
    size_t start = 0, at;

    value->text = raw;
    value->count = 0;
    if (is_all_plain(raw, rules))
        return;
    at = find_special(raw, 0, rules);
    buf_clear(&value->changed);
    add_point(value, 0);
    while (at < raw.len) {
        (void)buf_add(&value->changed, raw.at + start, at - start);
        add_point(value, at);
        start = add_special(value, raw, at, transcoder, encoding);
        add_point(value, start);
        at = find_special(raw, start, rules);
    }
    (void)buf_add(&value->changed, raw.at + start, at - start);
    if (value->changed.full)
        die("a value grew beyond what its document can give");
    value->text = buf_span(&value->changed);
}

size_t value_raw(const struct value *value, size_t decoded)
{
    size_t low = 0;
    size_t high = value->count;
    size_t raw;

    if (value->count == 0)
        return decoded;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (value->points[middle].decoded <= decoded)
            low = middle;
        else
            high = middle;
    }
    raw = value->points[low].raw + (decoded - value->points[low].decoded);
    if (low + 1 < value->count && raw > value->points[low + 1].raw)
        raw = value->points[low + 1].raw;
    return raw;
}
