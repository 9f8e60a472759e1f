/* SPDX-License-Identifier: MIT */
/* Requests of a browser to a served mirror. An input is a target, Range, If-None-Match and two dates, with
 * line ends between. Whatever they are: a URL that a target can mean is found again at the target that it is
 * given, and a range lies in its body. */
#include "config.h"

#include <stdint.h>

#include "base/limits.h"
#include "fuzz.h"
#include "serve/server.h"
#include "url/url.h"

/* Whether one of the readings of TARGET is URL. */
static bool means(struct span target, struct span url, struct span site)
{
    struct buf text;
    struct url found;
    bool same = false;

    buf_init(&text, 2 * LIMIT_URL_BYTES);
    found = (struct url){0};
    for (unsigned i = 0; !same && target_url(&text, target, site, i); i++)
        same = url_parse(&found, buf_span(&text), NULL, NULL) == URL_OK &&
               span_equals(buf_span(&found.text), url);
    url_release(&found);
    buf_release(&text);
    return same;
}

/* URL's target, as a browser requests it, leads back to URL. */
static void check_way_back(const struct url *url, struct span site)
{
    static const char here[] = "http://127.0.0.1:4711";
    struct url base, asked;
    struct buf target;

    base = (struct url){0};
    asked = (struct url){0};
    buf_init(&target, 2 * LIMIT_URL_BYTES);
    target_make(&target, buf_span(&url->text), span_of(""), site);
    demand(url_parse(&base, span_of(here), NULL, NULL) == URL_OK);
    if (url_parse(&asked, buf_span(&target), &base, NULL) == URL_OK) {
        struct span text = buf_span(&asked.text);

        demand(span_starts(text, "http://127.0.0.1:4711/"));
        demand(means(span_part(text, strlen(here), text.len), buf_span(&url->text), site));
    } else {
        demand(url->text.len > LIMIT_URL_BYTES - 100);
    }
    buf_release(&target);
    url_release(&base);
    url_release(&asked);
}

/* Hosts that no one can have, and that no path can hold. */
static bool is_dots(struct span host)
{
    return span_is(host, ".") || span_is(host, "..");
}

static void check_target(struct span target, const char *site)
{
    struct buf text;
    struct url url;

    buf_init(&text, 2 * LIMIT_URL_BYTES);
    url = (struct url){0};
    for (unsigned i = 0; target_url(&text, target, span_of(site), i); i++) {
        demand(i < 4);
        if (url_parse(&url, buf_span(&text), NULL, NULL) != URL_OK)
            continue;
        url_strip(&url);
        if (is_dots(url_host(&url)))
            continue;
        check_way_back(&url, span_of(site));
    }
    url_release(&url);
    buf_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span rest = span_make((const char *)data, size), target = span_take_until(&rest, '\n');
    struct span range = span_take_until(&rest, '\n'), tags = span_take_until(&rest, '\n');
    struct span since = span_take_until(&rest, '\n');
    uint64_t first, last;

    check_target(target, "https://example.org");
    check_target(target, "http://h:81");
    for (uint64_t bytes = 0; bytes < 3; bytes++)
        demand(request_fields_range(range, bytes, &first, &last) != RANGE_PART ||
               (first <= last && last < bytes));
    demand(!request_fields_has_tag(tags, span_of("")));
    (void)request_fields_has_tag(tags, span_of("tag"));
    (void)request_fields_is_unmodified(since, rest);
    (void)request_fields_is_same(tags, span_of("tag"), since);
    (void)request_fields_want_page(tags, since);
    return 0;
}
