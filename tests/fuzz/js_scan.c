/* SPDX-License-Identifier: MIT */
/* Scripts: strings in order and within the text; a module woven with one reference, read again, has as many
 * certain links in the same places, and each is that reference. */
#include "config.h"

#include <fcntl.h>

#include "extract/extract.h"
#include "links.h"
#include "markup/js_scan.h"

static const char reference[] = "q'(r\"s)\\t,u<v`w$x&y.js";

static void check_strings(struct span code)
{
    struct js_scan scan;
    struct js_string string;
    struct buf scratch;
    size_t done = 0;

    buf_init(&scratch, code.len * 3 + 16);
    js_scan_start(&scan, code);
    while (js_scan_next(&scan, &string)) {
        demand(string.at > done && string.len < code.len - string.at);
        done = string.at + string.len;
        demand(js_unescape(span_part(code, string.at, string.len), &scratch).len <= string.len * 3);
    }
    buf_release(&scratch);
}

static size_t count_certain(const struct link_list *links)
{
    size_t count = 0;

    for (size_t i = 0; i < links->count; i++)
        count += links->links[i].role != LINK_CANDIDATE;
    return count;
}

static void check_read_back(struct link_list *links, struct span text, size_t count, const struct url *base)
{
    struct url wanted;

    make_url(&wanted, reference, base);
    demand(!extract_script(links, text, span_of("text/javascript"), false, base,
                           &(struct script_page){.base = NULL}) &&
           count_certain(links) == count);
    for (size_t i = 0; i < links->count; i++)
        demand(links->links[i].role == LINK_CANDIDATE ||
               span_equals(links->links[i].url, buf_span(&wanted.text)));
    url_release(&wanted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span document = span_make((const char *)data, size);
    struct link_list links = {0};
    struct span text;
    struct url base;
    struct body out;

    make_url(&base, "http://h/d/p", NULL);
    body_init(&out, AT_FDCWD, SIZE_MAX / 4, SIZE_MAX / 4);
    check_strings(document);
    demand(!extract_script(&links, document, span_of("text/javascript"), false, &base,
                           &(struct script_page){.base = NULL}));
    text = woven(document, &links, span_of(reference), &out);
    check_read_back(&links, text, count_certain(&links), &base);
    body_release(&out);
    url_release(&base);
    link_list_release(&links);
    return 0;
}
