/* SPDX-License-Identifier: MIT */
/* Parses hosts by the WHATWG URL Standard, section 3: names, IPv4 and IPv6 addresses. A name that ends in a
 * number is an IPv4 address or invalid. Names in ASCII stay as they are, "xn--" labels too, as in browsers;
 * domain.c converts all other names. */
#include "config.h"

#include "url/host.h"

#include <string.h>

#include "url/address.h"
#include "url/domain.h"
#include "url/percent.h"
#include "base/utf8.h"

/* 1 for the bytes that a name in ASCII may have: all except the forbidden domain code points (and '%'). */
static const unsigned char name_bytes[256] = {
    ['!' ... '"'] = 1, ['$'] = 1,         ['&' ... '.'] = 1, ['0' ... '9'] = 1, [';'] = 1,
    ['='] = 1,         ['A' ... 'Z'] = 1, ['_' ... '{'] = 1, ['}' ... '~'] = 1,
};

/* Adds NAME in lower case; returns false, with nothing added, if a byte is not plain. */
static bool add_plain_name(struct buf *out, struct span name)
{
    char *to = buf_reserve(out, name.len);
    bool plain = to != NULL;

    for (size_t i = 0; i < name.len && plain; i++) {
        plain = name_bytes[(unsigned char)name.at[i]] != 0;
        to[i] = ascii_lower(name.at[i]);
    }
    if (plain)
        buf_grew(out, name.len);
    return plain;
}

/* Adds a name with percent-encoded bytes or letters beyond ASCII. Their conversion may change other letters,
 * so only the result is checked for forbidden bytes. */
static bool add_long_name(struct buf *out, struct buf *scratch, struct span name)
{
    buf_clear(scratch);
    if (percent_decode(scratch, name))
        return false;
    if (!utf8_is_ascii(buf_span(scratch)) && !domain_to_ascii(scratch))
        return false;
    return add_plain_name(out, buf_span(scratch));
}

static bool add_name(struct buf *out, struct buf *scratch, struct span host)
{
    size_t at = out->len;
    struct span name;
    uint32_t address;

    if (!add_plain_name(out, host) && !add_long_name(out, scratch, host))
        return false;
    name = span_part(buf_span(out), at, out->len);
    if (name.len == 0)
        return false;
    if (!address_ends_in_number(name))
        return true;
    if (!address_parse_4(name, &address))
        return false;
    buf_cut(out, at);
    for (int shift = 24; shift >= 0; shift -= 8) {
        buf_add_decimal(out, address >> shift & 255);
        if (shift > 0)
            buf_add_byte(out, '.');
    }
    return !out->full;
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

/* Returns HOST without the dot that makes a name absolute. */
static struct span without_root(struct span host)
{
    return host.len > 0 && host.at[host.len - 1] == '.' ? span_part(host, 0, host.len - 1) : host;
}

bool host_is_localhost(struct span host)
{
    static const char below[] = ".localhost";
    size_t len = sizeof below - 1;

    host = without_root(host);
    return span_is(host, "localhost") ||
           (host.len > len && span_is(span_part(host, host.len - len, host.len), below));
}

bool host_is_dns_name(struct span host)
{
    struct span name = without_root(host);

    return !span_starts(host, "[") && !address_ends_in_number(host) && !host_is_localhost(host) &&
           span_find(name, '.') < name.len;
}
