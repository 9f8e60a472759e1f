/* SPDX-License-Identifier: MIT */
/* Decides whether a page can contain robots directives: whether a META tag has one of the names that
 * robots/meta.c obeys ("robot", "robots", "x-robots-tag", our own token, or "*"), in any case, or written
 * with character references. Most pages have none, so this pass over every byte of every page must be cheap:
 * it checks 16 positions at a time. It parses only tags that all parsers read alike; of any other, all that
 * follows may belong to it. When in doubt, the answer is yes. */
#include "config.h"

#include "base/limits.h"
#include "extract/metas.h"

/* libxml2 cuts names at 100 bytes. */
enum { STEP = 16, NAME_MAX_BYTES = 99 };

#define TAG "<meta"

/* STEP adjacent bytes, each compared separately. */
typedef uint8_t lanes __attribute__((vector_size(STEP)));

static lanes lanes_at(const char *at)
{
    lanes text;

    memcpy(&text, at, sizeof text);
    return text;
}

static bool lanes_any(lanes found)
{
    uint64_t halves[2];

    memcpy(halves, &found, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

static bool is_word_byte(char c)
{
    return ascii_is_alphanumeric(c) || c == '_' || c == '.';
}

/* Returns true if WORD is at AT as a whole word, optionally followed by "s". */
static bool word_is_at(struct span text, size_t at, struct span word)
{
    struct span rest = span_part(text, at, text.len);

    if (!span_equals_nocase(span_part(rest, 0, word.len), word) || (at > 0 && is_word_byte(text.at[at - 1])))
        return false;
    rest = span_part(rest, word.len, rest.len);
    if (rest.len > 0 && ascii_lower(rest.at[0]) == 's')
        rest = span_part(rest, 1, rest.len);
    return rest.len == 0 || !is_word_byte(rest.at[0]);
}

/* Returns true if the numeric character reference at AT encodes a letter or "*". */
static bool letter_is_at(struct span text, size_t at)
{
    struct span rest = span_part(text, at + 2, text.len);
    unsigned base = rest.len > 0 && ascii_lower(rest.at[0]) == 'x' ? 16 : 10, code = 0;

    if (base == 16)
        rest = span_part(rest, 1, rest.len);
    for (size_t i = 0; i < rest.len && code < 0x80; i++) {
        int digit = ascii_hex_value(rest.at[i]);

        if (digit < 0 || digit >= (int)base)
            break;
        code = base * code + (unsigned)digit;
    }
    return code == '*' || (code < 0x80 && ascii_is_alpha((char)code));
}

/* Returns true if a name for robots, or a character of one, is at AT. A star in another value is rare. */
static bool is_mention(struct span text, size_t at, struct span token)
{
    char c = ascii_lower(text.at[at]);
    struct span rest = span_part(text, at, text.len);

    if (c == '&')
        return span_starts(rest, "&#") ? letter_is_at(text, at)
                                       : span_starts(rest, "&ast;") || span_starts(rest, "&midast;");
    return c == '*' || (c == 'r' && word_is_at(text, at, span_of("robot"))) ||
           (c == ascii_lower(token.at[0]) && word_is_at(text, at, token));
}

/* Finds tags whose names begin with "m", at STEP places. */
static lanes tags_at(const char *at)
{
    return (lanes)((lanes_at(at) == '<') & ((lanes_at(at + 1) | 0x20) == 'm'));
}

/* Returns AT, or a place after it before which there is no such tag. */
static size_t pass_others(struct span text, size_t at)
{
    while (text.len - at > 2 * STEP && !lanes_any(tags_at(text.at + at) | tags_at(text.at + at + STEP)))
        at += 2 * STEP;
    return at;
}

/* Returns the end of the tag whose attributes begin at AT. Parsers agree on it if each attribute is a plain
 * name, with a value that has quotes around it, or none inside and no form feed. Otherwise, and if the tag is
 * very large, returns the end of the text. */
static size_t tag_end(struct span text, size_t at)
{
    struct span rest = span_part(text, at, LIMIT_TAG_BYTES), name;

    while (rest.len > 0) {
        rest = span_part(rest, span_skip(rest, 0, PLAIN_WHITE), rest.len);
        if (span_starts(rest, ">") || span_starts(rest, "/>"))
            return (size_t)(rest.at - text.at);
        name = span_take_plain(&rest, "-_:.");
        if (name.len == 0 || name.len > NAME_MAX_BYTES || !ascii_is_alpha(name.at[0]))
            break;
        rest = span_part(rest, span_skip(rest, 0, PLAIN_WHITE), rest.len);
        if (!span_take_byte(&rest, '='))
            continue;
        rest = span_part(rest, span_skip(rest, 0, PLAIN_WHITE), rest.len);
        if (span_take_byte(&rest, '"'))
            (void)span_take_until(&rest, '"');
        else if (span_take_byte(&rest, '\''))
            (void)span_take_until(&rest, '\'');
        else
            (void)span_take_until_any(&rest, HTML_WHITE "\"'>");
    }
    return text.len;
}

bool mention_is_in(struct span text, struct span token)
{
    size_t read = 0;

    for (size_t at = 0; at < text.len && token.len > 0; at++) {
        size_t end;

        at = pass_others(text, at);
        if (!span_is_nocase(span_part(text, at, strlen(TAG)), TAG))
            continue;
        end = tag_end(text, at + strlen(TAG));
        for (size_t i = at + strlen(TAG); i < end; i++)
            if (is_mention(text, i, token))
                return true;
        read += end - at;
        if (end == text.len || read > 2 * text.len) /* tags within values of tags */
            return end < text.len;
    }
    return token.len == 0;
}
