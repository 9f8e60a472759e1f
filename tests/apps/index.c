/* SPDX-License-Identifier: MIT */
/* The files of a search index that its table of contents names. */
#include "config.h"

#include "apps/app.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/limits.h"
#include "extract/extract.h"
#include "tap.h"
#include "url/url.h"

#define FILES                                                                                                \
    "http://h/p/fragment/en_1.pf_fragment http://h/p/fragment/en_2.pf_fragment "                             \
    "http://h/p/index/en_3.pf_index http://h/p/filter/en_4.pf_filter "

/* [version, [["en_1", 16, ""], ["en_2", 16, ""]], [["a", "ze", "en_3"]], [["tag", "en_4"]], [], ["title"]] */
#define TABLE                                                                                                \
    "pagefind_dcd\x86\x65"                                                                                   \
    "1.6.0\x82\x83\x64"                                                                                      \
    "en_1\x10\x60\x83\x64"                                                                                   \
    "en_2\x10\x60\x81\x83\x61"                                                                               \
    "a\x62"                                                                                                  \
    "ze\x64"                                                                                                 \
    "en_3"                                                                                                   \
    "\x81\x82\x63"                                                                                           \
    "tag\x64"                                                                                                \
    "en_4\x80\x81\x65"                                                                                       \
    "title"

static const char compressed[] = "\037\213\010\000\000\000\000\000\002\003\053\110\114\117\115\313\314\113"
                                 "\211\117\111\116\151\113\065\324\063\323\063\150\152\116\111\315\213\067"
                                 "\024\110\000\323\106\002\011\215\315\211\211\111\125\251\040\236\161\143"
                                 "\123\162\111\142\072\210\151\322\320\230\132\222\131\222\223\012\000\252"
                                 "\077\122\061\103\000\000\000";

static const struct {
    const char *label;
    struct span document;
    bool is;
    const char *urls;
} cases[] = {
    {"as it comes", {compressed, sizeof compressed - 1}, true, FILES},
    {"decoded by the server", {TABLE, sizeof TABLE - 1}, true, FILES},
    {"cut off",
     {TABLE, 40},
     true,
     "http://h/p/fragment/en_1.pf_fragment http://h/p/fragment/en_2.pf_fragment "},
    {"compressed, cut off", {compressed, 12}, false, ""},
    {"another file", {"pagefind_dxd\x81", 13}, false, ""},
    {"no path", {"pagefind_dcd\x82\x60\x81\x81\x64../a", 21}, true, ""},
    {"too deep",
     {"pagefind_dcd\x81\x81\x81\x81\x81\x81\x81\x81\x81\x61"
      "a",
      23},
     true,
     ""},
    {"of indefinite length",
     {"pagefind_dcd\x9f\x61"
      "a",
      15},
     true,
     ""},
    {"", {"", 0}, false, ""},
};

static void test_too_large(struct link_list *links, const struct url *url)
{
    char *text = calloc(1, (size_t)LIMIT_DOCUMENT_BYTES + 1);

    is_int(extract_script(links, span_make(text, (size_t)LIMIT_DOCUMENT_BYTES + 1), span_of(""), true, url,
                          &(struct script_page){.base = NULL}),
           ERROR_TOO_LARGE, "a file above the limit is refused");
    is_int(links->count, 0, "and leaves no links");
    free(text);
}

int main(void)
{
    struct link_list links = {0};
    struct url url;
    struct buf urls;

    url = (struct url){0};
    buf_init(&urls, 1 << 16);
    ok(url_parse(&url, span_of("http://h/p/pagefind.en_0.pf_meta"), NULL, NULL) == URL_OK, "URL");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span document = tap_exact(cases[i].document);

        ok(index_is(document) == cases[i].is, "%s", cases[i].label);
        is_int(extract_script(&links, document, span_of(""), true, &url, &(struct script_page){.base = NULL}),
               0, cases[i].label);
        buf_clear(&urls);
        for (size_t j = 0; j < links.count; j++) {
            (void)buf_add_span(&urls, links.links[j].url);
            (void)buf_add_byte(&urls, ' ');
        }
        is_span(buf_span(&urls), span_of(cases[i].urls), cases[i].label);
    }
    test_too_large(&links, &url);
    buf_release(&urls);
    url_release(&url);
    link_list_release(&links);
    return done();
}
