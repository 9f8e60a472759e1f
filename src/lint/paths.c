/* SPDX-License-Identifier: MIT */
/* The paths of rules as they are written: syntax of other formats, escapes, wildcards, and what a file that
 * everybody reads should not say. */
#include "config.h"

#include "base/die.h"
#include "base/utf8.h"
#include "lint/pass.h"
#include "robots/origin.h"
#include "robots/text.h"
#include "robots/values.h"

enum { STARS_MAX = 10, RULE_BYTES_MAX = 1024, RULES_MAX = 2048 };

static void add(struct lint *lint, enum lint_code code, const struct lint_line *line, const char *at,
                const char *text)
{
    findings_add(lint->findings, code, line->number, lint_column(line, at), "'%s': %s",
                 quote(line->read.value).text, text);
}

static bool is_allow(const struct lint_line *line)
{
    return line->read.field == FIELD_ALLOW;
}

static bool is_quote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

/* Bytes that other formats give a meaning to. */
static void look_at_syntax(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value;
    size_t backslash = span_find(value, '\\');

    if (value.len > 1 && (is_quote(value.at[0]) || text_unquote(value).at != value.at))
        add(lint, LINT_PATH_QUOTED, line, value.at,
            "quotes around a path: we drop them from a Disallow, others match them literally; remove them");
    if (backslash < value.len)
        add(lint, LINT_PATH_BACKSLASH, line, value.at + backslash,
            "a backslash is no path separator and escapes nothing: we match it as %5C; write '/'");
    for (size_t i = 1; i < value.len; i++) {
        struct span rest = span_part(value, i, value.len);

        if (!text_is_space(value.at[i - 1]) || !(rest.at[0] == ';' || span_starts(rest, "//")))
            continue;
        add(lint, LINT_SEMICOLON_COMMENT, line, rest.at,
            "this holds what looks like a comment: we take it for part of the path; write '#' before it");
        return;
    }
}

/* "^", ".*", "|", "(", ")", "[", "]": a regular expression? */
static void look_for_regex(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value;

    for (size_t i = 0; i < value.len; i++) {
        char c = value.at[i];

        if (!(c && strchr("^|()[]", c)) && !span_starts(span_part(value, i, 2), ".*"))
            continue;
        add(lint, LINT_REGEX_LIKE, line, value.at + i,
            "this looks like a regular expression: we, like all, know '*' and a '$' at the end only, and "
            "match "
            "the rest literally; write a prefix");
        return;
    }
}

static bool is_unreserved(int c)
{
    return c > 0 && c < 0x80 &&
           (ascii_is_alpha((char)c) || ascii_is_digit((char)c) || strchr("-._~", c) != NULL);
}

/* Escapes: each kind is said once a line. */
static void look_at_escapes(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value;
    bool is_bad = false, is_lower = false, is_needless = false;

    for (size_t i = span_find(value, '%'); i < value.len; i++) {
        int high = i + 1 < value.len ? ascii_hex_value(value.at[i + 1]) : -1;
        int low = i + 2 < value.len ? ascii_hex_value(value.at[i + 2]) : -1;

        if (value.at[i] != '%')
            continue;
        if (high < 0 || low < 0) {
            if (!is_bad)
                add(lint, LINT_PATH_BAD_ESCAPE, line, value.at + i,
                    "a '%' that does not begin an escape: we match it as %25; write %25 if it is meant");
            is_bad = true;
            continue;
        }
        if (is_unreserved(high << 4 | low) && !is_needless) {
            add(lint, LINT_PATH_NEEDLESS_ESCAPE, line, value.at + i,
                "an escape stands for a plain character: we, like RFC 9309, decode it, Google does not "
                "and will not match it; write the character");
            is_needless = true;
        }
        if ((value.at[i + 1] >= 'a' || value.at[i + 2] >= 'a') && !is_lower) {
            add(lint, LINT_PATH_ESCAPE_CASE, line, value.at + i,
                "an escape has small letters: we match both cases, not all do; write capitals, as in %2F");
            is_lower = true;
        }
        i += 2;
    }
}

static void look_at_encoding(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->read.value;
    const char *first = NULL;
    uint32_t character;

    for (size_t i = 0, len; i < value.len; i += len) {
        len = 1;
        if (!(value.at[i] & '\x80'))
            continue;
        first = first ? first : value.at + i;
        len = utf8_decode(value.at + i, value.len - i, &character);
        if (len > 0)
            continue;
        add(lint, LINT_PATH_NOT_UTF8, line, value.at + i,
            "bytes that are not UTF-8: we match each as its escape; save the file as UTF-8, or write "
            "the escapes that the site's URLs have");
        return;
    }
    if (first)
        add(lint, LINT_PATH_NOT_ENCODED, line, first,
            "characters beyond ASCII: we, like RFC 9309, match them as their UTF-8 escapes, old "
            "readers not at all; write the escapes");
}

static void look_at_wildcards(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value;
    size_t dollar = span_find(value, '$'), stars = 0;

    if (dollar + 1 < value.len)
        add(lint, LINT_DOLLAR_INSIDE, line, value.at + dollar,
            "a '$' that is not at the end is no anchor: we, like all, match it literally; write %24 if it is "
            "meant");
    for (size_t i = 0; i < value.len; i++)
        stars += value.at[i] == '*';
    if (stars > STARS_MAX)
        add(lint, LINT_STAR_MANY, line, value.at,
            "more than 10 wildcards: we match it in linear time, others may be slow or refuse it; write "
            "a prefix");
    if (value.len > 1 && value.at[value.len - 1] == '*')
        add(lint, LINT_STAR_REDUNDANT, line, value.at + value.len - 1,
            "the '*' at the end changes nothing: every rule is a prefix; leave it out");
}

static void look_at_shape(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value, code = line->code;
    const char *end = code.at + code.len, *dots;

    dots = value.len >= 3 ? memmem(value.at, value.len, "/..", 3) : NULL;
    if (dots && (dots + 3 == value.at + value.len || dots[3] == '/'))
        add(lint, LINT_PATH_DOT_SEGMENT, line, dots,
            "'..' in a path: no URL that is sent has it, so we match nothing with it; write the path that "
            "results");
    if (end < line->raw.at + line->raw.len && *end == '#')
        add(lint, LINT_PATH_FRAGMENT, line, end,
            "'#' begins a comment although no space stands before it: we read this and no more; write %23 "
            "for the "
            "character, or a space before the comment");
    if (value.len > RULE_BYTES_MAX)
        findings_add(lint->findings, LINT_RULES_MANY, line->number, lint_column(line, value.at),
                     "a path of %zu bytes: we read it whole, Yandex up to 1,024; write a shorter prefix",
                     value.len);
}

/* Words that tell an attacker where to look. */
static void look_for_secrets(struct lint *lint, const struct lint_line *line)
{
    static const char *const words[] = {"password", "passwd",  "secret",   "backup", "/.git", "/.env",
                                        "/.svn",    "private", "intranet", "dump",   ".sql",  "htpasswd"};
    struct span value = line->value;

    for (size_t i = 0; i < value.len; i++) {
        struct span rest = span_part(value, i, value.len);

        for (size_t j = 0; j < sizeof words / sizeof words[0]; j++) {
            if (!span_starts_nocase(rest, words[j]))
                continue;
            add(lint, LINT_SENSITIVE_PATH, line, rest.at,
                "everybody can read this file, and no robot has to heed it; we do; protect the place with "
                "a password and name a harmless prefix, or nothing");
            return;
        }
    }
}

static void look_at_index_html(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value;
    size_t slash = value.len;

    while (slash > 0 && value.at[slash - 1] != '/')
        slash--;
    if (slash > 0 && span_starts(span_part(value, slash, value.len), "index.htm"))
        add(lint, LINT_INDEX_HTML_ALLOW, line, value.at,
            "for Google this Allow frees the directory too; for us, and by RFC 9309, only what begins so; "
            "write "
            "an Allow for the directory, with a '$', if it is meant");
}

/* Where a path is not one from the root of this site. */
static void look_at_root(struct lint *lint, const struct lint_line *line, struct span path)
{
    struct span own;

    if (!origin_rule_path(lint->origin, path, &own))
        add(lint, LINT_PATH_FOREIGN_URL, line, path.at,
            "a URL of another site, for which this file does not speak: we ignore the rule; write it in "
            "the robots.txt of that site");
    else if (own.at != path.at)
        add(lint, LINT_PATH_ABSOLUTE_URL, line, path.at,
            is_allow(line) ? "a URL, and an Allow needs a path: it frees nobody; write its path alone"
                           : "a URL: we take its path, most readers match nothing; write its path alone");
    else if (path.at[0] != '/' && path.at[0] != '*')
        add(lint, LINT_PATH_NOSLASH, line, path.at,
            is_allow(line) ? "no '/' at its beginning: the Allow frees nobody; write the '/'"
                           : "no '/' at its beginning: we put one before it, most readers match nothing; "
                             "write the '/'");
}

static void look_for_spaces(struct lint *lint, const struct lint_line *line, bool is_list)
{
    struct span value = line->read.value;

    for (size_t i = 0; i < value.len; i++) {
        if (!text_is_space(value.at[i]))
            continue;
        if (is_list)
            add(lint, LINT_PATH_LIST, line, value.at,
                "several paths on one line: we take each, RFC 9309 readers one path with spaces that "
                "matches nothing; write one Disallow line for each");
        else
            add(lint, LINT_PATH_SPACE, line, value.at + i,
                "a space: we match it as %20 in a Disallow, others match nothing; write %20");
        return;
    }
}

/* Keeps a path for the comparison of rules. */
static void keep_rule(struct lint *lint, const struct lint_line *line, enum rule_kind kind, struct span path)
{
    bool lacks_slash = path.len == 0 || (path.at[0] != '/' && path.at[0] != '*');
    char *out = buf_reserve(&lint->normals, pattern_room(path.len) + 1);
    size_t at = lint->normals.len, len;

    if (!out)
        die("lint: the room for normal forms was reckoned too small");
    out[0] = '/';
    len = lacks_slash + pattern_normalise(out + lacks_slash, path);
    buf_grew(&lint->normals, len);
    *(struct lint_rule *)lint_list_add(&lint->rules, sizeof(struct lint_rule)) =
        (struct lint_rule){.text = path,
                           .normal_at = (uint32_t)at,
                           .pattern.len = (uint32_t)len,
                           .line = line->number,
                           .column = (uint32_t)lint_column(line, path.at),
                           .group = (uint32_t)lint->groups.count - 1,
                           .kind = kind};
    if (lint->rules.count == RULES_MAX + 1)
        findings_add(lint->findings, LINT_RULES_MANY, line->number, 1,
                     "more than 2,048 rules: we read them all, Yandex none beyond; write fewer and shorter "
                     "prefixes");
}

static void read_allow(struct lint *lint, const struct lint_line *line)
{
    look_at_root(lint, line, line->read.value);
    look_for_spaces(lint, line, false);
    look_at_index_html(lint, line);
    if (value_is_proper_allow(&line->read))
        keep_rule(lint, line, RULE_ALLOW, line->read.value);
    else
        add(lint, LINT_ALLOW_MALFORMED, line, line->read.value.at,
            "an Allow that is not well written frees nobody: in doubt we take the reading that forbids "
            "more; write a path that begins with '/', without spaces or quotes");
}

static void read_restriction(struct lint *lint, const struct lint_line *line)
{
    enum rule_kind kind = line->read.field == FIELD_NOINDEX ? RULE_NOINDEX : RULE_DISALLOW;
    struct value_paths paths;
    struct span path, own;

    value_paths_start(&paths, &line->read);
    look_for_spaces(lint, line, paths.is_list);
    while (value_paths_next(&paths, &path)) {
        look_at_root(lint, line, path);
        if (origin_rule_path(lint->origin, path, &own))
            keep_rule(lint, line, kind, own);
    }
}

void lint_path(struct lint *lint, const struct lint_line *line)
{
    if (line->read.value.len == 0)
        return;
    look_at_syntax(lint, line);
    look_for_regex(lint, line);
    look_at_escapes(lint, line);
    look_at_encoding(lint, line);
    look_at_wildcards(lint, line);
    look_at_shape(lint, line);
    look_for_secrets(lint, line);
    if (is_allow(line))
        read_allow(lint, line);
    else
        read_restriction(lint, line);
}
