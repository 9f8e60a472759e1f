/* SPDX-License-Identifier: MIT */
/* What a page says of itself. META is what libxml2's HTML parser reads in it: it is given these elements
 * alone, in one small document, so that its cost does not grow with the page and no input can make it slow;
 * by SAX, without a tree. Most pages of a site have the same ones, which are read once. A title is text to
 * the tokenizer already, whatever tags it holds. */
#include "config.h"

#include "extract/page.h"

#include <stdlib.h>

#include <libxml/HTMLparser.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/die.h"
#include "markup/arena.h"

/* A title is cut, in the page and when decoded: it is for people to read. */
enum { TITLE_RAW_MAX = 8192, TITLE_MAX = 4096 };

/* The parser keeps every name it has seen; with more than this it is made anew. */
enum { NAMES_MAX = 4096 };

struct page_reader {
    htmlParserCtxtPtr parser;
    struct buf sayings; /* what was read last */
    struct arena text;  /* and what it says */
    struct page_meta *metas;
    size_t count, room;
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
    return arena_copy(&reader->text, text);
}

static void read_meta(struct page_reader *reader, const xmlChar **attributes)
{
    struct page_meta meta = {
        .name = keep(reader, attribute(attributes, "name")),
        .http_equiv = keep(reader, attribute(attributes, "http-equiv")),
        .content = keep(reader, attribute(attributes, "content")),
    };

    if (reader->count == reader->room) {
        reader->room = reader->room ? 2 * reader->room : 16;
        reader->metas = mem_grow(reader->metas, reader->room, sizeof *reader->metas);
    }
    reader->metas[reader->count++] = meta;
}

static void start_element(void *context, const xmlChar *name, const xmlChar **attributes)
{
    if (span_is(text_of(name), "meta"))
        read_meta(context, attributes);
}

static void make_parser(struct page_reader *reader)
{
    htmlFreeParserCtxt(reader->parser);
    reader->parser = htmlNewParserCtxt();
    if (!reader->parser)
        die("out of memory");
    *reader->parser->sax = (xmlSAXHandler){
        .startElement = start_element,
    };
    reader->parser->userData = reader;
}

struct page_reader *page_reader_new(void)
{
    struct page_reader *reader = MEM_NEW(struct page_reader);

    xmlInitParser();
    buf_init(&reader->sayings, SAYINGS_MAX);
    make_parser(reader);
    return reader;
}

void page_reader_free(struct page_reader *reader)
{
    if (!reader)
        return;
    htmlFreeParserCtxt(reader->parser);
    free(reader->metas);
    buf_release(&reader->sayings);
    arena_release(&reader->text);
    free(reader);
}

static void read_sayings(struct page_reader *reader, struct span sayings)
{
    const int options = HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_IGNORE_ENC;

    buf_clear(&reader->sayings);
    (void)buf_add_span(&reader->sayings, sayings);
    arena_clear(&reader->text);
    reader->count = 0;
    if (xmlDictSize(reader->parser->dict) > NAMES_MAX)
        make_parser(reader);
    if (sayings.len > 0)
        (void)htmlCtxtReadMemory(reader->parser, sayings.at, (int)sayings.len, NULL, "UTF-8", options);
}

void page_read(struct page_reader *reader, struct page *page, struct span sayings)
{
    if (!span_equals(buf_span(&reader->sayings), sayings))
        read_sayings(reader, sayings);
    page->metas = reader->metas;
    page->meta_count = reader->count;
}

void page_read_title(struct page *page, struct value *value, struct transcoder *transcoder,
                     const char *encoding, struct span raw)
{
    struct buf valid;
    size_t len;

    if (page->title.at || raw.len == 0)
        return;
    value_decode(value, span_part(raw, 0, TITLE_RAW_MAX), transcoder, encoding, true);
    buf_init(&valid, 4 * TITLE_RAW_MAX); /* a byte becomes at most three, U+FFFD */
    if (transcode(transcoder, NULL, value->text, &valid))
        page->incomplete = true;
    len = valid.len;
    if (len > TITLE_MAX) {
        for (len = TITLE_MAX; len > 0 && (buf_text(&valid)[len] & 0xc0) == 0x80;)
            len--;
    }
    page->title = arena_copy(&page->links.text, span_part(buf_span(&valid), 0, len));
    buf_release(&valid);
}
