/* SPDX-License-Identifier: MIT */
/* Reads XML by the tokenizer of pages, which has no errors: a feed or sitemap that is almost XML has its
 * entries, too. Only tags end elements, and references are those of HTML. The prolog is read first; a syntax
 * error ends it, because browsers do not show malformed XML. */
#include "config.h"

#include "extract/collect.h"

/* The text in which the declaration is looked for, and the deepest element that is read. */
enum { PROLOG_MAX = 4096, DEPTH_MAX = 256 };

static struct span rest_of(struct span text, size_t at)
{
    return span_part(text, at, text.len);
}

/* Returns the position after the document type declaration at AT, including its internal subset. */
static size_t after_type(struct span text, size_t at)
{
    unsigned depth = 0;

    for (; at < text.len; at++) {
        char c = text.at[at];

        if (c == '"' || c == '\'')
            at += 1 + span_find(rest_of(text, at + 1), c);
        else if (span_starts(rest_of(text, at), "<!--"))
            at = span_find_end(text, at + 4, "-->") - 1;
        else if (c == '[')
            depth++;
        else if (c == ']' && depth > 0)
            depth--;
        else if (c == '>' && depth == 0)
            return at + 1;
    }
    return text.len;
}

static bool find_href(struct span text, size_t at, size_t end, struct prolog_sheet *sheet)
{
    struct span rest = span_part(text, at, end - at);

    while (rest.len > 0) {
        struct span name = span_trim(span_take_until(&rest, '='), PLAIN_WHITE), value;
        char quote;

        rest = span_part(rest, span_skip(rest, 0, PLAIN_WHITE), rest.len);
        quote = span_byte(rest, 0);
        if (!span_take_byte(&rest, '"') && !span_take_byte(&rest, '\''))
            return false;
        if (span_find(rest, quote) == rest.len)
            return false;
        value = span_take_until(&rest, quote);
        *sheet = (struct prolog_sheet){.at = (size_t)(value.at - text.at), .len = value.len, .quote = quote};
        if (span_is(name, "href"))
            return true;
    }
    return false;
}

/* Skips the processing instruction at AT. Returns true if it references a style sheet. */
static bool take_instruction(struct span document, size_t *at, struct prolog_sheet *sheet)
{
    static const char target[] = "<?xml-stylesheet";
    size_t start = *at;
    size_t attributes = start + sizeof target - 1;

    *at = span_find_end(document, start, "?>");
    return span_starts(rest_of(document, start), target) && attributes + 2 < *at &&
           byte_is_in(document.at[attributes], PLAIN_WHITE) &&
           find_href(document, attributes, *at - 2, sheet);
}

bool prolog_next(struct span document, size_t *at, struct prolog_sheet *sheet)
{
    if (*at == 0 && span_starts(document, "\xef\xbb\xbf"))
        *at = 3;
    for (;;) {
        struct span rest;

        *at = span_skip(document, *at, PLAIN_WHITE);
        rest = rest_of(document, *at);
        if (span_starts(rest, "<!--"))
            *at = span_find_end(document, *at + 4, "-->");
        else if (span_starts(rest, "<!"))
            *at = after_type(document, *at + 2);
        else if (!span_starts(rest, "<?"))
            return false;
        else if (take_instruction(document, at, sheet))
            return true;
    }
}

struct span prolog_root(struct span document)
{
    struct prolog_sheet sheet;
    struct span rest, name;
    size_t at = 0;

    while (prolog_next(document, &at, &sheet))
        continue;
    rest = span_part(document, at, 256);
    if (!span_take_byte(&rest, '<'))
        return span_make(NULL, 0);
    name = span_take_until_any(&rest, PLAIN_WHITE ">/");
    return rest_of(name, span_after_last(name, ':'));
}

struct xml {
    const struct xml_events *events;
    void *context;
    const char *encoding;
    struct tokenizer tags;
    struct transcoder transcoder;
    struct value value;
    struct span open[DEPTH_MAX]; /* the names of the open elements, as written */
    int depth;
    struct buf *text; /* of the element that began last, until a tag follows */
    size_t text_at;   /* where it begins */
    bool is_broken;
};

struct span xml_local_name(struct span name)
{
    size_t colon = span_find(name, ':');

    return colon < name.len ? span_part(name, colon + 1, name.len) : name;
}

/* Returns where the root element begins. A program on the server may have complained before the XML
 * declaration. */
static size_t find_root(struct span text)
{
    static const char declaration[] = "<?xml ";
    struct span start = span_part(text, 0, PROLOG_MAX), rest = start;
    struct prolog_sheet sheet;
    size_t from = 0, at = 0;

    if (span_take_after(&rest, declaration) &&
        !span_has(span_part(start, 0, start.len - rest.len), "<![CDATA["))
        from = start.len - rest.len - strlen(declaration);
    while (prolog_next(span_part(text, from, text.len), &at, &sheet))
        continue;
    return from + at;
}

static void add_decoded(struct xml *xml, struct span raw, bool references, struct buf *out)
{
    value_decode(&xml->value, raw, &xml->transcoder, xml->encoding, references);
    (void)buf_add_span(out, xml->value.text);
}

/* Adds the text between two tags, without comments. */
static void add_text(struct xml *xml, size_t from, size_t to)
{
    static const char data[] = "<![CDATA[", data_end[] = "]]>";

    while (xml->text && from < to) {
        struct span part = span_part(xml->tags.text, from, to - from);

        part.len = part.at[0] == '<' ? tokenizer_pass(&xml->tags, from) - from : span_find(part, '<');
        from += part.len;
        if (span_starts(part, data))
            add_decoded(xml, span_part(part, strlen(data), part.len - strlen(data) - strlen(data_end)), false,
                        xml->text);
        else if (part.at[0] != '<' || part.len == 1)
            add_decoded(xml, part, true, xml->text);
    }
}

/* Ends the elements that are deeper than DEPTH. */
static void end_elements(struct xml *xml, int depth)
{
    xml->text = NULL;
    for (; xml->depth > depth; xml->depth--)
        xml->events->end(xml->context, xml->depth, xml_local_name(xml->open[xml->depth - 1]));
}

static void start_element(struct xml *xml)
{
    const struct token *token = &xml->tags.token;

    xml->open[xml->depth++] = token->name;
    xml->text_at = token->end;
    xml->text = xml->events->start(xml->context, xml->depth, xml_local_name(token->name), xml);
    if (token->self_closing)
        end_elements(xml, xml->depth - 1);
}

/* Ends the element with the name of the tag, and those in it that have no end. Any other tag means nothing.
 */
static void end_element(struct xml *xml)
{
    int depth = xml->depth;

    while (depth > 0 && !span_equals(xml->open[depth - 1], xml->tags.token.name))
        depth--;
    xml->is_broken |= depth != xml->depth;
    if (depth > 0)
        end_elements(xml, depth - 1);
}

bool xml_read(struct span text, const char *encoding, const struct xml_events *events, void *context)
{
    struct xml xml = {.events = events, .context = context, .encoding = encoding};
    const struct token *token = &xml.tags.token;
    bool is_whole = false;
    size_t from = 0;

    tokenizer_start(&xml.tags, text);
    xml.tags.cdata = true;
    xml.tags.at = find_root(text);
    while (!is_whole && tokenizer_next(&xml.tags) && !token->truncated && xml.depth < DEPTH_MAX) {
        add_text(&xml, from, token->at);
        if (token->kind == TOKEN_START)
            start_element(&xml);
        else
            end_element(&xml);
        from = token->end;
        is_whole = xml.depth == 0;
    }
    tokenizer_release(&xml.tags);
    transcoder_release(&xml.transcoder);
    value_release(&xml.value);
    return is_whole && !xml.is_broken;
}

struct span xml_raw(const struct xml *xml, const char *name)
{
    const struct token *token = &xml->tags.token;

    if (!name)
        return span_part(xml->tags.text, xml->text_at,
                         token->at > xml->text_at ? token->at - xml->text_at : 0);
    for (size_t i = 0; i < token->count; i++) {
        struct span whole = tokenizer_name(&xml->tags, &token->attributes[i]);

        if (span_is(xml_local_name(whole), name) && !span_starts(whole, "xmlns:"))
            return tokenizer_value(&xml->tags, &token->attributes[i]);
    }
    return span_make(NULL, 0);
}

struct span xml_attribute(struct xml *xml, const char *name)
{
    struct span raw = xml_raw(xml, name);

    if (raw.at)
        value_decode(&xml->value, raw, &xml->transcoder, xml->encoding, true);
    return raw.at ? xml->value.text : raw;
}
