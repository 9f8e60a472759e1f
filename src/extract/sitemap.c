/* SPDX-License-Identifier: MIT */
/* Reads sitemaps in XML and as text. Namespaces are ignored but nesting is not: the loc of an image inside a
 * url is not a page of the site. Of malformed XML, only the entries with errors are lost (xml.c). */
#include "config.h"

#include "base/utf8.h"
#include "extract/collect.h"

/* Depth of elements: the root, an entry, and the entry's details. */
enum { ROOT = 1, ENTRY, DETAIL };

/* The longest lastmod kept: "2026-11-20T12:00:00.000000+00:00" with some room. */
enum { MODIFIED_MAX = 64 };

struct reading {
    struct link_list *links;
    enum sitemap_kind kind;
    const struct url *base; /* NULL: lines of text, which are absolute */
    struct url url;
    struct buf address, modified;
};

/* Returns false if TEXT has bytes that XML does not allow, or that are not of the encoding. */
static bool is_text(struct span text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.at[i] < ' ' && !ascii_is_white(text.at[i]))
            return false;
    return utf8_is_valid(text);
}

static void add_entry(struct reading *reading, struct span address, struct span modified)
{
    struct link_list *links = reading->links;
    struct link *link;

    address = span_trim(address, PLAIN_WHITE);
    if (address.len == 0)
        return;
    links->truncated |= !is_text(address) || links->count == LIMIT_SITEMAP_ENTRIES;
    if (!is_text(address) || links->count == LIMIT_SITEMAP_ENTRIES ||
        url_parse(&reading->url, address, reading->base, NULL) != URL_OK || !(link = link_list_add(links)))
        return;
    url_strip(&reading->url);
    link->url = arena_copy(&links->text, buf_span(&reading->url.text));
    link->text = arena_copy(&links->text, span_trim(modified, PLAIN_WHITE));
}

static bool is_entry(enum sitemap_kind kind, struct span name)
{
    return (kind == SITEMAP_PAGES && span_is(name, "url")) ||
           (kind == SITEMAP_INDEX && span_is(name, "sitemap"));
}

static struct buf *start_element(void *context, int depth, struct span name, struct xml *xml)
{
    struct reading *reading = context;

    (void)xml;
    if (depth == ROOT) {
        reading->kind = span_is(name, "urlset")         ? SITEMAP_PAGES
                        : span_is(name, "sitemapindex") ? SITEMAP_INDEX
                                                        : SITEMAP_NONE;
    } else if (depth == ENTRY) {
        buf_clear(&reading->address);
        buf_clear(&reading->modified);
    } else if (depth == DETAIL && span_is(name, "loc")) {
        return &reading->address;
    } else if (depth == DETAIL && span_is(name, "lastmod")) {
        return &reading->modified;
    }
    return NULL;
}

/* Adds the entry that ends. A text that does not fit its buffer is neither a URL nor a date. */
static void end_element(void *context, int depth, struct span name)
{
    struct reading *reading = context;

    if (depth != ENTRY || !is_entry(reading->kind, name) || reading->address.full)
        return;
    add_entry(reading, buf_span(&reading->address),
              reading->modified.full ? span_make(NULL, 0) : buf_span(&reading->modified));
}

static void read_lines(struct reading *reading, struct span document)
{
    struct span line;

    while ((line = span_take_word(&document, "\r\n")).len > 0)
        add_entry(reading, line, span_make(NULL, 0));
    if (reading->links->count > 0)
        reading->kind = SITEMAP_PAGES;
}

/* Returns true if DOCUMENT begins like XML, in UTF-8 or UTF-16, perhaps after the message of a program. */
static bool is_xml(struct span document)
{
    struct span text = span_trim(span_part(document, 0, 4096), "\xef\xbb\xbf \t\r\n");

    return span_starts(text, "<") || span_has(text, "<?xml ") || span_starts(document, "\xff\xfe") ||
           span_starts(document, "\xfe\xff") || (document.len > 1 && document.at[0] == '\0');
}

static void read_elements(struct collector *collector, const struct layer *root, void *context)
{
    static const struct xml_events events = {start_element, end_element};
    struct reading *reading = context;

    (void)collector;
    reading->base = root->base;
    if (!xml_read(root->text, root->encoding, &events, reading))
        reading->links->truncated = true;
}

enum sitemap_kind sitemap_read(struct link_list *links, struct span document, const struct url *base)
{
    struct span text = span_part(document, 0, LIMIT_SITEMAP_BYTES);
    struct reading reading = {.links = links};

    link_list_clear(links);
    buf_init(&reading.address, LIMIT_URL_BYTES);
    buf_init(&reading.modified, MODIFIED_MAX);
    if (!is_xml(text))
        read_lines(&reading, span_trim(text, "\xef\xbb\xbf"));
    else if (collect_file(links, text, charset_of_page(text, span_of(""), true), base, read_elements,
                          &reading))
        links->truncated = true;
    links->truncated |= text.len < document.len;
    url_release(&reading.url);
    buf_release(&reading.address);
    buf_release(&reading.modified);
    return reading.kind;
}

bool sitemap_may_list(const struct url *sitemap, struct span voucher, const struct url *page)
{
    struct span own = url_path(sitemap), path = url_path(page);
    size_t directory = span_after_last(own, '/');

    if (span_equals(url_origin(page), voucher))
        return true;
    if (!span_equals(url_origin(page), url_origin(sitemap)))
        return false;
    return path.len >= directory && span_equals(span_part(path, 0, directory), span_part(own, 0, directory));
}
