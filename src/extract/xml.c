/* SPDX-License-Identifier: MIT */
/* Runs libxml2's XML parser through SAX: no tree, document type, entities or files. The text that it gets is
 * tidied first, because it gives up where a browser or a search engine would not. Its built-in limits
 * apply: elements nest at most 256 deep, and one text has at most 10 MB. */
#include "config.h"

#include "extract/xml.h"

#include <limits.h>

#include <libxml/parser.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "markup/charset.h"

/* The text in which the declaration is looked for, the longest reference: &#x10FFFF; and what is read of a
 * document in UTF-16, whose tags are not counted. */
enum { PROLOG_MAX = 4096, REFERENCE_MAX = 12, UTF16_MAX = 1024 * 1024 };

struct xml_attributes {
    const xmlChar **all; /* five each: local name, prefix, namespace, value, end of value */
    int count;
};

struct xml_reading {
    const struct xml_events *events;
    void *context;
    xmlParserCtxtPtr parser;
    int depth;
    struct buf *text; /* of the element that began last, until a tag follows */
    bool stopped;
};

static struct span text_of(const xmlChar *text)
{
    return span_of((const char *)text);
}

static void start_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri,
                          int namespace_count, const xmlChar **namespaces, int count, int defaulted,
                          const xmlChar **all)
{
    struct xml_reading *reading = context;
    struct xml_attributes attributes = {.all = all, .count = count};

    (void)prefix;
    (void)uri;
    (void)namespace_count;
    (void)namespaces;
    (void)defaulted;
    reading->depth++;
    reading->text = reading->events->start(reading->context, reading->depth, text_of(name), &attributes);
}

static void end_element(void *context, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri)
{
    struct xml_reading *reading = context;

    (void)prefix;
    (void)uri;
    reading->text = NULL;
    reading->events->end(reading->context, reading->depth, text_of(name));
    reading->depth--;
}

static void characters(void *context, const xmlChar *text, int len)
{
    struct xml_reading *reading = context;

    if (reading->text)
        (void)buf_add_span(reading->text, span_make((const char *)text, (size_t)len));
}

/* Stops the parser at the name of a document type, before its content is read. */
static void stop_at_doctype(void *context, const xmlChar *name, const xmlChar *external,
                            const xmlChar *system)
{
    struct xml_reading *reading = context;

    (void)name;
    (void)external;
    (void)system;
    reading->stopped = true;
    xmlStopParser(reading->parser);
}

/* Returns where the document begins: at the XML declaration, or at the first thing that is not blank. A
 * program on the server may have complained before it. */
static size_t find_beginning(struct span text)
{
    static const char declaration[] = "<?xml ";
    struct span start = span_part(text, 0, PROLOG_MAX), rest = start;

    if (span_take_after(&rest, declaration) &&
        !span_has(span_part(start, 0, start.len - rest.len), "<![CDATA["))
        return start.len - rest.len - strlen(declaration);
    return span_skip(text, span_starts(text, "\xef\xbb\xbf") ? 3 : 0, PLAIN_WHITE);
}

/* Returns the length of the document type at the start of TEXT, with its internal subset. */
static size_t skip_doctype(struct span text)
{
    int depth = 0;
    char quote = '\0';

    for (size_t at = 0; at < text.len; at++) {
        char c = text.at[at];

        if (quote)
            quote = c == quote ? '\0' : quote;
        else if (depth > 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == '[' || c == ']')
            depth += c == '[' ? 1 : -1;
        else if (c == '>' && depth <= 0)
            return at + 1;
    }
    return text.len;
}

/* Returns true if TEXT, which starts with an ampersand, starts with a reference that XML has without a
 * document type. */
static bool is_reference(struct span text)
{
    struct span name = span_part(text, 1, span_find(span_part(text, 0, REFERENCE_MAX), ';'));

    name = span_part(name, 0, name.len > 0 ? name.len - 1 : 0);
    return (name.len > 1 && name.at[0] == '#') || span_is_one_of(name, "amp lt gt quot apos");
}

/* Adds the character at the start of TEXT, and returns its length. */
static size_t add_character(struct buf *out, struct span text, bool is_utf8)
{
    unsigned char c = (unsigned char)text.at[0];
    uint32_t code;
    size_t len = is_utf8 && c >= 0x80 ? utf8_decode(text.at, text.len, &code) : 1;
    bool is_bad = len == 0 || (c < ' ' && !ascii_is_white(text.at[0]));

    if (is_bad)
        (void)buf_add_text(out, XML_NO_CHARACTER);
    else
        (void)buf_add(out, text.at, len);
    return len > 0 ? len : 1;
}

/* A place in a text of markup. */
struct place {
    bool in_tag;
    char quote;     /* that is open; or '\0' */
    unsigned count; /* of the values in the tag */
};

/* Moves PLACE behind C. */
static void pass(struct place *place, char c)
{
    if (c == '<') {
        *place = (struct place){.in_tag = true};
    } else if (place->quote) {
        place->count += c == place->quote;
        place->quote = c == place->quote ? '\0' : place->quote;
    } else if (place->in_tag) {
        place->quote = c == '"' || c == '\'' ? c : '\0';
        place->in_tag = c != '>';
    }
}

/* Adds DOCUMENT to OUT as xml_read promises; as it is if it is in UTF-16. Ends at a tag with more attributes
 * than the parser reads in linear time. */
static void tidy(struct span document, struct buf *out)
{
    const char *encoding = charset_of_page(document, span_of(""), true);
    bool is_utf8 = strcmp(encoding, "UTF-8") == 0;
    struct place place = {0};
    size_t data_end = 0;

    if (charset_kind(encoding) == CHARSET_UTF16) {
        (void)buf_add_span(out, span_part(document, 0, UTF16_MAX));
        return;
    }
    for (size_t at = find_beginning(document); at < document.len;) {
        struct span rest = span_part(document, at, document.len);

        if (at >= data_end && span_starts(rest, "<![CDATA["))
            data_end = span_find_end(document, at, "]]>");
        if (at >= data_end && span_starts(rest, "<!--")) {
            at = span_find_end(document, at, "-->");
        } else if (at >= data_end && span_starts_nocase(rest, "<!doctype")) {
            at += skip_doctype(rest);
        } else if (at >= data_end && rest.at[0] == '&' && !is_reference(rest)) {
            at += buf_add_text(out, "&amp;") == 0;
        } else {
            if (at >= data_end)
                pass(&place, rest.at[0]);
            at += add_character(out, rest, is_utf8);
        }
        if (out->full || place.count > LIMIT_TAG_ATTRIBUTES)
            return;
    }
}

bool xml_read(struct span document, const struct xml_events *events, void *context)
{
    const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_RECOVER;
    struct xml_reading reading = {.events = events, .context = context};
    struct buf text BUF_LOCAL(INT_MAX);
    bool whole;

    tidy(document, &text);
    if (text.len == 0 || text.full)
        return false;
    xmlInitParser();
    reading.parser = xmlNewParserCtxt();
    if (!reading.parser)
        die("out of memory");
    *reading.parser->sax = (xmlSAXHandler){
        .initialized = XML_SAX2_MAGIC,
        .internalSubset = stop_at_doctype,
        .startElementNs = start_element,
        .endElementNs = end_element,
        .characters = characters,
        .cdataBlock = characters,
    };
    reading.parser->userData = &reading;
    (void)xmlCtxtReadMemory(reading.parser, text.at, (int)text.len, NULL, NULL, options);
    whole = reading.parser->wellFormed && !reading.stopped;
    xmlFreeDoc(reading.parser->myDoc);
    reading.parser->myDoc = NULL;
    xmlFreeParserCtxt(reading.parser);
    return whole;
}

/* Adds VALUE. The parser does not substitute entities, so it reports an ampersand in it as "&#38;". */
static void add_value(struct buf *out, struct span value)
{
    while (value.len > 0) {
        size_t plain = span_find(value, '&');

        (void)buf_add_span(out, span_part(value, 0, plain));
        value = span_part(value, plain, value.len);
        if (value.len > 0) {
            (void)buf_add_byte(out, '&');
            value = span_part(value, span_starts(value, "&#38;") ? 5 : 1, value.len);
        }
    }
}

bool xml_attribute(const struct xml_attributes *attributes, const char *name, struct buf *out)
{
    for (int i = 0; i < attributes->count; i++) {
        const xmlChar **attribute = attributes->all + 5 * (ptrdiff_t)i;

        if (!span_is(text_of(attribute[0]), name))
            continue;
        buf_clear(out);
        add_value(out, span_make((const char *)attribute[3], (size_t)(attribute[4] - attribute[3])));
        return true;
    }
    return false;
}
