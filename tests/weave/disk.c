/* SPDX-License-Identifier: MIT */
/* Pages for disk: disk.js stands before the first script or handler, and modules become classic scripts. */
#include "config.h"

#include "weave/document.h"

#include <string.h>

#include "tap.h"

/* The page with "{}" in place of disk.js; NULL: is left alone. */
static const struct {
    const char *page, *made;
} pages[] = {
    {"<p>a<script type=application/json>{}</script>", NULL},
    {"<script>a</script>", "{}<script>a</script>"},
    {"<p><script src=a.js></script><script>b</script>", "<p>{}<script src=a.js></script><script>b</script>"},
    {"<p onclick='a'>", "{}<p onclick='a'>"},
    {"<template><script>a</script></template><p>", NULL},
    {"<!-- <script>a</script> -->", NULL},
    {"<script type=module src=a.js></script>",
     "{}<script defer charset=utf-8 data-module src=a.js></script>"},
    {"<script src=a.js type=\"module\" async></script>",
     "{}<script src=a.js defer charset=utf-8 data-module async></script>"},
    {"<script type=module>a</script>b", "{}<script >tiptoe$([\"a\"])\n</script>b"},
    {"<script type=module>import a from 'b' with {type: 'json'}</script>",
     "{}<script type=module>import a from 'b' with {type: 'json'}</script>"},
    {"<script>import 'a'</script>", "{}<script>import 'a'</script>"},
    {"<script>import('a')</script>", "{}<script>tiptoe$.at(\"\")('a')</script>"},
    {"<script type=importmap>{}</script>", NULL},
};

/* Sets OUT to the page MADE with "{}" in place of disk.js; whether that ends with END. */
static bool shorten(struct buf *out, struct span made, const char *end)
{
    static const char start[] = "<script>(function (ROOT";
    const char *at = memmem(made.at, made.len, start, strlen(start));
    const char *to = memmem(made.at, made.len, end, strlen(end));

    buf_clear(out);
    if (!at || !to || to < at)
        return false;
    (void)buf_add_span(out, span_part(made, 0, (size_t)(at - made.at)));
    (void)buf_add_text(out, "{}");
    return buf_add_span(out, span_part(made, (size_t)(to - made.at) + strlen(end), made.len)) == 0;
}

#define LINE(name)                                                                                           \
    "<script>if(location.protocol!=\"file:\")if(location.pathname.endsWith(\"/" name                         \
    ".html\"))history.replaceState(history.state,\"\",\"./" name                                             \
    "\"+location.search+location.hash)</script>"

#define NOTICE                                                                                               \
    "<script>location.protocol==\"file:\"&&addEventListener(\"load\",function(){"                            \
    "document.body.innerText.trim()||document.body.append("                                                  \
    "\"Browsers do not run the scripts of this page from disk. To see it: tiptoe serve\")})</script>\n"

static const struct {
    const char *url, *page, *expected; /* NULL: there is no line */
} cases[] = {
    {"/plants/sundew", "<p><script src=a.js></script>", "<p>" LINE("sundew") "<script src=a.js></script>"},
    {"/a:b", "<SCRIPT>1</SCRIPT><script>2</script>", LINE("a:b") "<SCRIPT>1</SCRIPT><script>2</script>"},
    {"/\"\\</</\"\\<", "<script>", LINE("%22%5C%3C") "<script>"},
    {"/html", "<script>", LINE("html") "<script>"},
    {"/a", "<template><script></script></template>", NULL},
    {"/a", "<!-- <script> --><title><script></title></script>", NULL},
    {"/a", "", NULL},
    {"/", "<script>", NULL},
    {"/a/", "<script>", NULL},
    {"/a.html", "<script>", NULL},
    {"/a.HTML", "<script>", NULL},
    {"/a?b", "<script>", NULL},
    {"/a?b/c", "<script>", NULL},
    {"/", "<script src=a></script><script type=module src=b></script><script type=module src=c>",
     "<script src=a></script>" NOTICE "<script type=module src=b></script><script type=module src=c>"},
    {"/x", "<script type=module src=b>", LINE("x") NOTICE "<script type=module src=b>"},
    {"/", "<script type=module>1</script><script type=text src=a></script>", NULL},
    {"/", NOTICE "<script type=module src=b>", NULL},
};

static void test_addresses(void)
{
    struct buf out;

    buf_init(&out, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool found = disk_shell_page(&out, span_of(cases[i].page), span_of(cases[i].url));

        is_str(found ? buf_text(&out) : "none", cases[i].expected ? cases[i].expected : "none", cases[i].url);
    }
    buf_release(&out);
}

int main(void)
{
    struct buf made, seen;

    buf_init(&made, 100000);
    buf_init(&seen, 100000);
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        bool makes = disk_page(&made, span_of(pages[i].page), span_of("a/b/c.html"), span_of("http://h"),
                               span_of("http://h/a/b/c?\"<d"));

        ok(makes == (pages[i].made != NULL), "%s", pages[i].page);
        if (makes)
            ok(shorten(&seen, buf_span(&made),
                       "})\n(\"./../../\",\"http://h\",\"http://h/a/b/c?%22%3Cd\")</script>"),
               "disk.js and where it is");
        if (makes)
            is_str(buf_text(&seen), pages[i].made ? pages[i].made : "", "the page");
    }
    buf_release(&made);
    buf_release(&seen);
    test_addresses();
    return done();
}
