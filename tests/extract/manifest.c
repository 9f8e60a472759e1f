/* SPDX-License-Identifier: MIT */
/* Manifests of web applications in, links out; what is one, and what is none. */
#include "config.h"

#include "extract/extract.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tap.h"
#include "url/url.h"

static const struct {
    const char *json;
    bool whole;
    const char *links; /* the address, the bytes at its place, its role's number */
} cases[] = {
    {"{\"name\":\"x\",\"icons\":[{\"src\":\"a.png\",\"sizes\":\"1x1\"},{\"src\":\"\\/b.png\"}]}", true,
     "http://h/m/a.png [a.png] q\nhttp://h/b.png [\\/b.png] q\n"},
    {"\xef\xbb\xbf{\"start_url\":\"../?a=\\u00e9#f\",\"scope\":\"/\"}", true,
     "http://h/?a=%C3%A9#f [../?a=\\u00e9#f] p\nhttp://h/ [/] d\n"},
    {"{\"screenshots\":[{\"src\":\"s.png\"}],\"shortcuts\":[{\"url\":\"/"
     "n\",\"icons\":[{\"src\":\"i.png\"}]}]}",
     true, "http://h/m/s.png [s.png] q\nhttp://h/n [/n] p\nhttp://h/m/i.png [i.png] q\n"},
    {"{\"icons\":[{\"src\":\"data:,x\"},{\"src\":\"\"},{\"src\":1}],\"src\":\"no\"}", true, " [data:,x] q\n"},
    {"{\"share_target\":{\"action\":\"/no\"},\"related_applications\":[{\"url\":\"/no\"}]}", true, ""},
    {"{\"icons\":[{\"src\":\"a.png\"}]", false, ""},
    {"", false, ""},
};

static const struct {
    const char *json;
    bool is;
} guesses[] = {
    {"{\"name\":\"x\",\"icons\":[{\"src\":\"a\"}]}", true},
    {"{\"short_name\":\"x\",\"start_url\":\"/\"}", true},
    {"{\"name\":\"x\"}", false},
    {"{\"icons\":[{\"src\":\"a\"}]}", false},
    {"{\"name\":\"x\",\"icons\":{\"16\":\"a\"}}", false},
    {"[{\"name\":\"x\",\"start_url\":\"/\"}]", false},
    {"{\"name\":\"x\",\"start_url\":\"/\"", false},
    {"name start_url", false},
    {"", false},
};

static void describe(struct buf *seen, const struct link_list *links, struct span document)
{
    static const char letters[] = {[LINK_PAGE] = 'p', [LINK_REQUISITE] = 'q', [LINK_CANDIDATE] = 'd'};

    buf_clear(seen);
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->links[i];

        buf_add_span(seen, link->url);
        buf_add_span(seen, link->fragment);
        buf_add_format(seen, " [%.*s] %c\n", (int)link->len, document.at + link->at, letters[link->role]);
    }
}

/* As large as is read, and larger. */
static void test_large(struct link_list *links, const struct url *base)
{
    static const char manifest[] = "{\"start_url\":\"/a\"}";
    char *text = malloc(LIMIT_DOCUMENT_BYTES + 1);

    if (!text)
        abort();
    memset(text, ' ', LIMIT_DOCUMENT_BYTES + 1);
    memcpy(text, manifest, sizeof manifest - 1);
    ok(manifest_read(links, span_make(text, LIMIT_DOCUMENT_BYTES), base) && links->count == 1,
       "a manifest of 64 MiB");
    ok(!manifest_read(links, span_make(text, LIMIT_DOCUMENT_BYTES + 1), base) && links->count == 0,
       "a larger one is not read");
    free(text);
}

int main(void)
{
    struct link_list links = {0};
    struct url base;
    struct buf seen;

    base = (struct url){0};
    buf_init(&seen, 100000);
    if (url_parse(&base, span_of("http://h/m/site.webmanifest"), NULL, NULL) != URL_OK)
        return 1;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span json = tap_exact(span_of(cases[i].json));

        ok(manifest_read(&links, json, &base) == cases[i].whole, "whole, or not");
        describe(&seen, &links, json);
        is_str(buf_text(&seen), cases[i].links, cases[i].json);
    }
    for (size_t i = 0; i < COUNT_OF(guesses); i++)
        ok(manifest_is(tap_exact(span_of(guesses[i].json))) == guesses[i].is, "a manifest, or not: %s",
           guesses[i].json);
    test_large(&links, &base);
    link_list_release(&links);
    url_release(&base);
    buf_release(&seen);
    return done();
}
