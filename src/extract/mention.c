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
    size_t seen;    /* the last star that was looked at, or the start */
    bool in_name;   /* no ">" was between the last name attribute and that */
    bool quoted[2]; /* the last " and ' before that begins the value of one */
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

/* Returns true if a name attribute with a value begins at AT. */
static bool name_is_at(struct span text, size_t at)
{
    if (!span_is_nocase(span_part(text, at, strlen("name")), "name"))
        return false;
    for (at += strlen("name"); at < text.len && ascii_is_white(text.at[at]);)
        at++;
    return at < text.len && text.at[at] == '=';
}

/* Returns true if a name may begin at AT, after white space. */
static bool follows_separator(struct span text, size_t at)
{
    at = span_before_white(text, at);
    return at > 0 && strchr("=\"',;", text.at[at - 1]);
}

/* Returns true if the quote at AT begins the value of a name attribute. */
static bool is_of_name(struct span text, size_t at)
{
    size_t end = span_before_white(text, at);

    if (end == 0 || text.at[end - 1] != '=')
        return false;
    end = span_before_white(text, end - 1);
    return end >= strlen("name") &&
           span_is_nocase(span_part(text, end - strlen("name"), strlen("name")), "name");
}

/* Reads what is before the star at AT, back to the one before it. */
static void look_back(struct mention_scan *scan, size_t at)
{
    struct span text = scan->text, fresh = span_part(text, scan->seen, at - scan->seen);
    bool has_name = false;
    size_t i = at;

    for (size_t k = 0; k < sizeof scan->quoted; k++) {
        const char *quote = fresh.len > 0 ? memrchr(fresh.at, "\"'"[k], fresh.len) : NULL;

        if (quote)
            scan->quoted[k] = is_of_name(text, (size_t)(quote - text.at));
    }
    for (; i > scan->seen && text.at[i - 1] != '>'; i--)
        has_name = has_name || (ascii_lower(text.at[i - 1]) == 'n' && name_is_at(text, i - 1));
    scan->in_name = has_name || (i == scan->seen && scan->in_name);
    scan->seen = at;
}

/* Returns true if the "*" at AT may be a complete name in the value of a name attribute. */
static bool star_is_name(struct mention_scan *scan, size_t at)
{
    struct span text = scan->text;
    char before = at > 0 ? text.at[at - 1] : 'a', after = at + 1 < text.len ? text.at[at + 1] : '>';

    if (!strchr("=\"',; \t\r\n\f", before) || !strchr(">\"',/& \t\r\n\f", after) ||
        (after == '/' && ascii_is_white(before) && !follows_separator(text, at))) /* end of a comment in C */
        return false;
    look_back(scan, at);
    return scan->in_name || scan->quoted[0] || scan->quoted[1];
}

static bool is_mention(struct mention_scan *scan, size_t at)
{
    struct span text = scan->text;

    if (text.at[at] == '*')
        return star_is_name(scan, at);
    if (text.at[at] == '&')
        return at + 2 < text.len && text.at[at + 1] == '#' && letter_is_at(text, at);
    if (at < PROBE_AT)
        return false;
    return word_is_at(text, at - PROBE_AT, span_of("robot")) || word_is_at(text, at - PROBE_AT, scan->token);
}

static bool any_mention(struct mention_scan *scan, size_t at, size_t end)
{
    while (at < end && !is_mention(scan, at))
        at++;
    return at < end;
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
        lanes others = (lanes)(lanes_at(place) == '*') | (lanes)((first == '&') & (second == '#'));

        if (lanes_any(words | others) && any_mention(&scan, at, at + STEP))
            return true;
    }
    return any_mention(&scan, at, text.len);
}
