/* SPDX-License-Identifier: MIT */
/* References between files: each is the shortest text, and a browser that resolves it finds the file. */
#include "config.h"

#include "site/hostile.h"
#include "site/path.h"
#include "tap.h"
#include "url/url.h"

static struct url url, base;
static struct buf path, path2, text;

static bool parse(struct url *into, const char *input)
{
    return url_parse(into, span_of(input), NULL, NULL) == URL_OK;
}

static const struct reference_case {
    const char *from, *to, *fragment, *reference;
} references[] = {
    {"index.html", "a.html", "", "a.html"},
    {"index.html", "index.html", "", "index.html"},
    {"index.html", "index.html", "#top", "#top"},
    {"a/index.html", "a/b.html", "#x", "b.html#x"},
    {"a/index.html", "b/c.html", "", "../b/c.html"},
    {"a/b/c.html", "d.html", "", "../../d.html"},
    {"index.html", "a/b/c.html", "", "a/b/c.html"},
    {"ab/x.html", "ac/x.html", "", "../ac/x.html"},
    {"a.html", "a/b.html", "", "a/b.html"},
    {"a/b.html", "a.html", "", "../a.html"},
    {"x.html", "p@a=b&c.html", "", "p@a=b%26c.html"},
    {"x.html", "C#3A.html", "", "C%233A.html"},
    {"x.html", "a%20b.html", "", "a%2520b.html"},
    {"x.html", "a b,c.png", "", "a%20b%2Cc.png"},
    {"x.html", "caf\xc3\xa9.html", "", "caf%C3%A9.html"},
    {"x.html", "f(1)'+.html", "", "f%281%29%27%2B.html"},
    {"x.html", "_hosts/h.example/a.js", "", "_hosts/h.example/a.js"},
};

/* Resolves the reference like a browser that opens the file from disk, and compares the result with TO. */
static void check_reference(const char *from, const char *to, const char *fragment, const char *label)
{
    buf_clear(&text);
    buf_add_format(&text, "https://disk/site/%s", "");
    for (const char *c = from; *c; c++)
        buf_add_format(&text, ascii_is_alpha(*c) || *c == '/' || *c == '.' ? "%c" : "%%%02X",
                       (unsigned char)*c);
    ok(url_parse(&base, buf_span(&text), NULL, NULL) == URL_OK, "%s: a base", label);
    path_relative(&path, span_of(from), span_of(to), span_of(fragment));
    ok(url_parse(&url, buf_span(&path), &base, NULL) == URL_OK, "%s: resolves", label);
    buf_clear(&text);
    for (size_t i = strlen("/site/"); i < url_path(&url).len; i++) {
        struct span encoded = url_path(&url);

        if (encoded.at[i] == '%') {
            buf_add_byte(
                &text, (char)(ascii_hex_value(encoded.at[i + 1]) * 16 + ascii_hex_value(encoded.at[i + 2])));
            i += 2;
        } else {
            buf_add_byte(&text, encoded.at[i]);
        }
    }
    is_span(buf_span(&text), span_of(to), label);
    ok(!url_has_query(&url), "%s: without a query", label);
}

static void test_references(void)
{
    for (size_t i = 0; i < COUNT_OF(references); i++) {
        const struct reference_case *c = &references[i];

        path_relative(&path, span_of(c->from), span_of(c->to), span_of(c->fragment));
        is_span(buf_span(&path), span_of(c->reference), c->reference);
        check_reference(c->from, c->to, c->fragment, c->reference);
    }
    for (int i = 0; i < 500; i++) {
        struct buf input, from;

        buf_init(&input, 16 * 1024);
        buf_init(&from, PATH_BUFFER_MAX);
        hostile_make(&input);
        if (parse(&url, buf_text(&input))) {
            path_make(&from, &url, i % 2, span_of("text/html"));
            hostile_make(&input);
        }
        if (from.len > 0 && parse(&url, buf_text(&input))) {
            path_make(&path2, &url, i % 3, span_of("text/css"));
            check_reference(buf_text(&from), buf_text(&path2), "", "a reference between any two files");
        }
        buf_release(&from);
        buf_release(&input);
    }
}

int main(void)
{
    struct buf *bufs[] = {&path, &path2, &text};

    for (size_t i = 0; i < 3; i++)
        buf_init(bufs[i], PATH_BUFFER_MAX);
    url = (struct url){0};
    base = (struct url){0};
    test_references();
    for (size_t i = 0; i < 3; i++)
        buf_release(bufs[i]);
    url_release(&url);
    url_release(&base);
    return done();
}
