/* SPDX-License-Identifier: MIT */
/* The language that a page names, as ISO 639-3 spells it, and pages without what only resembles a link. */
#include "config.h"

#include "export/zim_page.h"

#include "tap.h"

static const struct language_case {
    const char *page, *language;
} cases[] = {
    {"<html lang=aa>", "aar"},
    {"<html lang=zu>", "zul"},
    {"<html lang=de-AT>", "deu"},
    {"<html lang=EN_us>", "eng"},
    {"<html lang=iw>", "heb"},
    {"<html lang=deu>", "deu"},
    {"<html lang=Fil-PH>", "fil"},
    {"<html lang=xx>", "eng"},
    {"<html lang=f>", "eng"},
    {"<html lang=frans>", "eng"},
    {"<html lang='fr x'>", "fra"},
    {"<html lang=''>", "eng"},
    {"<html>", "eng"},
    {"<html lang=zh-Hant-TW>", "zho"},
    {"<html lang=ra>", "eng"},
    {"<p lang=fr><body lang=fr>", "eng"},
};

/* Of a page that stays as it is, nothing is copied. */
static const struct still_case {
    const char *page, *still;
} stills[] = {
    {"<a href=\"x\" src = 'y'>x</a>", ""},
    {"write &lt;a href=\"x\">", "write &lt;a&#32;href=\"x\">"},
    {"<pre>an img src  = 'x'</pre>", "<pre>an img&#32;src  = 'x'</pre>"},
    {"a href=x, ahref=\"x\" or a href-is=\"x\"", ""},
    {"<!-- <a href=\"x\"> -->", "<!-- <a&#32;href=\"x\"> -->"},
    {"<textarea><a href='x'></textarea>", "<textarea><a&#32;href='x'></textarea>"},
    {"<p title='a href=\"x\"' alt=\"a src=\">", "<p title='a&#32;href=\"x\"' alt=\"a&#32;src=\">"},
    {"<style>/* a href=\"x\" */</style>", "<style>/* a\thref=\"x\" */</style>"},
    {"<script>h += \"<a href='\" + x;</script>", "<script>h += \"<a\\u0020href='\" + x;</script>"},
    {"<script>var src = \"x\", a = / src='/</script>", "<script>var\tsrc = \"x\", a = /\tsrc='/</script>"},
    {"<script>html`<a href=\"${x}\">`</script>", "<script>html`<a\thref=\"${x}\">`</script>"},
    {"<script>'\\ href=\"'</script>", ""},
    {"<script type=application/ld+json>{\"a\": \"b src='x'\"}</script>",
     "<script type=application/ld+json>{\"a\": \"b\\u0020src='x'\"}</script>"},
    {"<script type=text/template>it's <a href='x'> that's</script>",
     "<script type=text/template>it's <a\thref='x'> that's</script>"},
    {"<script type=text/javascript>'a src=\"'</script>",
     "<script type=text/javascript>'a\\u0020src=\"'</script>"},
    {"<svg><a href=\"x\"><![CDATA[a href=\"x\"]]></a></svg>",
     "<svg><a href=\"x\"><![CDATA[a\thref=\"x\"]]></a></svg>"},
    {"<meta http-equiv=refresh content='300; url=x'> <p> href='y'",
     "<meta http-equiv=refresh content='300'> <p>&#32;href='y'"},
    {"<meta http-equiv=refresh content='0; url=x'>", ""},
    {" href=\"x\"", ""},
};

static void try_stills(void)
{
    struct buf still;

    buf_init(&still, 1024);
    for (size_t i = 0; i < COUNT_OF(stills); i++) {
        bool is_other = stills[i].still[0];

        buf_clear(&still);
        if (zim_page_still(span_of(stills[i].page), span_of("name.html"), &still) != is_other)
            buf_add_text(&still, " and the other answer");
        is_span(buf_span(&still), span_of(stills[i].still), stills[i].page);
    }
    buf_release(&still);
}

static void try_spaces(void)
{
    enum { SPACES = 8000000 };
    char *page = malloc(SPACES);
    struct buf still;

    buf_init(&still, 1024);
    memset(page, ' ', SPACES);
    ok(!zim_page_still(span_make(page, SPACES), span_of("name.html"), &still), "millions of spaces");
    buf_release(&still);
    free(page);
}

int main(void)
{
    char language[ZIM_LANGUAGE_SIZE];
    struct buf description;

    buf_init(&description, 1024);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        zim_page_read(span_of(cases[i].page), language, &description);
        is_str(language, cases[i].language, cases[i].page);
    }
    buf_release(&description);
    try_stills();
    try_spaces();
    return done();
}
