/* SPDX-License-Identifier: MIT */
/* Decodes and encodes UTF-8 (RFC 3629). Malformed bytes are divided as the WHATWG Encoding Standard does:
 * each longest prefix of a valid sequence counts as one U+FFFD. */
#include "config.h"

#include "base/utf8.h"

enum { MALFORMED = 0x110000 };

/* The bytes that may follow a lead byte: their number, and the bounds of the first of them, which rule out
 * overlong forms, surrogates and values above U+10FFFF. */
static const struct lead {
    unsigned char from, to;
    unsigned char more;
    unsigned char low, high;
} leads[] = {
    {0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf}, {0xe1, 0xec, 2, 0x80, 0xbf},
    {0xed, 0xed, 2, 0x80, 0x9f}, {0xee, 0xef, 2, 0x80, 0xbf}, {0xf0, 0xf0, 3, 0x90, 0xbf},
    {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f},
};

static const struct lead *find_lead(unsigned char byte)
{
    for (size_t i = 0; i < COUNT_OF(leads); i++) {
        if (byte >= leads[i].from && byte <= leads[i].to)
            return &leads[i];
    }
    return NULL;
}

/* Reads a code point, or MALFORMED, at the start of LEN bytes (at least one); returns the bytes it takes. */
static size_t read_code(const char *bytes, size_t len, uint32_t *code)
{
    unsigned char byte = (unsigned char)bytes[0], low, high;
    const struct lead *lead = byte < 0x80 ? NULL : find_lead(byte);
    uint32_t value;

    *code = byte < 0x80 ? byte : MALFORMED;
    if (!lead)
        return 1;
    low = lead->low;
    high = lead->high;
    value = byte & (0x3fU >> lead->more);
    for (size_t i = 1; i <= lead->more; i++) {
        byte = i < len ? (unsigned char)bytes[i] : 0;
        if (byte < low || byte > high)
            return i;
        value = value << 6 | (byte & 0x3fU);
        low = 0x80;
        high = 0xbf;
    }
    *code = value;
    return lead->more + 1U;
}

size_t utf8_decode(const char *bytes, size_t len, uint32_t *code)
{
    uint32_t read = MALFORMED;
    size_t taken = len > 0 ? read_code(bytes, len, &read) : 0;

    if (read == MALFORMED)
        return 0;
    *code = read;
    return taken;
}

size_t utf8_next(struct span text, size_t at, uint32_t *code)
{
    size_t taken = read_code(text.at + at, text.len - at, code);

    if (*code == MALFORMED)
        *code = UTF8_REPLACEMENT;
    return taken;
}

int utf8_add(struct buf *out, uint32_t code)
{
    char bytes[4];
    size_t len = 0;

    if (code < 0x80) {
        bytes[len++] = (char)code;
    } else if (code < 0x800) {
        bytes[len++] = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        bytes[len++] = (char)(0xe0 | code >> 12);
        bytes[len++] = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        bytes[len++] = (char)(0xf0 | code >> 18);
        bytes[len++] = (char)(0x80 | (code >> 12 & 0x3f));
        bytes[len++] = (char)(0x80 | (code >> 6 & 0x3f));
    }
    if (code >= 0x80)
        bytes[len++] = (char)(0x80 | (code & 0x3f));
    return buf_add(out, bytes, len);
}

bool utf8_is_ascii(struct span text)
{
    uint64_t seen = 0;
    size_t i = 0;

    for (; i + sizeof seen <= text.len; i += sizeof seen) {
        uint64_t word;

        memcpy(&word, text.at + i, sizeof word);
        seen |= word;
    }
    for (; i < text.len; i++)
        seen |= (unsigned char)text.at[i];
    return (seen & UINT64_C(0x8080808080808080)) == 0;
}

bool utf8_is_valid(struct span text)
{
    uint32_t code = 0;

    for (size_t at = 0; at < text.len && code != MALFORMED;)
        at += read_code(text.at + at, text.len - at, &code);
    return code != MALFORMED;
}

bool utf8_is_harmful(uint32_t code)
{
    static const struct range {
        uint32_t first, last;
    } harmful[] = {
        {0x00, 0x1f},       /* C0 */
        {0x7f, 0x9f},       /* DEL, C1 */
        {0xad, 0xad},       /* soft hyphen */
        {0x61c, 0x61c},     /* Arabic letter mark */
        {0x200e, 0x200f},   /* left-to-right and right-to-left marks */
        {0x2028, 0x202e},   /* separators, embeddings, overrides */
        {0x2060, 0x206f},   /* invisible operators, isolates */
        {0xfeff, 0xfeff},   /* byte order mark */
        {0xfff9, 0xfffb},   /* interlinear annotation */
        {0xe0000, 0xe0fff}, /* tags, selectors */
    };

    for (size_t i = 0; i < COUNT_OF(harmful); i++)
        if (code >= harmful[i].first && code <= harmful[i].last)
            return true;
    return false;
}
