/* SPDX-License-Identifier: MIT */
/* Percent-encoding with the sets of the WHATWG URL Standard, section 1.3. What is encoded already stays as it
 * is: "%7e" and "~" are two URLs to a browser. */
#include "config.h"

#include "url/percent.h"

enum {
    F = PERCENT_FRAGMENT,
    Q = PERCENT_QUERY,
    P = PERCENT_PATH,
    U = PERCENT_USERINFO,
    I = PERCENT_URI,
};

static const unsigned char escaped[256] = {
    [0x00 ... 0x20] = F | Q | P | U | I,
    ['"'] = F | Q | P | U | I,
    ['#'] = Q | P | U,
    ['\''] = Q,
    ['/'] = U,
    [':'] = U,
    [';'] = U,
    ['<'] = F | Q | P | U | I,
    ['='] = U,
    ['>'] = F | Q | P | U | I,
    ['?'] = P | U,
    ['@'] = U,
    ['['] = U,
    ['\\'] = U | I,
    [']'] = U,
    ['^'] = P | U | I,
    ['`'] = F | P | U | I,
    ['{'] = P | U | I,
    ['|'] = U | I,
    ['}'] = P | U | I,
    [0x7f ... 0xff] = F | Q | P | U | I,
};

/* How many bytes at the start of TEXT stand for themselves. */
static size_t plain_len(struct span text, enum percent_set set)
{
    size_t len = 0;

    while (len < text.len && !(escaped[(unsigned char)text.at[len]] & set))
        len++;
    return len;
}

static int add_escape(struct buf *out, unsigned char byte)
{
    static const char digits[] = "0123456789ABCDEF";
    const char escape[3] = {'%', digits[byte >> 4], digits[byte & 15]};

    return buf_add(out, escape, sizeof escape);
}

int percent_add(struct buf *out, struct span text, enum percent_set set)
{
    size_t at = 0;
    int error = 0;

    while (!error) {
        struct span rest = span_part(text, at, text.len);
        size_t plain = plain_len(rest, set);

        error = buf_add(out, rest.at, plain);
        at += plain;
        if (at == text.len || error)
            break;
        error = add_escape(out, (unsigned char)text.at[at++]);
    }
    return error;
}

int percent_decode(struct buf *out, struct span text)
{
    int error = 0;

    for (size_t i = 0; i < text.len && !error; i++) {
        int high = -1, low = -1;

        if (text.at[i] == '%' && i + 2 < text.len) {
            high = ascii_hex_value(text.at[i + 1]);
            low = ascii_hex_value(text.at[i + 2]);
        }
        if (high >= 0 && low >= 0) {
            error = buf_add_byte(out, (char)(high * 16 + low));
            i += 2;
        } else {
            error = buf_add_byte(out, text.at[i]);
        }
    }
    return error;
}
