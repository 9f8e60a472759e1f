/* SPDX-License-Identifier: MIT */
/* Reads the names of a User-agent line, and the paths of a rule. RFC 9309 has one product token per line;
 * older texts list several, with versions, and real files add punctuation or whole User-Agent headers. Values
 * of rules are read leniently if the rule restricts, strictly if it allows; URLs of the same site count as
 * its paths, as in WWW::RobotRules. */
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
        if (span_equals_nocase(span_part(text, i, part.len), part))
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

static bool is_scheme_byte(char c, bool is_first)
{
    return ascii_is_alpha(c) || (!is_first && (ascii_is_digit(c) || c == '+' || c == '-' || c == '.'));
}

/* Returns the length of the scheme at the front of VALUE; 0 without one. Without "//" only well-known schemes
 * count, because a path that lacks its first slash may contain a colon. */
static size_t scheme_len(struct span value)
{
    size_t len = 0;

    while (len < value.len && is_scheme_byte(value.at[len], len == 0))
        len++;
    if (len == 0 || len == value.len || value.at[len] != ':')
        return 0;
    if (span_starts(span_part(value, len, value.len), "://") ||
        span_is_one_of_nocase(span_part(value, 0, len), "http https mailto ftp file javascript data tel news "
                                                        "nntp gopher about"))
        return len;
    return 0;
}

/* Returns host and port, without user information and default port. */
static struct span host_of(struct span scheme, struct span authority)
{
    const char *port = span_is_nocase(scheme, "https") ? ":443" : ":80";
    size_t port_len = strlen(port);

    authority = span_part(authority, span_after_last(authority, '@'), authority.len);
    if (authority.len > port_len && span_is(span_part(authority, authority.len - port_len, port_len), port))
        authority.len -= port_len;
    else if (span_is(span_part(authority, authority.len - (authority.len > 0), 1), ":"))
        authority.len--;
    return authority;
}

/* Takes "//authority" off the front of REST. */
static struct span take_authority(struct span *rest)
{
    return span_take_text(rest, "//") ? span_take_until_any(rest, "/?") : span_make(NULL, 0);
}

bool origin_rule_path(struct span origin, struct span value, struct span *path)
{
    size_t len = scheme_len(value), own_len = scheme_len(origin);
    struct span scheme = span_part(value, 0, len), own_scheme = span_part(origin, 0, own_len);
    struct span rest = span_part(value, len + 1, value.len),
                own_rest = span_part(origin, own_len + 1, origin.len);
    bool has_authority = span_starts(rest, "//");
    struct span host = host_of(scheme, take_authority(&rest)),
                own = host_of(own_scheme, take_authority(&own_rest));

    if (len == 0) {
        *path = value;
        return true;
    }
    if (origin.len == 0 ? !span_is_nocase(scheme, "http") && !span_is_nocase(scheme, "https")
                        : !span_equals_nocase(scheme, own_scheme))
        return false;
    if (origin.len > 0 && has_authority && !span_equals_nocase(host, own))
        return false;
    *path = rest;
    return true;
}

bool origin_of(struct span url, struct buf *origin)
{
    size_t len = scheme_len(url), start = origin->len;
    struct span scheme = span_part(url, 0, len), rest = span_part(url, len + 1, url.len), host;

    if (!span_is_nocase(scheme, "http") && !span_is_nocase(scheme, "https"))
        return false;
    rest = span_part(rest, 0, span_find(rest, '#'));
    host = host_of(scheme, take_authority(&rest));
    if (host.len == 0)
        return false;
    buf_add_span(origin, scheme);
    buf_add_text(origin, "://");
    if (buf_add_span(origin, host)) {
        buf_cut(origin, start);
        return false;
    }
    for (size_t i = start; i < origin->len; i++)
        origin->at[i] = ascii_lower(origin->at[i]);
    return true;
}
