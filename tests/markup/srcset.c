/* SPDX-License-Identifier: MIT */
/* srcset and META refresh values: what is found, and exactly where. */
#include "config.h"

#include "markup/link.h"

#include "base/buf.h"
#include "tap.h"

static const struct {
    const char *text;
    const char *found; /* each address and a '|' */
} srcsets[] = {
    {"", ""},
    {"  ,, ", ""},
    {"a.png", "a.png|"},
    {"a.png 1x, b.png 2x", "a.png|b.png|"},
    {"a.png 100w,b.png 200w", "a.png|b.png|"},
    {"a.png, b.png", "a.png|b.png|"},
    {"a.png,b.png", "a.png,b.png|"},
    {"a.png,,, b.png", "a.png|b.png|"},
    {",a.png", "a.png|"},
    {"data:image/png;base64,AAA= 1x, b.png 2x", "data:image/png;base64,AAA=|b.png|"},
    {"a.png (1x, 2x), b.png", "a.png|b.png|"},
    {"a.png 1x", "a.png|"},
    {"\ta.png\n1x\r,\fb.png", "a.png|b.png|"},
    {"a,b,c.png 1x, d.png", "a,b,c.png|d.png|"},
    {"a.png 1x 2x 3w nonsense, b.png", "a.png|b.png|"},
    {"a.png (", "a.png|"},
};

static const struct {
    const char *text;
    const char *found; /* NULL: no address */
} refreshes[] = {
    {"5; url=next.html", "next.html"},
    {"0;URL='next.html'", "next.html"},
    {"0;url=\"next.html\" junk", "next.html"},
    {"0;url='next.html", "next.html"},
    {"0 next.html", "next.html"},
    {"0, next.html", "next.html"},
    {"0;next.html", "next.html"},
    {"0; url = next.html", "next.html"},
    {"0; urlnext.html", "urlnext.html"},
    {"0; url", "url"},
    {"3.5;url=a", "a"},
    {".;url=a", "a"},
    {"  7 ; url= a b ", "a b "},
    {"0;url=", ""},
    {"5", NULL},
    {"5;", NULL},
    {"", NULL},
    {"url=next.html", NULL},
    {"5x;url=next.html", NULL},
    {"-1;url=next.html", NULL},
};

int main(void)
{
    struct buf found;
    size_t at, len;

    buf_init(&found, 10000);
    for (size_t i = 0; i < COUNT_OF(srcsets); i++) {
        struct span text = tap_exact(span_of(srcsets[i].text));
        size_t next = 0;

        buf_clear(&found);
        while (srcset_next(text, &next, &at, &len)) {
            buf_add(&found, srcsets[i].text + at, len);
            buf_add_byte(&found, '|');
        }
        is_str(buf_text(&found), srcsets[i].found, srcsets[i].text);
    }
    for (size_t i = 0; i < COUNT_OF(refreshes); i++) {
        bool there = refresh_find(tap_exact(span_of(refreshes[i].text)), &at, &len);

        ok(there == (refreshes[i].found != NULL), "an address, or none: %s", refreshes[i].text);
        if (there)
            is_span(span_make(refreshes[i].text + at, len), span_of(refreshes[i].found), refreshes[i].text);
    }
    buf_release(&found);
    return done();
}
