/* SPDX-License-Identifier: MIT */
/* Parses URLs of http and https (WHATWG URL Standard). An input is cleaned first: blanks and controls around
 * it are removed, tabs and line ends inside it too, and malformed bytes become U+FFFD. The basic URL parser,
 * section 4.4, follows. Its states follow one another here: scheme, authority (or the parts of the base),
 * path, query, fragment. Each adds its canonical text. */
#include "config.h"

#include "url/url.h"

#include "base/utf8.h"
#include "url/host.h"
#include "url/percent.h"

enum scheme { SCHEME_NONE, SCHEME_HTTP, SCHEME_HTTPS, SCHEME_OTHER };

static inline bool is_slash(char c)
{
    return c == '/' || c == '\\';
}

static bool is_scheme_byte(char c)
{
    return ascii_is_alphanumeric(c) || c == '+' || c == '-' || c == '.';
}

/* The meaning of bytes in a path; bytes without an entry are literal. */
enum { SEPARATES = 1, ENDS_PATH = 2, IS_ENCODED = 4 };

static const unsigned char path_bytes[256] = {
    [0x00 ... 0x20] = IS_ENCODED, ['"'] = IS_ENCODED, ['#'] = ENDS_PATH,  ['/'] = SEPARATES,
    ['<'] = IS_ENCODED,           ['>'] = IS_ENCODED, ['?'] = ENDS_PATH,  ['\\'] = SEPARATES,
    ['^'] = IS_ENCODED,           ['`'] = IS_ENCODED, ['{'] = IS_ENCODED, ['}'] = IS_ENCODED,
    [0x7f ... 0xff] = IS_ENCODED,
};

/* Removes the scheme and its ':' from REST, if it begins with one. */
static enum scheme take_scheme(struct span *rest)
{
    struct span name = span_make(rest->at, 0);

    if (rest->len == 0 || !ascii_is_alpha(rest->at[0]) || !memchr(rest->at, ':', rest->len))
        return SCHEME_NONE;
    while (name.len < rest->len && is_scheme_byte(rest->at[name.len]))
        name.len++;
    if (name.len == rest->len || rest->at[name.len] != ':')
        return SCHEME_NONE;
    *rest = span_part(*rest, name.len + 1, rest->len);
    if (span_is_nocase(name, "https"))
        return SCHEME_HTTPS;
    return span_is_nocase(name, "http") ? SCHEME_HTTP : SCHEME_OTHER;
}

static void add_query(struct url *out, struct span query, const char *encoding)
{
    struct url_encoder *encoder = url_encoder_choose(&out->encoder, encoding);

    buf_add_byte(&out->text, '?');
    if (encoder)
        url_encoder_add(encoder, &out->text, query);
    else
        percent_add(&out->text, query, PERCENT_QUERY);
}

/* Adds REST: "?query", "#fragment", both or empty. */
static void add_query_and_fragment(struct url *out, struct span rest, const char *encoding)
{
    size_t fragment_at = span_find(rest, '#');

    out->query_at = (uint32_t)out->text.len;
    if (fragment_at > 0)
        add_query(out, span_part(rest, 1, fragment_at - 1), encoding);
    out->fragment_at = (uint32_t)out->text.len;
    if (fragment_at < rest.len) {
        buf_add_byte(&out->text, '#');
        percent_add(&out->text, span_part(rest, fragment_at + 1, rest.len), PERCENT_FRAGMENT);
    }
}

/* Returns the number of dots, 1 or 2, if SEGMENT has nothing else ("%2e" is a dot); else 0. */
static int count_dots(struct span segment)
{
    int count = 0;

    while (segment.len > 0 && count < 3) {
        size_t len = segment.at[0] == '.' ? 1 : 3;

        if (len == 3 && !span_starts_nocase(segment, "%2e"))
            return 0;
        segment = span_part(segment, len, segment.len);
        count++;
    }
    return count < 3 ? count : 0;
}

/* Removes the last segment of the path, with the slash before it. */
static void shorten_path(struct url *out)
{
    const char *path = out->text.at + out->path_at;
    const char *slash = memrchr(path, '/', out->text.len - out->path_at);

    if (slash)
        buf_cut(&out->text, (size_t)(slash - out->text.at));
}

/* Adds SEGMENT to the path. PLAIN: none of its bytes needs an encoding. */
static void add_segment(struct url *out, struct span segment, bool plain, bool last)
{
    int up = segment.len > 0 && (segment.at[0] == '.' || segment.at[0] == '%') ? count_dots(segment) : 0;

    if (up == 2)
        shorten_path(out);
    if (up > 0) {
        if (last)
            buf_add_byte(&out->text, '/');
        return;
    }
    buf_add_byte(&out->text, '/');
    if (plain)
        buf_add_span(&out->text, segment);
    else
        percent_add(&out->text, segment, PERCENT_PATH);
}

/* Returns the number of bytes at the start of REST that have none of these meanings. */
static size_t run_without(struct span rest, unsigned kinds)
{
    size_t len = 0;

    while (len < rest.len && !(path_bytes[(unsigned char)rest.at[len]] & kinds))
        len++;
    return len;
}

/* Parses the rest of an absolute INPUT: REST begins with the path, and OUT has all parts before it. */
static void parse_path(struct url *out, struct span rest, const char *encoding)
{
    bool last = false;

    if (rest.len > 0 && is_slash(rest.at[0]))
        rest = span_part(rest, 1, rest.len);
    while (!last) {
        size_t len = run_without(rest, SEPARATES | ENDS_PATH | IS_ENCODED);
        bool plain = len == rest.len || path_bytes[(unsigned char)rest.at[len]] != IS_ENCODED;

        if (!plain)
            len = run_without(rest, SEPARATES | ENDS_PATH);
        last = len == rest.len || !is_slash(rest.at[len]);
        add_segment(out, span_part(rest, 0, len), plain, last);
        rest = span_part(rest, last ? len : len + 1, rest.len);
    }
    add_query_and_fragment(out, rest, encoding);
}

/* Adds "user:password@": the part of an authority before the last '@'. */
static void add_userinfo(struct url *out, struct span userinfo)
{
    struct span user = span_take_until(&userinfo, ':');

    if (user.len == 0 && userinfo.len == 0)
        return;
    percent_add(&out->text, user, PERCENT_USERINFO);
    if (userinfo.len > 0) {
        buf_add_byte(&out->text, ':');
        percent_add(&out->text, userinfo, PERCENT_USERINFO);
    }
    buf_add_byte(&out->text, '@');
}

/* Returns the length of the host at the start of "host:port"; a ':' inside brackets belongs to the host. */
static size_t host_len(struct span text)
{
    bool inside = false;
    size_t len = 0;

    for (; len < text.len && (inside || text.at[len] != ':'); len++) {
        if (text.at[len] == '[')
            inside = true;
        else if (text.at[len] == ']')
            inside = false;
    }
    return len;
}

static bool add_port(struct url *out, struct span digits)
{
    uint64_t usual = out->scheme_len == strlen("https") ? 443 : 80, port = usual;

    if (digits.len > 0 && (!span_to_u64(digits, &port) || port > UINT16_MAX))
        return false;
    if (port != usual) {
        buf_add_byte(&out->text, ':');
        buf_add_decimal(&out->text, port);
    }
    return true;
}

/* Copies the text up to the path, without userinfo, if it is not a part of the whole text. */
static void keep_origin(struct url *out)
{
    struct span text = buf_span(&out->text);

    if (!url_has_userinfo(out))
        return;
    buf_add_span(&out->origin, span_part(text, 0, out->scheme_len + 3));
    buf_add_span(&out->origin, span_part(text, out->host_at, out->path_at - out->host_at));
}

/* Parses an absolute URL after its scheme. Any number of slashes of both kinds precede the authority. */
static enum url_result parse_authority(struct url *out, enum scheme scheme, struct span rest,
                                       const char *encoding)
{
    struct span authority;
    const char *at;
    size_t len;

    while (rest.len > 0 && is_slash(rest.at[0]))
        rest = span_part(rest, 1, rest.len);
    authority = span_part(rest, 0, run_without(rest, SEPARATES | ENDS_PATH));
    rest = span_part(rest, authority.len, rest.len);
    buf_add_text(&out->text, scheme == SCHEME_HTTPS ? "https://" : "http://");
    out->scheme_len = scheme == SCHEME_HTTPS ? 5 : 4;
    at = authority.len > 0 ? memrchr(authority.at, '@', authority.len) : NULL;
    if (at) {
        len = (size_t)(at - authority.at);
        add_userinfo(out, span_part(authority, 0, len));
        authority = span_part(authority, len + 1, authority.len);
    }
    len = host_len(authority);
    out->host_at = (uint32_t)out->text.len;
    if (!host_add(&out->text, &out->name, span_part(authority, 0, len)))
        return URL_BAD_HOST;
    out->host_end = (uint32_t)out->text.len;
    if (!add_port(out, span_part(authority, len + 1, authority.len)))
        return URL_BAD_PORT;
    out->path_at = (uint32_t)out->text.len;
    keep_origin(out);
    parse_path(out, rest, encoding);
    return URL_OK;
}

/* Starts OUT with the first LEN bytes of the base's text. */
static void take_from_base(struct url *out, const struct url *base, size_t len)
{
    buf_add(&out->text, base->text.at, len);
    out->scheme_len = base->scheme_len;
    out->host_at = base->host_at;
    out->host_end = base->host_end;
    out->path_at = base->path_at;
    keep_origin(out);
}

static void parse_relative(struct url *out, struct span rest, const struct url *base, const char *encoding)
{
    char first = rest.len > 0 ? rest.at[0] : '#';

    if (first == '#') {
        take_from_base(out, base, base->fragment_at);
        out->query_at = base->query_at;
        out->fragment_at = base->fragment_at;
        if (rest.len > 0) {
            buf_add_byte(&out->text, '#');
            percent_add(&out->text, span_part(rest, 1, rest.len), PERCENT_FRAGMENT);
        }
    } else if (first == '?') {
        take_from_base(out, base, base->query_at);
        add_query_and_fragment(out, rest, encoding);
    } else {
        struct span directory = span_part(buf_span(&base->text), 0, base->query_at);

        take_from_base(out, base, is_slash(first) ? base->path_at : span_after_last(directory, '/') - 1);
        parse_path(out, rest, encoding);
    }
}

/* Parses an INPUT that is valid UTF-8, trimmed, and without tabs and line ends, as url_parse does. Unless it
 * returns URL_OK, OUT is unspecified. */
static enum url_result parse_reference(struct url *out, struct span input, const struct url *base,
                                       const char *encoding)
{
    struct span rest = input;
    enum scheme scheme = take_scheme(&rest);
    bool has_base = base && base->text.len > 0;
    enum scheme base_scheme = SCHEME_NONE;

    if (has_base)
        base_scheme = base->scheme_len == strlen("https") ? SCHEME_HTTPS : SCHEME_HTTP;
    if (scheme == SCHEME_OTHER)
        return URL_NOT_HTTP;
    if (scheme == SCHEME_NONE && !has_base)
        return URL_NO_BASE;
    if (scheme != SCHEME_NONE && scheme != base_scheme)
        return parse_authority(out, scheme, rest, encoding);
    if (rest.len >= 2 && is_slash(rest.at[0]) && is_slash(rest.at[1]))
        return parse_authority(out, base_scheme, rest, encoding);
    parse_relative(out, rest, base, encoding);
    return URL_OK;
}

void url_release(struct url *url)
{
    buf_release(&url->text);
    buf_release(&url->origin);
    buf_release(&url->input);
    buf_release(&url->name);
    url_encoder_free(url->encoder);
    url->encoder = NULL;
}

static void url_clear(struct url *url)
{
    buf_clear(&url->text);
    buf_clear(&url->origin);
    buf_clear(&url->input);
    url->text.max = url->origin.max = url->name.max = LIMIT_URL_BYTES;
    url->input.max = LIMIT_TAG_BYTES; /* longer inputs, which dot segments might shorten, do not occur */
    url->scheme_len = url->host_at = url->host_end = 0;
    url->path_at = url->query_at = url->fragment_at = 0;
}

static struct span trim_controls(struct span input)
{
    while (input.len > 0 && (unsigned char)input.at[0] <= 0x20)
        input = span_part(input, 1, input.len);
    while (input.len > 0 && (unsigned char)input.at[input.len - 1] <= 0x20)
        input.len--;
    return input;
}

/* Returns true if all bytes are ASCII and none is a control character. The subtraction borrows into the
 * highest bit of a control character's byte; bytes beyond ASCII have that bit. */
static bool is_clean(struct span input)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t seen = 0;
    size_t i = 0;

    for (; i + sizeof seen <= input.len; i += sizeof seen) {
        uint64_t word;

        memcpy(&word, input.at + i, sizeof word);
        seen |= (word - ones * 0x20) | word;
    }
    for (; i < input.len; i++)
        seen |= ((unsigned char)input.at[i] - UINT64_C(0x20)) | (unsigned char)input.at[i];
    return (seen & ones * 0x80) == 0;
}

/* Returns the input without its tabs, line ends and malformed bytes: itself, or a copy in CLEAN. */
static struct span clean_input(struct buf *clean, struct span input)
{
    if (is_clean(input))
        return input;
    buf_clear(clean);
    for (size_t at = 0; at < input.len;) {
        size_t from = at;
        uint32_t code;

        at += utf8_next(input, at, &code);
        if (code == UTF8_REPLACEMENT)
            utf8_add(clean, code);
        else if (!byte_is_in(input.at[from], "\t\n\r"))
            buf_add(clean, input.at + from, at - from);
    }
    return buf_span(clean);
}

/* Returns true if INPUT is absolute and begins like URL, up to the path, so that these parts need no parsing.
 * Most URLs have the same origin as the one before. */
static bool has_same_origin(const struct url *url, struct span input)
{
    size_t len = url->path_at;

    return len > 0 && !url_has_userinfo(url) && input.len > len && input.at[len] == '/' &&
           memcmp(input.at, url->text.at, len) == 0;
}

static enum url_result parse_input(struct url *out, struct span input, const struct url *base,
                                   const char *encoding)
{
    bool same_origin = has_same_origin(out, input);
    struct span rest = input;

    if (same_origin)
        buf_cut(&out->text, out->path_at);
    else
        url_clear(out);
    if (!same_origin && take_scheme(&rest) == SCHEME_OTHER)
        return URL_NOT_HTTP;
    if (input.len > LIMIT_TAG_BYTES)
        return URL_TOO_LONG;
    input = clean_input(&out->input, input);
    if (out->input.full)
        return URL_TOO_LONG;
    if (!same_origin)
        return parse_reference(out, input, base, encoding);
    parse_path(out, span_part(input, out->path_at, input.len), encoding);
    return URL_OK;
}

enum url_result url_parse(struct url *out, struct span input, const struct url *base, const char *encoding)
{
    enum url_result result = parse_input(out, trim_controls(input), base, encoding);

    if (out->text.full && result != URL_NOT_HTTP)
        result = URL_TOO_LONG;
    if (result != URL_OK)
        url_clear(out);
    return result;
}

enum url_result url_parse_bytes(struct url *out, struct span input, const struct url *base)
{
    struct buf bytes BUF_LOCAL(3 * LIMIT_URL_BYTES);

    if (utf8_is_valid(input))
        return url_parse(out, input, base, NULL);
    for (size_t i = 0; i < input.len; i++) {
        if ((unsigned char)input.at[i] < 0x80)
            (void)buf_add_byte(&bytes, input.at[i]);
        else
            (void)buf_add_format(&bytes, "%%%02X", (unsigned char)input.at[i]);
    }
    return bytes.full ? URL_TOO_LONG : url_parse(out, buf_span(&bytes), base, NULL);
}

const char *url_result_text(enum url_result result)
{
    static const char *const texts[] = {
        [URL_OK] = "a valid URL",
        [URL_NOT_HTTP] = "neither http nor https",
        [URL_NO_BASE] = "relative, without a base",
        [URL_BAD_HOST] = "no valid host",
        [URL_BAD_PORT] = "no valid port",
        [URL_TOO_LONG] = "too long",
    };

    return texts[result];
}

static struct span part(const struct url *url, uint32_t from, uint32_t to)
{
    return span_part(buf_span(&url->text), from, to > from ? to - from : 0);
}

struct span url_scheme(const struct url *url)
{
    return part(url, 0, url->scheme_len);
}

struct span url_host(const struct url *url)
{
    return part(url, url->host_at, url->host_end);
}

struct span url_port(const struct url *url)
{
    return part(url, url->host_end + 1, url->path_at);
}

struct span url_target(const struct url *url)
{
    return part(url, url->path_at, url->fragment_at);
}

struct span url_path(const struct url *url)
{
    return part(url, url->path_at, url->query_at);
}

struct span url_query(const struct url *url)
{
    return part(url, url->query_at + 1, url->fragment_at);
}

struct span url_fragment(const struct url *url)
{
    return part(url, url->fragment_at + 1, (uint32_t)url->text.len);
}

struct span url_origin(const struct url *url)
{
    return url_has_userinfo(url) ? buf_span(&url->origin) : part(url, 0, url->path_at);
}

void url_strip(struct url *url)
{
    uint32_t authority_at = url->scheme_len + 3, cut = url->host_at - authority_at;

    if (url->text.len == 0)
        return;
    buf_cut(&url->text, url->fragment_at);
    if (cut == 0)
        return;
    memmove(url->text.at + authority_at, url->text.at + url->host_at, url->text.len - url->host_at);
    buf_cut(&url->text, url->text.len - cut);
    url->host_at -= cut;
    url->host_end -= cut;
    url->path_at -= cut;
    url->query_at -= cut;
    url->fragment_at -= cut;
}
