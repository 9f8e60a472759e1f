/* SPDX-License-Identifier: MIT */
/* Which places need a data: URL when browsers open the mirror from disk, and what that URL is. */
#include "config.h"

#include "weave/properties.h"

#include "markup/link.h"
#include "mirror/scene.h"

static void test_wants(void)
{
    static const struct {
        const char *document; /* the link is at the '@' */
        bool wants;
    } cases[] = {
        {"a{mask:url(@)}", true},
        {"a{mask : url(@)}", true},
        {"a{\tmask\n:url(@)}", true},
        {"a{MASK:url(@)}", true},
        {"a{mask-image:url(x),url(@)}", true},
        {"a{-webkit-mask:url(@)}", true},
        {"a{-webkit-background:url(@)}", false},
        {"a{clip-path:url(@)}", true},
        {"a{filter:url(@)}", true},
        {"a{backdrop-filter:url(@)}", true},
        {"a{shape-outside:url(@)}", true},
        {"a{--x:url(@)}", true},
        {"a{-x:url(@)}", false},
        {"a{background:url(@)}", false},
        {"a{mask:none;background:url(@)}", false},
        {"a{mask:none}b{background:url(@)}", false},
        {"mask{background:url(@)}", false},
        {"@import url(@)", false},
        {"mask:url(@)", true},
        {":url(@)", false},
        {"url(@)", false},
        {"<p style='mask:url(@)'>", true},
        {"<p style=mask:url(@)>", true},
        {"<p style=\"mask:url(&quot;@&quot;)\">", true},
        {"<p style='mask:url(&#x27;@&#x27;)'>", true},
        {"<p style='mask:none;url(@)'>", false},
        {"<p style='a&mask:none;@'>", false},
        {"<path mask='url(@)'>", true},
        {"<path filter = 'url(@)'>", true},
        {"<path fill='url(@)'>", false},
        {"<path xmask='url(@)'>", false},
    };
    struct link link = {.where = "css url()"};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span document = span_of(cases[i].document);
        const char *at = strrchr(cases[i].document, '@');

        link.at = (size_t)(at - cases[i].document);
        for (int kind = LINK_ESCAPE_CSS_URL; kind <= LINK_ESCAPE_CSS_TEXT; kind++) {
            link.escape[0] = (uint8_t)kind;
            is_int(properties_wants_embedding(document, &link), cases[i].wants, cases[i].document);
        }
        link.escape[0] = LINK_ESCAPE_DOUBLE;
        ok(!properties_wants_embedding(document, &link), "not outside CSS");
    }
    link = (struct link){.where = "track src"};
    ok(properties_wants_embedding(span_of("<track src=x>"), &link), "a text track");
    link.where = "track srclang";
    ok(!properties_wants_embedding(span_of("<track src=x>"), &link), "not another attribute");
}

/* The name of a property is looked for in the 1024 bytes before its value. */
static void test_far(void)
{
    static char document[2000];
    struct link link = {.where = "css url()", .escape = {LINK_ESCAPE_CSS_URL}};

    for (size_t blanks = 1020; blanks < 1028; blanks++) {
        memset(document, ' ', sizeof document);
        memcpy(document, "mask:", 5);
        link.at = 5 + blanks;
        ok(properties_wants_embedding(span_make(document, sizeof document), &link) == (blanks < 1024),
           "%zu bytes between them", blanks);
    }
}

static void test_file(int dir)
{
    static const struct {
        const char *path, *content, *fragment, *url;
    } cases[] = {
        {"a.png", "image", "", "data:image/png;base64,aW1hZ2U="},
        {"a.png", "images", "#f", "data:image/png;base64,aW1hZ2Vz#f"},
        {"a.svg", "x", "", "data:image/svg+xml;base64,eA=="},
        {"a.png", "", "", NULL},
        {"a", "image", "", NULL},
        {"a.unknown", "image", "", NULL},
    };
    static char large[128 * 1024 + 1];
    char path[PATH_BYTES_MAX + 2];
    struct buf out;

    buf_init(&out, 1 << 20);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_file(dir, cases[i].path, span_of(cases[i].content));
        buf_clear(&out);
        ok(properties_embed(&out, dir, span_of(cases[i].path), span_of(cases[i].fragment)) ==
               (cases[i].url != NULL),
           "%s with \"%s\"", cases[i].path, cases[i].content);
        is_span(buf_span(&out), span_of(cases[i].url ? cases[i].url : ""), "the URL");
    }
    ok(!properties_embed(&out, dir, span_of("none.png"), span_of("")), "no file");
    write_file(dir, "large.png", span_make(large, sizeof large - 1));
    buf_clear(&out);
    ok(properties_embed(&out, dir, span_of("large.png"), span_of("")), "the largest");
    is_int((int64_t)out.len, 22 + (128 * 1024 + 2) / 3 * 4, "all of it");
    write_file(dir, "large.png", span_make(large, sizeof large));
    ok(!properties_embed(&out, dir, span_of("large.png"), span_of("")), "too large");
    memset(path, '/', sizeof path);
    memcpy(path + PATH_BYTES_MAX - 5, "a.png", 6);
    path[0] = '.';
    write_file(dir, "a.png", span_of("image"));
    ok(properties_embed(&out, dir, span_of(path), span_of("")), "the longest path");
    memcpy(path + PATH_BYTES_MAX - 5, "/a.png", 7);
    ok(!properties_embed(&out, dir, span_of(path), span_of("")), "a path that is too long");
    buf_release(&out);
}

static const struct {
    const char *document;
    bool used;
} uses[] = {
    {"a{b:var(--x)}", true},
    {"a{b:VAR( \n--x , none)}", true},
    {"var(--x", true},
    {"a{--x:1} b{b:var(--xy) var(--x)}", true},
    {"a{b:var(--y,var(--x))}", true},
    {"", false},
    {"--x", false},
    {"(--x)", false},
    {"a{--x:1}", false},
    {"a{b:var(--xy)}", false},
    {"a{b:var(--x-y)}", false},
    {"a{b:var(--y--x)}", false},
    {"a{b:var(--X)}", false},
    {"a{b:vary(--x)}", false},
};

static void test_uses(void)
{
    for (size_t i = 0; i < COUNT_OF(uses); i++)
        is_int(properties_is_used(span_of(uses[i].document), span_of("--x")), uses[i].used, uses[i].document);
}

int main(void)
{
    struct scene scene;

    test_wants();
    test_far();
    scene_make(&scene);
    test_file(scene.mirror.folder.site_dir);
    scene_remove(&scene);
    test_uses();
    return done();
}
