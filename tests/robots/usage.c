/* SPDX-License-Identifier: MIT */
/* Usage preferences: which lines, fields and elements are recorded. */
#include "config.h"

#include "robots/lines.h"
#include "robots/meta.h"

#include "tap.h"

int main(void)
{
    static const char robots[] =
        "User-agent: *\nDisallow: /x\nContent-Usage: train-ai=n\n"
        "content-signal : search=yes, ai-train=no # said\r\nLicense: https://a/license.xml\n"
        "Sitemap: https://a/s.xml\n# Content-Usage: not a line\n";
    static const struct {
        const char *link;
        bool is_license;
    } links[] = {
        {"<https://a/l>; rel=\"license\"; type=\"application/rsl+xml\"", true},
        {"<https://a/l>; type=x; REL=license", true},
        {"<https://a/l>;\r\n rel=license\r\n", true},
        {"<https://a/l>; rel=next", false},
        {"<https://a/license>", false},
        {"", false},
    };
    struct buf out;

    buf_init(&out, 1000);
    lines_add_usage(span_of(robots), &out);
    is_str(buf_text(&out),
           "Content-Usage: train-ai=n\ncontent-signal : search=yes, ai-train=no # said\nLicense: "
           "https://a/license.xml\n",
           "the lines of robots.txt, as written");
    buf_release(&out);
    buf_init(&out, 30);
    lines_add_usage(span_of(robots), &out);
    is_str(buf_text(&out), "Content-Usage: train-ai=n\n", "a line that does not fit is dropped whole");
    buf_release(&out);
    for (size_t i = 0; i < COUNT_OF(links); i++)
        ok(meta_is_license(span_of(links[i].link)) == links[i].is_license, "link %zu %s a licence", i,
           links[i].is_license ? "is" : "is not");
    ok(meta_is_usage(span_of("TDM-Reservation")) && !meta_is_usage(span_of("robots")), "meta elements");
    return done();
}
