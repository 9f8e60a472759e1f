/* SPDX-License-Identifier: MIT */
/* Percent-encodes with the sets of the WHATWG URL Standard, section 1.3, and two of our own. In URLs,
 * existing escapes stay as they are: "%7e" and "~" are different URLs for a browser. */
#include "config.h"

#include "url/percent.h"

enum {
    F = PERCENT_FRAGMENT,
    Q = PERCENT_QUERY,
    P = PERCENT_PATH,
    U = PERCENT_USERINFO,
    I = PERCENT_URI,
    R = PERCENT_REFERENCE,
};

static const unsigned char escaped[256] = {
    [0x00 ... 0x20] = F | Q | P | U | I | R,
    ['"'] = F | Q | P | U | I | R,
    ['#'] = Q | P | U | R,
    ['%' ... '&'] = R,
    ['\''] = Q | R,
    ['(' ... ')'] = R,
    ['+' ... ','] = R,
    ['/'] = U,
    [':'] = U | R,
    [';'] = U,
    ['<'] = F | Q | P | U | I | R,
    ['='] = U,
    ['>'] = F | Q | P | U | I | R,
    ['?'] = P | U | R,
    ['@'] = U,
    ['['] = U | R,
    ['\\'] = U | I | R,
    [']'] = U | R,
    ['^'] = P | U | I | R,
    ['`'] = F | P | U | I | R,
    ['{'] = P | U | I | R,
    ['|'] = U | I | R,
    ['}'] = P | U | I | R,
    [0x7f ... 0xff] = F | Q | P | U | I | R,
};

/* Returns the number of bytes at the start of TEXT that need no encoding. */
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
    int error = 0;

    while (!error) {
        size_t plain = plain_len(text, set);

        error = buf_add(out, text.at, plain);
        if (plain == text.len || error)
            break;
        error = add_escape(out, (unsigned char)text.at[plain]);
        text = span_part(text, plain + 1, text.len);
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
