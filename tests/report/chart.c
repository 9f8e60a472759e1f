/* SPDX-License-Identifier: MIT */
/* Pictures: lengths, what is escaped, and that no number is only in the picture. */
#include "config.h"

#include "report/chart.h"

#include "tap.h"

static void test_escape(void)
{
    static const struct {
        const char *text, *html;
    } cases[] = {
        {"", ""},
        {"plain", "plain"},
        {"a<b>&\"c'", "a&lt;b&gt;&amp;&quot;c&#39;"},
        {"</script><script>", "&lt;/script&gt;&lt;script&gt;"},
        {"&amp;", "&amp;amp;"},
        {"\xc3\xa9 \xff", "\xc3\xa9 \xff"},
    };
    struct buf out;

    buf_init(&out, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        buf_clear(&out);
        html_escape(&out, span_of(cases[i].text));
        is_str(buf_text(&out), cases[i].html, cases[i].html);
    }
    buf_clear(&out);
    for (int c = 0; c < 256; c++) {
        char byte = (char)c;

        html_escape(&out, span_make(&byte, 1));
    }
    is_int(out.len, 251 + 5 + 4 + 4 + 6 + 5, "five of 256 bytes are escaped");
    ok(!memchr(out.at, '<', out.len) && !memchr(out.at, '"', out.len), "none of them stays");
    buf_release(&out);
}

static void test_lengths(void)
{
    static const struct {
        int64_t value, greatest;
        int full, length;
    } cases[] = {{0, 10, 100, 0},
                 {10, 10, 100, 100},
                 {5, 10, 100, 50},
                 {1, 1000, 100, 2},
                 {-1, 10, 100, 0},
                 {0, 0, 100, 0},
                 {INT64_MAX, INT64_MAX, 100, 100},
                 {7, 0, 100, 0}};

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int((int64_t)(chart_length(cases[i].value, cases[i].greatest, cases[i].full) + 0.5),
               cases[i].length, "a length");
}

static bool has(const struct buf *out, const char *text)
{
    return strstr(buf_text(out), text) != NULL;
}

static size_t count(const struct buf *out, const char *text)
{
    size_t times = 0;

    for (const char *at = buf_text(out); (at = strstr(at, text)); at++)
        times++;
    return times;
}

static void test_charts(void)
{
    static const char *const labels[] = {"one", "t<o", "none"};
    static const int64_t values[] = {1500, 3000, 0};
    struct chart chart = {.key = "k",
                          .title = "A \"title\"",
                          .form = CHART_BARS,
                          .unit = VALUE_COUNT,
                          .labels = labels,
                          .values = values,
                          .count = 3};
    struct buf out;

    buf_init(&out, 10000);
    chart_add(&out, &chart);
    ok(has(&out, "aria-label=\"A &quot;title&quot;: one 1,500; t&lt;o 3,000; none 0\""), "bars in words");
    is_int(count(&out, "<rect"), 2, "a bar for each that is there");
    ok(has(&out, "width=\"170.0\"") && has(&out, "width=\"85.0\""), "of lengths by their numbers");
    ok(!has(&out, "t<o") && has(&out, ">t&lt;o</text>"), "labels are escaped");
    chart.form = CHART_COLUMNS;
    buf_clear(&out);
    chart_add(&out, &chart);
    is_int(count(&out, "<rect"), 3, "all columns stand in their places");
    ok(has(&out, "height=\"148.0\"") && has(&out, "height=\"74.0\"") && has(&out, "height=\"0.0\""),
       "of heights by their numbers");
    ok(has(&out, "t&lt;o 3,000; none 0\""), "columns in words");
    chart.count = 0;
    buf_clear(&out);
    chart_add(&out, &chart);
    ok(has(&out, "</svg>"), "nothing to show");
    buf_release(&out);
}

int main(void)
{
    test_escape();
    test_lengths();
    test_charts();
    return done();
}
