/* SPDX-License-Identifier: MIT */
/* What a page says of itself: META, title, base, refresh, canonical, as libxml2's HTML parser reads them. It
 * is given these elements alone, in one small document, so that its cost does not grow with the page and no
 * input can make it slow; by SAX, without a tree. */
#include "config.h"

#include "extract/page.h"

#include <stdlib.h>

#include <libxml/HTMLparser.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/die.h"

/* A title longer than this is cut: it is for people to read. */
enum { TITLE_MAX = 4096 };

/* The parser keeps every name it has seen; with more than this it is made anew. */
enum { NAMES_MAX = 4096 };

struct page_reader {
    htmlParserCtxtPtr parser;
    struct page *page;
    struct page_meta *metas;
    size_t room;
    struct buf title;
    bool in_title;
};

static struct span text_of(const xmlChar *text)
{
    return span_of((const char *)text);
}

static struct span attribute(const xmlChar **attributes, const char *name)
{
    for (; attributes && attributes[0]; attributes += 2) {
        if (span_is_nocase(text_of(attributes[0]), name))
            return text_of(attributes[1]);
    }
    return span_make(NULL, 0);
}

static struct span keep(struct page_reader *reader, struct span text)
{
    return arena_copy(&reader->page->links.text, text);
}

static void read_meta(struct page_reader *reader, const xmlChar **attributes)
{
    struct page *page = reader->page;
    struct page_meta meta = {
        .name = keep(reader, attribute(attributes, "name")),
        .http_equiv = keep(reader, attribute(attributes, "http-equiv")),
        .content = keep(reader, attribute(attributes, "content")),
    };

    if (page->meta_count == reader->room) {
        reader->room = reader->room ? 2 * reader->room : 16;
        reader->metas = mem_grow(reader->metas, reader->room, sizeof *reader->metas);
        page->metas = reader->metas;
    }
    page->metas[page->meta_count++] = meta;
    if (page->refresh.len == 0 && span_is_nocase(meta.http_equiv, "refresh"))
        page->refresh = meta.content;
}

static void start_element(void *context, const xmlChar *name, const xmlChar **attributes)
{
    struct page_reader *reader = context;
    struct page *page = reader->page;
    struct span element = text_of(name);

    if (span_is(element, "meta"))
        read_meta(reader, attributes);
    else if (span_is(element, "base") && !page->base.at && attribute(attributes, "href").at)
        page->base = keep(reader, attribute(attributes, "href"));
    else if (span_is(element, "link") && !page->canonical.at)
        page->canonical = keep(reader, attribute(attributes, "href"));
    else if (span_is(element, "title") && !page->title.at)
        reader->in_title = true;
}

static void end_element(void *context, const xmlChar *name)
{
    struct page_reader *reader = context;

    if (!reader->in_title || !span_is(text_of(name), "title"))
        return;
    reader->in_title = false;
    reader->page->title = keep(reader, buf_span(&reader->title));
}

static void characters(void *context, const xmlChar *text, int len)
{
    struct page_reader *reader = context;
    size_t room = TITLE_MAX - reader->title.len;
    size_t used = (size_t)len;

    if (!reader->in_title)
        return;
    if (used > room) {
        for (used = room; used > 0 && (text[used] & 0xc0) == 0x80;)
            used--;
    }
    (void)buf_add(&reader->title, text, used);
}

static void make_parser(struct page_reader *reader)
{
    htmlFreeParserCtxt(reader->parser);
    reader->parser = htmlNewParserCtxt();
    if (!reader->parser)
        die("out of memory");
    *reader->parser->sax = (xmlSAXHandler){
        .startElement = start_element,
        .endElement = end_element,
        .characters = characters,
        .cdataBlock = characters,
        .ignorableWhitespace = characters,
    };
    reader->parser->userData = reader;
}

struct page_reader *page_reader_new(void)
{
    struct page_reader *reader = MEM_NEW(struct page_reader);

    xmlInitParser();
    buf_init(&reader->title, TITLE_MAX);
    make_parser(reader);
    return reader;
}

void page_reader_free(struct page_reader *reader)
{
    if (!reader)
        return;
    htmlFreeParserCtxt(reader->parser);
    free(reader->metas);
    buf_release(&reader->title);
    free(reader);
}

void page_read(struct page_reader *reader, struct page *page, struct span sayings)
{
    const int options = HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_IGNORE_ENC;

    reader->page = page;
    reader->in_title = false;
    buf_clear(&reader->title);
    page->metas = reader->metas;
    if (xmlDictSize(reader->parser->dict) > NAMES_MAX)
        make_parser(reader);
    (void)htmlCtxtReadMemory(reader->parser, sayings.at, (int)sayings.len, NULL, "UTF-8", options);
}
