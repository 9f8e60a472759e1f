/* SPDX-License-Identifier: MIT */
/* The target of a URL, and that a browser's request for this target leads to the same URL. */
#include "config.h"

#include "serve/server.h"

#include "tap.h"
#include "url/url.h"

static struct buf text, wanted;

static const struct {
    const char *site, *url, *fragment, *target;
} places[] = {
    {"https://example.org", "https://example.org/", "", "/"},
    {"https://example.org", "https://example.org/a/b?x=1&y=/z", "#top", "/a/b?x=1&y=/z#top"},
    {"https://example.org", "https://example.org/a?", "", "/a?"},
    {"https://example.org", "https://example.org//a/b", "", "/.//a/b"},
    {"https://example.org", "https://example.org/%2e%41;c", "", "/%2e%41;c"},
    {"https://example.org", "https://cdn.example/x.js?v=2", "", "/_hosts/cdn.example/x.js?v=2"},
    {"https://example.org", "https://cdn.example//x", "", "/_hosts/cdn.example//x"},
    {"https://example.org", "https://cdn.example:8443/", "", "/_hosts/cdn.example:8443/"},
    {"https://example.org", "http://cdn.example/x", "#f", "/_hosts/cdn.example:80/x#f"},
    {"https://example.org", "https://cdn.example:8080/x", "", "/_hosts/cdn.example:8080/x"},
    {"https://example.org", "http://example.org/x", "", "/_hosts/example.org:80/x"},
    {"https://example.org", "https://www.example.org/x", "", "/_hosts/www.example.org/x"},
    {"https://example.org", "https://example.org/_hosts/x/y", "", "/_hosts/example.org/_hosts/x/y"},
    {"https://example.org", "https://example.org/_tiptoe/x", "", "/_hosts/example.org/_tiptoe/x"},
    {"http://127.0.0.1:8080", "http://127.0.0.1:8080/x?y", "", "/x?y"},
    {"http://127.0.0.1:8080", "http://127.0.0.1:8081/x", "", "/_hosts/127.0.0.1:8081/x"},
    {"https://[::1]", "https://[::1]/x", "", "/x"},
    {"https://example.org", "https://[::1]/x", "", "/_hosts/[::1]/x"},
    {"https://example.org", "http://[::1]/x", "", "/_hosts/[::1]:80/x"},
    {"http://example.org", "http://[::1]:81/x", "", "/_hosts/[::1]:81/x"},
};

/* A browser resolves the reference on a page of the server, and requests the result without its fragment. */
static void check_place(const char *site, const char *url, const char *fragment, const char *target)
{
    struct url base, asked, found;

    base = (struct url){0};
    asked = (struct url){0};
    found = (struct url){0};
    target_make(&text, span_of(url), span_of(fragment), span_of(site));
    is_span(buf_span(&text), span_of(target), url);
    ok(url_parse(&base, span_of("http://127.0.0.1:4711/some/page?q"), NULL, NULL) == URL_OK &&
           url_parse(&asked, buf_span(&text), &base, NULL) == URL_OK,
       "%s is a reference", target);
    is_span(url_host(&asked), span_of("127.0.0.1"), target);
    url_strip(&asked);
    ok(target_url(&wanted, span_part(buf_span(&asked.text), strlen("http://127.0.0.1:4711"), SIZE_MAX),
                  span_of(site), 0) &&
           url_parse(&found, buf_span(&wanted), NULL, NULL) == URL_OK,
       "%s is found", target);
    is_span(buf_span(&found.text), span_of(url), target);
    url_release(&base);
    url_release(&asked);
    url_release(&found);
}

static const struct {
    const char *site, *target;
    const char *urls[5];
} readings[] = {
    {"https://example.org", "/a?b", {"https://example.org/a?b", "http://example.org/a?b"}},
    {"http://example.org", "/", {"http://example.org/", "https://example.org/"}},
    {"http://h:81", "/", {"http://h:81/"}},
    {"https://h",
     "/_hosts/c/x",
     {"https://c/x", "http://c/x", "https://h/_hosts/c/x", "http://h/_hosts/c/x"}},
    {"https://h",
     "/_hosts/c:81",
     {"https://c:81/", "http://c:81/", "https://h/_hosts/c:81", "http://h/_hosts/c:81"}},
    {"http://h:81", "/_hosts/c:80/x", {"http://c:80/x", "https://c:80/x", "http://h:81/_hosts/c:80/x"}},
    {"http://h:81", "/_hosts/c", {"https://c/", "http://c/", "http://h:81/_hosts/c"}},
    {"http://h:81", "/_hosts/c?x", {"https://c/?x", "http://c/?x", "http://h:81/_hosts/c?x"}},
    {"http://h:81", "/_hosts/", {"http://h:81/_hosts/"}},
    {"http://h:81", "/_hosts", {"http://h:81/_hosts"}},
    {"http://h:81", "", {NULL}},
    {"http://h:81", "http://evil/", {NULL}},
    {"http://h:81", "*", {NULL}},
};

int main(void)
{
    buf_init(&text, 1000);
    buf_init(&wanted, 1000);
    for (size_t i = 0; i < COUNT_OF(places); i++)
        check_place(places[i].site, places[i].url, places[i].fragment, places[i].target);
    for (size_t i = 0; i < COUNT_OF(readings); i++) {
        unsigned n = 0;

        for (; readings[i].urls[n]; n++) {
            ok(target_url(&text, span_of(readings[i].target), span_of(readings[i].site), n), "%s: reading %u",
               readings[i].target, n);
            is_span(buf_span(&text), span_of(readings[i].urls[n]), readings[i].target);
        }
        ok(!target_url(&text, span_of(readings[i].target), span_of(readings[i].site), n), "%s: no more",
           readings[i].target);
    }
    buf_release(&text);
    buf_release(&wanted);
    return done();
}
