/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FUZZ_LINKS_H
#define TIPTOE_TESTS_FUZZ_LINKS_H

/* What fuzz targets of readers of links share. */
#include "base/alloc.h"
#include "base/body.h"
#include "fuzz.h"
#include "markup/link.h"
#include "site/weave.h"
#include "url/url.h"

/* Makes URL, which the caller releases, of TEXT, which is valid, and BASE or NULL. */
static inline void make_url(struct url *url, const char *text, const struct url *base)
{
    *url = (struct url){0};
    demand(url_parse(url, span_of(text), base, NULL) == URL_OK);
}

/* Reads TEXT as URL; it must be absolute and canonical. */
static inline void demand_canonical(struct url *url, struct span text)
{
    demand(url_parse(url, text, NULL, NULL) == URL_OK && span_equals(buf_span(&url->text), text));
}

/* DOCUMENT woven with REFERENCE in the place of each link that may be woven; OUT keeps the text. */
static inline struct span woven(struct span document, const struct link_list *links, struct span reference,
                                struct body *out)
{
    struct span *references = mem_new(links->count + 1, sizeof *references);
    struct span text = {0};

    for (size_t i = 0; i < links->count; i++)
        references[i] = link_is_woven(&links->links[i]) ? reference : span_make(NULL, 0);
    demand(!weave(document, NULL, links, references, out) && !body_span(out, &text));
    mem_free(references);
    return text;
}

#endif
