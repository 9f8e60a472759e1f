/* SPDX-License-Identifier: MIT */
/* Decodes documents of any encoding to UTF-8 with iconv. Three encodings are decoded here: UTF-8 itself,
 * windows-1252 (iconv rejects bytes that browsers decode as C1 controls) and x-user-defined (iconv does not
 * know it). */
#include "config.h"

#include "markup/transcode.h"

#include <errno.h>

#include "base/alloc.h"
#include "base/error.h"
#include "markup/charset.h"
#include "base/utf8.h"

enum { CHUNK = 4096 };

/* U+FFFD */
static const char replacement[3] = {'\xef', '\xbf', '\xbd'};

void transcoder_release(struct transcoder *transcoder)
{
    if (transcoder->encoding)
        iconv_close(transcoder->handle);
    *transcoder = (struct transcoder){0};
}

/* Selects the decoder of ENCODING, in its initial state. */
static void use_encoding(struct transcoder *transcoder, const char *encoding)
{
    if (transcoder->encoding && strcmp(transcoder->encoding, encoding) == 0) {
        iconv(transcoder->handle, NULL, NULL, NULL, NULL);
        return;
    }
    transcoder_release(transcoder);
    transcoder->handle = iconv_open("UTF-8", charset_iconv_name(encoding));
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
    use_encoding(transcoder, encoding);
    while (bytes.len > 0) {
        char *room = buf_reserve(out, CHUNK);

        if (!room)
            return ERROR_TOO_LARGE;
        buf_grew(out, decode_some(transcoder, &bytes, true, unit_of(encoding), room, CHUNK));
    }
    return 0;
}

static int transcode_utf8(struct span bytes, struct buf *out)
{
    size_t start = 0;
    size_t at = 0;
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
