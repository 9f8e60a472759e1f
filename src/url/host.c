/* SPDX-License-Identifier: MIT */
/* Hosts by the WHATWG URL Standard, section 3: names, IPv4 and IPv6 addresses. A name that ends in a number
 * is an IPv4 address or nothing. Names in ASCII are taken as they are, "xn--" labels too, as browsers do; the
 * rest is domain.c's. */
#include "config.h"

#include "url/host.h"

#include <string.h>

#include "url/address.h"
#include "url/domain.h"
#include "url/percent.h"
#include "url/utf8.h"

/* A byte of a name in ASCII becomes this; 0 for the standard's forbidden domain code points, 1 for '%' and
 * what is not ASCII, which want the long way. */
enum { LONG_WAY = 1 };

static const unsigned char name_bytes[256] = {
    ['!'] = '!',
    ['"'] = '"',
    ['$'] = '$',
    ['%'] = LONG_WAY,
    ['&'] = '&',
    ['\''] = '\'',
    ['('] = '(',
    [')'] = ')',
    ['*'] = '*',
    ['+'] = '+',
    [','] = ',',
    ['-'] = '-',
    ['.'] = '.',
    ['0'] = '0',
    ['1'] = '1',
    ['2'] = '2',
    ['3'] = '3',
    ['4'] = '4',
    ['5'] = '5',
    ['6'] = '6',
    ['7'] = '7',
    ['8'] = '8',
    ['9'] = '9',
    [';'] = ';',
    ['='] = '=',
    ['A'] = 'a',
    ['B'] = 'b',
    ['C'] = 'c',
    ['D'] = 'd',
    ['E'] = 'e',
    ['F'] = 'f',
    ['G'] = 'g',
    ['H'] = 'h',
    ['I'] = 'i',
    ['J'] = 'j',
    ['K'] = 'k',
    ['L'] = 'l',
    ['M'] = 'm',
    ['N'] = 'n',
    ['O'] = 'o',
    ['P'] = 'p',
    ['Q'] = 'q',
    ['R'] = 'r',
    ['S'] = 's',
    ['T'] = 't',
    ['U'] = 'u',
    ['V'] = 'v',
    ['W'] = 'w',
    ['X'] = 'x',
    ['Y'] = 'y',
    ['Z'] = 'z',
    ['_'] = '_',
    ['`'] = '`',
    ['a'] = 'a',
    ['b'] = 'b',
    ['c'] = 'c',
    ['d'] = 'd',
    ['e'] = 'e',
    ['f'] = 'f',
    ['g'] = 'g',
    ['h'] = 'h',
    ['i'] = 'i',
    ['j'] = 'j',
    ['k'] = 'k',
    ['l'] = 'l',
    ['m'] = 'm',
    ['n'] = 'n',
    ['o'] = 'o',
    ['p'] = 'p',
    ['q'] = 'q',
    ['r'] = 'r',
    ['s'] = 's',
    ['t'] = 't',
    ['u'] = 'u',
    ['v'] = 'v',
    ['w'] = 'w',
    ['x'] = 'x',
    ['y'] = 'y',
    ['z'] = 'z',
    ['{'] = '{',
    ['}'] = '}',
    ['~'] = '~',
    [0x80 ... 0xff] = LONG_WAY,
};

enum name_kind { NAME_PLAIN, NAME_LONG_WAY, NAME_FORBIDDEN };

/* Adds NAME in lower case while its bytes are plain ASCII; for another kind, what was added is to be cut off.
 */
static enum name_kind add_plain_name(struct buf *out, struct span name)
{
    char *to = buf_reserve(out, name.len);

    if (!to)
        return NAME_FORBIDDEN;
    for (size_t i = 0; i < name.len; i++) {
        unsigned char byte = name_bytes[(unsigned char)name.at[i]];

        if (byte <= LONG_WAY)
            return byte == LONG_WAY ? NAME_LONG_WAY : NAME_FORBIDDEN;
        to[i] = (char)byte;
    }
    buf_grew(out, name.len);
    return NAME_PLAIN;
}

/* A name with percent-encoded bytes or letters beyond ASCII. */
static bool add_long_name(struct buf *out, struct buf *scratch, struct span name)
{
    buf_clear(scratch);
    if (percent_decode(scratch, name))
        return false;
    if (utf8_is_ascii(buf_span(scratch)))
        return add_plain_name(out, buf_span(scratch)) == NAME_PLAIN;
    return domain_to_ascii(scratch) && add_plain_name(out, buf_span(scratch)) == NAME_PLAIN;
}

static bool add_name(struct buf *out, struct buf *scratch, struct span host)
{
    size_t at = out->len;
    enum name_kind kind = add_plain_name(out, host);
    struct span name;
    uint32_t address;

    if (kind == NAME_LONG_WAY && !add_long_name(out, scratch, host))
        return false;
    name = span_part(buf_span(out), at, out->len);
    if (kind == NAME_FORBIDDEN || name.len == 0)
        return false;
    if (!address_ends_in_number(name))
        return true;
    if (!address_parse_4(name, &address))
        return false;
    buf_cut(out, at);
    return buf_add_format(out, "%u.%u.%u.%u", address >> 24, address >> 16 & 255, address >> 8 & 255,
                          address & 255) == 0;
}

bool host_add(struct buf *out, struct buf *scratch, struct span host)
{
    uint16_t pieces[ADDRESS_PIECES];

    if (host.len == 0)
        return false;
    if (host.at[0] != '[')
        return add_name(out, scratch, host);
    if (host.at[host.len - 1] != ']' || !address_parse_6(span_part(host, 1, host.len - 2), pieces))
        return false;
    return address_add_6(out, pieces) == 0;
}
