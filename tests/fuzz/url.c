/* SPDX-License-Identifier: MIT */
/* URL parsing. An input is three lines: the charset of a document, its URL, and a reference in it. Every
 * result is within the limit and printable ASCII, parses to itself with or without a base, and is still a URL
 * when stripped. */
#include "config.h"

#include <stdint.h>

#include "base/limits.h"
#include "fuzz.h"
#include "url/url.h"

static void check_text(const struct url *url)
{
    struct span text = buf_span(&url->text);

    demand(text.len <= LIMIT_URL_BYTES);
    for (size_t i = 0; i < text.len; i++)
        demand(text.at[i] > 0x20 && text.at[i] < 0x7f);
    demand(url_host(url).len > 0 && span_starts(url_path(url), "/"));
    demand(span_starts(text, "http://") || span_starts(text, "https://"));
}

/* The text of URL, parsed again, has the same text and the same parts, whatever the object had before. */
static void check_again(const struct url *url, const struct url *base)
{
    struct url again;

    again = (struct url){0};
    if (base)
        demand(url_parse(&again, buf_span(&base->text), NULL, NULL) == URL_OK);
    demand(url_parse(&again, buf_span(&url->text), base, NULL) == URL_OK);
    demand(span_equals(buf_span(&again.text), buf_span(&url->text)));
    demand(span_equals(url_origin(&again), url_origin(url)));
    demand(again.host_at == url->host_at && again.host_end == url->host_end && again.path_at == url->path_at);
    demand(again.query_at == url->query_at && again.fragment_at == url->fragment_at);
    url_release(&again);
}

static void check_url(struct url *url, const struct url *base)
{
    check_text(url);
    check_again(url, NULL);
    if (base)
        check_again(url, base);
    url_strip(url);
    demand(!url_has_userinfo(url) && !url_has_fragment(url));
    check_text(url);
    check_again(url, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span rest = span_make((const char *)data, size);
    struct span charset = span_take_until(&rest, '\n'), base_text = span_take_until(&rest, '\n');
    char encoding[32] = "";
    struct url url, base;
    bool has_base;

    if (charset.len > 0)
        memcpy(encoding, charset.at, charset.len < sizeof encoding ? charset.len : sizeof encoding - 1);
    url = (struct url){0};
    base = (struct url){0};
    has_base = url_parse(&base, base_text, NULL, NULL) == URL_OK;
    if (has_base)
        check_again(&base, NULL);
    if (url_parse(&url, rest, has_base ? &base : NULL, encoding) == URL_OK)
        check_url(&url, has_base ? &base : NULL);
    else
        demand(url.text.len == 0);
    url_release(&url);
    url_release(&base);
    return 0;
}
