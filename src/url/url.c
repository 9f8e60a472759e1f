/* SPDX-License-Identifier: MIT */
/* The URL as an object, and the preparation of an input before it is parsed (WHATWG URL Standard): blanks and
 * controls around it are removed, tabs and line ends inside it too, and malformed bytes become U+FFFD. */
#include "config.h"

#include "url/url.h"

#include "base/limits.h"
#include "url/encode.h"
#include "url/parse.h"
#include "base/utf8.h"

/* No attribute is longer than a tag. Longer inputs, which dot segments might shorten, do not occur. */
enum { INPUT_BYTES = LIMIT_TAG_BYTES };

void url_init(struct url *url)
{
    *url = (struct url){.encoder = NULL};
    buf_init(&url->text, LIMIT_URL_BYTES);
    buf_init(&url->origin, LIMIT_URL_BYTES);
    buf_init(&url->input, INPUT_BYTES);
    buf_init(&url->name, LIMIT_URL_BYTES);
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
    url->scheme_len = url->host_at = url->host_end = 0;
    url->path_at = url->query_at = url->fragment_at = 0;
}

static inline bool is_removed(char c)
{
    return c == '\t' || c == '\n' || c == '\r';
}

static struct span trim_controls(struct span input)
{
    while (input.len > 0 && (unsigned char)input.at[0] <= 0x20)
        input = span_part(input, 1, input.len);
    while (input.len > 0 && (unsigned char)input.at[input.len - 1] <= 0x20)
        input.len--;
    return input;
}

/* Whether all bytes are ASCII and none is a control character. The subtraction borrows into the highest bit
 * of a control character's byte; bytes beyond ASCII have that bit. */
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

/* The input without its tabs, line ends and malformed bytes: itself, or a copy in CLEAN. */
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
        else if (!is_removed(input.at[from]))
            buf_add(clean, input.at + from, at - from);
    }
    return buf_span(clean);
}

/* Whether INPUT is absolute and begins like URL, up to the path, so that these parts need no parsing. Most
 * URLs have the same origin as the one before. */
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

    if (same_origin)
        buf_cut(&out->text, out->path_at);
    else
        url_clear(out);
    if (!same_origin && parse_is_other_scheme(input))
        return URL_NOT_HTTP;
    if (input.len > INPUT_BYTES)
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
