/* SPDX-License-Identifier: MIT */
/* Decodes attribute values and other parts of a document, and maps positions in the decoded text back to the
 * bytes of the document. Numeric character references use the replacements of the WHATWG HTML standard; named
 * ones use the longest matching name of its table (data/entities.txt). */
#include "config.h"

#include "markup/value.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"

enum { NAME_SIZE = 33, TEXT_SIZE = 8 };

struct named {
    char name[NAME_SIZE];
    char text[TEXT_SIZE];
};

static const struct named names[] = {
#include "markup/entity_rows.def"
};

/* Returns the code point that &#CODE; means. From 128 to 159, that is a character of windows-1252. */
static uint32_t corrected(uint32_t code)
{
    if (code == 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
        return UTF8_REPLACEMENT;
    return code >= 0x80 && code <= 0x9f ? transcode_windows_1252((unsigned char)code) : code;
}

static size_t read_numeric(struct span text, struct buf *out)
{
    bool hex = text.len > 2 && ascii_lower(text.at[2]) == 'x';
    uint32_t base = hex ? 16 : 10;
    size_t first = hex ? 3 : 2;
    size_t at = first;
    uint32_t code = 0;

    for (; at < text.len; at++) {
        int digit = ascii_hex_value(text.at[at]);

        if (digit < 0 || (uint32_t)digit >= base)
            break;
        if (code <= 0x10ffff)
            code = code * base + (uint32_t)digit;
    }
    if (at == first)
        return 0;
    (void)utf8_add(out, corrected(code));
    return at < text.len && text.at[at] == ';' ? at + 1 : at;
}

/* Returns the first row, from LOW to HIGH exclusive, whose byte at DEPTH is not below C. */
static size_t lower_bound(size_t low, size_t high, size_t depth, unsigned char c)
{
    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if ((unsigned char)names[middle].name[depth] < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Returns the row of the longest name at the start of TEXT and sets LEN to its length, or returns NULL. */
static const struct named *find_longest(struct span text, size_t *len)
{
    const struct named *best = NULL;
    size_t low = 0;
    size_t high = COUNT_OF(names);

    for (size_t depth = 0; depth < text.len && depth < NAME_SIZE - 1; depth++) {
        unsigned char c = (unsigned char)text.at[depth];

        if (c == 0 || c >= 0x80)
            break;
        low = lower_bound(low, high, depth, c);
        high = lower_bound(low, high, depth, (unsigned char)(c + 1));
        if (low == high)
            break;
        if (names[low].name[depth + 1] == '\0') {
            best = &names[low];
            *len = depth + 1;
        }
    }
    return best;
}

/* Decodes the character reference at the start of TEXT, whose first byte is '&', by the rules for attribute
 * values. Returns its length, or 0 with nothing added if the '&' is a literal ampersand. */
static size_t entity_read(struct span text, struct buf *out)
{
    const struct named *found;
    size_t len = 0;

    if (text.len > 1 && text.at[1] == '#')
        return read_numeric(text, out);
    found = find_longest(span_part(text, 1, text.len), &len);
    if (!found)
        return 0;
    /* in a URL, "&copy=1" and "&copyright" are not the reference "&copy" */
    if (found->name[len - 1] != ';' && len + 1 < text.len &&
        (text.at[len + 1] == '=' || ascii_is_alphanumeric(text.at[len + 1])))
        return 0;
    (void)buf_add_text(out, found->text);
    return len + 1;
}

void value_release(struct value *value)
{
    buf_release(&value->changed);
    free(value->points);
    *value = (struct value){0};
}

/* How to decode the bytes of a value. */
struct rules {
    bool references;
    bool decode; /* bytes above 0x7f are not UTF-8 */
};

static bool is_plain(unsigned char c, struct rules rules)
{
    if (c >= 0x80)
        return !rules.decode;
    return c != '\0' && !(c == '&' && rules.references);
}

static size_t find_special(struct span raw, size_t at, struct rules rules)
{
    while (at < raw.len && is_plain((unsigned char)raw.at[at], rules))
        at++;
    return at;
}

/* Returns true if RAW needs no decoding, like nearly all values. */
static bool is_all_plain(struct span raw, struct rules rules)
{
    return span_find(raw, '\0') == raw.len && (!rules.references || span_find(raw, '&') == raw.len) &&
           (!rules.decode || utf8_is_ascii(raw));
}

/* Returns the end of the run of bytes above 0x7f at AT. */
static size_t high_end(struct span raw, size_t at)
{
    while (at < raw.len && (unsigned char)raw.at[at] >= 0x80)
        at++;
    return at;
}

/* Adds a point, unless the last one is there: of bytes that follow each other, each ends where one begins. */
static void add_point(struct value *value, size_t raw)
{
    if (value->count > 0 && value->points[value->count - 1].raw == raw)
        return;
    *MEM_ADD(value->points, value->count, value->room) =
        (struct value_point){.decoded = (uint32_t)value->changed.len, .raw = (uint32_t)raw};
}

/* Adds the decoded form of the special bytes at AT and returns the position after them. */
static size_t add_special(struct value *value, struct span raw, size_t at, struct transcoder *transcoder,
                          const char *encoding)
{
    size_t end;

    if ((unsigned char)raw.at[at] >= 0x80) {
        end = high_end(raw, at);
        if (transcode(transcoder, encoding, span_part(raw, at, end - at), &value->changed))
            die("a value grew beyond what its document can give");
        return end;
    }
    if (raw.at[at] == '\0') {
        (void)utf8_add(&value->changed, UTF8_REPLACEMENT);
        return at + 1;
    }
    end = at + entity_read(span_part(raw, at, raw.len), &value->changed);
    if (end > at)
        return end;
    (void)buf_add_byte(&value->changed, '&');
    return at + 1;
}

void value_decode(struct value *value, struct span raw, struct transcoder *transcoder, const char *encoding,
                  bool references)
{
    struct rules rules = {.references = references, .decode = charset_kind(encoding) != CHARSET_UTF8};
    size_t start = 0, at;

    value->text = raw;
    value->count = 0;
    if (is_all_plain(raw, rules))
        return;
    at = find_special(raw, 0, rules);
    buf_clear(&value->changed);
    value->changed.max = 4 * (size_t)LIMIT_DOCUMENT_BYTES; /* a byte becomes at most three: U+FFFD */
    add_point(value, 0);
    while (at < raw.len) {
        (void)buf_add(&value->changed, raw.at + start, at - start);
        add_point(value, at);
        start = add_special(value, raw, at, transcoder, encoding);
        add_point(value, start);
        at = find_special(raw, start, rules);
    }
    (void)buf_add(&value->changed, raw.at + start, at - start);
    if (value->changed.full)
        die("a value grew beyond what its document can give");
    value->text = buf_span(&value->changed);
}

size_t value_raw(const struct value *value, size_t decoded)
{
    size_t low = 0;
    size_t high = value->count;
    size_t raw;

    if (value->count == 0)
        return decoded;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (value->points[middle].decoded <= decoded)
            low = middle;
        else
            high = middle;
    }
    raw = value->points[low].raw + (decoded - value->points[low].decoded);
    if (low + 1 < value->count && raw > value->points[low + 1].raw)
        raw = value->points[low + 1].raw;
    return raw;
}
