/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_EXTRACT_H
#define TIPTOE_EXTRACT_EXTRACT_H

/* The readers of documents that are not pages (html.h). Each clears LINKS first, and reads nothing above
 * LIMIT_DOCUMENT_BYTES; those that return an int return 0 or ERROR_TOO_LARGE, with no links. */

#include "markup/link.h"

struct url;

/* Extracts the links of a style sheet: url(), @import, and strings in image-set(). The encoding comes from
 * the first of: BOM, CONTENT_TYPE (a header value, may be empty), @charset, ENVIRONMENT_ENCODING (the WHATWG
 * name of the referring page's encoding, or NULL), UTF-8. */
int extract_css(struct link_list *links, struct span document, struct span content_type,
                const struct url *base, const char *environment_encoding)
    __attribute__((nonnull(1, 4), warn_unused_result));

/* The content of a script element. */
enum script_kind {
    SCRIPT_NONE,    /* not read */
    SCRIPT_CODE,    /* a classic script or a module */
    SCRIPT_MAP,     /* an import map */
    SCRIPT_DATA,    /* JSON for scripts */
    SCRIPT_TEMPLATE /* HTML for scripts, with placeholders; collect_script does not read it */
};

/* Returns the kind for a type attribute, empty if missing. */
enum script_kind script_kind(struct span type);

/* One of the pages that use a script or data. */
struct script_page {
    const struct url *base; /* NULL: that of the script is used */
    struct span imports;    /* as in struct page */
    const char *encoding;   /* NULL where it does not matter */
};

/* Extracts the links of a script file at URL. References that ECMAScript resolves against the script are
 * certain, and are LINK_REQUISITE: import and export specifiers, bare ones only if the import maps of PAGE
 * have their folder, and new URL("…", import.meta.url). All others are candidates: importScripts() resolves
 * against the script, other texts against PAGE, as browsers resolve the requests of a script. A script that
 * only its CONTENT_TYPE declares to be in another encoding than PAGE becomes UTF-8 with a mark. IS_DATA: it
 * is JSON or a search index (index_is of apps/app.h), and has only candidates. */
int extract_script(struct link_list *links, struct span document, struct span content_type, bool is_data,
                   const struct url *url, const struct script_page *page) CHECKED;

/* Returns true if TEXT, of media type TYPE, is a text that names files: a playlist, cues, a model, Markdown.
 */
bool text_is(struct span type, struct span text);

/* Extracts the links of such a text at URL: those of a playlist are certain. A broadcast has no links.
 */
int extract_text(struct link_list *links, struct span document, struct span content_type,
                 const struct url *url) CHECKED;

/* Returns true if DOCUMENT, served as JSON or without a specific type, is a web application manifest: an
 * object with icons or a start page, and a name. */
bool manifest_is(struct span document);

/* Reads a manifest: its icons, its screenshots and the pages it opens. Relative references resolve against
 * BASE, its own URL. Returns false, without links, if the whole text is not valid JSON: browsers then ignore
 * it. */
bool manifest_read(struct link_list *links, struct span document, const struct url *base) CHECKED;

/* Returns the name of the root element of an XML document without its prefix, or an empty span if there is no
 * root element. */
struct span prolog_root(struct span document);

/* Extracts the links of RSS 0.9 to 2.0 (link, guid, enclosure, pictures), Atom (link, with xml:base of feed
 * and entry), sitemaps, browserconfig, OpenSearch, XSLT, and playlists and maps in XML. These links have no
 * position and are never rewritten, except in a playlist of DASH. For any XML, also extracts the style sheets
 * referenced before the root, which browsers load. Returns false if DOCUMENT is not one of these and
 * references no style sheet. */
bool feed_read(struct link_list *links, struct span document, struct span content_type,
               const struct url *base) NONNULL;

/* Sitemaps, protocol 0.9 (sitemaps.org): in XML, lists of pages or of other sitemaps; as text, one page per
 * line. */
enum sitemap_kind {
    SITEMAP_NONE, /* not a sitemap */
    SITEMAP_PAGES,
    SITEMAP_INDEX /* a sitemap index */
};

/* Reads the entries of DOCUMENT, already decoded: link->text is lastmod as written, or empty. Skips entries
 * that are not http or https URLs. Addresses in XML may be relative to BASE, its own URL. LINKS is truncated
 * if there may be more: above LIMIT_SITEMAP_ENTRIES, and where DOCUMENT is cut or malformed. */
enum sitemap_kind sitemap_read(struct link_list *links, struct span document, const struct url *base) NONNULL;

/* Returns true if the sitemap at SITEMAP may list PAGE: any page of the origin whose robots.txt references
 * the sitemap (VOUCHER, "https://host"), and pages of its own origin in its directory or below. */
bool sitemap_may_list(const struct url *sitemap, struct span voucher, const struct url *page) NONNULL;

/* Links in response header fields. They have no position in a document, so they are never rewritten. A list
 * holds at most LIMIT_HEADER_LINKS of them. */

/* Adds the links of a Link field's VALUE (RFC 8288) whose context is the response itself: those without
 * anchor. */
void header_links_add(struct link_list *links, struct span value, const struct url *base) NONNULL;

/* Adds the target of a Refresh field's VALUE. */
void header_links_add_refresh(struct link_list *links, struct span value, const struct url *base) NONNULL;

#endif
