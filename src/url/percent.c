/* SPDX-License-Identifier: MIT */
/* Percent-encodes with the sets of the WHATWG URL Standard, section 1.3, and two of our own; queries of pages
 * in a legacy encoding, too (Encoding Standard), by iconv. In URLs, existing escapes stay as they are: "%7e"
 * and "~" are different URLs for a browser. This file adds the few code points for which the standard's
 * encoders differ from the C library's. Departures: C1 controls in windows charsets, which browsers write as
 * bytes, and half-width katakana in ISO-2022-JP become numbers; queries in x-user-defined are in UTF-8. */
#include "config.h"

#include "url/percent.h"

#include <iconv.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"

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

static const char digits[] = "0123456789ABCDEF";

static int add_escape(struct buf *out, unsigned char byte)
{
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
        int byte = span_escape(span_part(text, i, 3));

        error = buf_add_byte(out, byte >= 0 ? (char)byte : text.at[i]);
        i += byte >= 0 ? 2 : 0;
    }
    return error;
}

size_t percent_normalize(char *out, struct span text)
{
    size_t len = 0;

    for (size_t i = 0; i < text.len; i++) {
        int byte = text.at[i] == '%' ? span_escape(span_part(text, i, 3)) : -1;
        bool is_unreserved = byte > 0 && (ascii_is_alphanumeric((char)byte) || strchr("-._~", byte));

        if (byte < 0 || is_unreserved) {
            out[len++] = byte < 0 ? text.at[i] : (char)byte;
        } else {
            out[len++] = '%';
            out[len++] = digits[byte >> 4];
            out[len++] = digits[byte & 15];
        }
        i += byte >= 0 ? 2 : 0;
    }
    return len;
}

/* More than the longest output for one code point: two escape sequences and two bytes. */
enum { CODE_BYTES = 16 };

/* The charsets for which the C library has another name than the Encoding Standard, or other code points. */
static const struct charset {
    const char *name;
    const char *iconv_name;  /* of the nearest charset */
    size_t bytes_max;        /* the standard writes no more for a code point */
    unsigned char first_min; /* nor a pair with a lesser first byte */
    bool has_states;         /* which escape sequences change */
} charsets[] = {
    {"Big5", "BIG5-HKSCS", 2, 0xa1, false},
    {"EUC-JP", "EUC-JP-MS", 2, 0, false}, /* without JIS X 0212 */
    {"EUC-KR", "CP949", 2, 0, false},
    {"GBK", "GB18030", 2, 0, false},
    {"gb18030", "GB18030", 4, 0, false},
    {"ISO-2022-JP", "ISO-2022-JP", CODE_BYTES, 0, true},
    {"ISO-8859-8-I", "ISO-8859-8", 1, 0, false},
    {"Shift_JIS", "CP932", 2, 0, false},
    {"x-mac-cyrillic", "MAC-UK", 1, 0, false},
};

/* The code points that the standard's encoders write otherwise: as BYTE, as the code point TO, or not at all
 * if both are 0. */
static const struct {
    const char *charset;
    uint32_t code, to;
    unsigned char byte;
} exceptions[] = {
    {"EUC-JP", 0xa5, '\\', 0},    {"EUC-JP", 0x203e, '~', 0},         {"EUC-JP", 0x2212, 0xff0d, 0},
    {"Shift_JIS", 0xa5, '\\', 0}, {"Shift_JIS", 0x203e, '~', 0},      {"Shift_JIS", 0x2212, 0xff0d, 0},
    {"Shift_JIS", 0x80, 0, 0x80}, {"ISO-2022-JP", 0x2212, 0xff0d, 0}, {"ISO-2022-JP", 0x0e, 0, 0},
    {"ISO-2022-JP", 0x0f, 0, 0},  {"ISO-2022-JP", 0x1b, 0, 0},        {"GBK", 0x20ac, 0, 0x80},
    {"GBK", 0xe5e5, 0, 0},        {"gb18030", 0xe5e5, 0, 0},
};

struct url_encoder {
    struct charset charset; /* its name is NULL while `conversion` is closed */
    iconv_t conversion;
};

static struct charset find_charset(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(charsets); i++)
        if (span_is_nocase(span_of(name), charsets[i].name))
            return charsets[i];
    return (struct charset){.iconv_name = name, .bytes_max = CODE_BYTES};
}

static void encoder_close(struct url_encoder *encoder)
{
    if (encoder->charset.name)
        iconv_close(encoder->conversion);
    encoder->charset.name = NULL;
}

struct url_encoder *url_encoder_choose(struct url_encoder **encoder, const char *name)
{
    if (!name || span_starts_nocase(span_of(name), "UTF-"))
        return NULL;
    if (*encoder && (*encoder)->charset.name && strcmp(name, (*encoder)->charset.name) == 0)
        return *encoder;
    if (!*encoder)
        *encoder = MEM_NEW(struct url_encoder);
    encoder_close(*encoder);
    (*encoder)->charset = find_charset(name);
    (*encoder)->conversion = iconv_open((*encoder)->charset.iconv_name, "WCHAR_T");
    (*encoder)->charset.name = (*encoder)->conversion == (iconv_t)-1 ? NULL : name;
    return (*encoder)->charset.name ? *encoder : NULL;
}

void url_encoder_free(struct url_encoder *encoder)
{
    if (encoder)
        encoder_close(encoder);
    free(encoder);
}

/* Writes the bytes with which ISO-2022-JP returns to ASCII, if in another state; returns their number. */
static size_t encode_end(struct url_encoder *encoder, unsigned char bytes[CODE_BYTES])
{
    char *to = (char *)bytes;
    size_t room = CODE_BYTES;

    if (iconv(encoder->conversion, NULL, NULL, &to, &room) == (size_t)-1)
        return 0;
    return CODE_BYTES - room;
}

/* Writes CODE in the charset; returns the number of bytes, 0 if the charset lacks it. */
static size_t encode_code(struct url_encoder *encoder, uint32_t code, unsigned char bytes[CODE_BYTES])
{
    const struct charset *charset = &encoder->charset;
    wchar_t wide = (wchar_t)code;
    char *from = (char *)&wide, *to = (char *)bytes;
    size_t from_len = sizeof wide, room = CODE_BYTES, len;

    for (size_t i = 0; i < COUNT_OF(exceptions); i++) {
        if (exceptions[i].code != code || !span_is_nocase(span_of(charset->name), exceptions[i].charset))
            continue;
        bytes[0] = exceptions[i].byte;
        wide = (wchar_t)exceptions[i].to;
        if (wide == 0)
            return bytes[0] > 0;
    }
    if (iconv(encoder->conversion, &from, &from_len, &to, &room) != 0)
        return 0;
    len = CODE_BYTES - room;
    return len > charset->bytes_max || (len > 1 && bytes[0] < charset->first_min) ? 0 : len;
}

static int add_bytes(struct buf *out, const unsigned char *bytes, size_t len)
{
    return percent_add(out, span_make((const char *)bytes, len), PERCENT_QUERY);
}

int url_encoder_add(struct url_encoder *encoder, struct buf *out, struct span query)
{
    unsigned char bytes[CODE_BYTES];
    int error = 0;

    if (!encoder->charset.has_states && utf8_is_ascii(query))
        return percent_add(out, query, PERCENT_QUERY);
    iconv(encoder->conversion, NULL, NULL, NULL, NULL);
    for (size_t at = 0; at < query.len && !error;) {
        uint32_t code;
        size_t len;

        at += utf8_next(query, at, &code);
        len = encode_code(encoder, code, bytes);
        if (len > 0) {
            error = add_bytes(out, bytes, len);
            continue;
        }
        if (encoder->charset.has_states && code < 0x80)
            code = UTF8_REPLACEMENT;
        error = add_bytes(out, bytes, encode_end(encoder, bytes));
        if (!error)
            error = buf_add_format(out, "%%26%%23%u%%3B", (unsigned)code);
    }
    return error ? error : add_bytes(out, bytes, encode_end(encoder, bytes));
}
