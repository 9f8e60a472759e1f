/* SPDX-License-Identifier: MIT */
/* Names beyond ASCII: UTS #46, non-transitional, without STD3, hyphen and length checks, by libidn2. Unlike
 * browsers, libidn2 has an older Unicode and checks every label against IDNA2008. So this file first maps
 * code points whose mapping has changed since. If libidn2 refuses a label for something that browsers allow
 * (symbols, hyphens, length), it passes the label in pieces, and writes the
 * Punycode (RFC 3492) itself, which libidn2 does not export.
 * Departure: the Bidi rule is checked for each label separately. */
#include "config.h"

#include "url/domain.h"

#include <idn2.h>

#include "base/error.h"
#include "base/utf8.h"

enum { BASE = 36, T_MIN = 1, T_MAX = 26, SKEW = 38, DAMP = 700, FIRST_BIAS = 72, FIRST_CODE = 0x80 };

static uint32_t adapt(uint64_t delta, size_t points, bool first)
{
    uint32_t k = 0;

    delta = first ? delta / DAMP : delta / 2;
    delta += delta / points;
    while (delta > (BASE - T_MIN) * T_MAX / 2) {
        delta /= BASE - T_MIN;
        k += BASE;
    }
    return k + (uint32_t)((BASE - T_MIN + 1) * delta / (delta + SKEW));
}

static void add_digit(struct buf *out, uint64_t digit)
{
    buf_add_byte(out, (char)(digit < 26 ? 'a' + digit : '0' + digit - 26));
}

/* Adds DELTA as a variable-length integer with the thresholds that BIAS sets. */
static void add_delta(struct buf *out, uint64_t delta, uint32_t bias)
{
    for (uint32_t k = BASE;; k += BASE) {
        uint32_t t = k <= bias ? T_MIN : k - bias;

        if (t > T_MAX)
            t = T_MAX;
        if (delta < t)
            break;
        add_digit(out, t + (delta - t) % (BASE - t));
        delta = (delta - t) / (BASE - t);
    }
    add_digit(out, delta);
}

static size_t add_ascii(struct buf *out, const uint32_t *codes, size_t count)
{
    size_t added = 0;

    for (size_t i = 0; i < count; i++) {
        if (codes[i] < FIRST_CODE) {
            buf_add_byte(out, (char)codes[i]);
            added++;
        }
    }
    if (added > 0)
        buf_add_byte(out, '-');
    return added;
}

static uint32_t smallest_from(const uint32_t *codes, size_t count, uint32_t from)
{
    uint32_t smallest = UINT32_MAX;

    for (size_t i = 0; i < count; i++) {
        if (codes[i] >= from && codes[i] < smallest)
            smallest = codes[i];
    }
    return smallest;
}

/* Adds the Punycode of COUNT code points, without the "xn--". Takes quadratic time. */
static int punycode_add(struct buf *out, const uint32_t *codes, size_t count)
{
    size_t ascii = add_ascii(out, codes, count), handled = ascii;
    uint32_t bias = FIRST_BIAS, next = FIRST_CODE;
    uint64_t delta = 0;

    while (handled < count) {
        uint32_t code = smallest_from(codes, count, next);

        delta += (uint64_t)(code - next) * (handled + 1);
        for (size_t i = 0; i < count; i++) {
            if (codes[i] < code) {
                delta++;
            } else if (codes[i] == code) {
                add_delta(out, delta, bias);
                bias = adapt(delta, handled + 1, handled == ascii);
                delta = 0;
                handled++;
            }
        }
        delta++;
        next = code + 1;
    }
    return out->full ? ERROR_TOO_LARGE : 0;
}

/* Names with more code points are refused: no DNS name is as long, and Punycode takes quadratic time. */
enum { CODES_MAX = 1024 };

/* A letter that composes with no mark, and the only mark that composes with symbols. */
enum { CARRIER = 'q', LONG_SOLIDUS = 0x338 };

struct codes {
    uint32_t at[CODES_MAX];
    size_t count;
};

enum change {
    IGNORED, /* the code point vanishes */
    MOVED    /* it becomes TO plus its distance from FROM */
};

/* The mapping in UTS #46 of Unicode 16 for code points that some version of libidn2 refuses or maps
 * differently, and for those that a solidus may follow (add_composed). */
static const struct {
    uint32_t from, last;
    enum change change;
    uint32_t to;
} changes[] = {
    {0x00ad, 0x00ad, IGNORED, 0},      {0x04c0, 0x04c0, MOVED, 0x04cf},   {0x10a0, 0x10c5, MOVED, 0x2d00},
    {0x115f, 0x1160, IGNORED, 0},      {0x17b4, 0x17b5, IGNORED, 0},      {0x180e, 0x180f, IGNORED, 0},
    {0x1e9e, 0x1e9e, MOVED, 0x00df},   {0x206a, 0x206f, IGNORED, 0},      {0x2132, 0x2132, MOVED, 0x214e},
    {0x2183, 0x2183, MOVED, 0x2184},   {0x3002, 0x3002, MOVED, '.'},      {0x3164, 0x3164, IGNORED, 0},
    {0xfe00, 0xfe0f, IGNORED, 0},      {0xff0e, 0xff0e, MOVED, '.'},      {0xff1c, 0xff1e, MOVED, '<'},
    {0xff61, 0xff61, MOVED, '.'},      {0xffa0, 0xffa0, IGNORED, 0},      {0x1d173, 0x1d17a, IGNORED, 0},
    {0x2f868, 0x2f868, MOVED, 0x36fc}, {0x2f874, 0x2f874, MOVED, 0x5f53}, {0x2f91f, 0x2f91f, MOVED, 0x243ab},
    {0x2f95f, 0x2f95f, MOVED, 0x7aee}, {0x2f9bf, 0x2f9bf, MOVED, 0x45d7},
};

/* Code points that UTS #46 keeps and libidn2 refuses: symbols and old jamo, which IDNA2008 forbids, and
 * scripts that are too new. A block is listed whole if each of its code points is of these or unassigned. */
static const struct {
    uint32_t from, last;
} kept[] = {
    {0x00a1, 0x00a7},   {0x00a9, 0x00a9},   {0x00ab, 0x00ac},   {0x00ae, 0x00ae},   {0x00b0, 0x00b1},
    {0x00b6, 0x00b6},   {0x00bb, 0x00bb},   {0x00bf, 0x00bf},   {0x00d7, 0x00d7},   {0x00f7, 0x00f7},
    {0x19da, 0x19da},   {0x2010, 0x2010},   {0x2012, 0x2016},   {0x2018, 0x2023},   {0x2027, 0x2027},
    {0x2030, 0x2032},   {0x2035, 0x2035},   {0x2038, 0x203b},   {0x203d, 0x203d},   {0x203f, 0x2046},
    {0x20a0, 0x20a7},   {0x20a9, 0x20c0},   {0x20dd, 0x20e0},   {0x20e2, 0x20e4},   {0x2190, 0x222b},
    {0x222e, 0x222e},   {0x2231, 0x2328},   {0x232b, 0x2426},   {0x2500, 0x2a0b},   {0x2a0d, 0x2a73},
    {0x2a77, 0x2adb},   {0x2add, 0x2bff},   {0x2e00, 0x2e5d},   {0x2e80, 0x2e99},   {0x2e9b, 0x2e9e},
    {0x2ea0, 0x2ef2},   {0xa960, 0xa97c},   {0xd7b0, 0xd7fb},   {0x102e1, 0x102fb}, {0x10a50, 0x10a58},
    {0x10e60, 0x10e7e}, {0x18b00, 0x18cff}, {0x1d200, 0x1d241}, {0x1d300, 0x1d356}, {0x1f000, 0x1f0ff},
    {0x1f191, 0x1f1ad}, {0x1f1e6, 0x1f1ff}, {0x1f300, 0x1faff}, {0x1fb00, 0x1fbef}, {0x2ebf0, 0x2ee5d},
    {0x31350, 0x33479},
};

static bool is_kept(uint32_t code)
{
    for (size_t i = 0; i < COUNT_OF(kept); i++) {
        if (code >= kept[i].from && code <= kept[i].last)
            return true;
    }
    return false;
}

static bool codes_add(struct codes *codes, uint32_t code)
{
    if (codes->count == CODES_MAX)
        return false;
    codes->at[codes->count++] = code;
    return true;
}

/* Adds CODE after a symbol: a long solidus makes a new symbol of the three ASCII characters that it composes
 * with. libidn2 2.3.8 refuses the symbol, so it must be one code point to be kept. */
static bool add_composed(struct codes *codes, uint32_t code)
{
    uint32_t *last = codes->count > 0 ? &codes->at[codes->count - 1] : NULL;

    if (code != LONG_SOLIDUS || !last || *last < '<' || *last > '>')
        return codes_add(codes, code);
    *last = *last == '=' ? 0x2260 : *last == '<' ? 0x226e : 0x226f;
    return true;
}

static bool add_changed(struct codes *codes, uint32_t code)
{
    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        if (code < changes[i].from || code > changes[i].last)
            continue;
        if (changes[i].change == IGNORED)
            return true;
        return add_composed(codes, changes[i].to + (code - changes[i].from));
    }
    return add_composed(codes, code);
}

static bool read_codes(struct codes *codes, struct span name)
{
    uint32_t code;

    codes->count = 0;
    for (size_t at = 0; at < name.len;) {
        at += utf8_next(name, at, &code);
        if (code == 0 || !add_changed(codes, code))
            return false;
    }
    return true;
}

static bool all_ascii(const uint32_t *codes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (codes[i] >= 0x80)
            return false;
    }
    return true;
}

static bool claims_punycode(const uint32_t *codes, size_t count)
{
    return count >= 4 && (codes[0] | 0x20) == 'x' && (codes[1] | 0x20) == 'n' && codes[2] == '-' &&
           codes[3] == '-';
}

/* Converts code points with libidn2. Returns an IDN2 result; with IDN2_OK, free ASCII with idn2_free. */
static int look_up(const uint32_t *codes, size_t count, char **ascii)
{
    uint8_t *to = NULL;
    struct buf text BUF_LOCAL(4 * CODES_MAX);
    int result;

    for (size_t i = 0; i < count; i++)
        utf8_add(&text, codes[i]);
    result = idn2_lookup_u8((const uint8_t *)buf_text(&text), &to, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    *ascii = (char *)to;
    return result;
}

/* Looks up a piece from inside a label that begins with a combining mark: after a letter that composes with
 * none. */
static int look_up_marks(const uint32_t *codes, size_t count, char **ascii)
{
    struct codes whole = {.count = 0};

    for (size_t i = 0; codes_add(&whole, i == 0 ? CARRIER : codes[i - 1]) && i < count;)
        i++;
    if (codes[0] == LONG_SOLIDUS || whole.count != count + 1)
        return IDN2_LEADING_COMBINING;
    return look_up(whole.at, whole.count, ascii);
}

/* Maps a piece of a label and adds the resulting code points. INSIDE: the piece is not the first. */
static bool map_piece(struct codes *out, const uint32_t *codes, size_t count, bool inside)
{
    uint32_t *mapped = NULL;
    char *ascii = NULL;
    bool added = true;
    size_t skip = 0;
    int result;

    if (count == 0)
        return true;
    result = look_up(codes, count, &ascii);
    if (result == IDN2_LEADING_COMBINING && inside) {
        skip = 1;
        result = look_up_marks(codes, count, &ascii);
    }
    if (result == IDN2_OK)
        result = idn2_to_unicode_8z4z(ascii, &mapped, 0);
    for (size_t i = skip; result == IDN2_OK && mapped[i] && added; i++)
        added = codes_add(out, mapped[i]);
    idn2_free(mapped);
    idn2_free(ascii);
    return added && result == IDN2_OK;
}

/* Maps a label in pieces: symbols, and ASCII that no mark follows, stay; libidn2 maps the text between. */
static bool map_in_pieces(struct codes *out, const uint32_t *codes, size_t count)
{
    size_t from = 0;

    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        bool alone = codes[i] == '-' || is_kept(codes[i]) ||
                     (codes[i] < 0x80 && (i + 1 == count || codes[i + 1] < 0x80 || is_kept(codes[i + 1])));
        bool starts = codes[i] < 0x80;

        if (!alone && !starts)
            continue;
        if (!map_piece(out, codes + from, i - from, from > 0))
            return false;
        from = alone ? i + 1 : i;
        if (alone && !codes_add(out, codes[i] < 0x80 ? (unsigned char)ascii_lower((char)codes[i]) : codes[i]))
            return false;
    }
    return map_piece(out, codes + from, count - from, from > 0);
}

static bool add_in_pieces(struct buf *out, const uint32_t *codes, size_t count)
{
    struct codes mapped;

    if (!map_in_pieces(&mapped, codes, count) || claims_punycode(mapped.at, mapped.count))
        return false;
    if (!all_ascii(mapped.at, mapped.count))
        return buf_add_text(out, "xn--") == 0 && punycode_add(out, mapped.at, mapped.count) == 0;
    for (size_t i = 0; i < mapped.count; i++)
        buf_add_byte(out, (char)mapped.at[i]);
    return !out->full;
}

/* Returns true if browsers, which use UTS #46, may allow a name that libidn2 refuses with RESULT. */
static bool may_be_allowed(int result)
{
    return result == IDN2_DISALLOWED || result == IDN2_UNASSIGNED || result == IDN2_2HYPHEN ||
           result == IDN2_HYPHEN_STARTEND || result == IDN2_PUNYCODE_BIG_OUTPUT ||
           result == IDN2_TOO_BIG_LABEL || result == IDN2_TOO_BIG_DOMAIN;
}

static bool add_label(struct buf *out, const uint32_t *codes, size_t count)
{
    bool punycode = claims_punycode(codes, count);
    char *ascii = NULL;
    int result;

    if (!punycode && all_ascii(codes, count)) {
        for (size_t i = 0; i < count; i++)
            buf_add_byte(out, ascii_lower((char)codes[i]));
        return !out->full;
    }
    result = look_up(codes, count, &ascii);
    if (result == IDN2_OK) {
        int error = buf_add_text(out, ascii);

        idn2_free(ascii);
        return error == 0;
    }
    return !punycode && may_be_allowed(result) && add_in_pieces(out, codes, count);
}

bool domain_to_ascii(struct buf *name)
{
    struct codes codes;
    size_t from = 0;

    if (!read_codes(&codes, buf_span(name)))
        return false;
    buf_clear(name);
    for (size_t i = 0; i <= codes.count; i++) {
        if (i < codes.count && codes.at[i] != '.')
            continue;
        if (!add_label(name, codes.at + from, i - from))
            return false;
        if (i < codes.count && buf_add_byte(name, '.'))
            return false;
        from = i + 1;
    }
    return true;
}
