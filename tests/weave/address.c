/* SPDX-License-Identifier: MIT */
/* Where the line stands that names a page's address on its site, and which pages have none. */
#include "config.h"

#include "weave/disk.h"

#include "tap.h"

#define LINE(name)                                                                                           \
    "<script>if(location.protocol!=\"file:\")if(location.pathname.endsWith(\"/" name                         \
    ".html\"))history.replaceState(history.state,\"\",\"./" name                                             \
    "\"+location.search+location.hash)</script>"

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
};

int main(void)
{
    struct buf out;

    buf_init(&out, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool found = disk_address_page(&out, span_of(cases[i].page), span_of(cases[i].url));

        is_str(found ? buf_text(&out) : "none", cases[i].expected ? cases[i].expected : "none", cases[i].url);
    }
    buf_release(&out);
    return done();
}
