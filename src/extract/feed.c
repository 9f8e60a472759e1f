/* SPDX-License-Identifier: MIT */
/* RSS and Atom. What only machines follow (self, hub, edit) is left out. */
#include "config.h"

#include "extract/feed.h"

#include "base/limits.h"
#include "extract/xml.h"
#include "markup/links.h"
#include "url/url.h"

/* xml:base counts on the feed and on its entries. */
enum { ROOT = 1, ENTRY = 2, BASES = 3 };

struct reading {
    struct link_list *links;
    bool is_feed;
    struct url bases[BASES]; /* by depth; 0 is the document's own */
    int base_depth;          /* the deepest that holds now */
    struct url target;
    struct buf value, text;
    const char *open; /* the kind of link whose text we are in, or NULL */
};

static void add_link(struct reading *reading, struct span address, enum link_role role, const char *where)
{
    struct link *link;

    address = span_trim(address, " \t\r\n");
    if (address.len == 0 ||
        url_parse(&reading->target, address, &reading->bases[reading->base_depth], NULL) != URL_OK)
        return;
    link = link_list_add(reading->links);
    if (!link)
        return;
    url_strip(&reading->target);
    link->url = arena_copy(&reading->links->text, buf_span(&reading->target.text));
    link->role = role;
    link->where = where;
}

/* A base that cannot be parsed leaves the one outside in force. */
static void take_base(struct reading *reading, int depth, const struct xml_attributes *attributes)
{
    const struct url *outer;

    while (reading->base_depth >= depth)
        buf_clear(&reading->bases[reading->base_depth--].text);
    while (reading->base_depth > 0 && reading->bases[reading->base_depth].text.len == 0)
        reading->base_depth--;
    outer = &reading->bases[reading->base_depth];
    if (xml_attribute(attributes, "base", &reading->value) &&
        url_parse(&reading->bases[depth], buf_span(&reading->value), outer, NULL) == URL_OK)
        reading->base_depth = depth;
}

static void take_atom_link(struct reading *reading, const struct xml_attributes *attributes)
{
    static const char *const wanted[] = {"",     "alternate",    "related",     "enclosure",
                                         "next", "prev",         "previous",    "first",
                                         "last", "prev-archive", "next-archive"};
    struct span rel;
    bool fits = false;

    buf_clear(&reading->value);
    (void)xml_attribute(attributes, "rel", &reading->value);
    rel = buf_span(&reading->value);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        fits = fits || span_is_nocase(rel, wanted[i]);
    if (fits && xml_attribute(attributes, "href", &reading->value))
        add_link(reading, buf_span(&reading->value), LINK_RELATED, "feed link");
}

static void start(void *context, int depth, struct span name, const struct xml_attributes *attributes)
{
    struct reading *reading = context;

    reading->open = NULL;
    if (depth == ROOT)
        reading->is_feed = span_is(name, "rss") || span_is(name, "feed") || span_is(name, "RDF");
    if (depth < BASES)
        take_base(reading, depth, attributes);
    if (!reading->is_feed)
        return;
    buf_clear(&reading->text);
    if (span_is(name, "link")) {
        reading->open = "feed link";
        take_atom_link(reading, attributes);
    } else if (span_is(name, "enclosure")) {
        if (xml_attribute(attributes, "url", &reading->value))
            add_link(reading, buf_span(&reading->value), LINK_RELATED, "feed enclosure");
    } else if (span_is(name, "guid")) {
        if (!xml_attribute(attributes, "isPermaLink", &reading->value) ||
            span_is(buf_span(&reading->value), "true"))
            reading->open = "feed guid";
    }
}

static void text(void *context, struct span text)
{
    struct reading *reading = context;

    if (reading->open)
        (void)buf_add_span(&reading->text, text);
}

/* A guid is any text; those that are addresses say so by their scheme. */
static void end(void *context, int depth, struct span name)
{
    struct reading *reading = context;
    struct span text = span_trim(buf_span(&reading->text), " \t\r\n");
    bool absolute = span_starts_nocase(text, "http://") || span_starts_nocase(text, "https://");

    (void)depth;
    if (reading->open && !reading->text.full && (absolute || !span_is(name, "guid")))
        add_link(reading, text, LINK_RELATED, reading->open);
    reading->open = NULL;
}

bool feed_read(struct link_list *links, struct span document, const struct url *base)
{
    static const struct xml_events events = {start, text, end};
    struct reading reading = {.links = links};
    bool is_feed = false;

    link_list_clear(links);
    if (document.len > LIMIT_DOCUMENT_BYTES)
        return false;
    for (int i = 0; i < BASES; i++)
        url_init(&reading.bases[i]);
    url_init(&reading.target);
    buf_init(&reading.value, LIMIT_URL_BYTES);
    buf_init(&reading.text, LIMIT_URL_BYTES);
    if (url_parse(&reading.bases[0], buf_span(&base->text), NULL, NULL) == URL_OK) {
        (void)xml_read(document, &events, &reading);
        is_feed = reading.is_feed;
    }
    for (int i = 0; i < BASES; i++)
        url_release(&reading.bases[i]);
    url_release(&reading.target);
    buf_release(&reading.value);
    buf_release(&reading.text);
    return is_feed;
}
