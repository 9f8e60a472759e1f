/* SPDX-License-Identifier: MIT */
/* Scripts: strings in order and within the text; a module woven with one reference, read again, has as many
 * certain links in the same places, and each is that reference. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/body.h"
#include "extract/script.h"
#include "markup/js_scan.h"
#include "site/weave.h"
#include "url/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
        if (string.at <= done || string.len >= code.len - string.at)
            abort();
        done = string.at + string.len;
        if (js_unescape(span_part(code, string.at, string.len), &scratch).len > string.len * 3)
            abort();
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

static void check_read_back(struct link_list *links, struct span woven, size_t count, const struct url *base)
{
    struct url wanted;

    url_init(&wanted);
    if (url_parse(&wanted, span_of(reference), base, NULL) != URL_OK)
        abort();
    if (extract_script(links, woven, span_of("text/javascript"), base, NULL, NULL) ||
        count_certain(links) != count)
        abort();
    for (size_t i = 0; i < links->count; i++) {
        if (links->links[i].role != LINK_CANDIDATE &&
            !span_equals(links->links[i].url, buf_span(&wanted.text)))
            abort();
    }
    url_release(&wanted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span document = span_make((const char *)data, size);
    struct span *references;
    struct span woven;
    struct link_list links;
    struct url base;
    struct body out;

    link_list_init(&links);
    url_init(&base);
    body_init(&out, AT_FDCWD, SIZE_MAX / 4, SIZE_MAX / 4);
    check_strings(document);
    if (url_parse(&base, span_of("http://h/d/p"), NULL, NULL) != URL_OK ||
        extract_script(&links, document, span_of("text/javascript"), &base, NULL, NULL))
        abort();
    references = mem_new(links.count + 1, sizeof *references);
    for (size_t i = 0; i < links.count; i++)
        references[i] = links.links[i].role == LINK_CANDIDATE ? span_make(NULL, 0) : span_of(reference);
    if (weave(document, NULL, &links, references, &out) || body_span(&out, &woven))
        abort();
    check_read_back(&links, woven, count_certain(&links), &base);
    free(references);
    body_release(&out);
    url_release(&base);
    link_list_release(&links);
    return 0;
}
