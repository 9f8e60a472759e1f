/* SPDX-License-Identifier: MIT */
/* Splits the bytes of a robots.txt into lines, fields and values. Well-formed lines follow RFC 9309 §2.2;
 * malformed ones are read as real files need it. A field that restricts is recognised when misspelt; Allow is
 * not. Also reads agent names, the paths of rules, and the origins of URLs. */
#include "config.h"

#include "robots/lines.h"

#include "base/limits.h"

/* Returns true for UTF-16. Without a byte order mark, it has a NUL in every second of the first four
 * bytes. */
static bool is_utf16(struct span body, bool *big_endian)
{
    if (body.len < 4)
        return false;
    if (body.at[0] && !body.at[1] && body.at[2] && !body.at[3]) {
        *big_endian = false;
        return true;
    }
    *big_endian = true;
    return !body.at[0] && body.at[1] && !body.at[2] && body.at[3];
}

struct span lines_decode(struct span body, struct buf *decoded)
{
    bool big_endian = span_starts(body, "\xfe\xff");

    if (span_starts(body, "\xef\xbb\xbf"))
        return span_part(body, 3, body.len);
    if (big_endian || span_starts(body, "\xff\xfe"))
        text_from_utf16(decoded, span_part(body, 2, body.len), big_endian);
    else if (is_utf16(body, &big_endian))
        text_from_utf16(decoded, body, big_endian);
    else
        return body;
    return buf_span(decoded);
}

/* Returns TEXT without white space, markup comments and an XML declaration at its front. */
static struct span skip_prolog(struct span text)
{
    for (;;) {
        bool is_comment;

        text = span_trim(text, TEXT_BLANK);
        is_comment = span_starts(text, "<!--");
        if ((!is_comment && !span_starts_nocase(text, "<?xml")) ||
            !span_take_after(&text, is_comment ? "-->" : "?>"))
            return text;
    }
}

bool lines_are_html(struct span text)
{
    static const char *const starts[] = {"<!doctype html", "<html", "<head", "<title", "<body"};

    text = skip_prolog(text);
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        size_t len = strlen(starts[i]);

        if (span_starts_nocase(text, starts[i]) &&
            (text.len == len || byte_is_in(text.at[len], TEXT_BLANK ">")))
            return true;
    }
    return false;
}

/* Field names that match by their beginning. */
static const struct {
    const char *beginning;
    enum robots_field field;
} beginnings[] = {
    {"disallow", FIELD_DISALLOW},     {"user-agent", FIELD_USER_AGENT}, {"useragent", FIELD_USER_AGENT},
    {"user agent", FIELD_USER_AGENT}, {"user_agent", FIELD_USER_AGENT}, {"dissallow", FIELD_DISALLOW},
    {"dissalow", FIELD_DISALLOW},     {"disalow", FIELD_DISALLOW},      {"diasllow", FIELD_DISALLOW},
    {"disallaw", FIELD_DISALLOW},     {"sitemap", FIELD_SITEMAP},       {"site-map", FIELD_SITEMAP},
};

/* Field names that match as a whole. */
static const struct {
    const char *name;
    enum robots_field field;
} names[] = {
    {"allow", FIELD_ALLOW},
    {"noindex", FIELD_NOINDEX},
    {"noarchive", FIELD_NOINDEX},
    {"crawl-delay", FIELD_CRAWL_DELAY},
    {"crawldelay", FIELD_CRAWL_DELAY},
    {"crawl delay", FIELD_CRAWL_DELAY},
    {"crawl_delay", FIELD_CRAWL_DELAY},
    {"request-rate", FIELD_REQUEST_RATE},
    {"visit-time", FIELD_VISIT_TIME},
};

enum robots_field lines_field_by_beginning(struct span name)
{
    for (size_t i = 0; i < COUNT_OF(beginnings); i++) {
        if (span_starts_nocase(name, beginnings[i].beginning))
            return beginnings[i].field;
    }
    return FIELD_OTHER;
}

static enum robots_field recognise(struct span name)
{
    enum robots_field field = lines_field_by_beginning(name);

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (span_is_nocase(name, names[i].name))
            return names[i].field;
    }
    if (field != FIELD_OTHER)
        return field;
    return text_distance(name, span_of("disallow")) <= 2 ? FIELD_DISALLOW : FIELD_OTHER;
}

static bool is_graphic(char c)
{
    return c > ' ' && c < 0x7f;
}

/* Returns NAME without white space, control characters and non-ASCII bytes at its ends. */
static struct span clean_name(struct span name)
{
    while (name.len > 0 && !is_graphic(name.at[0]))
        name = span_part(name, 1, name.len);
    while (name.len > 0 && !is_graphic(name.at[name.len - 1]))
        name.len--;
    return name;
}

/* Reads the field name. Quotes around it are accepted if the field restricts. */
static void read_field(struct robots_line *line, struct span raw)
{
    struct span name = clean_name(raw);
    struct span bare = text_unquote(name);

    line->field = recognise(name);
    if (bare.len == name.len || line->field == FIELD_USER_AGENT)
        return;
    line->unquoted = true;
    line->field = recognise(bare);
    if (line->field != FIELD_USER_AGENT && line->field != FIELD_DISALLOW)
        line->field = FIELD_OTHER;
}

static void read_value(struct robots_line *line, struct span raw)
{
    struct span plain = span_trim(raw, TEXT_SPACE);

    line->value = text_trim(raw);
    line->trimmed = line->value.len != plain.len;
}

/* Reads a line without a colon: its first word (or "user agent") may be the field. */
static void read_colonless(struct robots_line *line, struct span text)
{
    size_t len = 0;

    if (span_starts_nocase(text, "user agent") && (text.len == 10 || text_is_space(text.at[10])))
        len = 10;
    while (len < text.len && !text_is_space(text.at[len]))
        len++;
    read_field(line, span_part(text, 0, len));
    if (line->field != FIELD_USER_AGENT && line->field != FIELD_DISALLOW && line->field != FIELD_CRAWL_DELAY)
        line->field = FIELD_NONE;
    read_value(line, span_part(text, len, text.len));
}

bool lines_read(struct robots_line *line, struct span raw, bool is_cut)
{
    size_t len, colon;

    *line = (struct robots_line){.text = span_part(raw, 0, LIMIT_ROBOTS_LINE)};
    len = span_find(line->text, '\0');
    line->damaged = line->text.len < raw.len || len < line->text.len || is_cut;
    line->code = span_part(line->text, 0, len);
    line->code = span_trim(span_part(line->code, 0, span_find(line->code, '#')), TEXT_SPACE);
    if (line->code.len == 0)
        return false;
    colon = span_find(line->code, ':');
    if (colon == line->code.len) {
        read_colonless(line, line->code);
    } else {
        read_field(line, span_part(line->code, 0, colon));
        read_value(line, span_part(line->code, colon + 1, line->code.len));
    }
    return true;
}

void lines_start(struct robots_lines *lines, struct span text, bool truncated)
{
    *lines = (struct robots_lines){.rest = text, .truncated = truncated};
}

bool lines_next(struct robots_lines *lines, struct robots_line *line)
{
    struct span raw;

    while (lines->rest.len > 0) {
        bool has_end = text_take_line(&lines->rest, &raw) > 0;

        lines->number++;
        if (!lines_read(line, raw, lines->truncated && !has_end))
            continue;
        line->number = lines->number;
        return true;
    }
    return false;
}

void lines_add_usage(struct span body, struct buf *out)
{
    struct robots_lines lines;
    struct robots_line line;
    struct buf decoded BUF_LOCAL(body.len * 2 + 4);

    lines_start(&lines, lines_decode(body, &decoded), false);
    while (lines_next(&lines, &line)) {
        struct span rest = line.text, field = span_trim(span_take_until(&rest, ':'), HTTP_WHITE);

        if (line.field != FIELD_OTHER ||
            !span_is_one_of_nocase(field, "content-usage content-signal license"))
            continue;
        if (line.text.len < out->max - out->len && buf_add_span(out, line.text) == 0)
            (void)buf_add_byte(out, '\n');
    }
}

/* RFC 9309 has one product token on a User-agent line; older texts list several, with versions, and real
 * files add punctuation or whole User-Agent headers. Values of rules are read leniently if the rule
 * restricts, strictly if it allows; URLs of the same site count as its paths, as in WWW::RobotRules. */

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
