/* SPDX-License-Identifier: MIT */
/* Rules that are written as absolute URLs, and the origin of a URL. */
#include "config.h"

#include "robots/lines.h"

#include "base/buf.h"

#include "tap.h"

#define SITE "https://site.example"

static const struct {
    const char *origin, *value, *path; /* NULL: of another site */
} rules[] = {
    {SITE, "/a", "/a"},
    {SITE, "a:b", "a:b"},
    {SITE, "", ""},
    {SITE, "https", "https"},
    {SITE, "1https://site.example/a", "1https://site.example/a"},
    {SITE, "https://site.example/a", "/a"},
    {SITE, "https://site.example?a", "?a"},
    {SITE, "https://site.example", ""},
    {SITE, "HTTPS://SITE.example:443/a", "/a"},
    {SITE, "https://user@site.example/a", "/a"},
    {SITE, "https://site.example:/a", "/a"},
    {SITE, "https://site.example:8443/a", NULL},
    {SITE, "https://other.example/a", NULL},
    {SITE, "http://site.example/a", NULL},
    {SITE, "https:/a", "/a"},
    {SITE, "mailto:a", NULL},
    {SITE, "x-y+z.1://site.example/a", NULL},
    {"http://site.example:8080", "http://site.example:8080/a", "/a"},
    {"http://site.example", "http://site.example:80/a", "/a"},
    {"", "http://any.example/a", "/a"},
    {"", "https://any.example/a", "/a"},
    {"", "ftp://any.example/a", NULL},
};

static const struct {
    const char *url, *origin; /* NULL: none */
} urls[] = {
    {"https://site.example/a", SITE},
    {"HTTP://u:p@SITE.example:80/a@b", "http://site.example"},
    {"https://site.example:80/a", "https://site.example:80"},
    {"https://site.example?a", SITE},
    {"https://site.example#a@b", SITE},
    {"https://:443/a", "https://:443"},
    {"https:///a", NULL},
    {"https://", NULL},
    {"https:a", NULL},
    {"ftp://site.example/a", NULL},
    {"site.example/a", NULL},
    {"", NULL},
};

int main(void)
{
    struct buf origin;

    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        struct span path = span_of("unset");
        bool found = origin_rule_path(span_of(rules[i].origin), tap_exact(span_of(rules[i].value)), &path);

        ok(found == (rules[i].path != NULL), "%s", rules[i].value);
        is_span(path, span_of(found ? rules[i].path : "unset"), "its path");
    }
    buf_init(&origin, 100);
    for (size_t i = 0; i < COUNT_OF(urls); i++) {
        (void)buf_add_text(&origin, "before ");
        ok(origin_of(tap_exact(span_of(urls[i].url)), &origin) == (urls[i].origin != NULL), "%s",
           urls[i].url);
        is_span(span_part(buf_span(&origin), 7, 100), span_of(urls[i].origin ? urls[i].origin : ""),
                "its origin");
        buf_clear(&origin);
    }
    origin.max = 20;
    (void)buf_add_text(&origin, "before ");
    ok(!origin_of(span_of("https://a-very-long-host.example/"), &origin), "one that is too long");
    is_span(buf_span(&origin), span_of("before "), "adds nothing");
    buf_release(&origin);
    return done();
}
