/* SPDX-License-Identifier: MIT */
/* Decides whether a page can contain robots directives: whether its text has one of the names that
 * robots/meta.c obeys ("robot", "robots", "x-robots-tag", our own token, or "*"), in any case, or written
 * with character references. Most pages have none, so this pass over every byte of every page must be cheap.
 * It checks 16 positions at a time for three characters of each word, and examines only the matches. It does
 * not parse tags: when in doubt, the answer is yes. */
#include "config.h"

#include "extract/metas.h"

enum {
    STEP = 16,
    PROBE_AT = 2, /* the probe is characters 2 to 4 of a word, from 0: "bot" of robot, "pto" of tiptoe */
    PROBE_LEN = 3,
    WORD_MIN = PROBE_AT + PROBE_LEN
};

struct mention_scan {
    struct span text, token;
    size_t bare_end; /* of the last value of a name attribute that has no quotes */
};

/* STEP adjacent bytes, each compared separately. */
typedef uint8_t lanes __attribute__((vector_size(STEP)));

static lanes lanes_at(const char *at)
{
    lanes text;

    memcpy(&text, at, sizeof text);
    return text;
}

/* Lowercases letters; other bytes may change too. */
static lanes lower_lanes_at(const char *at)
{
    return lanes_at(at) | 0x20;
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

/* Returns true if VALUE, of a name attribute, may have a star as a name. One that has other bytes than these
 * may have a character reference, a space of another encoding, or another attribute. */
static bool has_star(struct span value)
{
    struct span word;

    if (span_find(value, '*') == value.len && !span_has(value, "ast;"))
        return false;
    if (!span_is_plain(value, "*-_.:/,;()" HTML_WHITE))
        return true;
    while ((word = span_take_word(&value, "," HTML_WHITE)).len > 0)
        if (word.at[0] == '*' && (word.len == 1 || word.at[1] == '/'))
            return true;
    return false;
}

/* Returns true if a name attribute begins at AT and its value has a star, perhaps as &ast; or &midast;.
 * Values without quotes may overlap: none is searched twice. */
static bool names_all(struct mention_scan *scan, size_t at)
{
    struct span text = scan->text, value;
    char quote;

    if (!span_is_nocase(span_part(text, at, strlen("name")), "name"))
        return false;
    at = span_skip(text, at + strlen("name"), HTML_WHITE);
    if (span_byte(text, at) != '=')
        return false;
    at = span_skip(text, at + 1, HTML_WHITE);
    quote = span_byte(text, at);
    value = span_part(text, at, text.len);
    if (quote == '"' || quote == '\'') {
        value = span_part(value, 1, value.len);
        value = span_take_until(&value, quote);
    } else if (at >= scan->bare_end) {
        value = span_take_until_any(&value, HTML_WHITE ">");
        scan->bare_end = at + value.len;
    } else {
        return false;
    }
    return has_star(value);
}

static bool is_mention(struct mention_scan *scan, size_t at)
{
    struct span text = scan->text;

    if (ascii_lower(text.at[at]) == 'n' && names_all(scan, at))
        return true;
    if (text.at[at] == '&')
        return at + 2 < text.len && text.at[at + 1] == '#' && letter_is_at(text, at);
    if (at < PROBE_AT)
        return false;
    return word_is_at(text, at - PROBE_AT, span_of("robot")) || word_is_at(text, at - PROBE_AT, scan->token);
}

/* Returns true if a mention is at one of the places from AT on that FOUND marks. */
static bool any_mention(struct mention_scan *scan, size_t at, lanes found)
{
    for (size_t i = 0; i < STEP; i++)
        if (found[i] && is_mention(scan, at + i))
            return true;
    return false;
}

bool mention_is_in(struct span text, struct span token)
{
    struct mention_scan scan = {.text = text, .token = token};
    const uint8_t *robot = (const uint8_t *)"robot" + PROBE_AT;
    uint8_t own[PROBE_LEN];
    size_t at = 0;

    if (token.len < WORD_MIN)
        return true;
    for (size_t i = 0; i < PROBE_LEN; i++)
        own[i] = (uint8_t)token.at[PROBE_AT + i] | 0x20;
    for (; text.len - at >= STEP + PROBE_LEN; at += STEP) {
        const char *place = text.at + at;
        lanes first = lower_lanes_at(place), second = lower_lanes_at(place + 1);
        lanes third = lower_lanes_at(place + 2);
        lanes words = (lanes)((first == robot[0]) & (second == robot[1]) & (third == robot[2])) |
                      (lanes)((first == own[0]) & (second == own[1]) & (third == own[2]));
        lanes others = (lanes)((first == 'n') & (second == 'a') & (third == 'm')) |
                       (lanes)((first == '&') & (second == '#'));

        if (lanes_any(words | others) && any_mention(&scan, at, words | others))
            return true;
    }
    while (at < text.len && !is_mention(&scan, at))
        at++;
    return at < text.len;
}
