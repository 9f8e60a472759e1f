/* SPDX-License-Identifier: MIT */
/* Pairs of pages in; which of them say the same, and how far others are apart. */
#include "config.h"

#include "extract/visible.h"
#include "tap.h"

#define MENU "<ul><li>Home<li>Archive<li>Contact<li>Imprint</ul>"

/* Two pages at /news/alder and /news/beech. */
static const struct {
    const char *label, *a, *b;
    unsigned least, most; /* the distance of all words, */
    unsigned own;         /* and at most of those that are not in URL and title */
    bool same_text;
} cases[] = {
    {"equal pages", "<p>one two", "<p>one two", 0, 0, 0, true},
    {"other tags", "<p>one two", "<div><b>one</b>\n two", 0, 0, 0, true},
    {"a nonce", "<p>one <script nonce=a1>x</script>id 7f3a9c01d2", "<p>one id 0b44aa91fe", 0, 0, 0, true},
    {"a time", "<p>one Thu, 26 Nov 2026 17:58:42 GMT", "<p>one Fri, 4 Dec 2027 09:01:00 GMT", 0, 0, 0, true},
    {"a date", "<p>one 2026-11-26 and 26.11.2026", "<p>one 2027-01-02 and 2.1.2027", 0, 0, 0, true},
    {"a year", "<p>one &copy; 2026", "<p>one &copy; 2027", 0, 0, 0, true},
    {"a duration", "<p>made in 0.034 seconds", "<p>made in 1.2 seconds", 0, 0, 0, true},
    {"a number", "<p>version 4", "<p>version 5", 0, 0, 0, false},
    {"a price", "<p>costs 12.50 EUR", "<p>costs 13.50 EUR", 0, 0, 0, false},
    {"a version", "<p>version 1.2.3", "<p>version 1.2.4", 0, 0, 0, false},
    {"an order", "<p>one two", "<p>two one", 0, 0, 0, false},
    {"a word", "<p>one two", "<p>one three", 1, 2, 2, false},
    {"case", "<p>One two", "<p>one Two", 0, 0, 0, true},
    {"a name of its own", "<p>No such page: /news/alder", "<p>No such page: /news/beech", 1, 2, 0, false},
    {"a title of its own", "<title>Elms</title><p>Elms: closed", "<title>Oaks</title><p>Oaks: closed", 1, 2,
     0, false},
    {"a script of its own", "<p>Error in /srv/alder.php on line 12", "<p>Error in /srv/beech.php on line 7",
     1, 2, 0, false},
    {"texts of their own", MENU "<p>The bark is grey and smooth, with cracks in old trees",
     MENU "<p>Leaves fall late, while nuts ripen from September on", 10, WORDING_PARTS, WORDING_PARTS, false},
    {"a link", "<p>one <a href=a?s=1>two</a>", "<p>one <a href=b?s=1>two</a>", 0, 0, 0, false},
    {"the query of a link", "<p>one <a href=a?s=1>two</a>", "<p>one <a href=a?s=2>two</a>", 0, 0, 0, true},
    {"another page that follows", "<meta http-equiv=refresh content='5; url=a'>one",
     "<meta http-equiv=refresh content='5; url=b'>one", 0, 0, 0, false},
    {"another image", "<p>one <img src=a.png>", "<p>one <img src=b.png>", 1, 2, 2, false},
    {"another title", "<title>a</title><p>one", "<title>b</title><p>one", 0, 0, 0, false},
    {"no words", "<img src=a>", "<img src=b>", 1, 2, 2, false},
    {"words that are not ASCII", "<p>\xd0\xb0\xd0\xb1 \xd0\xb2", "<p>\xd0\xb0\xd0\xb1 \xd0\xb3", 1, 2, 2,
     false},
};

static void read(struct wording *wording, struct visible *visible, const char *page, const char *url)
{
    struct wording_page what = {
        .bytes = span_of(page), .type = span_of("text/html"), .digest = span_of(page), .url = span_of(url)};

    wording_read(wording, visible, &what);
}

int main(void)
{
    struct visible visible;

    visible_init(&visible);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct wording a, b;
        unsigned all, own;

        read(&a, &visible, cases[i].a, "https://example.org/news/alder");
        read(&b, &visible, cases[i].b, "https://example.org/news/beech");
        all = wording_distance(&a, &b, false);
        own = wording_distance(&a, &b, true);
        ok(all >= cases[i].least && all <= cases[i].most && own <= cases[i].own, "%s: %u, %u", cases[i].label,
           all, own);
        ok((a.text == b.text) == cases[i].same_text, "%s: %s text", cases[i].label,
           cases[i].same_text ? "the same" : "another");
        ok((a.bytes == b.bytes) == (i == 0), "%s: bytes", cases[i].label);
    }

    visible_release(&visible);
    return done();
}
