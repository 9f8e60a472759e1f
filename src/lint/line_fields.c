/* SPDX-License-Identifier: MIT */
/* Checks the field of each line, and its value unless it is a name: the paths of rules, delays, times and
 * sitemaps, which tiptoe reads, and the fields of single search engines and of drafts (Content-Signal,
 * draft-ietf-aipref-attach), which it only records. */
#include "config.h"

#include "base/alloc.h"
#include "base/utf8.h"
#include "lint/pass.h"
#include "robots/date.h"
#include "robots/lines.h"
#include "url/url.h"

enum { HUGE_DELAY_MS = 300 * 1000 };
enum { STARS_MAX = 10, RULE_BYTES_MAX = 1024, RULES_MAX = 2048, BRACKETED_MAX = 80 };

/* The fields that tiptoe reads, as they should be written. */
static const char *const field_texts[] = {
    [FIELD_USER_AGENT] = "User-agent",   [FIELD_ALLOW] = "Allow",
    [FIELD_DISALLOW] = "Disallow",       [FIELD_NOINDEX] = "Noindex",
    [FIELD_CRAWL_DELAY] = "Crawl-delay", [FIELD_REQUEST_RATE] = "Request-rate",
    [FIELD_VISIT_TIME] = "Visit-time",   [FIELD_SITEMAP] = "Sitemap",
    [FIELD_SITEMAP + 1] = "Noarchive", /* read as Noindex */
};

/* Returns true for these, and for fields that only some search engines read. */
static bool is_known(struct span name)
{
    return span_is_one_of_nocase(
        name, "user-agent disallow allow sitemap crawl-delay request-rate visit-time noindex noarchive host "
              "clean-param content-signal content-usage license robot-version comment nofollow revisit-after "
              "domain cache-delay");
}

/* Returns the field that NAME misspells by one or two letters, if it is long enough to tell; NULL if none. */
static const char *nearest_known(struct span name)
{
    const char *nearest = NULL;
    size_t least = 3;

    if (name.len < 4)
        return NULL;
    for (size_t i = FIELD_USER_AGENT; i < COUNT_OF(field_texts); i++) {
        size_t distance = text_distance(name, span_of(field_texts[i]));

        if (distance >= least || distance * 3 > name.len)
            continue;
        least = distance;
        nearest = field_texts[i];
    }
    return nearest;
}

static struct span first_word(struct span text)
{
    return span_take_word(&text, TEXT_SPACE);
}

/* Returns true for "Disallow = /x": a known field before an equals sign. */
static bool is_assignment(struct span text)
{
    size_t at = span_find(text, '=');

    return at < text.len && is_known(span_trim(span_part(text, 0, at), TEXT_SPACE));
}

static bool is_prose(struct span text)
{
    (void)span_take_word(&text, TEXT_SPACE);
    (void)span_take_word(&text, TEXT_SPACE);
    return span_take_word(&text, TEXT_SPACE).len > 0;
}

/* Returns true for a field that google/robotstxt reads: by its beginning, and some that are misspelt. */
static bool is_known_to_google(struct span name)
{
    return span_starts_nocase(name, "allow") ||
           (lines_field_by_beginning(name) != FIELD_OTHER && !span_starts_nocase(name, "user_agent"));
}

/* Returns who accepts a field that is not written correctly. */
static const char *readers_text(bool by_tiptoe, bool by_google)
{
    if (by_tiptoe)
        return by_google ? "only tiptoe and Google accept it" : "only tiptoe accepts it";
    return by_google ? "only Google accepts it" : "no reader accepts it";
}

/* Reports the misspelt field KNOWN. */
static void add_typo(struct lint *lint, const struct lint_line *line, bool by_tiptoe, const char *known)
{
    findings_format(lint->findings, LINT_TYPO, LINT_USUAL, line->number, lint_column(line, line->name.at),
                    "'%s' is misspelt; %s. Write '%s:'.", quote(line->name).text,
                    readers_text(by_tiptoe, is_known_to_google(line->name)), known);
}

/* Reports FIELD without its colon. Google accepts it if exactly one word follows. */
static void add_missing_colon(struct lint *lint, const struct lint_line *line, struct span field)
{
    bool by_google = is_known_to_google(field) && field.len < line->code.len && !is_prose(line->code);

    findings_format(lint->findings, LINT_MISSING_COLON, LINT_USUAL, line->number,
                    lint_column(line, line->code.at),
                    "'%s': no colon after the field; %s. Write one between the field and the value.",
                    quote(line->code).text,
                    line->has_colon ? "tiptoe and Google cut the line at a later one, others skip it"
                                    : readers_text(line->read.field != FIELD_NONE, by_google));
}

/* Reports a line whose field no robot reads. */
static void check_unknown(struct lint *lint, const struct lint_line *line)
{
    const char *near = nearest_known(line->has_colon ? line->name : first_word(line->code));
    enum lint_code code = LINT_UNKNOWN_FIELD;

    if (span_starts(line->code, ";") || span_starts(line->code, "//"))
        code = LINT_SEMICOLON_COMMENT;
    else if (is_assignment(line->code))
        code = LINT_EQUALS_SIGN;
    else if (line->has_colon && near)
        code = LINT_TYPO;
    else if (is_prose(line->has_colon ? line->name : line->code))
        code = LINT_PROSE;
    if (code == LINT_TYPO)
        add_typo(lint, line, false, near);
    else
        lint_add(lint, code, line, line->code.at, line->code);
}

/* Reports a field without its colon, whether tiptoe reads it or not. */
static void check_colonless(struct lint *lint, const struct lint_line *line)
{
    struct span first = first_word(line->code);

    if (is_assignment(line->code))
        lint_add(lint, LINT_EQUALS_SIGN, line, line->code.at, line->code);
    else if (line->read.field != FIELD_NONE || is_known(first))
        add_missing_colon(lint, line, first);
    else
        check_unknown(lint, line);
    if (span_is_nocase(first, "allow"))
        lint_add(lint, LINT_ALLOW_MALFORMED, line, line->code.at, line->code);
}

/* Reports a field that tiptoe reads although it is misspelt. */
static void check_misspelt(struct lint *lint, const struct lint_line *line)
{
    if (line->read.unquoted)
        lint_add(lint, LINT_PATH_QUOTED, line, line->name.at, line->code);
    else
        add_typo(lint, line, true, field_texts[line->read.field]);
}

/* Returns where another field starts in a value, because a line end was lost; its length without one. */
static size_t find_second_field(struct span value)
{
    static const struct {
        const char *text;
        bool after_space; /* only at the start of a word */
    } fields[] = {
        {"user-agent:", false}, {"disallow:", false},   {"allow:", true},
        {"sitemap:", true},     {"crawl-delay:", true},
    };

    for (size_t i = 0; i < value.len; i++) {
        for (size_t j = 0; j < COUNT_OF(fields); j++) {
            if (ascii_lower(value.at[i]) == fields[j].text[0] &&
                (!fields[j].after_space || i == 0 || text_is_space(value.at[i - 1])) &&
                span_starts_nocase(span_part(value, i, value.len), fields[j].text))
                return i;
        }
    }
    return value.len;
}

static void check_second_field(struct lint *lint, const struct lint_line *line)
{
    struct span second = span_part(line->value, find_second_field(line->value), line->value.len);

    if (second.len > 0 && line->read.field != FIELD_NONE && line->read.field != FIELD_OTHER)
        lint_add(lint, LINT_TWO_FIELDS_ON_LINE, line, second.at, second);
}

static void check_field(struct lint *lint, const struct lint_line *line)
{
    struct span first = first_word(line->name);

    if (!line->has_colon)
        check_colonless(lint, line);
    else if (is_known(first) && first.len < line->name.len)
        add_missing_colon(lint, line, first);
    else if (!is_known(line->name) && line->read.field != FIELD_OTHER)
        check_misspelt(lint, line);
    else if (!is_known(line->name) && !span_starts_nocase(line->name, "acap-"))
        check_unknown(lint, line);
    check_second_field(lint, line);
}

/* Adds a finding about the value; about the field if the value is empty. */
static void add_value(struct lint *lint, enum lint_code code, const struct lint_line *line)
{
    lint_add(lint, code, line, line->value.len > 0 ? line->value.at : line->code.at, line->read.value);
}

static void check_delay(struct lint *lint, const struct lint_line *line)
{
    int64_t ms;

    if (!times_read_delay(line->read.value, &ms)) {
        add_value(lint, LINT_DELAY_INVALID, line);
        return;
    }
    if (ms > HUGE_DELAY_MS)
        findings_format(
            lint->findings, LINT_DELAY_HUGE, LINT_USUAL, line->number, lint_column(line, line->value.at),
            "Crawl-delay is more than 300 s; tiptoe obeys it and requests at most %lld pages a day, other "
            "robots give up or ignore it. If that is not intended, write a smaller number.",
            (long long)(INT64_C(86400) * 1000 / ms));
}

/* Returns true for "p1[&p2] [path]". */
static bool is_clean_param(struct span value)
{
    struct span names = span_take_word(&value, TEXT_SPACE), path = span_take_word(&value, TEXT_SPACE);

    do {
        if (!span_is_plain(span_take_until(&names, '&'), "-._~[]%"))
            return false;
    } while (names.len > 0);
    return value.len == 0 && (path.len == 0 || byte_is_in(path.at[0], "/*"));
}

/* Returns true for "search=yes", "ai-train=no" or "use=…". */
static bool is_signal(struct span name, struct span value)
{
    name = span_trim(name, TEXT_SPACE);
    value = span_trim(value, TEXT_SPACE);
    if (span_is_nocase(name, "use"))
        return value.len > 0;
    return span_is_one_of_nocase(name, "search ai-input ai-train") && span_is_one_of_nocase(value, "yes no");
}

/* Returns true for a member of a structured dictionary with the value y or n: "train-ai=y;parameter". */
static bool is_preference(struct span label, struct span value)
{
    if (!span_is_plain(label, "-_.") || !ascii_is_alpha(label.at[0]))
        return false;
    for (size_t i = 0; i < label.len; i++) {
        if (ascii_lower(label.at[i]) != label.at[i])
            return false;
    }
    return span_is_one_of(span_trim(span_take_until(&value, ';'), TEXT_SPACE), "y n");
}

/* Returns true if VALUE is a list of members "name=value", not empty, and all of them are valid. */
static bool is_list_of(struct span value, bool (*is_valid)(struct span name, struct span value))
{
    if (value.len == 0)
        return false;
    while (value.len > 0) {
        struct span member = span_trim(span_take_until(&value, ','), TEXT_SPACE);
        struct span name = span_take_until(&member, '=');

        if (!is_valid(name, member))
            return false;
    }
    return true;
}

/* Returns true for "[path SP] label=y, label=n". */
static bool is_usage(struct span value)
{
    if (span_starts(value, "/") || span_starts(value, "*")) {
        (void)span_take_until(&value, ' ');
        value = span_trim(value, TEXT_SPACE);
    }
    return is_list_of(value, is_preference);
}

static void check_recorded(struct lint *lint, const struct lint_line *line)
{
    if (span_is_nocase(line->name, "clean-param") && !is_clean_param(line->value))
        add_value(lint, LINT_CLEANPARAM_INVALID, line);
    if (span_is_nocase(line->name, "content-signal") && !is_list_of(line->value, is_signal))
        add_value(lint, LINT_CONTENT_SIGNAL_INVALID, line);
    if (span_is_nocase(line->name, "content-usage") && !is_usage(line->value))
        add_value(lint, LINT_USAGE_INVALID, line);
}

/* Keeps the URL of a Sitemap line until all rules are known. */
static void check_sitemap(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->read.value;

    if (url_starts_http(value))
        *LIST_ADD(lint->sitemaps) = (struct lint_sitemap){
            .url = value, .line = line->number, .column = (uint32_t)lint_column(line, value.at)};
    else if (value.len > 0)
        add_value(lint, LINT_SITEMAP_RELATIVE, line);
}

static void check_value(struct lint *lint, const struct lint_line *line)
{
    enum robots_field field = line->read.field;
    struct day_window window;
    int64_t ms;

    if (field == FIELD_CRAWL_DELAY)
        check_delay(lint, line);
    else if (field == FIELD_REQUEST_RATE && !times_read_rate(line->read.value, &ms, &window))
        add_value(lint, LINT_RATE_INVALID, line);
    else if (field == FIELD_VISIT_TIME && !times_read_window(line->read.value, &window))
        add_value(lint, LINT_VISIT_TIME_INVALID, line);
    else if (field == FIELD_SITEMAP)
        check_sitemap(lint, line);
    else if (field == FIELD_NOINDEX)
        lint_add(lint, LINT_NOINDEX_IN_ROBOTS, line, line->name.at, line->name);
    else if (field == FIELD_OTHER && line->has_colon)
        check_recorded(lint, line);
}

void lint_line_field(struct lint *lint, const struct lint_line *line)
{
    check_field(lint, line);
    check_value(lint, line);
}

/* The paths of rules as written: syntax of other file formats, escapes, encoding and wildcards. */

/* Adds a finding about AT, a place in the line, that quotes the value. */
static void add_path(struct lint *lint, enum lint_code code, const struct lint_line *line, const char *at)
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
        add_path(lint, LINT_REGEX_LIKE, line, value.at + regex);
    if (value.len > 1 && text_unquote(value).at != value.at)
        add_path(lint, LINT_PATH_QUOTED, line, value.at);
    if (backslash < value.len && regex == value.len)
        add_path(lint, LINT_PATH_BACKSLASH, line, value.at + backslash);
    for (size_t i = 1; i < value.len; i++) {
        struct span rest = span_part(value, i, value.len);

        if (!text_is_space(value.at[i - 1]) || !(rest.at[0] == ';' || span_starts(rest, "//")))
            continue;
        add_path(lint, LINT_SEMICOLON_COMMENT, line, rest.at);
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
            add_path(lint, LINT_PATH_BAD_ESCAPE, line, value.at + i);
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
        add_path(lint, LINT_PATH_NOT_UTF8, line, value.at + i);
        return;
    }
}

static void check_wildcards(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value;
    size_t dollar = span_find(value, '$'), stars = 0;

    if (dollar + 1 < value.len)
        add_path(lint, LINT_DOLLAR_INSIDE, line, value.at + dollar);
    for (size_t i = 0; i < value.len; i++)
        stars += value.at[i] == '*';
    if (stars > STARS_MAX)
        add_path(lint, LINT_STAR_MANY, line, value.at);
}

static void check_shape(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->value, code = line->code;
    const char *end = code.at + code.len, *dots;

    dots = value.len >= 3 ? memmem(value.at, value.len, "/..", 3) : NULL;
    if (dots && (dots + 3 == value.at + value.len || dots[3] == '/'))
        add_path(lint, LINT_PATH_DOT_SEGMENT, line, dots);
    if (end < line->raw.at + line->raw.len && *end == '#')
        add_path(lint, LINT_PATH_FRAGMENT, line, end);
    if (value.len > RULE_BYTES_MAX)
        add_path(lint, LINT_RULES_MANY, line, value.at);
}

/* Reports a path that does not start at the root of this site. */
static void check_root(struct lint *lint, const struct lint_line *line, struct span path)
{
    struct span own;

    if (!origin_rule_path(lint->origin, path, &own))
        add_path(lint, LINT_PATH_FOREIGN_URL, line, path.at);
    else if (own.at != path.at)
        add_path(lint, LINT_PATH_ABSOLUTE_URL, line, path.at);
    else if (path.at[0] != '/' && path.at[0] != '*')
        add_path(lint, LINT_PATH_NOSLASH, line, path.at);
}

static void check_for_spaces(struct lint *lint, const struct lint_line *line, bool is_list)
{
    struct span value = line->read.value;

    for (size_t i = 0; i < value.len && !is_list; i++) {
        if (!text_is_space(value.at[i]))
            continue;
        add_path(lint, LINT_PATH_SPACE, line, value.at + i);
        return;
    }
    if (is_list)
        add_path(lint, LINT_PATH_LIST, line, value.at);
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
        add_path(lint, LINT_RULES_MANY, line, path.at);
}

static void read_allow(struct lint *lint, const struct lint_line *line)
{
    check_root(lint, line, line->read.value);
    check_for_spaces(lint, line, false);
    if (value_is_proper_allow(&line->read))
        keep_rule(lint, line, RULE_ALLOW, line->read.value);
    else
        add_path(lint, LINT_ALLOW_MALFORMED, line, line->read.value.at);
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
