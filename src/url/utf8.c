/* SPDX-License-Identifier: MIT */
/* UTF-8 by the WHATWG Encoding Standard: what is wrong becomes U+FFFD, once for each longest part that could
 * have begun a code point. */
#include "config.h"

#include "url/utf8.h"

/* What may follow a lead byte: how many bytes, and the bounds of the first of them, which rule out overlong
 * forms, surrogates and what is above U+10FFFF. */
struct lead {
    unsigned char from, to;
    unsigned char more;
    unsigned char low, high;
};

static const struct lead leads[] = {
    {0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf}, {0xe1, 0xec, 2, 0x80, 0xbf},
    {0xed, 0xed, 2, 0x80, 0x9f}, {0xee, 0xef, 2, 0x80, 0xbf}, {0xf0, 0xf0, 3, 0x90, 0xbf},
    {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f},
};

static const struct lead *find_lead(unsigned char byte)
{
    for (size_t i = 0; i < sizeof leads / sizeof leads[0]; i++) {
        if (byte >= leads[i].from && byte <= leads[i].to)
            return &leads[i];
    }
    return NULL;
}

size_t utf8_next(struct span text, size_t at, uint32_t *code)
{
    unsigned char byte = (unsigned char)text.at[at];
    const struct lead *lead;
    unsigned char low, high;
    uint32_t value;

    *code = byte;
    if (byte < 0x80)
        return 1;
    *code = UTF8_REPLACEMENT;
    lead = find_lead(byte);
    if (!lead)
        return 1;
    low = lead->low;
    high = lead->high;
    value = byte & (0x3fU >> lead->more);
    for (size_t i = 1; i <= lead->more; i++) {
        if (at + i >= text.len)
            return i;
        byte = (unsigned char)text.at[at + i];
        if (byte < low || byte > high)
            return i;
        value = value << 6 | (byte & 0x3fU);
        low = 0x80;
        high = 0xbf;
    }
    *code = value;
    return lead->more + 1U;
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
