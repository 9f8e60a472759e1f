/* SPDX-License-Identifier: MIT */
/* Determines the encoding of a document: "determining the character encoding" of the WHATWG HTML standard for
 * pages, CSS Syntax 3.2 for style sheets; and decodes it to UTF-8. Departure: the prescan continues beyond
 * 1024 bytes while it finds only head elements, because browsers also honour a late META by reloading the
 * page. iconv decodes all except UTF-8 itself, windows-1252 (iconv rejects bytes that browsers decode as C1
 * controls) and x-user-defined (iconv does not know it). */
#include "config.h"

#include "markup/charset.h"

#include <errno.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/utf8.h"
#include "markup/tokenizer.h"

enum { PRESCAN_ALWAYS = 1024, PRESCAN_HEAD = 64 * 1024 };

/* The encodings of the WHATWG Encoding standard, with the iconv name of an equivalent decoder. */
struct encoding {
    const char *name;
    const char *iconv_name;
    enum charset_kind kind;
    const char *labels;
};

/* clang-format off */
static const struct encoding encodings[] = {
    {"UTF-8", "UTF-8", CHARSET_UTF8, "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8"},
    {"windows-1252", "CP1252", CHARSET_ASCII_SAFE,
     "windows-1252 iso-8859-1 latin1 ascii us-ascii ansi_x3.4-1968 cp1252 cp819 csisolatin1 ibm819 iso-ir-100 "
     "iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 l1 x-cp1252"},
    {"windows-1251", "CP1251", CHARSET_ASCII_SAFE, "windows-1251 cp1251 x-cp1251"},
    {"Shift_JIS", "CP932", CHARSET_ASCII_IN_PAIRS, "shift_jis shift-jis sjis csshiftjis ms932 ms_kanji windows-31j x-sjis"},
    {"EUC-JP", "EUC-JP-MS", CHARSET_ASCII_SAFE, "euc-jp cseucpkdfmtjapanese x-euc-jp"},
    {"ISO-2022-JP", "ISO-2022-JP", CHARSET_ESCAPES, "iso-2022-jp csiso2022jp"},
    {"GBK", "GB18030", CHARSET_ASCII_IN_PAIRS,
     "gbk gb2312 chinese csgb2312 csiso58gb231280 gb_2312 gb_2312-80 iso-ir-58 x-gbk"},
    {"gb18030", "GB18030", CHARSET_ASCII_IN_PAIRS, "gb18030"},
    {"Big5", "BIG5-HKSCS", CHARSET_ASCII_IN_PAIRS, "big5 big5-hkscs cn-big5 csbig5 x-x-big5"},
    {"EUC-KR", "CP949", CHARSET_ASCII_IN_PAIRS,
     "euc-kr cseuckr csksc56011987 iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949"},
    {"UTF-16LE", "UTF-16LE", CHARSET_UTF16,
     "utf-16le utf-16 unicode csunicode iso-10646-ucs-2 ucs-2 unicodefeff"},
    {"UTF-16BE", "UTF-16BE", CHARSET_UTF16, "utf-16be unicodefffe"},
    {"ISO-8859-2", "ISO-8859-2", CHARSET_ASCII_SAFE,
     "iso-8859-2 csisolatin2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2"},
    {"ISO-8859-3", "ISO-8859-3", CHARSET_ASCII_SAFE,
     "iso-8859-3 csisolatin3 iso-ir-109 iso8859-3 iso88593 iso_8859-3 iso_8859-3:1988 l3 latin3"},
    {"ISO-8859-4", "ISO-8859-4", CHARSET_ASCII_SAFE,
     "iso-8859-4 csisolatin4 iso-ir-110 iso8859-4 iso88594 iso_8859-4 iso_8859-4:1988 l4 latin4"},
    {"ISO-8859-5", "ISO-8859-5", CHARSET_ASCII_SAFE,
     "iso-8859-5 csisolatincyrillic cyrillic iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988"},
    {"ISO-8859-6", "ISO-8859-6", CHARSET_ASCII_SAFE,
     "iso-8859-6 arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso-ir-127 iso8859-6 iso88596 iso_8859-6 iso_8859-6:1987"},
    {"ISO-8859-7", "ISO-8859-7", CHARSET_ASCII_SAFE,
     "iso-8859-7 csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso8859-7 iso88597 iso_8859-7 "
     "iso_8859-7:1987 sun_eu_greek"},
    {"ISO-8859-8", "ISO-8859-8", CHARSET_ASCII_SAFE,
     "iso-8859-8 csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso-ir-138 iso8859-8 iso88598 iso_8859-8 "
     "iso_8859-8:1988 visual"},
    {"ISO-8859-8-I", "ISO-8859-8", CHARSET_ASCII_SAFE, "iso-8859-8-i csiso88598i logical"},
    {"ISO-8859-10", "ISO-8859-10", CHARSET_ASCII_SAFE,
     "iso-8859-10 csisolatin6 iso-ir-157 iso8859-10 iso885910 l6 latin6"},
    {"ISO-8859-13", "ISO-8859-13", CHARSET_ASCII_SAFE, "iso-8859-13 iso8859-13 iso885913"},
    {"ISO-8859-14", "ISO-8859-14", CHARSET_ASCII_SAFE, "iso-8859-14 iso8859-14 iso885914"},
    {"ISO-8859-15", "ISO-8859-15", CHARSET_ASCII_SAFE,
     "iso-8859-15 csisolatin9 iso8859-15 iso885915 iso_8859-15 l9"},
    {"ISO-8859-16", "ISO-8859-16", CHARSET_ASCII_SAFE, "iso-8859-16"},
    {"IBM866", "CP866", CHARSET_ASCII_SAFE, "ibm866 866 cp866 csibm866"},
    {"KOI8-R", "KOI8-R", CHARSET_ASCII_SAFE, "koi8-r cskoi8r koi koi8 koi8_r"},
    {"KOI8-U", "KOI8-U", CHARSET_ASCII_SAFE, "koi8-u koi8-ru"},
    {"macintosh", "MACINTOSH", CHARSET_ASCII_SAFE, "macintosh csmacintosh mac x-mac-roman"},
    {"x-mac-cyrillic", "MAC-UK", CHARSET_ASCII_SAFE, "x-mac-cyrillic x-mac-ukrainian"},
    {"windows-874", "CP874", CHARSET_ASCII_SAFE,
     "windows-874 dos-874 iso-8859-11 iso8859-11 iso885911 tis-620"},
    {"windows-1250", "CP1250", CHARSET_ASCII_SAFE, "windows-1250 cp1250 x-cp1250"},
    {"windows-1253", "CP1253", CHARSET_ASCII_SAFE, "windows-1253 cp1253 x-cp1253"},
    {"windows-1254", "CP1254", CHARSET_ASCII_SAFE,
     "windows-1254 cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso8859-9 iso88599 iso_8859-9 iso_8859-9:1989 l5 latin5 "
     "x-cp1254"},
    {"windows-1255", "CP1255", CHARSET_ASCII_SAFE, "windows-1255 cp1255 x-cp1255"},
    {"windows-1256", "CP1256", CHARSET_ASCII_SAFE, "windows-1256 cp1256 x-cp1256"},
    {"windows-1257", "CP1257", CHARSET_ASCII_SAFE, "windows-1257 cp1257 x-cp1257"},
    {"windows-1258", "CP1258", CHARSET_ASCII_SAFE, "windows-1258 cp1258 x-cp1258"},
    {"x-user-defined", "", CHARSET_ASCII_SAFE, "x-user-defined"},
    {"replacement", "", CHARSET_REPLACEMENT,
     "replacement csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext iso-2022-kr"},
};
/* clang-format on */

const char *charset_find(struct span label)
{
    label = span_trim_white(label);
    if (label.len == 0)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(encodings); i++)
        if (span_is_one_of_nocase(label, encodings[i].labels))
            return encodings[i].name;
    return NULL;
}

/* Returns the row of the encoding with this WHATWG name; that of UTF-8 for NULL and unknown names. */
static const struct encoding *find_row(const char *name)
{
    for (size_t i = 0; name && i < COUNT_OF(encodings); i++)
        if (strcmp(encodings[i].name, name) == 0)
            return &encodings[i];
    return &encodings[0];
}

enum charset_kind charset_kind(const char *name)
{
    return find_row(name)->kind;
}

/* Returns the encoding of the byte order mark; NULL without one. */
static const char *charset_of_bom(struct span document)
{
    if (span_starts(document, "\xef\xbb\xbf"))
        return "UTF-8";
    if (span_starts(document, "\xff\xfe"))
        return "UTF-16LE";
    return span_starts(document, "\xfe\xff") ? "UTF-16BE" : NULL;
}

const char *charset_of_type(struct span content_type)
{
    struct span rest = content_type;
    struct span name, value;

    (void)span_take_until(&rest, ';');
    while (rest.len > 0) {
        name = span_trim(span_take_until(&rest, '='), "; " HTML_WHITE);
        rest = span_trim_white(rest);
        if (rest.len > 0 && rest.at[0] == '"') {
            rest = span_part(rest, 1, rest.len);
            value = span_take_until(&rest, '"');
            (void)span_take_until(&rest, ';');
        } else {
            value = span_take_until(&rest, ';');
        }
        if (span_is_nocase(name, "charset"))
            return charset_find(value);
    }
    return NULL;
}

/* Returns the encoding with a label that ASCII bytes in the document itself declare: it is not UTF-16. */
static const char *find_declared(struct span label)
{
    const char *name = charset_find(label);

    return charset_kind(name) == CHARSET_UTF16 ? "UTF-8" : name;
}

/* Returns the label in the content attribute of a META: the value after "charset" and '='; or an empty span.
 */
static struct span label_in_content(struct span content)
{
    struct span rest = content, label;
    bool found = false;

    while (!found && rest.len > 0) {
        found = span_starts_nocase(rest, "charset");
        rest = span_part(rest, found ? span_skip(rest, strlen("charset"), HTML_WHITE) : 1, rest.len);
        found = found && span_take_byte(&rest, '=');
    }
    rest = span_part(rest, span_skip(rest, 0, HTML_WHITE), rest.len);
    if (span_starts(rest, "\"") || span_starts(rest, "'")) {
        char quote = rest.at[0];

        rest = span_part(rest, 1, rest.len);
        label = span_part(rest, 0, span_find(rest, quote));
        return label.len < rest.len ? label : span_make(NULL, 0);
    }
    rest = span_part(rest, 0, span_find(rest, ';'));
    return span_take_word(&rest, HTML_WHITE);
}

/* Returns the encoding that the current META element declares, or NULL. */
static const char *charset_of_meta(const struct tokenizer *tokenizer)
{
    struct span label = tokenizer_raw(tokenizer, "charset");
    const char *name;

    if (!label.at && span_is_nocase(tokenizer_raw(tokenizer, "http-equiv"), "content-type"))
        label = label_in_content(tokenizer_raw(tokenizer, "content"));
    name = find_declared(label);
    return name && strcmp(name, "x-user-defined") == 0 ? "windows-1252" : name;
}

/* Returns the encoding that a META element in the head declares, or NULL. */
static const char *prescan_metas(struct span document)
{
    struct tokenizer tokenizer = {0};
    const struct token *token = &tokenizer.token;
    const char *found = NULL;

    tokenizer_start(&tokenizer, span_part(document, 0, PRESCAN_HEAD));
    while (
        !found && tokenizer_next(&tokenizer) &&
        (token->at < PRESCAN_ALWAYS ||
         span_is_one_of_nocase(token->name, "html head title base link meta style script noscript object")))
        if (token->kind == TOKEN_START && span_is_nocase(token->name, "meta"))
            found = charset_of_meta(&tokenizer);
    tokenizer_release(&tokenizer);
    return found;
}

/* Returns the encoding declared by the XML declaration, or NULL. */
static const char *prescan_xml(struct span document)
{
    struct span rest = span_part(document, 0, PRESCAN_ALWAYS);
    char quote;

    if (!span_starts(rest, "<?xml"))
        return NULL;
    rest = span_take_until(&rest, '>');
    if (!span_take_after(&rest, "encoding"))
        return NULL;
    rest = span_trim_white(rest);
    if (!span_take_byte(&rest, '='))
        return NULL;
    rest = span_trim_white(rest);
    quote = span_byte(rest, 0);
    if (!span_take_byte(&rest, '"') && !span_take_byte(&rest, '\''))
        return NULL;
    return find_declared(span_take_until(&rest, quote));
}

/* Recognizes an XML declaration encoded as UTF-16. Returns the encoding or NULL. */
static const char *prescan_wide(struct span document)
{
    struct span front = span_part(document, 0, 6);

    if (span_equals(front, span_make("<\0?\0x\0", 6)))
        return "UTF-16LE";
    return span_equals(front, span_make("\0<\0?\0x", 6)) ? "UTF-16BE" : NULL;
}

const char *charset_of_page(struct span document, struct span content_type, bool xml)
{
    const char *found = charset_of_bom(document);

    if (!found)
        found = charset_of_type(content_type);
    if (!found)
        found = prescan_wide(document);
    if (!found && !xml)
        found = prescan_metas(document);
    if (!found)
        found = prescan_xml(document);
    if (found)
        return found;
    return xml ? "UTF-8" : "windows-1252";
}

/* Returns the encoding named by an @charset rule, which must be the first bytes of the style sheet in exactly
 * this form. */
static const char *charset_of_rule(struct span document)
{
    struct span rest = span_part(document, 0, PRESCAN_ALWAYS);
    struct span label;

    if (!span_take_text(&rest, "@charset \""))
        return NULL;
    label = span_take_until(&rest, '"');
    return span_starts(rest, ";") ? find_declared(label) : NULL;
}

const char *charset_of_css(struct span document, struct span content_type, const char *environment)
{
    const char *found = charset_of_bom(document);

    if (!found)
        found = charset_of_type(content_type);
    if (!found)
        found = charset_of_rule(document);
    if (!found && environment && charset_kind(environment) != CHARSET_UTF16)
        found = environment;
    return found ? found : "UTF-8";
}

struct span charset_mark(struct span document, const char *encoding, const char *without)
{
    enum charset_kind kind = charset_kind(encoding);

    if (strcmp(encoding, without) == 0 || charset_of_bom(document) || kind == CHARSET_REPLACEMENT)
        return span_make(NULL, 0);
    if (kind != CHARSET_ESCAPES && kind != CHARSET_UTF16 && utf8_is_ascii(document))
        return span_make(NULL, 0);
    if (strcmp(encoding, "UTF-8") == 0)
        return span_of("\xef\xbb\xbf");
    if (kind == CHARSET_UTF16)
        return span_of(strcmp(encoding, "UTF-16LE") == 0 ? "\xff\xfe" : "\xfe\xff");
    return span_of(encoding);
}

enum { CHUNK = 4096, LAST = 16 };

/* U+FFFD */
static const char replacement[3] = {'\xef', '\xbf', '\xbd'};

void transcoder_release(struct transcoder *transcoder)
{
    if (transcoder->encoding)
        iconv_close(transcoder->handle);
    *transcoder = (struct transcoder){0};
}

/* Selects the decoder of ENCODING, in its initial state. Some systems lack old encodings (musl, glibc without
 * its modules): the nearest one is used, in which ASCII is the same. */
static void use_encoding(struct transcoder *transcoder, const char *encoding)
{
    const char *const names[] = {find_row(encoding)->iconv_name, encoding, "CP1252", "ISO-8859-1"};

    if (transcoder->encoding && strcmp(transcoder->encoding, encoding) == 0) {
        iconv(transcoder->handle, NULL, NULL, NULL, NULL);
        return;
    }
    transcoder_release(transcoder);
    transcoder->handle = (iconv_t)-1;
    for (size_t i = 0; i < COUNT_OF(names) && transcoder->handle == (iconv_t)-1; i++)
        transcoder->handle = iconv_open("UTF-8", names[i]);
    if (transcoder->handle == (iconv_t)-1)
        die("this system's iconv cannot read %s", encoding);
    transcoder->encoding = encoding;
}

/* Decodes from the start of BYTES, and removes what it decoded, into OUT of SIZE bytes. Returns the number of
 * bytes written: 0 when BYTES is empty or the next character needs more than SIZE bytes. An incomplete
 * character at the end is malformed if IS_END; otherwise it stays in BYTES. */
static size_t decode_some(struct transcoder *transcoder, struct span *bytes, bool is_end, size_t unit,
                          char *out, size_t size)
{
    char *from = (char *)(uintptr_t)bytes->at; /* iconv does not write to its input */
    char *to = out;
    size_t room = size;
    size_t skip;

    if (iconv(transcoder->handle, &from, &bytes->len, &to, &room) != (size_t)-1 || errno == E2BIG ||
        (errno == EINVAL && !is_end)) {
        bytes->at = from;
        return size - room;
    }
    bytes->at = from;
    if (room < sizeof replacement)
        return size - room;
    memcpy(to, replacement, sizeof replacement);
    skip = errno == EINVAL || unit > bytes->len ? bytes->len : unit;
    *bytes = span_part(*bytes, skip, bytes->len);
    return size - room + sizeof replacement;
}

static size_t unit_of(const char *encoding)
{
    return charset_kind(encoding) == CHARSET_UTF16 ? 2 : 1;
}

static int transcode_by_iconv(struct transcoder *transcoder, const char *encoding, struct span bytes,
                              struct buf *out)
{
    size_t left = LAST;
    char *to;

    use_encoding(transcoder, encoding);
    while (bytes.len > 0) {
        char *room = buf_reserve(out, CHUNK);

        if (!room)
            return ERROR_TOO_LARGE;
        buf_grew(out, decode_some(transcoder, &bytes, true, unit_of(encoding), room, CHUNK));
    }
    /* The last letter may wait for a mark, in Vietnamese, Hebrew and Cantonese. */
    to = buf_reserve(out, LAST);
    if (!to)
        return ERROR_TOO_LARGE;
    (void)iconv(transcoder->handle, NULL, NULL, &to, &left);
    buf_grew(out, LAST - left);
    return 0;
}

static int transcode_utf8(struct span bytes, struct buf *out)
{
    size_t start = 0, at = 0;
    uint32_t code;

    while (at < bytes.len) {
        size_t len = utf8_next(bytes, at, &code);

        at += len;
        if (code != UTF8_REPLACEMENT)
            continue;
        (void)buf_add(out, bytes.at + start, at - len - start);
        (void)buf_add(out, replacement, sizeof replacement);
        start = at;
    }
    (void)buf_add(out, bytes.at + start, at - start);
    return out->full ? ERROR_TOO_LARGE : 0;
}

uint32_t transcode_windows_1252(unsigned char byte)
{
    static const uint16_t from_0x80[32] = {
        0x20ac, 0x81,   0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
        0x2039, 0x0152, 0x8d,   0x017d, 0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d,   0x017e, 0x0178,
    };

    return byte >= 0x80 && byte <= 0x9f ? from_0x80[byte - 0x80] : byte;
}

static uint32_t user_defined(unsigned char byte)
{
    return byte < 0x80 ? byte : 0xf700u + byte;
}

static int transcode_bytes(uint32_t (*code)(unsigned char), struct span bytes, struct buf *out)
{
    for (size_t i = 0; i < bytes.len; i++)
        (void)utf8_add(out, code((unsigned char)bytes.at[i]));
    return out->full ? ERROR_TOO_LARGE : 0;
}

int transcode(struct transcoder *transcoder, const char *encoding, struct span bytes, struct buf *out)
{
    enum charset_kind kind = charset_kind(encoding);

    if (bytes.len == 0)
        return 0;
    if (kind == CHARSET_UTF8)
        return transcode_utf8(bytes, out);
    if (kind == CHARSET_REPLACEMENT)
        return buf_add(out, replacement, sizeof replacement);
    if (strcmp(encoding, "windows-1252") == 0)
        return transcode_bytes(transcode_windows_1252, bytes, out);
    if (strcmp(encoding, "x-user-defined") == 0)
        return transcode_bytes(user_defined, bytes, out);
    return transcode_by_iconv(transcoder, encoding, bytes, out);
}

void transcode_walk_start(struct transcode_walk *walk, struct transcoder *transcoder, const char *encoding,
                          struct span document)
{
    *walk = (struct transcode_walk){.transcoder = transcoder, .encoding = encoding, .document = document};
    use_encoding(transcoder, encoding);
}

/* Decodes at least one character, or as many as cannot pass DECODED: a byte becomes at most three. To stop
 * where a small output is full, iconv would decode thousands of characters again. */
size_t transcode_walk_to(struct transcode_walk *walk, size_t decoded)
{
    char scratch[CHUNK];

    while (walk->decoded < decoded && walk->at < walk->document.len) {
        size_t left = decoded - walk->decoded, rest_len = walk->document.len - walk->at;
        size_t len = (left < CHUNK ? left : CHUNK) / 4, written = 0;
        struct span rest = span_make(NULL, 0);

        do {
            len += len == 0 || rest.at;
            rest = span_part(walk->document, walk->at, len);
            written = decode_some(walk->transcoder, &rest, len >= rest_len, unit_of(walk->encoding), scratch,
                                  sizeof scratch);
        } while (rest.at == walk->document.at + walk->at && len < rest_len);
        if (written > left)
            break;
        walk->at = (size_t)(rest.at - walk->document.at);
        walk->decoded += written;
    }
    return walk->at;
}

size_t charset_piece(struct span text, const char *encoding, size_t max)
{
    size_t len = max, next = max;

    if (text.len <= max)
        return text.len;
    while (len > max - max / 16 && text.at[len] != '&' && (unsigned char)text.at[len - 1] > ' ')
        len--;
    if (len > max - max / 16)
        return len;
    if (charset_kind(encoding) == CHARSET_UTF8) {
        for (len = max; max - len < 3 && ((unsigned char)text.at[len] & 0xc0) == 0x80;)
            len--;
        return len;
    }
    while (next > 0 && (unsigned char)text.at[next - 1] > 0x7f)
        next--;
    while (next <= max) { /* of the others, only EUC-JP has characters of several bytes */
        len = next;
        next += text.at[len] == '\x8f' ? 3 : 1 + ((unsigned char)text.at[len] >> 7);
    }
    return len;
}
