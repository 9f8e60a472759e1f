/* SPDX-License-Identifier: MIT */
/* The reading of google/robotstxt (ROBOTS.md, 2.2): fields match by their beginning or a list of
 * misspellings, a line of two words needs no colon, names are cut to their letters, patterns are compared
 * almost as written. */
#include "config.h"

#include "lint/readings_inside.h"
#include "robots/text.h"

/* Longer lines are cut. */
enum { LINE_MAX_BYTES = 8 * 2083 - 1 };

enum field { OTHER, USER_AGENT, ALLOW, DISALLOW };

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static struct span trim(struct span text)
{
    return span_trim(text, " \t\n\v\f\r");
}

static enum field recognise(struct span name)
{
    static const struct {
        const char *beginning;
        enum field field;
    } beginnings[] = {
        {"user-agent", USER_AGENT}, {"useragent", USER_AGENT}, {"user agent", USER_AGENT},
        {"allow", ALLOW},           {"disallow", DISALLOW},    {"dissallow", DISALLOW},
        {"dissalow", DISALLOW},     {"disalow", DISALLOW},     {"diasllow", DISALLOW},
        {"disallaw", DISALLOW},
    };

    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (span_starts_nocase(name, beginnings[i].beginning))
            return beginnings[i].field;
    }
    return OTHER;
}

bool reading_google_accepts(struct span name)
{
    return recognise(name) != OTHER || span_starts_nocase(name, "sitemap") ||
           span_starts_nocase(name, "site-map");
}

/* The index of the first blank of TEXT; its length if there is none. */
static size_t find_blank(struct span text)
{
    size_t at = 0;

    while (at < text.len && text.at[at] != ' ' && text.at[at] != '\t')
        at++;
    return at;
}

static enum field read_field(struct span text, struct span *value)
{
    struct span code;
    size_t at;

    text = span_part(text, 0, LINE_MAX_BYTES);
    text = span_part(text, 0, span_find(text, '\0'));
    code = trim(span_part(text, 0, span_find(text, '#')));
    at = span_find(code, ':');
    if (at == code.len) {
        at = find_blank(code);
        *value = trim(span_part(code, at, code.len));
        if (at == code.len || find_blank(*value) < value->len)
            return OTHER;
    }
    *value = trim(span_part(code, at + 1, code.len));
    return recognise(trim(span_part(code, 0, at)));
}

/* Does a User-agent value name WANTED? After "*" and a blank, anything may follow. */
static bool is_named(struct span value, struct span wanted)
{
    size_t len = 0;

    if (span_is(wanted, "*"))
        return value.len > 0 && value.at[0] == '*' && (value.len == 1 || is_blank(value.at[1]));
    while (len < value.len && (ascii_is_alpha(value.at[len]) || value.at[len] == '-' || value.at[len] == '_'))
        len++;
    return len > 0 && span_equals_nocase(span_part(value, 0, len), wanted);
}

/* Writes VALUE as a pattern: escapes in upper case, non-ASCII bytes as escapes. */
static size_t write_pattern(char *out, struct span value)
{
    char *start = out;

    for (size_t i = 0; i < value.len; i++) {
        unsigned char c = (unsigned char)value.at[i];

        int escaped = text_escape_value(span_part(value, i, 3));

        if (escaped >= 0) {
            out = text_put_escape(out, (unsigned char)escaped);
            i += 2;
        } else if (c >= 0x80) {
            out = text_put_escape(out, c);
        } else {
            *out++ = (char)c;
        }
    }
    return (size_t)(out - start);
}

/* "Allow: /a/index.html" also allows "/a/$", if the longer pattern does not match. */
static void add_directory(struct reading_rules *rules, const struct reading_line *line, size_t at, size_t len)
{
    struct span pattern = span_part(buf_span(&rules->texts), at, len);
    size_t slash = span_after_last(pattern, '/');

    if (slash == 0 || !span_starts(span_part(pattern, slash - 1, len), "/index.htm"))
        return;
    if (!buf_reserve(&rules->texts, slash + 1))
        return;
    (void)buf_add(&rules->texts, rules->texts.at + at, slash);
    (void)buf_add_byte(&rules->texts, '$');
    reading_add(rules, line, true, slash + 1)->frees_directory = true;
}

static void add_rule(struct reading_rules *rules, const struct reading_line *line, bool allows,
                     struct span value)
{
    char *room = buf_reserve(&rules->texts, 3 * value.len + 1);
    size_t at = rules->texts.len, len;

    if (!room || value.len == 0)
        return;
    len = write_pattern(room, value);
    buf_grew(&rules->texts, len);
    (void)reading_add(rules, line, allows, len);
    if (allows)
        add_directory(rules, line, at, len);
}

/* Collects the rules of all groups that name WANTED; true if there is such a group. */
static bool collect_rules(struct reading_rules *rules, struct span body, struct span wanted)
{
    struct reading_line line = {0};
    bool is_listing = false, is_ours = false, found = false;
    struct span value;

    while (reading_next_line(&body, &line)) {
        enum field field = read_field(line.text, &value);

        if (field == USER_AGENT) {
            is_ours = (is_ours && is_listing) || is_named(value, wanted);
            found |= is_ours;
            is_listing = true;
        } else if (field != OTHER) {
            is_listing = false;
            if (is_ours)
                add_rule(rules, &line, field == ALLOW, value);
        }
    }
    return found;
}

/* BODY without its byte order mark, which may be incomplete. */
static struct span skip_mark(struct span body)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t len = 0;

    while (len < 3 && len < body.len && body.at[len] == mark[len])
        len++;
    return span_part(body, len, body.len);
}

void reading_read_google(struct reading_rules *rules, struct span body, struct span token)
{
    body = skip_mark(body);
    if (!collect_rules(rules, body, token))
        (void)collect_rules(rules, body, span_of("*"));
}
