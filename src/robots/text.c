/* SPDX-License-Identifier: MIT */
/* Reads text that robots.txt and the robots terms of pages share: product tokens, non-ASCII white space,
 * quotes, escapes, lines and UTF-16. */
#include "config.h"

#include "robots/lines.h"

#include "base/utf8.h"

size_t text_take_line(struct span *rest, struct span *line)
{
    size_t len = 0, end_len;

    while (len < rest->len && rest->at[len] != '\n' && rest->at[len] != '\r')
        len++;
    *line = span_part(*rest, 0, len);
    end_len = len == rest->len ? 0 : span_starts(span_part(*rest, len, 2), "\r\n") ? 2 : 1;
    *rest = span_part(*rest, len + end_len, rest->len);
    return end_len;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t text_distance(struct span a, struct span b)
{
    size_t row[TEXT_DISTANCE_MAX + 1];

    if (a.len > TEXT_DISTANCE_MAX || b.len > TEXT_DISTANCE_MAX)
        return SIZE_MAX;
    for (size_t j = 0; j <= b.len; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.len; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= b.len; j++) {
            size_t replaced = diagonal + (ascii_lower(a.at[i - 1]) != ascii_lower(b.at[j - 1]));

            diagonal = row[j];
            row[j] = least(replaced, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[b.len];
}

struct span text_token(struct span agent)
{
    struct span word = span_take_word(&agent, TEXT_SPACE);

    return span_part(word, 0, span_find(word, '/'));
}

size_t text_invisible_len(struct span text)
{
    static const char *const characters[] = {
        "\xc2\xa0",     "\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d", "\xe2\x80\x8e", "\xe2\x80\x8f",
        "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x81\xa0", "\xe3\x80\x80", "\xef\xbb\xbf",
    };

    if (text.len < 2 || (unsigned char)text.at[0] < 0xc2)
        return 0;
    for (size_t i = 0; i < COUNT_OF(characters); i++) {
        if (span_starts(text, characters[i]))
            return strlen(characters[i]);
    }
    return 0;
}

/* Returns the length of a space or invisible character at the end of TEXT, as text_invisible_len does at the
 * front. */
static size_t invisible_tail_len(struct span text)
{
    for (size_t len = 2; len <= 3 && len <= text.len; len++) {
        if (text_invisible_len(span_part(text, text.len - len, len)) == len)
            return len;
    }
    if (text.len > 0 && text.at[text.len - 1] == '\xa0' &&
        (text.len == 1 || (unsigned char)text.at[text.len - 2] < 0x80))
        return 1;
    return 0;
}

struct span text_trim(struct span text)
{
    size_t len;

    for (;;) {
        text = span_trim(text, TEXT_SPACE);
        len = text_invisible_len(text);
        if (text.len > 0 && text.at[0] == '\xa0')
            len = 1;
        if (len == 0)
            break;
        text = span_part(text, len, text.len);
    }
    while ((len = invisible_tail_len(text)) > 0)
        text = span_trim(span_part(text, 0, text.len - len), TEXT_SPACE);
    return text;
}

static size_t quote_len(struct span text)
{
    if (text.len > 0 && memchr("\"'`", text.at[0], 3))
        return 1;
    /* U+2018 to U+201F */
    if (text.len >= 3 && text.at[0] == '\xe2' && text.at[1] == '\x80' && text.at[2] >= '\x98' &&
        text.at[2] <= '\x9f')
        return 3;
    return 0;
}

struct span text_unquote(struct span text)
{
    size_t len;

    while ((len = quote_len(text)) > 0)
        text = span_part(text, len, text.len);
    for (;;) {
        if (text.len > 0 && quote_len(span_part(text, text.len - 1, 1)) == 1)
            text.len--;
        else if (text.len >= 3 && quote_len(span_part(text, text.len - 3, 3)) == 3)
            text.len -= 3;
        else
            return text;
    }
}

static uint32_t utf16_unit(struct span text, size_t at, bool big_endian)
{
    unsigned char first = (unsigned char)text.at[at], second = (unsigned char)text.at[at + 1];

    return big_endian ? (uint32_t)first << 8 | second : (uint32_t)second << 8 | first;
}

void text_from_utf16(struct buf *out, struct span text, bool big_endian)
{
    for (size_t i = 0; i + 1 < text.len; i += 2) {
        uint32_t code = utf16_unit(text, i, big_endian);

        if (code >= 0xd800 && code < 0xdc00 && i + 3 < text.len) {
            uint32_t low = utf16_unit(text, i + 2, big_endian);

            if (low >= 0xdc00 && low < 0xe000) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                i += 2;
            }
        }
        (void)utf8_add(out, code >= 0xd800 && code < 0xe000 ? UTF8_REPLACEMENT : code);
    }
}
