/* SPDX-License-Identifier: MIT */
/* Documents: what is one, reading it, and weaving it, when it arrives and again from the archive. */
#include "config.h"

#include "crawl/document.h"

#include "base/error.h"
#include "base/limits.h"
#include "crawl/mirror.h"
#include "crawl/original.h"
#include "crawl/state.h"
#include "extract/css.h"
#include "frontier/visit.h"
#include "site/tree.h"
#include "site/weave.h"

enum document_form document_form(struct span content_type, struct span bytes)
{
    static const struct {
        const char *type;
        enum document_form form;
    } types[] = {
        {"text/html", DOCUMENT_HTML},
        {"application/xhtml+xml", DOCUMENT_HTML},
        {"image/svg+xml", DOCUMENT_HTML},
        {"text/css", DOCUMENT_CSS},
    };
    static const char *const html_starts[] = {"<!doctype html", "<html", "<head", "<!--"};
    struct span type = span_trim(span_take_until(&content_type, ';'), " \t");

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (span_is_nocase(type, types[i].type))
            return types[i].form;
    }
    if (type.len > 0)
        return DOCUMENT_NONE;
    bytes = span_trim(span_part(bytes, 0, 512), "\xef\xbb\xbf \t\r\n\f");
    for (size_t i = 0; i < sizeof html_starts / sizeof html_starts[0]; i++) {
        if (span_starts_nocase(bytes, html_starts[i]))
            return DOCUMENT_HTML;
    }
    return DOCUMENT_NONE;
}

const struct link_list *document_read(struct crawl *crawl, enum document_form form, struct span bytes,
                                      struct span content_type, const struct url *url)
{
    if (form == DOCUMENT_HTML)
        return extract_html(&crawl->page, bytes, content_type, url) ? NULL : &crawl->page.links;
    if (form == DOCUMENT_CSS)
        return extract_css(&crawl->css_links, bytes, content_type, url, NULL) ? NULL : &crawl->css_links;
    return NULL;
}

/* Weaves a document that was read, as the file PATH, into crawl->woven. */
static int make(struct crawl *crawl, struct span bytes, const struct link_list *links, struct span path,
                struct span *woven)
{
    int error = references_make(&crawl->references, crawl->frontier, bytes, links, path,
                                buf_span(&crawl->mirror->site));

    body_clear(&crawl->woven, LIMIT_BODY_IN_MEMORY);
    if (!error)
        error = weave(bytes, links, crawl->references.spans, &crawl->woven);
    return error ? error : body_span(&crawl->woven, woven);
}

int document_weave(struct crawl *crawl, int64_t id, struct span bytes, const struct link_list *links,
                   struct span path)
{
    struct span woven;
    int error = make(crawl, bytes, links, path, &woven);

    if (!error)
        error = tree_stage(crawl->mirror->tree, path, woven);
    if (!error)
        error = frontier_set_woven(crawl->frontier, id, frontier_sequence(crawl->frontier));
    return error;
}

/* Reads ORIGINAL; NULL when it is no document any more, which only damage can bring about. */
static const struct link_list *read_original(struct crawl *crawl, const struct original *original)
{
    enum document_form form = document_form(original->content_type, original->bytes);

    if (url_parse(&crawl->base, original->url, NULL, NULL) != URL_OK)
        return NULL;
    return document_read(crawl, form, original->bytes, original->content_type, &crawl->base);
}

int document_weave_again(struct crawl *crawl, const struct frontier_row *row)
{
    const struct link_list *links;
    struct original original;
    int error = original_read(&original, crawl, row);

    if (!error) {
        links = read_original(crawl, &original);
        error =
            links ? document_weave(crawl, original.id, original.bytes, links, original.path) : ERROR_CORRUPT;
    }
    original_release(&original);
    return error;
}

int document_remake(struct crawl *crawl, const struct frontier_row *row, struct span *woven)
{
    const struct link_list *links;
    struct original original;
    int error = original_read(&original, crawl, row);

    if (!error) {
        links = read_original(crawl, &original);
        error = links ? make(crawl, original.bytes, links, original.path, woven) : ERROR_CORRUPT;
    }
    original_release(&original);
    return error;
}
