/* SPDX-License-Identifier: MIT */
/* On real pages, the links that our tokenizer finds are those that libxml2's parse of the whole page finds,
 * one by one in their order. */
#include "config.h"

#include <libxml/HTMLparser.h>

#include "extract/pages.h"
#include "extract_html.h"
#include "markup/link.h"
#include "tap.h"
#include "url/url.h"

enum { PAGES_MOST = 300, FILE_BYTES = 64 * 1024 * 1024 };

struct comparison {
    struct page page;
    struct link_index index;
    struct url document_url, target;
    struct buf ours, theirs;
    unsigned differing;
    size_t links;
};

/* Rows whose value is one address: what libxml2 can find without our code. */
static bool is_compared(const struct link_row *row)
{
    return (row->form == LINK_FORM_URL || row->form == LINK_FORM_REL) &&
           !span_starts(row->attribute, "data-");
}

/* The row of the table; rel gives some links a `where` of their own. */
static const struct link_row *row_of(const struct link_index *index, const char *where)
{
    if (strcmp(where, PLACE_CANONICAL_TEXT) == 0 || strcmp(where, PLACE_MANIFEST_TEXT) == 0)
        where = "link href";
    for (size_t i = 0; i < index->count; i++) {
        if (strcmp(index->rows[i].where, where) == 0)
            return &index->rows[i];
    }
    return NULL;
}

static void add_line(struct buf *out, const char *where, struct span url, struct span fragment)
{
    buf_add_text(out, where);
    buf_add_byte(out, ' ');
    buf_add_span(out, url);
    buf_add_span(out, fragment);
    buf_add_byte(out, '\n');
}

static void list_ours(struct comparison *c)
{
    buf_clear(&c->ours);
    for (size_t i = 0; i < c->page.links.count; i++) {
        const struct link *link = &c->page.links.links[i];
        const struct link_row *row = row_of(&c->index, link->where);

        if (!row || !is_compared(row))
            continue;
        add_line(&c->ours, row->where, link->url, link->fragment);
        c->links++;
    }
}

/* A fragment with its '#', as struct link has it. */
static struct span whole_fragment(const struct url *url)
{
    struct span fragment = url_fragment(url);

    return url_has_fragment(url) ? span_make(fragment.at - 1, fragment.len + 1) : fragment;
}

static void list_theirs(struct comparison *c, const struct link_row *row, struct span value)
{
    struct span text = span_trim(value, "\t\n\f\r ");
    struct span url;

    if (text.len == 0 && row->role != LINK_PAGE && row->role != LINK_LIVE)
        return;
    if (url_parse(&c->target, text, &c->document_url, c->page.encoding) != URL_OK) {
        add_line(&c->theirs, row->where, span_of(""), span_of(""));
        return;
    }
    url = buf_span(&c->target.text);
    add_line(&c->theirs, row->where, span_part(url, 0, c->target.fragment_at), whole_fragment(&c->target));
}

static void start_element(void *context, const xmlChar *name, const xmlChar **attributes)
{
    struct comparison *c = context;
    const struct link_row *rows = c->index.rows;

    for (; attributes && attributes[0]; attributes += 2) {
        int row =
            link_index_find(&c->index, span_of((const char *)name), span_of((const char *)attributes[0]));

        if (row >= 0 && attributes[1] && is_compared(&rows[row]))
            list_theirs(c, &rows[row], span_of((const char *)attributes[1]));
    }
}

static void parse_whole(struct comparison *c, struct span html)
{
    htmlParserCtxtPtr parser = htmlNewParserCtxt();

    *parser->sax = (xmlSAXHandler){.startElement = start_element};
    parser->userData = c;
    buf_clear(&c->theirs);
    (void)htmlCtxtReadMemory(parser, html.at, (int)html.len, NULL, c->page.encoding,
                             HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    htmlFreeParserCtxt(parser);
}

/* Says where the two lists part. */
static void show_difference(const struct comparison *c, const char *path)
{
    struct span ours = buf_span(&c->ours), theirs = buf_span(&c->theirs);

    while (ours.len > 0 || theirs.len > 0) {
        struct span our_line = span_take_until(&ours, '\n'), their_line = span_take_until(&theirs, '\n');

        if (span_equals(our_line, their_line))
            continue;
        tap_show("page", span_of(path));
        tap_show("ours", our_line);
        tap_show("libxml2's", their_line);
        return;
    }
}

static void compare_page(void *context, struct span html, const char *name)
{
    struct comparison *c = context;

    if (extract_html(&c->page, html, span_of("text/html"), &c->document_url))
        return;
    list_ours(c);
    parse_whole(c, html);
    if (span_equals(buf_span(&c->ours), buf_span(&c->theirs)))
        return;
    c->differing++;
    show_difference(c, name);
}

static void compare_folder(struct comparison *c, const char *folder)
{
    struct pages pages = {.each = compare_page, .context = c, .most = PAGES_MOST};

    c->differing = 0;
    c->links = 0;
    if (pages_start(&pages, folder))
        ok(c->links > 1000 && c->differing == 0, "%s: the same links on all of the first %u pages, %zu links",
           folder, pages.count, c->links);
    else
        ok(true, "%s: the same links # SKIP it is not installed", folder);
}

int main(void)
{
    struct comparison c = {0};

    page_init(&c.page);
    link_index_init(&c.index, NULL, 0);
    c.document_url = (struct url){0};
    c.target = (struct url){0};
    buf_init(&c.ours, FILE_BYTES);
    buf_init(&c.theirs, FILE_BYTES);
    if (url_parse(&c.document_url, span_of("http://docs.example/html/page.html"), NULL, NULL) != URL_OK)
        return 1;
    for (size_t i = 0; i < PAGES_FOLDERS; i++)
        compare_folder(&c, pages_folders[i]);
    page_release(&c.page);
    url_release(&c.document_url);
    url_release(&c.target);
    buf_release(&c.ours);
    buf_release(&c.theirs);
    return done();
}
