/* SPDX-License-Identifier: MIT */
/* Converts names beyond ASCII: UTS #46 as in browsers (non-transitional, without STD3, hyphen and length
 * checks), by ICU. Its Unicode may be older than that of browsers, so this file first maps code points whose
 * mapping has changed since. Departure: a name with a code point that this ICU does not know is refused. */
#include "config.h"

#include "url/domain.h"

#include <unicode/uidna.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"

/* Longer names are refused: no DNS name is as long, and Punycode takes quadratic time. */
enum { CODES_MAX = 1024 };

enum change {
    IGNORED, /* the code point vanishes */
    MOVED    /* it becomes TO plus its distance from FROM */
};

/* The mapping in UTS #46 of Unicode 16 for code points that some version of ICU refuses or maps differently.
 */
static const struct {
    uint32_t from, last;
    enum change change;
    uint32_t to;
} changes[] = {
    {0x04c0, 0x04c0, MOVED, 0x04cf},   {0x10a0, 0x10c5, MOVED, 0x2d00},   {0x115f, 0x1160, IGNORED, 0},
    {0x17b4, 0x17b5, IGNORED, 0},      {0x180e, 0x180f, IGNORED, 0},      {0x1e9e, 0x1e9e, MOVED, 0x00df},
    {0x206a, 0x206f, IGNORED, 0},      {0x2132, 0x2132, MOVED, 0x214e},   {0x2183, 0x2183, MOVED, 0x2184},
    {0x3164, 0x3164, IGNORED, 0},      {0xffa0, 0xffa0, IGNORED, 0},      {0x1d173, 0x1d17a, IGNORED, 0},
    {0x2f868, 0x2f868, MOVED, 0x36fc}, {0x2f874, 0x2f874, MOVED, 0x5f53}, {0x2f91f, 0x2f91f, MOVED, 0x243ab},
    {0x2f95f, 0x2f95f, MOVED, 0x7aee}, {0x2f9bf, 0x2f9bf, MOVED, 0x45d7},
};

static void add_changed(struct buf *out, uint32_t code)
{
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        if (code < changes[i].from || code > changes[i].last)
            continue;
        if (changes[i].change == MOVED)
            (void)utf8_add(out, changes[i].to + (code - changes[i].from));
        return;
    }
    (void)utf8_add(out, code);
}

/* Adds NAME with the mapping of today's Unicode where it has changed. */
static bool add_name(struct buf *out, struct span name)
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

bool domain_to_ascii(struct buf *name)
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

    if (!add_name(&text, buf_span(name)))
        return false;
    idna = uidna_openUTS46(wanted, &code);
    len = uidna_nameToASCII_UTF8(idna, buf_text(&text), (int32_t)text.len, ascii, sizeof ascii, &info, &code);
    uidna_close(idna);
    if (code == U_MEMORY_ALLOCATION_ERROR)
        die("out of memory in ICU");
    buf_clear(name);
    return U_SUCCESS(code) && (info.errors & ~allowed) == 0 && buf_add(name, ascii, (size_t)len) == 0;
}
