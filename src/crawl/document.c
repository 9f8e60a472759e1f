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
#include "extract/feed.h"
#include "frontier/visit.h"
#include "site/tree.h"
#include "site/types.h"
#include "site/weave.h"

/* Whether BYTES begin as browsers expect HTML to (the MIME Sniffing Standard's list). */
static bool looks_like_html(struct span bytes)
{
    static const char *const starts[] = {
        "<!doctype html", "<html",  "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a",
        "<style",         "<title", "<b",    "<body",   "<br",     "<p",  "<meta"};

    bytes = span_trim(span_part(bytes, 0, 512), "\xef\xbb\xbf \t\r\n\f");
    if (span_starts(bytes, "<!--"))
        return true;
    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        size_t len = strlen(starts[i]);

        if (span_starts_nocase(bytes, starts[i]) && bytes.len > len && strchr(" \t\r\n\f>", bytes.at[len]))
            return true;
    }
    return false;
}

struct span document_type(struct span content_type, const struct url *url, struct span bytes)
{
    struct span type = content_type, path = url_path(url);
    size_t at = path.len;
    const char *named;

    if (span_trim(span_take_until(&type, ';'), " \t").len > 0)
        return content_type;
    if (looks_like_html(bytes))
        return span_of("text/html");
    while (at > 0 && path.at[at - 1] != '/')
        at--;
    named = types_of_extension(types_own_extension(span_part(path, at, path.len)));
    return span_of(named ? named : "");
}

enum document_form document_form(struct span content_type)
{
    static const struct {
        const char *type;
        enum document_form form;
    } types[] = {
        {"text/html", DOCUMENT_HTML},
        {"application/xhtml+xml", DOCUMENT_HTML},
        {"image/svg+xml", DOCUMENT_HTML},
        {"text/css", DOCUMENT_CSS},
        {"application/rss+xml", DOCUMENT_FEED},
        {"application/atom+xml", DOCUMENT_FEED},
        {"application/rdf+xml", DOCUMENT_FEED},
        {"application/xml", DOCUMENT_FEED},
        {"text/xml", DOCUMENT_FEED},
    };
    struct span type = span_trim(span_take_until(&content_type, ';'), " \t");

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (span_is_nocase(type, types[i].type))
            return types[i].form;
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
    if (form == DOCUMENT_FEED)
        return feed_read(&crawl->css_links, bytes, url) ? &crawl->css_links : NULL;
    return NULL;
}

/* Weaves a document that was read into crawl->woven. */
static int make(struct crawl *crawl, struct span bytes, const struct link_list *links,
                const struct reference_names *names, struct span *woven)
{
    int error = references_make(&crawl->references, crawl->frontier, bytes, links, names);

    body_clear(&crawl->woven, LIMIT_BODY_IN_MEMORY);
    if (!error)
        error = weave(bytes, links, crawl->references.spans, &crawl->woven);
    return error ? error : body_span(&crawl->woven, woven);
}

int document_weave(struct crawl *crawl, int64_t id, struct span bytes, const struct link_list *links,
                   struct span path)
{
    struct reference_names names = references_of_files(path, buf_span(&crawl->mirror->site));
    struct span woven;
    int error = make(crawl, bytes, links, &names, &woven);

    if (!error)
        error = tree_stage(crawl->mirror->tree, path, woven);
    if (!error)
        error = frontier_set_woven(crawl->frontier, id, frontier_sequence(crawl->frontier));
    return error;
}

/* Reads ORIGINAL; NULL when it is no document any more, which only damage can bring about. */
static const struct link_list *read_original(struct crawl *crawl, const struct original *original)
{
    struct span type;

    if (url_parse(&crawl->base, original->url, NULL, NULL) != URL_OK)
        return NULL;
    type = document_type(original->content_type, &crawl->base, original->bytes);
    return document_read(crawl, document_form(type), original->bytes, type, &crawl->base);
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

int document_remake(struct crawl *crawl, const struct frontier_row *row, const struct reference_names *names,
                    struct span *woven)
{
    struct reference_names files;
    const struct link_list *links;
    struct original original;
    int error = original_read(&original, crawl, row);

    if (!error) {
        files = references_of_files(original.path, buf_span(&crawl->mirror->site));
        links = read_original(crawl, &original);
        error = links ? make(crawl, original.bytes, links, names ? names : &files, woven) : ERROR_CORRUPT;
    }
    original_release(&original);
    return error;
}
