/* SPDX-License-Identifier: MIT */
/* Parses and writes IPv4 and IPv6 addresses by the WHATWG URL Standard, sections 3.5 and 3.6. */
#include "config.h"

#include "url/address.h"

#include <string.h>

enum { IPV4_PARTS = 4 };

static struct span without_last_dot(struct span name)
{
    if (name.len > 0 && name.at[name.len - 1] == '.')
        name.len--;
    return name;
}

/* Reads a number of an IPv4 address; all values from 2^32 on become 2^32. */
static bool parse_number(struct span text, uint64_t *value)
{
    unsigned base = 10;
    uint64_t sum = 0;

    if (text.len == 0)
        return false;
    if (span_starts_nocase(text, "0x")) {
        base = 16;
        text = span_part(text, 2, text.len);
    } else if (text.len > 1 && text.at[0] == '0') {
        base = 8;
    }
    for (size_t i = 0; i < text.len; i++) {
        int digit = ascii_hex_value(text.at[i]);

        if (digit < 0 || (unsigned)digit >= base)
            return false;
        sum = sum * base + (unsigned)digit;
        if (sum > UINT32_MAX)
            sum = UINT64_C(1) << 32;
    }
    *value = sum;
    return true;
}

static bool all_digits(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!ascii_is_digit(text.at[i]))
            return false;
    }
    return text.len > 0;
}

bool address_ends_in_number(struct span name)
{
    struct span last = without_last_dot(name);
    uint64_t value;

    last = span_part(last, span_after_last(last, '.'), last.len);
    if (last.len == 0 || !ascii_is_digit(last.at[0]))
        return false;
    return all_digits(last) || parse_number(last, &value);
}

bool address_parse_4(struct span name, uint32_t *address)
{
    struct span rest = without_last_dot(name);
    uint64_t parts[IPV4_PARTS], sum;
    size_t count = 0;
    bool more = true;

    while (more) {
        more = span_find(rest, '.') < rest.len;
        if (count == IPV4_PARTS || !parse_number(span_take_until(&rest, '.'), &parts[count]))
            return false;
        count++;
    }
    sum = parts[count - 1];
    if (sum >= UINT64_C(1) << (8 * (IPV4_PARTS + 1 - count)))
        return false;
    for (size_t i = 0; i + 1 < count; i++) {
        if (parts[i] > 255)
            return false;
        sum += parts[i] << (8 * (IPV4_PARTS - 1 - i));
    }
    *address = (uint32_t)sum;
    return true;
}

/* Reads the dotted numbers at the end of an IPv6 address: exactly four, decimal, without leading zeros. */
static bool parse_tail_4(struct span text, uint16_t pieces[2])
{
    uint64_t part;
    size_t count = 0;
    bool more = true;

    for (; more; count++) {
        struct span digits;

        more = span_find(text, '.') < text.len;
        digits = span_take_until(&text, '.');
        if (count == IPV4_PARTS || !span_to_u64(digits, &part) || part > 255)
            return false;
        if (digits.len > 1 && digits.at[0] == '0')
            return false;
        pieces[count / 2] = (uint16_t)((count % 2 == 0 ? 0 : pieces[count / 2] << 8) | (int)part);
    }
    return count == IPV4_PARTS;
}

/* Removes a piece of one to four hexadecimal digits from the start of REST. */
static bool take_piece(struct span *rest, uint16_t *piece)
{
    unsigned value = 0;
    size_t len = 0;

    while (len < 4 && len < rest->len && ascii_is_hex(rest->at[len]))
        value = value * 16 + (unsigned)ascii_hex_value(rest->at[len++]);
    *piece = (uint16_t)value;
    *rest = span_part(*rest, len, rest->len);
    return len > 0;
}

static bool take_colon(struct span *rest)
{
    if (rest->len == 0 || rest->at[0] != ':')
        return false;
    *rest = span_part(*rest, 1, rest->len);
    return true;
}

/* Moves the pieces after the "::" at GAP to the end and fills the gap with zeros. */
static void fill_gap(uint16_t pieces[ADDRESS_PIECES], size_t gap, size_t count)
{
    size_t tail = count - gap;

    memmove(&pieces[ADDRESS_PIECES - tail], &pieces[gap], tail * sizeof pieces[0]);
    memset(&pieces[gap], 0, (ADDRESS_PIECES - count) * sizeof pieces[0]);
}

bool address_parse_6(struct span text, uint16_t pieces[ADDRESS_PIECES])
{
    size_t count = 0, gap = ADDRESS_PIECES + 1;

    if (span_starts(text, "::")) {
        text = span_part(text, 2, text.len);
        gap = 0;
    } else if (span_starts(text, ":")) {
        return false;
    }
    while (text.len > 0) {
        struct span here = text;

        if (count == ADDRESS_PIECES || !take_piece(&text, &pieces[count]))
            return false;
        if (text.len > 0 && text.at[0] == '.') {
            if (count > ADDRESS_PIECES - 2 || !parse_tail_4(here, &pieces[count]))
                return false;
            count += 2;
            break;
        }
        count++;
        if (text.len == 0)
            break;
        if (!take_colon(&text) || text.len == 0)
            return false;
        if (text.at[0] == ':') {
            if (gap <= ADDRESS_PIECES)
                return false;
            gap = count;
            take_colon(&text);
        }
    }
    if (gap > ADDRESS_PIECES)
        return count == ADDRESS_PIECES;
    if (count == ADDRESS_PIECES)
        return false;
    fill_gap(pieces, gap, count);
    return true;
}

/* Returns the length of the first longest run of at least two zero pieces, which begins at AT; 0 without
 * one. */
static size_t find_zeros(const uint16_t pieces[ADDRESS_PIECES], size_t *at)
{
    size_t best = 1;

    for (size_t i = 0; i < ADDRESS_PIECES; i++) {
        size_t len = 0;

        while (i + len < ADDRESS_PIECES && pieces[i + len] == 0)
            len++;
        if (len > best) {
            best = len;
            *at = i;
        }
    }
    return best > 1 ? best : 0;
}

int address_add_6(struct buf *out, const uint16_t pieces[ADDRESS_PIECES])
{
    size_t zeros_at = ADDRESS_PIECES, zeros = find_zeros(pieces, &zeros_at);
    int error = buf_add_byte(out, '[');

    for (size_t i = 0; i < ADDRESS_PIECES && !error; i++) {
        if (i == zeros_at) {
            error = buf_add_text(out, i == 0 ? "::" : ":");
            i += zeros - 1;
            continue;
        }
        error = buf_add_format(out, i + 1 < ADDRESS_PIECES ? "%x:" : "%x", pieces[i]);
    }
    return error ? error : buf_add_byte(out, ']');
}
