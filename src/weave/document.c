/* SPDX-License-Identifier: MIT */
/* Decides which bodies are documents, and reads and weaves these: when they arrive, and again from the
 * archive. The page around a file decides how browsers read it: by its encoding a style sheet with bytes that
 * are not ASCII and without a charset of its own, by its address the requests of a script. */
#include "config.h"

#include "weave/document.h"

#include "apps/app.h"
#include "base/error.h"
#include "base/http.h"
#include "base/utf8.h"
#include "extract/extract.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "markup/charset.h"
#include "markup/js_scan.h"
#include "mirror/mirror.h"
#include "site/tree.h"
#include "site/weave.h"
#include "term/message.h"

/* Few woven documents are larger; their memory is not kept. */
enum { WOVEN_KEPT = 256 * 1024 };

int weaver_open(struct weaver *weaver, struct mirror *mirror)
{
    *weaver = (struct weaver){.mirror = mirror};
    references_init(&weaver->references, mirror->frontier, mirror->name_max);
    weaver->references.site_dir = mirror->folder.site_dir;
    weaver->references.for_disk = span_is(frontier_setting_text(mirror->frontier, "for"), "disk");
    page_init(&weaver->page);
    body_init(&weaver->woven, mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    buf_init(&weaver->page_url, LIMIT_URL_BYTES + 1);
    buf_init(&weaver->adapted, LIMIT_BODY_IN_MEMORY * 2);
    page_init(&weaver->around);
    buf_init(&weaver->path, PATH_BUFFER_MAX);
    buf_init(&weaver->key, PATH_BUFFER_MAX);
    return mirror_locate(mirror, &weaver->url);
}

void weaver_close(struct weaver *weaver)
{
    references_release(&weaver->references);
    page_release(&weaver->page);
    link_list_release(&weaver->links);
    link_list_release(&weaver->header);
    body_release(&weaver->woven);
    buf_release(&weaver->page_url);
    buf_release(&weaver->adapted);
    url_release(&weaver->url);
    page_release(&weaver->around);
    url_release(&weaver->around_base);
    url_release(&weaver->holder);
    buf_release(&weaver->path);
    buf_release(&weaver->key);
}

/* Returns true if BYTES begin as browsers expect HTML to (the MIME Sniffing Standard's list). */
static bool looks_like_html(struct span bytes)
{
    static const char *const starts[] = {
        "<!doctype html", "<html",  "<head", "<script", "<iframe", "<h1", "<div", "<font", "<table", "<a",
        "<style",         "<title", "<b",    "<body",   "<br",     "<p",  "<meta"};

    bytes = span_trim(span_part(bytes, 0, 512), "\xef\xbb\xbf \t\r\n\f");
    if (span_starts(bytes, "<!--"))
        return true;
    for (size_t i = 0; i < COUNT_OF(starts); i++) {
        size_t len = strlen(starts[i]);

        if (span_starts_nocase(bytes, starts[i]) && bytes.len > len && strchr(" \t\r\n\f>", bytes.at[len]))
            return true;
    }
    return false;
}

/* Returns true for a missing or meaningless type, for which browsers inspect the bytes. */
static bool is_no_type(struct span type)
{
    return span_find(type, '/') == type.len ||
           span_is_one_of_nocase(type, "unknown/unknown application/unknown */*");
}

struct span document_type(struct span content_type, bool nosniff, const struct url *url, struct span bytes)
{
    struct span path = url_path(url);
    const char *named;

    if (!is_no_type(http_essence(content_type)))
        return content_type;
    if (!nosniff && looks_like_html(bytes))
        return span_of("text/html");
    named = types_of_extension(types_own_extension(span_part(path, span_after_last(path, '/'), path.len)));
    if (named && nosniff && document_form(span_of(named), bytes) != DOCUMENT_NONE)
        named = NULL;
    return span_of(named ? named : "");
}

/* Returns the form of XML: XHTML and SVG are pages under any type. */
static enum document_form form_of_xml(struct span bytes)
{
    struct span root = prolog_root(bytes);

    return span_is(root, "html") || span_is(root, "svg") ? DOCUMENT_HTML : DOCUMENT_XML;
}

static enum document_form form_of_data(struct span type)
{
    return script_kind(type) == SCRIPT_DATA || span_has_suffix_nocase(type, "+json") ? DOCUMENT_DATA
                                                                                     : DOCUMENT_NONE;
}

enum document_form document_form(struct span content_type, struct span bytes)
{
    static const struct {
        const char *types;
        enum document_form form;
    } types[] = {
        {"text/html application/xhtml+xml image/svg+xml", DOCUMENT_HTML},
        {"text/css", DOCUMENT_CSS},
        {"application/manifest+json", DOCUMENT_MANIFEST},
    };
    struct span type = http_essence(content_type);

    if (index_is(bytes))
        return DOCUMENT_DATA;
    if (!span_is_nocase(type, "text/html") && text_is(type, bytes))
        return DOCUMENT_TEXT;
    if (span_starts(bytes, "\x1f\x8b")) /* a .svgz or .xml.gz whose answer does not say that it is coded */
        return DOCUMENT_NONE;
    for (size_t i = 0; i < COUNT_OF(types); i++)
        if (span_is_one_of_nocase(type, types[i].types))
            return types[i].form;
    if (span_has_suffix_nocase(type, "+xml") || span_has_suffix_nocase(type, "/xml") ||
        span_is_nocase(type, "text/xsl"))
        return form_of_xml(bytes);
    if (type.len == 0 || span_has_suffix_nocase(type, "+json") ||
        span_is_one_of_nocase(type, "application/json text/json text/plain application/octet-stream"))
        return manifest_is(bytes) ? DOCUMENT_MANIFEST : form_of_data(type);
    return script_kind(type) == SCRIPT_CODE ? DOCUMENT_SCRIPT : DOCUMENT_NONE;
}

enum document_form document_form_of(struct weaver *weaver, int64_t id, struct span content_type,
                                    struct span bytes)
{
    enum document_form form = document_form(content_type, bytes);
    struct frontier_row row;

    if ((form == DOCUMENT_DATA || form == DOCUMENT_NONE) &&
        span_starts(span_trim(span_part(bytes, 0, 64), "\xef\xbb\xbf \t\r\n"), "{") &&
        frontier_get(weaver->mirror->frontier, id, &row) == 0 && link_place(row.via) == PLACE_MANIFEST)
        return DOCUMENT_MANIFEST;
    return form;
}

bool document_is_rewritten(enum document_form form, const struct link_list *links)
{
    if (form == DOCUMENT_HTML || form == DOCUMENT_CSS || links->adapts)
        return true;
    for (size_t i = 0; i < links->count; i++)
        if (!links->links[i].stands && link_is_woven(&links->links[i]))
            return true;
    return false;
}

int document_open(struct weaver *weaver, struct span bytes, struct span content_type, const struct url *url)
{
    weaver->is_script = false;
    (void)buf_set(&weaver->page_url, buf_span(&url->text));
    weaver->page.source = body_is_spooled(weaver->source) ? weaver->source : NULL;
    return page_open(&weaver->page, bytes, content_type, url);
}

const struct link_list *document_links(struct weaver *weaver)
{
    page_read_links(&weaver->page);
    return &weaver->page.links;
}

/* Returns true if browsers may read BYTES in the encoding of the page around them: of a style sheet that
 * declares none, or of a script that only its CONTENT_TYPE declares to be in another. */
static bool needs_encoding(struct span bytes, struct span content_type, bool is_script)
{
    if (utf8_is_ascii(bytes))
        return false;
    return is_script ? charset_of_type(content_type) != NULL
                     : strcmp(charset_of_css(bytes, content_type, "KOI8-U"), "KOI8-U") == 0;
}

static bool is_page_type(struct span type)
{
    return span_starts_nocase(type, "text/html") || span_starts_nocase(type, "application/xhtml");
}

/* Makes the base of weaver->around, which was read, weaver->around_base. */
static void take_base(struct weaver *weaver)
{
    const struct link_list *links = &weaver->around.links;

    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->links[i];

        if (link->role == LINK_BASE && link->url.len > 0 &&
            url_parse(&weaver->around_base, link->url, NULL, NULL) != URL_OK)
            return;
    }
}

/* Reads the page ROW, which is invalid afterwards, into weaver->around. Without its original that is empty,
 * and its URL is the base. */
static int read_page(struct weaver *weaver, struct frontier_row *row)
{
    struct original original;
    int error;

    if (weaver->around_of == row->visit.sequence)
        return 0;
    weaver->around_of = row->visit.sequence;
    page_clear(&weaver->around);
    weaver->around.encoding = NULL;
    if (url_parse(&weaver->around_base, row->item.url, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    if (!row->visit.document)
        return 0;
    error = original_read(&original, weaver->mirror, row, LIMIT_DOCUMENT_BYTES, NULL);
    if (!error)
        error = page_open(&weaver->around, original.bytes, original.content_type, &weaver->around_base);
    if (!error) {
        page_read_links(&weaver->around);
        take_base(weaver);
    }
    original_release(&original);
    return error == ERROR_CORRUPT || error == ERROR_TOO_LARGE ? 0 : error;
}

/* Adds the values for templates of the page around a script to the links of the script. */
static void add_values(struct weaver *weaver)
{
    const struct link_list *values = &weaver->around.links;

    for (size_t i = 0; i < values->count; i++) {
        struct link *link = link_is_value(&values->links[i]) ? link_list_add(&weaver->links) : NULL;

        if (link)
            *link = (struct link){
                .role = LINK_CANDIDATE, .text = values->links[i].text, .where = values->links[i].where};
    }
}

int document_page_around(struct weaver *weaver, int64_t id, struct script_page *page)
{
    struct frontier_row row;
    int error = frontier_get(weaver->mirror->frontier, id, &row);

    *page = (struct script_page){.base = NULL};
    for (int hops = 0; !error && hops <= LIMIT_REDIRECTS; hops++) {
        error = frontier_get(weaver->mirror->frontier, row.item.referrer, &row);
        if (error || !row.answered || !is_page_type(row.visit.content_type))
            continue;
        error = read_page(weaver, &row);
        if (!error)
            *page =
                (struct script_page){&weaver->around_base, weaver->around.imports, weaver->around.encoding};
        break;
    }
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Reads the links of a document in the surroundings that were found. Returns whether it could be read. */
static bool read_links(struct weaver *weaver, enum document_form form, struct span bytes,
                       struct span content_type, const struct url *url, const struct script_page *page)
{
    struct link_list *links = &weaver->links;

    switch (form) {
    case DOCUMENT_HTML:
        return document_open(weaver, bytes, content_type, url) == 0;
    case DOCUMENT_CSS:
        return extract_css(links, bytes, content_type, url, page->encoding) == 0;
    case DOCUMENT_MANIFEST:
        return manifest_read(links, bytes, url);
    case DOCUMENT_XML:
        return feed_read(links, bytes, content_type, url);
    case DOCUMENT_SCRIPT:
    case DOCUMENT_DATA:
        return extract_script(links, bytes, content_type, form == DOCUMENT_DATA, url, page) == 0;
    case DOCUMENT_TEXT:
        return extract_text(links, bytes, content_type, url) == 0;
    case DOCUMENT_NONE:
    default:
        return false;
    }
}

int document_read(struct weaver *weaver, enum document_form form, struct span bytes, struct span content_type,
                  const struct url *url, int64_t id, const struct link_list **links)
{
    struct script_page page = {.base = NULL};
    bool needs;
    int error = 0;

    *links = NULL;
    weaver->is_script = form == DOCUMENT_SCRIPT;
    needs =
        (weaver->is_script || form == DOCUMENT_CSS) && needs_encoding(bytes, content_type, weaver->is_script);
    if (needs || weaver->is_script || form == DOCUMENT_DATA)
        error = document_page_around(weaver, id, &page);
    if (!needs)
        page.encoding = NULL;
    if (!error && read_links(weaver, form, bytes, content_type, url, &page))
        *links = form == DOCUMENT_HTML ? document_links(weaver) : &weaver->links;
    if (!error && *links && form == DOCUMENT_SCRIPT && page.base)
        add_values(weaver);
    return error;
}

static bool has_policy(const struct link_list *links)
{
    for (size_t i = 0; i < links->count; i++)
        if (links->links[i].role == LINK_POLICY)
            return true;
    return false;
}

/* Adapts weaver->woven, the file PATH, to browsers that open it from disk, or where scripts build the page,
 * to servers. One that is too long for memory stays as it is, and a page with a policy, which may forbid the
 * script. */
static int adapt(struct weaver *weaver, const struct link_list *links, struct span path)
{
    struct buf *out = &weaver->adapted;
    bool is_page = links == &weaver->page.links &&
                   (span_has_suffix(path, ".html") || span_has_suffix(path, ".htm")) &&
                   !span_starts(span_of(weaver->page.encoding), "UTF-16") && !has_policy(links);
    struct span woven;
    bool adapted = false;
    int error;

    if (weaver->woven.len > LIMIT_BODY_IN_MEMORY || (!is_page && !weaver->is_script))
        return 0;
    error = body_span(&weaver->woven, &woven);
    if (!error && !weaver->references.for_disk)
        adapted = is_page && disk_shell_page(out, woven, buf_span(&weaver->page_url));
    else if (!error)
        adapted = is_page ? disk_page(out, woven, path, buf_span(&weaver->mirror->site),
                                      buf_span(&weaver->page_url))
                          : js_module_wrap(out, woven, path, false);
    if (!adapted)
        return error;
    body_clear(&weaver->woven, WOVEN_KEPT);
    return body_add(&weaver->woven, out->at, out->len);
}

/* Weaves a document that was read into weaver->woven. */
static int weave_links(struct weaver *weaver, struct span bytes, const struct link_list *links,
                       const struct reference_names *names)
{
    int error;

    weaver->references.source = weaver->source;
    weaver->references.page = weaver->rendered;
    weaver->rendered = 0;
    error = references_make(&weaver->references, bytes, links, names);
    body_clear(&weaver->woven, WOVEN_KEPT);
    if (!error)
        error = weave(bytes, weaver->source, links, weaver->references.spans, &weaver->woven);
    if (!error && (weaver->references.for_disk || weaver->is_shell))
        error = adapt(weaver, links, names->from);
    return error;
}

int document_weave(struct weaver *weaver, struct span bytes, const struct link_list *links, struct span path)
{
    struct reference_names names = references_of_files(path, buf_span(&weaver->mirror->site));
    int error = weave_links(weaver, bytes, links, &names);

    if (!error && weaver->references.left_count > 0)
        message_warn(
            "site/%.*s would grow too much, because its links are long in the mirror; %zu of them do "
            "not lead to its files",
            (int)path.len, path.at, weaver->references.left_count);
    return error ? error : tree_stage_body(weaver->mirror->tree, path, &weaver->woven, 0);
}

/* Reads the LINKS of ORIGINAL. ERROR_CORRUPT if it is no longer a document, which only damage can cause. */
static int read_original(struct weaver *weaver, const struct original *original,
                         const struct link_list **links)
{
    enum document_form form;
    struct span type;
    int error;

    weaver->source = original->source;
    weaver->page.refresh = original->refresh;
    if (url_parse(&weaver->url, original->url, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    type = document_type(original->content_type, false, &weaver->url, original->bytes);
    form = document_form_of(weaver, original->id, type, original->bytes);
    error = document_read(weaver, form, original->bytes, type, &weaver->url, original->id, links);
    return error || *links ? error : ERROR_CORRUPT;
}

/* Forgets and reports a document of scripts that is in force, but was not read. */
static int lose_rendered(struct mirror *mirror, const struct original *original, const struct buf *fragment)
{
    struct frontier_place place;

    if (frontier_rendered(mirror->frontier, original->id, buf_span(fragment), &place))
        return 0;
    message_warn(
        "%.*s%s: what its scripts have built is damaged in the archive; tiptoe render builds it again",
        (int)original->url.len, original->url.at, buf_text(fragment));
    return frontier_lose_rendered(mirror->frontier, original->id, buf_span(fragment));
}

/* Reads what site/ shows of ROW, or of its view FRAGMENT unless that is empty. */
static int read_shown(struct weaver *weaver, const struct frontier_row *row, const struct buf *fragment,
                      struct original *original)
{
    bool is_shell = row->visit.document == FRONTIER_SHELL;
    int error = original_read(original, weaver->mirror, row, LIMIT_DOCUMENT_BYTES, fragment);

    weaver->is_shell = is_shell && !original->is_rendered;
    weaver->rendered = original->is_rendered ? original->id : 0;
    return error;
}

/* Weaves what read_shown reads. The file of a view whose record is damaged stays. */
static int weave_shown(struct weaver *weaver, const struct frontier_row *row, const struct buf *fragment)
{
    const struct link_list *links;
    struct original original ORIGINAL_LOCAL;
    int error = read_shown(weaver, row, fragment, &original);

    if (error == ERROR_CORRUPT && fragment->len > 0)
        return lose_rendered(weaver->mirror, &original, fragment);
    if (!error && weaver->is_shell)
        error = lose_rendered(weaver->mirror, &original, fragment);
    if (!error)
        error = read_original(weaver, &original, &links);
    return error ? error : document_weave(weaver, original.bytes, links, original.path);
}

int document_weave_again(struct weaver *weaver, const struct frontier_row *row)
{
    struct frontier *frontier = weaver->mirror->frontier;
    struct buf fragment BUF_LOCAL(LIMIT_URL_BYTES);
    struct frontier_row page = *row;
    int64_t id = row->item.id;
    int error;

    do
        error = weave_shown(weaver, &page, &fragment);
    while (!error && (error = original_next_view(weaver->mirror, &page, &fragment, NULL)) == 0);
    if (error == ERROR_END)
        error = 0;
    return error ? error : frontier_set_woven(frontier, id, frontier_sequence(frontier));
}

int document_mend(struct weaver *weaver, const struct frontier_row *row, bool *damaged)
{
    int64_t id = row->item.id;
    int error = document_weave_again(weaver, row);

    *damaged = error == ERROR_CORRUPT || error == ERROR_TOO_LARGE;
    return *damaged ? original_note_damage(weaver->mirror, id, "its original in the archive") : error;
}

static int make_span(struct weaver *weaver, struct span bytes, const struct link_list *links,
                     const struct reference_names *names, struct span *woven)
{
    int error = weave_links(weaver, bytes, links, names);

    return error ? error : body_span(&weaver->woven, woven);
}

static int make_refresh(struct weaver *weaver, struct span value, const struct reference_names *names,
                        struct buf *refresh)
{
    struct link_list *links = &weaver->header;
    struct span woven = value;
    int error = 0;

    buf_clear(refresh);
    link_list_clear(links);
    header_links_add_refresh(links, value, &weaver->url);
    if (links->count > 0 && refresh_find(value, &links->links[0].at, &links->links[0].len))
        error = make_span(weaver, value, links, names, &woven);
    return error ? error : buf_add_span(refresh, woven);
}

int document_remake(struct weaver *weaver, const struct frontier_row *row,
                    const struct reference_names *names, struct span *woven, struct buf *refresh)
{
    const struct link_list *links;
    struct original original ORIGINAL_LOCAL;
    struct buf fragment BUF_LOCAL(1);
    int error = original_read(&original, weaver->mirror, row, LIMIT_DOCUMENT_BYTES,
                              weaver->page.scripts ? &fragment : NULL);

    if (weaver->page.scripts)
        weaver->page.scripts = original.is_rendered ? PAGE_BUILT : PAGE_WITHOUT_SCRIPTS;
    weaver->is_shell = false;
    if (!error)
        error = read_original(weaver, &original, &links);
    if (!error)
        error = make_refresh(weaver, original.refresh, names, refresh);
    return error ? error : make_span(weaver, original.bytes, links, names, woven);
}

static int mend(void *context, const struct frontier_row *row, bool *damaged)
{
    return document_mend(context, row, damaged);
}

static int remake(void *context, const struct frontier_row *row, const struct buf *fragment,
                  struct span *woven)
{
    struct reference_names names;
    const struct link_list *links;
    struct original original ORIGINAL_LOCAL;
    int error = read_shown(context, row, fragment, &original);

    if (!error)
        error = read_original(context, &original, &links);
    names = references_of_files(original.path, buf_span(&((struct weaver *)context)->mirror->site));
    return error ? error : make_span(context, original.bytes, links, &names, woven);
}

struct documents weaver_documents(struct weaver *weaver)
{
    return (struct documents){weaver, mend, remake};
}
