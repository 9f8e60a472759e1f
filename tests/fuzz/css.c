/* SPDX-License-Identifier: MIT */
/* Style sheets: links in order and within the text; a sheet woven with one reference, read again, has as many
 * links and each is that reference. */
#include "config.h"

#include <fcntl.h>

#include "extract/extract.h"
#include "links.h"

static const char reference[] = "/q'(r\"s)\\t,u<v";

static void check_places(const struct link_list *links, size_t len)
{
    size_t done = 0;

    for (size_t i = 0; i < links->count; i++) {
        demand(links->links[i].at >= done && links->links[i].len <= len - links->links[i].at);
        done = links->links[i].at + links->links[i].len;
    }
}

static void check_read_back(struct link_list *links, struct span text, size_t count, const struct url *base)
{
    struct url wanted;

    make_url(&wanted, reference, base);
    demand(!extract_css(links, text, span_of("text/css;charset=utf-8"), base, NULL) && links->count == count);
    for (size_t i = 0; i < links->count; i++)
        demand(span_equals(links->links[i].url, buf_span(&wanted.text)));
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
    demand(!extract_css(&links, document, span_of("text/css;charset=utf-8"), &base, NULL));
    check_places(&links, size);
    text = woven(document, &links, span_of(reference), &out);
    check_read_back(&links, text, links.count, &base);
    body_release(&out);
    url_release(&base);
    link_list_release(&links);
    return 0;
}
