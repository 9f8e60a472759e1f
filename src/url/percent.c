/* SPDX-License-Identifier: MIT */
/* Percent-encodes with the sets of the WHATWG URL Standard, section 1.3, and two of our own; queries of pages
 * in a legacy encoding, too (Encoding Standard), by iconv. In URLs, existing escapes stay as they are: "%7e"
 * and
 * "~" are different URLs for a browser. This file adds the few code points for which the standard's encoders
 * differ from the C library's. Departure: C1 controls in windows charsets, which browsers write as bytes,
 * become numbers. */
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

enum family { PLAIN, BIG5, EUC_JP, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, USER_DEFINED };

/* The charsets for which the C library has another name than the Encoding Standard, or other code points. */
static const struct charset {
    const char *name;
    const char *iconv_name; /* of the nearest charset */
    enum family family;
} charsets[] = {
    {"Big5", "BIG5-HKSCS", BIG5},
    {"EUC-JP", "EUC-JP-MS", EUC_JP},
    {"EUC-KR", "CP949", PLAIN},
    {"GBK", "GB18030", GBK},
    {"gb18030", "GB18030", GB18030},
    {"ISO-2022-JP", "ISO-2022-JP", ISO_2022_JP},
    {"ISO-8859-8-I", "ISO-8859-8", PLAIN},
    {"Shift_JIS", "CP932", SHIFT_JIS},
    {"x-mac-cyrillic", "MAC-UK", PLAIN},
    {"x-user-defined", "ISO-8859-1", USER_DEFINED},
};

/* More than the longest output for one code point: two escape sequences and two bytes. */
enum { CODE_BYTES = 16 };

struct url_encoder {
    struct charset charset; /* its name is NULL while `conversion` is closed */
    iconv_t conversion;
};

static struct charset find_charset(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(charsets); i++)
        if (span_is_nocase(span_of(name), charsets[i].name))
            return charsets[i];
    return (struct charset){.iconv_name = name};
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

/* Half-width katakana from U+FF61 on, as ISO-2022-JP, which lacks them, writes them. */
static const uint16_t full_width[] = {
    0x3002, 0x300c, 0x300d, 0x3001, 0x30fb, 0x30f2, 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30e3, 0x30e5,
    0x30e7, 0x30c3, 0x30fc, 0x30a2, 0x30a4, 0x30a6, 0x30a8, 0x30aa, 0x30ab, 0x30ad, 0x30af, 0x30b1, 0x30b3,
    0x30b5, 0x30b7, 0x30b9, 0x30bb, 0x30bd, 0x30bf, 0x30c1, 0x30c4, 0x30c6, 0x30c8, 0x30ca, 0x30cb, 0x30cc,
    0x30cd, 0x30ce, 0x30cf, 0x30d2, 0x30d5, 0x30d8, 0x30db, 0x30de, 0x30df, 0x30e0, 0x30e1, 0x30e2, 0x30e4,
    0x30e6, 0x30e8, 0x30e9, 0x30ea, 0x30eb, 0x30ec, 0x30ed, 0x30ef, 0x30f3, 0x309b, 0x309c,
};

/* Returns the code point to look up in the charset's table instead of CODE. */
static uint32_t replace_code(enum family family, uint32_t code)
{
    bool japanese = family == EUC_JP || family == ISO_2022_JP || family == SHIFT_JIS;

    if (japanese && code == 0x2212)
        return 0xff0d;
    if (family == EUC_JP || family == SHIFT_JIS) {
        if (code == 0xa5)
            return '\\';
        if (code == 0x203e)
            return '~';
    }
    if (family == ISO_2022_JP && code >= 0xff61 && code <= 0xff9f)
        return full_width[code - 0xff61];
    return code;
}

/* Returns true if the standard's encoder lacks CODE, which the C library encodes as BYTES. */
static bool is_refused(enum family family, uint32_t code, const unsigned char *bytes, size_t len)
{
    if (family == BIG5)
        return len > 1 && bytes[0] < 0xa1;
    if (family == EUC_JP)
        return len > 2; /* JIS X 0212 */
    return (family == GBK && len > 2) || ((family == GBK || family == GB18030) && code == 0xe5e5);
}

/* Returns the byte of a code point that only the standard's encoder has; 0 for all other code points. */
static unsigned char extra_byte(enum family family, uint32_t code)
{
    if (family == GBK && code == 0x20ac)
        return 0x80;
    if (family == SHIFT_JIS && code == 0x80)
        return 0x80;
    if (family == USER_DEFINED && code >= 0xf780 && code <= 0xf7ff)
        return (unsigned char)(code & 0xff);
    return 0;
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
    enum family family = encoder->charset.family;
    wchar_t wide = (wchar_t)replace_code(family, code);
    char *from = (char *)&wide, *to = (char *)bytes;
    size_t from_len = sizeof wide, room = CODE_BYTES;

    bytes[0] = extra_byte(family, code);
    if (bytes[0])
        return 1;
    if (family == ISO_2022_JP && (code == 0x0e || code == 0x0f || code == 0x1b))
        return 0;
    if (family == USER_DEFINED && code >= 0x80)
        return 0;
    if (iconv(encoder->conversion, &from, &from_len, &to, &room) != 0)
        return 0;
    return is_refused(family, code, bytes, CODE_BYTES - room) ? 0 : CODE_BYTES - room;
}

static int add_bytes(struct buf *out, const unsigned char *bytes, size_t len)
{
    return percent_add(out, span_make((const char *)bytes, len), PERCENT_QUERY);
}

int url_encoder_add(struct url_encoder *encoder, struct buf *out, struct span query)
{
    unsigned char bytes[CODE_BYTES];
    int error = 0;

    if (encoder->charset.family != ISO_2022_JP && utf8_is_ascii(query))
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
        if (encoder->charset.family == ISO_2022_JP && code < 0x80)
            code = UTF8_REPLACEMENT;
        error = add_bytes(out, bytes, encode_end(encoder, bytes));
        if (!error)
            error = buf_add_format(out, "%%26%%23%u%%3B", (unsigned)code);
    }
    return error ? error : add_bytes(out, bytes, encode_end(encoder, bytes));
}
