/* SPDX-License-Identifier: MIT */
/* Decides whether a page can contain robots directives: whether its text has one of the names that
 * robots/meta.c obeys ("robot", "robots", "x-robots-tag", our own token, or "*"), in any case, or written
 * with character references. Most pages have none, so this pass over every byte of every page must be cheap.
 * It checks 16 positions at a time for three characters of each word, and examines only the matches. It does
 * not parse tags: when in doubt, the answer is yes. */
#include "config.h"

#include "extract/mention.h"

#include <stdint.h>
#include <string.h>

enum {
    STEP = 16,
    PROBE_AT = 2, /* the probe is characters 2 to 4 of a word, from 0: "bot" of robot, "pto" of tiptoe */
    PROBE_LEN = 3,
    WORD_MIN = PROBE_AT + PROBE_LEN,
    LOOK_BACK_MAX = 1024, /* bytes from a "*" back to the name of its attribute */
    STARS_MAX = 1000      /* maximum examined; a page with more is read */
};

struct search {
    struct span text, token;
    unsigned stars; /* number examined so far */
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
    return ascii_is_alpha(c) || ascii_is_digit(c) || c == '_' || c == '.';
}

/* Whether WORD is at AT as a whole word, optionally followed by "s". */
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

/* Whether the numeric character reference at AT encodes a letter or "*". */
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

/* Whether TEXT begins with an attribute whose value may be "*": "name" followed by "=". */
static bool is_name(struct span text)
{
    if (!span_starts_nocase(text, "name"))
        return false;
    text = span_trim_white(span_part(text, strlen("name"), text.len));
    return text.len > 0 && text.at[0] == '=';
}

/* Whether the attribute that begins TEXT has a value in quotes that does not end in it. */
static bool value_goes_on(struct span text)
{
    struct span value;

    (void)span_take_until(&text, '=');
    value = span_trim_white(text);
    return value.len > 0 && (value.at[0] == '"' || value.at[0] == '\'') &&
           span_find(span_part(value, 1, value.len), value.at[0]) == value.len - 1;
}

/* Whether the "*" at AT may be a complete name in the value of a name attribute. */
static bool star_is_name(struct search *search, size_t at)
{
    struct span text = search->text;
    size_t from = at > LOOK_BACK_MAX ? at - LOOK_BACK_MAX : 0;
    char before = at > 0 ? text.at[at - 1] : 'a', after = at + 1 < text.len ? text.at[at + 1] : '>';
    bool in_tag = true;

    if (!strchr("=\"',; \t\r\n\f", before) || !strchr(">\"',/& \t\r\n\f", after) ||
        (after == '/' && ascii_is_white(before))) /* end of a C-style comment */
        return false;
    if (search->stars++ == STARS_MAX)
        return true;
    for (size_t i = at; i > from; i--) {
        struct span between = span_part(text, i, at - i);

        in_tag = in_tag && text.at[i] != '<' && text.at[i] != '>';
        if (ascii_lower(text.at[i]) == 'n' && is_name(between) && (in_tag || value_goes_on(between)))
            return true;
    }
    return false;
}

/* Examines the position whose probe begins at AT. */
static bool is_mention(struct search *search, size_t at)
{
    struct span text = search->text;

    if (text.at[at] == '*')
        return star_is_name(search, at);
    if (text.at[at] == '&')
        return at + 2 < text.len && text.at[at + 1] == '#' && letter_is_at(text, at);
    if (at < PROBE_AT)
        return false;
    return word_is_at(text, at - PROBE_AT, span_of("robot")) ||
           word_is_at(text, at - PROBE_AT, search->token);
}

/* Whether any position from AT to before END holds a mention. */
static bool any_mention(struct search *search, size_t at, size_t end)
{
    while (at < end && !is_mention(search, at))
        at++;
    return at < end;
}

bool mention_is_in(struct span text, struct span token)
{
    struct search search = {.text = text, .token = token};
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
        lanes others = (lanes)(lanes_at(place) == '*') | (lanes)((first == '&') & (second == '#'));

        if (lanes_any(words | others) && any_mention(&search, at, at + STEP))
            return true;
    }
    return any_mention(&search, at, text.len);
}
