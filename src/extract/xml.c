/* SPDX-License-Identifier: MIT */
/* Runs libxml2's XML parser through SAX: no tree, document type, entities or files. Its built-in limits
 * apply: elements nest at most 256 deep, and one text has at most 10 MB. */
#include "config.h"

#include "extract/xml.h"

#include <limits.h>

#include <libxml/parser.h>

#include "base/alloc.h"

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

bool xml_read(struct span document, const struct xml_events *events, void *context)
{
    const int options = XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING;
    struct xml_reading reading = {.events = events, .context = context};
    bool whole;

    if (document.len == 0 || document.len > INT_MAX)
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
    (void)xmlCtxtReadMemory(reading.parser, document.at, (int)document.len, NULL, NULL, options);
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
