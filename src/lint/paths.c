/* SPDX-License-Identifier: MIT */
/* Checks the paths of rules as written: syntax of other file formats, escapes, encoding and wildcards. */
#include "config.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "lint/pass.h"
#include "robots/text.h"

enum { STARS_MAX = 10, RULE_BYTES_MAX = 1024, RULES_MAX = 2048, BRACKETED_MAX = 80 };

/* Adds a finding about AT, a place in the line, that quotes the value. */
static void add_value(struct lint *lint, enum lint_code code, const struct lint_line *line, const char *at)
{
    lint_add(lint, code, line, at, line->read.value);
}

/* Returns the part of TEXT between its first byte and CLOSE, which is not far; empty without one. */
static struct span bracketed(struct span text, char close)
{
    struct span near = span_part(text, 0, BRACKETED_MAX);
    size_t end = span_find(near, close);

    return span_part(near, 1, end < near.len ? end - 1 : 0);
}

/* Returns true if TEXT begins with what a regular expression has, and a correct path of a URL does not: "^",
 * ".+", "(a|b)", "(.*)", "[a-z]", "\.". */
static bool is_regex(struct span text)
{
    struct span group = bracketed(text, ')'), class = bracketed(text, ']');

    switch (text.at[0]) {
    case '^':
        return true;
    case '\\':
        return text.len > 1 &&
               (byte_is_in(text.at[1], ".?*+()[]{}^$|/-") || (text.len > 2 && byte_is_in(text.at[2], "+*{")));
    case '.':
        return span_starts(text, ".+");
    case '(':
        return span_find(group, '|') < group.len || span_has(group, ".*");
    case '[':
        return class.len == 3 && class.at[1] == '-';
    default:
        return false;
    }
}

/* Returns the place of what looks like a regular expression in a path; its length without one. A query may
 * have anything in brackets. */
static size_t find_regex(struct span value)
{
    size_t end = span_find(value, '?');

    for (size_t i = 0; i < value.len; i++) {
        if (is_regex(span_part(value, i, value.len)) && (i < end || !byte_is_in(value.at[i], "[(.")))
            return i;
    }
    return value.len;
}

/* Reports bytes with a meaning in other file formats. */
static void check_syntax(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value;
    size_t backslash = span_find(value, '\\'), regex = find_regex(value);

    if (regex < value.len)
        add_value(lint, LINT_REGEX_LIKE, line, value.at + regex);
    if (value.len > 1 && text_unquote(value).at != value.at)
        add_value(lint, LINT_PATH_QUOTED, line, value.at);
    if (backslash < value.len && regex == value.len)
        add_value(lint, LINT_PATH_BACKSLASH, line, value.at + backslash);
    for (size_t i = 1; i < value.len; i++) {
        struct span rest = span_part(value, i, value.len);

        if (!text_is_space(value.at[i - 1]) || !(rest.at[0] == ';' || span_starts(rest, "//")))
            continue;
        add_value(lint, LINT_SEMICOLON_COMMENT, line, rest.at);
        return;
    }
}

/* Reports the first "%" without two hexadecimal digits. */
static void check_escapes(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value;

    for (size_t i = span_find(value, '%'); i < value.len; i++) {
        if (value.at[i] != '%')
            continue;
        if (span_escape(span_part(value, i, 3)) < 0) {
            add_value(lint, LINT_PATH_BAD_ESCAPE, line, value.at + i);
            return;
        }
        i += 2;
    }
}

static void check_encoding(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->read.value;
    uint32_t character;

    for (size_t i = 0, len; i < value.len; i += len) {
        len = (value.at[i] & '\x80') ? utf8_decode(value.at + i, value.len - i, &character) : 1;
        if (len > 0)
            continue;
        add_value(lint, LINT_PATH_NOT_UTF8, line, value.at + i);
        return;
    }
}

static void check_wildcards(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value;
    size_t dollar = span_find(value, '$'), stars = 0;

    if (dollar + 1 < value.len)
        add_value(lint, LINT_DOLLAR_INSIDE, line, value.at + dollar);
    for (size_t i = 0; i < value.len; i++)
        stars += value.at[i] == '*';
    if (stars > STARS_MAX)
        add_value(lint, LINT_STAR_MANY, line, value.at);
}

static void check_shape(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value, code = line->code;
    const char *end = code.at + code.len, *dots;

    dots = value.len >= 3 ? memmem(value.at, value.len, "/..", 3) : NULL;
    if (dots && (dots + 3 == value.at + value.len || dots[3] == '/'))
        add_value(lint, LINT_PATH_DOT_SEGMENT, line, dots);
    if (end < line->raw.at + line->raw.len && *end == '#')
        add_value(lint, LINT_PATH_FRAGMENT, line, end);
    if (value.len > RULE_BYTES_MAX)
        add_value(lint, LINT_RULES_MANY, line, value.at);
}

/* Reports a path that does not start at the root of this site. */
static void check_root(struct lint *lint, const struct lint_line *line, struct span path)
{
    struct span own;

    if (!origin_rule_path(lint->origin, path, &own))
        add_value(lint, LINT_PATH_FOREIGN_URL, line, path.at);
    else if (own.at != path.at)
        add_value(lint, LINT_PATH_ABSOLUTE_URL, line, path.at);
    else if (path.at[0] != '/' && path.at[0] != '*')
        add_value(lint, LINT_PATH_NOSLASH, line, path.at);
}

static void check_for_spaces(struct lint *lint, const struct lint_line *line, bool is_list)
{
    struct span value = line->read.value;

    for (size_t i = 0; i < value.len && !is_list; i++) {
        if (!text_is_space(value.at[i]))
            continue;
        add_value(lint, LINT_PATH_SPACE, line, value.at + i);
        return;
    }
    if (is_list)
        add_value(lint, LINT_PATH_LIST, line, value.at);
}

static void keep_rule(struct lint *lint, const struct lint_line *line, enum rule_kind kind, struct span path)
{
    char *normal = mem_new(pattern_room(path.len), 1);

    *LIST_ADD(lint->rules) = (struct lint_rule){.text = path,
                                                .len = pattern_normalise(normal, path),
                                                .line = line->number,
                                                .column = (uint32_t)lint_column(line, path.at),
                                                .group = (uint32_t)lint->groups.count - 1,
                                                .kind = kind};
    mem_free(normal);
    if (lint->rules.count == RULES_MAX + 1)
        add_value(lint, LINT_RULES_MANY, line, path.at);
}

static void read_allow(struct lint *lint, const struct lint_line *line)
{
    check_root(lint, line, line->read.value);
    check_for_spaces(lint, line, false);
    if (value_is_proper_allow(&line->read))
        keep_rule(lint, line, RULE_ALLOW, line->read.value);
    else
        add_value(lint, LINT_ALLOW_MALFORMED, line, line->read.value.at);
}

static void read_restriction(struct lint *lint, const struct lint_line *line)
{
    enum rule_kind kind = line->read.field == FIELD_NOINDEX ? RULE_NOINDEX : RULE_DISALLOW;
    struct value_paths paths;
    struct span path, own;

    value_paths_start(&paths, &line->read);
    check_for_spaces(lint, line, paths.is_list);
    while (value_paths_next(&paths, &path)) {
        check_root(lint, line, path);
        if (origin_rule_path(lint->origin, path, &own))
            keep_rule(lint, line, kind, own);
    }
}

void lint_path(struct lint *lint, const struct lint_line *line)
{
    if (line->read.value.len == 0)
        return;
    check_syntax(lint, line);
    check_escapes(lint, line);
    check_encoding(lint, line);
    check_wildcards(lint, line);
    check_shape(lint, line);
    if (line->read.field == FIELD_ALLOW)
        read_allow(lint, line);
    else
        read_restriction(lint, line);
}
