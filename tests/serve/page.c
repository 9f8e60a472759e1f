/* SPDX-License-Identifier: MIT */
/* The server's own pages: text in them cannot become markup. */
#include "config.h"

#include "serve/serving.h"

#include "tap.h"

static bool has(const struct buf *out, const char *text)
{
    return strstr(buf_text(out), text) != NULL;
}

static void make(struct buf *out)
{
    struct page_text page;

    page_begin(&page, out, "A title");
    page_fact(&page, "Rule", span_of("</dd><script>alert('\"&')</script>\x1b[1m\r\nX-Evil: 1"), span_of(""));
    page_fact(&page, "Address", span_of("http://h/?a&b"), span_of("http://h/?a&b\"onclick=\"x"));
    page_say(&page, "That is all.");
    page_end(&page);
}

/* A page about a mirror, and with what was found in it. */
static void test_results(struct buf *out)
{
    static const struct page_mirror mirror = {
        .start = {"https://h/?<b>", 14}, .target = {"/?\"", 3}, .date_ms = 86400000, .index = "."};
    struct page_text page;

    page_begin(&page, out, "Search");
    page_about(&page, &mirror, span_of("\"><script>"));
    page_result(&page, span_of("<i>T\1\2"), span_of("/a\"b"), span_of("https://h/a<"),
                span_of("x \1<b>\2 y\3"));
    page_end(&page);
    ok(has(out,
           "<a rel=\"noreferrer\" href=\"/?&#34;\">https://h/?&#60;b&#62;</a>, as it was at 1970-01-02T"),
       "the mirror's start page and date");
    ok(has(out, "<form action=\"/_tiptoe/search\">") && has(out, "value=\"&#34;&#62;&#60;script&#62;\""),
       "the words are shown again, escaped");
    ok(has(out, "<dl>\n<dt><a rel=\"noreferrer\" href=\"/a&#34;b\">&#60;i&#62;T  </a></dt>"
                "<dd>x <mark>&#60;b&#62;</mark> y <br><small>https://h/a&#60;</small></dd>\n</dl>\n"),
       "a result, with its match");
}

int main(void)
{
    struct buf out;

    buf_init(&out, 10000);
    make(&out);
    ok(has(&out, "<title>A title</title>") && has(&out, "That is all."), "a page has its title and sentence");
    ok(has(&out,
           "<dt>Rule</dt><dd>&#60;/dd&#62;&#60;script&#62;alert(&#39;&#34;&#38;&#39;)&#60;/script&#62; [1m  "
           "X-Evil: 1</dd>"),
       "text from outside is escaped");
    ok(has(&out, "href=\"http://h/?a&#38;b&#34;onclick=&#34;x\">http://h/?a&#38;b</a>"),
       "a link cannot leave its quotes");
    test_results(&out);
    buf_release(&out);
    return done();
}
