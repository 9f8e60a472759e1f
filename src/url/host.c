/* SPDX-License-Identifier: MIT */
/* Parses hosts by the WHATWG URL Standard, section 3: names, IPv4 and IPv6 addresses. A name that ends in a
 * number is an IPv4 address or invalid. Names in ASCII stay as they are, "xn--" labels too, as in browsers.
 * All other names are converted by UTS #46 as in browsers (non-transitional, without STD3, hyphen and length
 * checks), by ICU. Its Unicode may be older than that of browsers, so code points are mapped first whose
 * mapping has changed since. Departure: a name with a code point that this ICU does not know is refused. */
#include "config.h"

#include "url/host.h"

#include <arpa/inet.h>
#include <unicode/uidna.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "url/percent.h"

enum { IPV4_PARTS = 4 };

/* Returns NAME without the dot that makes it absolute. */
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

/* Returns true if the last label of NAME is a number: NAME is then an IPv4 address or invalid. */
static bool ends_in_number(struct span name)
{
    struct span last = without_last_dot(name), rest;
    uint64_t value;

    last = span_part(last, span_after_last(last, '.'), last.len);
    rest = last;
    return span_take_number(&rest, &value) && (rest.len == 0 || parse_number(last, &value));
}

/* Reads all forms of an IPv4 address that browsers accept: one to four numbers, decimal, octal or
 * hexadecimal. */
static bool parse_4(struct span name, uint32_t *address)
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

/* Adds the address TEXT, the part between the brackets, in the canonical form of RFC 5952, but without the
 * dots that the C library writes in an IPv4-mapped address. */
static bool add_6(struct buf *out, struct span text)
{
    char address[INET6_ADDRSTRLEN];
    const char *dot, *last;
    struct in6_addr bytes;

    if (text.len >= sizeof address || span_find(text, '\0') < text.len)
        return false;
    memcpy(address, text.at, text.len);
    address[text.len] = '\0';
    if (inet_pton(AF_INET6, address, &bytes) != 1 || !inet_ntop(AF_INET6, &bytes, address, sizeof address))
        return false;
    dot = strchr(address, '.');
    last = strrchr(address, ':');
    if (!dot)
        return buf_add_format(out, "[%s]", address) == 0;
    return buf_add_format(out, "[%.*s%x:%x]", (int)(last + 1 - address), address,
                          bytes.s6_addr[12] << 8 | bytes.s6_addr[13],
                          bytes.s6_addr[14] << 8 | bytes.s6_addr[15]) == 0;
}

/* Longer names are refused: no DNS name is as long, and Punycode takes quadratic time. */
enum { CODES_MAX = 1024 };

/* The mapping in UTS #46 of Unicode 16 for code points that some version of ICU refuses or maps differently:
 * each becomes TO plus its distance from FROM, or vanishes if TO is 0. */
static const struct {
    uint32_t from, last, to;
} changes[] = {
    {0x04c0, 0x04c0, 0x04cf},   {0x10a0, 0x10c5, 0x2d00},   {0x115f, 0x1160, 0},
    {0x17b4, 0x17b5, 0},        {0x180e, 0x180f, 0},        {0x1e9e, 0x1e9e, 0x00df},
    {0x206a, 0x206f, 0},        {0x2132, 0x2132, 0x214e},   {0x2183, 0x2183, 0x2184},
    {0x3164, 0x3164, 0},        {0xffa0, 0xffa0, 0},        {0x1d173, 0x1d17a, 0},
    {0x2f868, 0x2f868, 0x36fc}, {0x2f874, 0x2f874, 0x5f53}, {0x2f91f, 0x2f91f, 0x243ab},
    {0x2f95f, 0x2f95f, 0x7aee}, {0x2f9bf, 0x2f9bf, 0x45d7},
};

static void add_changed(struct buf *out, uint32_t code)
{
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        if (code < changes[i].from || code > changes[i].last)
            continue;
        if (changes[i].to > 0)
            (void)utf8_add(out, changes[i].to + (code - changes[i].from));
        return;
    }
    (void)utf8_add(out, code);
}

/* Adds NAME with the mapping of today's Unicode where it has changed. */
static bool add_mapped(struct buf *out, struct span name)
{
    size_t count = 0;
    uint32_t code;

    for (size_t at = 0; at < name.len; count++) {
        at += utf8_next(name, at, &code);
        if (code == 0 || count == CODES_MAX)
            return false;
        add_changed(out, code);
    }
    return true;
}

/* Converts NAME, a host name in UTF-8, to ASCII as browsers do; false for an invalid name. The caller checks
 * for bytes that are forbidden in domains. */
static bool domain_to_ascii(struct buf *name)
{
    static const uint32_t wanted = UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII |
                                   UIDNA_NONTRANSITIONAL_TO_UNICODE;
    static const uint32_t allowed = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                    UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                    UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;
    UErrorCode code = U_ZERO_ERROR;
    UIDNAInfo info = UIDNA_INFO_INITIALIZER;
    struct buf text BUF_LOCAL(4 * CODES_MAX);
    char ascii[LIMIT_URL_BYTES];
    UIDNA *idna;
    int32_t len;

    if (!add_mapped(&text, buf_span(name)))
        return false;
    idna = uidna_openUTS46(wanted, &code);
    len = uidna_nameToASCII_UTF8(idna, buf_text(&text), (int32_t)text.len, ascii, sizeof ascii, &info, &code);
    uidna_close(idna);
    if (code == U_MEMORY_ALLOCATION_ERROR)
        die("out of memory in ICU");
    buf_clear(name);
    return U_SUCCESS(code) && (info.errors & ~allowed) == 0 && buf_add(name, ascii, (size_t)len) == 0;
}

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
    if (!ends_in_number(name))
        return true;
    if (!parse_4(name, &address))
        return false;
    buf_cut(out, at);
    return buf_add_format(out, "%u.%u.%u.%u", address >> 24, address >> 16 & 255, address >> 8 & 255,
                          address & 255) == 0;
}

bool host_add(struct buf *out, struct buf *scratch, struct span host)
{
    if (host.len == 0)
        return false;
    if (host.at[0] != '[')
        return add_name(out, scratch, host);
    return host.at[host.len - 1] == ']' && add_6(out, span_part(host, 1, host.len - 2));
}

bool host_is_localhost(struct span host)
{
    host = without_last_dot(host);
    return span_is(host, "localhost") || span_has_suffix(host, ".localhost");
}

bool host_is_dns_name(struct span host)
{
    return !span_starts(host, "[") && !ends_in_number(host) && !host_is_localhost(host) &&
           span_find(without_last_dot(host), '.') < without_last_dot(host).len;
}
