/* SPDX-License-Identifier: MIT */
/* Extracts the links of RSS, Atom and other XML: sitemaps, browserconfig, OpenSearch descriptions, XSLT style
 * sheets, playlists (XSPF), and maps of tiles. Skips links meant only for machines (self, hub, edit, search
 * templates) and HTML inside a feed, whose pages have the same links. Videos are read by dash.c. */
#include "config.h"

#include "extract/collect.h"

/* xml:base applies only on the feed and its entries. */
enum { ROOT = 1, ENTRY = 2, BASES = 3 };

/* The kinds of documents, by the names of their root elements. */
static const char feed[] = "rss feed RDF", sitemap[] = "urlset", sitemaps[] = "sitemapindex",
                  tiles[] = "browserconfig", search[] = "OpenSearchDescription SearchPlugin",
                  xslt[] = "stylesheet transform", media[] = "playlist map tileset";

/* Elements that hold a URL, by local name, except those with a function of their own below. */
static const struct {
    const char *kind;
    const char *elements;
    const char *attribute; /* NULL: the element's text */
    enum link_role role;
    const char *where;
} rows[] = {
    {feed, "enclosure", "url", LINK_RELATED, "feed enclosure"},
    {feed, "content", "url", LINK_RELATED, "feed media:content"},
    {feed, "content", "src", LINK_RELATED, "feed content"},
    {feed, "thumbnail", "url", LINK_RELATED, "feed media:thumbnail"},
    {feed, "image", "href", LINK_RELATED, "feed itunes:image"},
    {feed, "url", NULL, LINK_RELATED, "feed image"},
    {feed, "logo", NULL, LINK_RELATED, "feed logo"},
    {feed, "icon", NULL, LINK_RELATED, "feed icon"},
    {sitemap, "loc", NULL, LINK_RELATED, "sitemap loc"},
    {sitemap, "link", "href", LINK_RELATED, "sitemap link"},
    {sitemaps, "loc", NULL, LINK_LIVE, PLACE_INDEX_TEXT},
    {tiles, "square70x70logo square150x150logo wide310x150logo square310x310logo TileImage", "src",
     LINK_PREVIEW, "browserconfig"},
    {search, "Image", NULL, LINK_CANDIDATE, "opensearch Image"},
    {search, "SearchForm", NULL, LINK_RELATED, "opensearch SearchForm"},
    {xslt, "import", "href", LINK_REQUISITE, "xslt import"},
    {media, "location image", NULL, LINK_CANDIDATE, PLACE_NAME_TEXT},
    {media, "image", "source", LINK_CANDIDATE, PLACE_NAME_TEXT},
    {media, "tileset", "source", LINK_CANDIDATE, PLACE_NAME_TEXT},
    {xslt, "include", "href", LINK_REQUISITE, "xslt include"},
};

struct reading {
    struct link_list *links;
    const char *kind;        /* NULL: none of them */
    struct url bases[BASES]; /* by depth; 0 is the document's own URL */
    int base_depth;          /* depth of the base in effect */
    struct url target;
    struct buf text;
    const char *open; /* the `where` of the link whose text is being read, or NULL */
    enum link_role open_role;
};

static void add_link(struct reading *reading, struct span address, enum link_role role, const char *where)
{
    struct link *link;

    address = span_trim(address, PLAIN_WHITE);
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
    link->stands = true;
}

/* Takes xml:base. The outer base remains in effect if it cannot be parsed. */
static void take_base(struct reading *reading, int depth, struct xml *xml)
{
    const struct url *outer;
    struct span base;

    while (reading->base_depth >= depth)
        buf_clear(&reading->bases[reading->base_depth--].text);
    while (reading->base_depth > 0 && reading->bases[reading->base_depth].text.len == 0)
        reading->base_depth--;
    outer = &reading->bases[reading->base_depth];
    base = xml_attribute(xml, "base");
    if (base.at && url_parse(&reading->bases[depth], base, outer, NULL) == URL_OK)
        reading->base_depth = depth;
}

static void take_atom_link(struct reading *reading, struct xml *xml)
{
    struct span rel = xml_attribute(xml, "rel");

    if (rel.len > 0 &&
        !span_is_one_of_nocase(rel, "alternate related enclosure next prev previous first last "
                                    "prev-archive next-archive"))
        return;
    add_link(reading, xml_attribute(xml, "href"), LINK_RELATED, "feed link");
}

static const char *kind_of(struct span root)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (span_is_one_of(root, rows[i].kind))
            return rows[i].kind;
    return NULL;
}

static void open_text(struct reading *reading, enum link_role role, const char *where)
{
    reading->open = where;
    reading->open_role = role;
}

static void take_rows(struct reading *reading, struct span name, struct xml *xml)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        if (rows[i].kind != reading->kind || !span_is_one_of(name, rows[i].elements))
            continue;
        if (!rows[i].attribute)
            open_text(reading, rows[i].role, rows[i].where);
        else
            add_link(reading, xml_attribute(xml, rows[i].attribute), rows[i].role, rows[i].where);
    }
}

static struct buf *start_element(void *context, int depth, struct span name, struct xml *xml)
{
    struct reading *reading = context;

    reading->open = NULL;
    if (depth == ROOT)
        reading->kind = kind_of(name);
    if (depth < BASES)
        take_base(reading, depth, xml);
    if (!reading->kind)
        return NULL;
    buf_clear(&reading->text);
    if (reading->kind == feed && span_is(name, "link")) {
        open_text(reading, LINK_RELATED, "feed link");
        take_atom_link(reading, xml);
    } else if (reading->kind == feed && span_is(name, "guid")) {
        struct span is_permanent = xml_attribute(xml, "isPermaLink");

        if (!is_permanent.at || span_is(is_permanent, "true"))
            open_text(reading, LINK_RELATED, "feed guid");
    } else {
        take_rows(reading, name, xml);
    }
    return reading->open ? &reading->text : NULL;
}

/* Adds the link in the text of an element. A guid can be any text; only one with an http or https scheme is a
 * link. */
static void end_element(void *context, int depth, struct span name)
{
    struct reading *reading = context;
    struct span text = span_trim(buf_span(&reading->text), PLAIN_WHITE);
    bool absolute = url_starts_http(text);

    (void)depth;
    if (reading->open && !reading->text.full && (absolute || !span_is(name, "guid")))
        add_link(reading, text, reading->open_role, reading->open);
    reading->open = NULL;
}

static void read_feed(struct collector *collector, const struct layer *root, void *context)
{
    static const struct xml_events events = {start_element, end_element};
    struct reading *reading = context;

    collect_prolog(collector, root);
    if (span_is(prolog_root(root->text), "MPD"))
        collect_dash(collector, root);
    else if (url_parse(&reading->bases[0], buf_span(&root->base->text), NULL, NULL) == URL_OK)
        (void)xml_read(root->text, root->encoding, &events, reading);
}

bool feed_read(struct link_list *links, struct span document, struct span content_type,
               const struct url *base)
{
    struct reading reading = {.links = links};
    bool is_read;

    buf_init(&reading.text, LIMIT_URL_BYTES);
    is_read = collect_file(links, document, charset_of_page(document, content_type, true), base, read_feed,
                           &reading) == 0;
    for (int i = 0; i < BASES; i++)
        url_release(&reading.bases[i]);
    url_release(&reading.target);
    buf_release(&reading.text);
    return is_read && (reading.kind || links->count > 0);
}
