/* SPDX-License-Identifier: MIT */
/* Character references in HTML attribute values. Numeric ones use the replacements of the WHATWG HTML
 * standard; named ones use the longest matching name of its table (data/entities.txt). */
#include "config.h"

#include "markup/entity.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/utf8.h"

enum { NAME_SIZE = 33, TEXT_SIZE = 8 };

struct named {
    char name[NAME_SIZE];
    char text[TEXT_SIZE];
};

static const struct named names[] = {
#include "markup/entity_rows.def"
};

/* The code points for &#128; to &#159;, which mean windows-1252 characters on the web. 0 means that the
 * number is the code point. */
static const uint16_t from_windows[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};

static uint32_t corrected(uint32_t code)
{
    if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return UTF8_REPLACEMENT;
    if (code >= 0x80 && code <= 0x9f && from_windows[code - 0x80] != 0)
        return from_windows[code - 0x80];
    return code;
}

static size_t read_numeric(struct span text, struct buf *out)
{
    bool hex = text.len > 2 && ascii_lower(text.at[2]) == 'x';
    uint32_t base = hex ? 16 : 10;
    size_t first = hex ? 3 : 2;
    size_t at = first;
    uint32_t code = 0;

    for (; at < text.len; at++) {
        int digit = ascii_hex_value(text.at[at]);

        if (digit < 0 || (uint32_t)digit >= base)
            break;
        if (code <= 0x10ffff)
            code = code * base + (uint32_t)digit;
    }
    if (at == first)
        return 0;
    (void)utf8_add(out, corrected(code));
    return at < text.len && text.at[at] == ';' ? at + 1 : at;
}

/* Returns the first row, from LOW to HIGH exclusive, whose byte at DEPTH is not below C. */
static size_t lower_bound(size_t low, size_t high, size_t depth, unsigned char c)
{
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if ((unsigned char)names[middle].name[depth] < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the row of the longest name at the start of TEXT and sets LEN to its length, or returns NULL. */
static const struct named *find_longest(struct span text, size_t *len)
{
    const struct named *best = NULL;
    size_t low = 0;
    size_t high = sizeof names / sizeof *names;

    for (size_t depth = 0; depth < text.len && depth < NAME_SIZE - 1; depth++) {
        unsigned char c = (unsigned char)text.at[depth];

        if (c == 0 || c >= 0x80)
            break;
        low = lower_bound(low, high, depth, c);
        high = lower_bound(low, high, depth, (unsigned char)(c + 1));
        if (low == high)
            break;
        if (names[low].name[depth + 1] == '\0') {
            best = &names[low];
            *len = depth + 1;
        }
    }
    return best;
}

static bool is_alphanumeric(char c)
{
    return ascii_is_alpha(c) || ascii_is_digit(c);
}

size_t entity_read(struct span text, struct buf *out)
{
    const struct named *found;
    size_t len = 0;

    if (text.len > 1 && text.at[1] == '#')
        return read_numeric(text, out);
    found = find_longest(span_part(text, 1, text.len), &len);
    if (!found)
        return 0;
    /* in a URL, "&copy=1" and "&copyright" are not the reference "&copy" */
    if (found->name[len - 1] != ';' && len + 1 < text.len &&
        (text.at[len + 1] == '=' || is_alphanumeric(text.at[len + 1])))
        return 0;
    (void)buf_add_text(out, found->text);
    return len + 1;
}
