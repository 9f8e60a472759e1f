/* SPDX-License-Identifier: MIT */
/* The server's own pages: text in them cannot become markup. */
#include "config.h"

#include "serve/page.h"

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
    ok(has(out, "<a rel=\"noreferrer\" href=\"/?&quot;\">https://h/?&lt;b&gt;</a>, as it was at 1970-01-02T"),
       "the mirror's start page and date");
    ok(has(out, "<form action=\"/_tiptoe/search\">") && has(out, "value=\"&quot;&gt;&lt;script&gt;\""),
       "the words are shown again, escaped");
    ok(has(out, "<dl>\n<dt><a rel=\"noreferrer\" href=\"/a&quot;b\">&lt;i&gt;T  </a></dt>"
                "<dd>x <mark>&lt;b&gt;</mark> y <br><small>https://h/a&lt;</small></dd>\n</dl>\n"),
       "a result, with its match");
}

int main(void)
{
    struct buf out;

    buf_init(&out, 10000);
    make(&out);
    ok(has(&out, "<title>A title</title>") && has(&out, "That is all."), "a page has its title and sentence");
    ok(has(&out, "<dt>Rule</dt><dd>&lt;/dd&gt;&lt;script&gt;alert(&#39;&quot;&amp;&#39;)&lt;/script&gt; [1m  "
                 "X-Evil: 1</dd>"),
       "text from outside is escaped");
    ok(has(&out, "href=\"http://h/?a&amp;b&quot;onclick=&quot;x\">http://h/?a&amp;b</a>"),
       "a link cannot leave its quotes");
    test_results(&out);
    buf_release(&out);
    return done();
}
