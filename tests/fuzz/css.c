/* SPDX-License-Identifier: MIT */
/* Style sheets: links in order and within the text; a sheet woven with one reference, read again, has as many
 * links and each is that reference. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/body.h"
#include "extract/css.h"
#include "site/weave.h"
#include "url/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char reference[] = "/q'(r\"s)\\t,u<v";

static void check_places(const struct link_list *links, size_t len)
{
    size_t done = 0;

    for (size_t i = 0; i < links->count; i++) {
        if (links->links[i].at < done || links->links[i].len > len - links->links[i].at)
            abort();
        done = links->links[i].at + links->links[i].len;
    }
}

static void check_read_back(struct link_list *links, struct span woven, size_t count, const struct url *base)
{
    struct url wanted;

    url_init(&wanted);
    if (url_parse(&wanted, span_of(reference), base, NULL) != URL_OK)
        abort();
    if (extract_css(links, woven, span_of("text/css;charset=utf-8"), base, NULL) || links->count != count)
        abort();
    for (size_t i = 0; i < links->count; i++) {
        if (!span_equals(links->links[i].url, buf_span(&wanted.text)))
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
    if (url_parse(&base, span_of("http://h/d/p"), NULL, NULL) != URL_OK ||
        extract_css(&links, document, span_of("text/css;charset=utf-8"), &base, NULL))
        abort();
    check_places(&links, size);
    references = mem_new(links.count + 1, sizeof *references);
    for (size_t i = 0; i < links.count; i++)
        references[i] = span_of(reference);
    if (weave(document, NULL, &links, references, &out) || body_span(&out, &woven))
        abort();
    check_read_back(&links, woven, links.count, &base);
    free(references);
    body_release(&out);
    url_release(&base);
    link_list_release(&links);
    return 0;
}
