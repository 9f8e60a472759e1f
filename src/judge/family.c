/* SPDX-License-Identifier: MIT */
/* Finds what a URL has in common with others that programs generate endlessly, by its text only. A session id
 * is a word of at least 16 letters and digits that alternate at least four times; a title that contains a
 * number does not. */
#include "config.h"

#include "judge/family.h"

#include <string.h>

enum {
    SESSION_LENGTH = 16,
    SESSION_CHANGES = 4,
    YEAR_FIRST = 1900,
    YEAR_LAST = 2199,
    YEAR_DIGITS = 4,
    MONTHS = 12,
    MANY_SEGMENTS = 40
};

static bool is_word_byte(char c)
{
    return ascii_is_alphanumeric(c) || c == '-' || c == '_';
}

/* Returns the length of the word at the start of TEXT. */
static size_t word_length(struct span text)
{
    size_t len = 0;

    while (len < text.len && is_word_byte(text.at[len]))
        len++;
    return len;
}

static bool is_session_id(struct span word)
{
    int changes = 0;

    for (size_t i = 1; i < word.len; i++) {
        char a = word.at[i - 1], b = word.at[i];

        if ((ascii_is_digit(a) && ascii_is_alpha(b)) || (ascii_is_alpha(a) && ascii_is_digit(b)))
            changes++;
    }
    return word.len >= SESSION_LENGTH && changes >= SESSION_CHANGES;
}

/* Returns the name of the first parameter, in the query or in a segment of the path, whose value is a session
 * id; empty if no parameter has one. */
static struct span session_name(struct span target)
{
    size_t from = 0;
    bool may_have_one = false; /* after the first ';' or '?' */

    for (size_t i = 0; i < target.len; i++) {
        if (strchr("/;?&", target.at[i])) {
            from = i + 1;
            may_have_one = target.at[i] != '/' && (may_have_one || target.at[i] != '&');
        } else if (target.at[i] == '=' && may_have_one) {
            struct span value = span_part(target, i + 1, target.len);

            if (is_session_id(span_part(value, 0, word_length(value))))
                return span_part(target, from, i - from);
        }
    }
    return span_make(NULL, 0);
}

/* Returns the number at AT; LEN is its number of digits. */
static unsigned number_at(struct span text, size_t at, size_t *len)
{
    unsigned number = 0;

    for (*len = 0; at + *len < text.len && ascii_is_digit(text.at[at + *len]); ++*len)
        number = *len < 9 ? number * 10 + (unsigned)(text.at[at + *len] - '0') : number;
    return number;
}

static bool is_year(unsigned number, size_t len)
{
    return len == YEAR_DIGITS && number >= YEAR_FIRST && number <= YEAR_LAST;
}

static bool is_month(unsigned number, size_t len)
{
    return len <= 2 && number >= 1 && number <= MONTHS;
}

/* Returns whether NUMBER is a year and a month, perhaps with a day: 203102, 20310214. */
static bool is_date(unsigned number, size_t len)
{
    if (len == YEAR_DIGITS + 4)
        number /= 100;
    return (len == YEAR_DIGITS + 2 || len == YEAR_DIGITS + 4) && is_year(number / 100, YEAR_DIGITS) &&
           is_month(number % 100, 2);
}

/* Returns whether a year and a month are neighbours among its numbers. */
static bool has_date(struct span text)
{
    unsigned before = 0;
    size_t before_len = 0, len = 0;

    for (size_t i = 0; i<text.len; i += len> 0 ? len : 1) {
        unsigned number = number_at(text, i, &len);

        if (len == 0)
            continue;
        if (is_date(number, len) || (is_year(before, before_len) && is_month(number, len)) ||
            (is_month(before, before_len) && is_year(number, len)))
            return true;
        before = number;
        before_len = len;
    }
    return false;
}

static bool is_deep(struct span path)
{
    int count = 0;

    while (path.len > 0)
        count += span_take_until(&path, '/').len > 0;
    return count > MANY_SEGMENTS;
}

/* Adds TEXT with # for each number. */
static void add_pattern(struct buf *out, struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool digit = ascii_is_digit(text.at[i]);

        if (!digit || i == 0 || !ascii_is_digit(text.at[i - 1]))
            (void)buf_add_byte(out, digit ? '#' : text.at[i]);
    }
}

enum family_sort family_name(const struct url *url, struct buf *name)
{
    struct span target = url_target(url), session = session_name(target);

    buf_clear(name);
    if (session.len > 0) {
        (void)buf_add_format(name, "%.*s: %.*s", (int)url_origin(url).len, url_origin(url).at,
                             (int)session.len, session.at);
        return FAMILY_SESSION;
    }
    if (is_deep(url_path(url))) {
        (void)buf_add_span(name, url_origin(url));
        return FAMILY_DEEP;
    }
    if (has_date(target)) {
        (void)buf_add_span(name, url_origin(url));
        add_pattern(name, target);
        return FAMILY_DATE;
    }
    if (!url_has_query(url))
        return FAMILY_NONE;
    (void)buf_add_span(name, url_origin(url));
    (void)buf_add_span(name, url_path(url));
    (void)buf_add_span(name, span_of("?*"));
    return FAMILY_QUERY;
}

const char *family_sort_text(enum family_sort sort)
{
    switch (sort) {
    case FAMILY_SESSION:
        return "session ids of ";
    case FAMILY_DEEP:
        return "long paths of ";
    case FAMILY_DATE:
        return "dates of ";
    case FAMILY_QUERY:
    case FAMILY_NONE:
    default:
        return "";
    }
}

static void add_without_numbers(struct span text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_digit(text.at[i]))
            (void)buf_add_byte(out, text.at[i]);
}

static void add_without_sessions(struct span text, struct buf *out)
{
    while (text.len > 0) {
        size_t len = word_length(text);

        if (!is_session_id(span_part(text, 0, len)))
            (void)buf_add_span(out, span_part(text, 0, len > 0 ? len : 1));
        text = span_part(text, len > 0 ? len : 1, text.len);
    }
}

void family_essence(enum family_sort sort, struct span text, struct buf *out)
{
    if (sort == FAMILY_DATE)
        add_without_numbers(text, out);
    else
        add_without_sessions(text, out);
}
