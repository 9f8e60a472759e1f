/* SPDX-License-Identifier: MIT */
/* Reads the names of a User-agent line, and the paths of a rule. RFC 9309 has one product token per line;
 * older texts list several, with versions, and real files add punctuation or whole User-Agent headers. Values
 * of rules are read leniently if the rule restricts, strictly if it allows. */
#include "config.h"

#include "robots/names.h"

#include "robots/text.h"

static bool is_wrapping(char c)
{
    return (unsigned char)c >= 0x80 || byte_is_in(c, "()[]{}<>;:,\"'*+.!`");
}

bool names_next(struct span *value, struct span *name)
{
    for (;;) {
        struct span word = span_take_word(value, TEXT_SPACE ",");
        bool has_star;

        if (word.len == 0)
            return false;
        word = span_part(word, 0, span_find(word, '/'));
        has_star = span_find(word, '*') < word.len;
        while (word.len > 0 && is_wrapping(word.at[0]))
            word = span_part(word, 1, word.len);
        while (word.len > 0 && is_wrapping(word.at[word.len - 1]))
            word.len--;
        if (word.len == 0 && has_star)
            word = span_of("*");
        if (word.len == 0)
            continue;
        *name = word;
        return true;
    }
}

static bool contains_nocase(struct span text, struct span part)
{
    for (size_t i = 0; part.len > 0 && i + part.len <= text.len; i++) {
        if (ascii_lower(text.at[i]) == ascii_lower(part.at[0]) &&
            span_equals_nocase(span_part(text, i, part.len), part))
            return true;
    }
    return false;
}

bool names_are_near(struct span name, struct span token)
{
    if (name.len == token.len)
        return false;
    return (name.len >= 3 && contains_nocase(token, name)) || contains_nocase(name, token);
}

/* Takes the next path of a list off the front of REST: its paths are words, or are divided by commas. */
static struct span take_path(struct span *rest)
{
    struct span word = span_take_word(rest, TEXT_SPACE);
    const char *comma = word.len > 0 ? memmem(word.at, word.len, ",/", 2) : NULL;

    if (comma) {
        size_t len = (size_t)(comma - word.at);

        *rest = span_make(comma + 1, (size_t)(rest->at + rest->len - comma) - 1);
        word.len = len;
    }
    while (word.len > 1 && word.at[word.len - 1] == ',')
        word.len--;
    return word;
}

/* Returns true if VALUE is several paths, not one path with spaces or commas: the reading that forbids more.
 */
static bool is_path_list(struct span value)
{
    struct span path;
    size_t count = 0;

    if (span_find(value, '*') < value.len || span_find(value, '$') < value.len)
        return false;
    for (; (path = take_path(&value)).len > 0; count++) {
        if (path.at[0] != '/')
            return false;
    }
    return count > 1;
}

void value_paths_start(struct value_paths *paths, const struct robots_line *line)
{
    struct span value = line->value;

    while (span_starts(value, ":"))
        value = text_trim(span_part(value, 1, value.len));
    if (line->unquoted || (value.len > 0 && value.at[0] != '/'))
        value = text_trim(text_unquote(value));
    *paths = (struct value_paths){.rest = value, .is_list = is_path_list(value)};
}

bool value_paths_next(struct value_paths *paths, struct span *path)
{
    if (paths->is_list) {
        *path = take_path(&paths->rest);
    } else {
        *path = paths->rest;
        paths->rest.len = 0;
    }
    return path->len > 0;
}

bool value_is_proper_allow(const struct robots_line *line)
{
    struct span value = line->value;

    if (line->damaged || line->trimmed || value.len == 0 || (value.at[0] != '/' && value.at[0] != '*'))
        return false;
    for (size_t i = 0; i < value.len; i++) {
        if (text_is_space(value.at[i]) || text_is_control(value.at[i]))
            return false;
    }
    return true;
}
