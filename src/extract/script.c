/* SPDX-License-Identifier: MIT */
/* Extracts the links of scripts, import maps, data for scripts, and the pictures of linked data. */
#include "config.h"

#include "extract/script.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/limits.h"
#include "extract/candidate.h"
#include "extract/chunks.h"
#include "extract/collect.h"
#include "extract/forms.h"
#include "extract/fragment.h"
#include "extract/template.h"
#include "markup/charset.h"
#include "markup/js_scan.h"
#include "markup/json_scan.h"

static const struct {
    bool certain; /* ECMAScript resolves it against the script; otherwise a candidate */
    enum candidate_sign sign;
    const char *where;
} uses[] = {
    [JS_TEXT] = {false, CANDIDATE_TEXT, "script text"},
    [JS_IMPORT] = {true, 0, "script import"},
    [JS_IMPORT_CALL] = {true, 0, "script import()"},
    [JS_IMPORT_RESOLVE] = {true, 0, "script import.meta.resolve()"},
    [JS_IMPORT_URL] = {true, 0, "script new URL()"},
    [JS_URL] = {false, CANDIDATE_TEXT, "script new URL()"},
    [JS_WORKER] = {false, CANDIDATE_ASKED, "script worker"},
    [JS_IMPORT_SCRIPTS] = {false, CANDIDATE_ASKED, "script importScripts()"},
    [JS_FETCH] = {false, CANDIDATE_ASKED, "script fetch()"},
    [JS_PROPERTY] = {false, CANDIDATE_NAMED, "script .src"},
};

/* Whether a module specifier is URL-like. Any other is bare: an import map resolves it. */
static bool is_address(struct span text)
{
    return span_starts(text, "/") || span_starts(text, "./") || span_starts(text, "../") ||
           url_starts_http(text);
}

/* Whether the last segment of a path has a '.' with a name before it and text after it. "." and folders, to
 * which code appends names, do not. */
static bool names_file(struct span text)
{
    size_t at = text.len;

    while (at > 0 && text.at[at - 1] != '/' && text.at[at - 1] != '.')
        at--;
    return at > 1 && at < text.len && text.at[at - 1] == '.' && text.at[at - 2] != '.' &&
           text.at[at - 2] != '/';
}

/* Resolves a bare specifier by the folders of the page's import maps, longest name first. Empty if none
 * applies. */
static struct span map_specifier(struct collector *collector, struct span text)
{
    struct span rest = buf_span(&collector->folders), address = {0};
    size_t best = 0;

    while (rest.len > 0) {
        struct span name = span_take_until(&rest, '\n'), folder = span_take_until(&rest, '\n');

        if (name.len > best && name.len < text.len && span_equals(span_part(text, 0, name.len), name)) {
            best = name.len;
            address = folder;
        }
    }
    buf_clear(&collector->mapped);
    if (best > 0) {
        (void)buf_add_span(&collector->mapped, address);
        (void)buf_add_span(&collector->mapped, span_part(text, best, text.len));
    }
    return buf_span(&collector->mapped);
}

/* A bare specifier is never rewritten: the rewritten import map resolves it. */
static void collect_bare(const struct code *code, size_t at, size_t len, struct span text, const char *where)
{
    struct span address = map_specifier(code->collector, text);
    struct link *link = NULL;

    if (address.len > 0)
        link = collect(code->collector, code->layer, at, len, address, LINK_ESCAPE_JS, LINK_REQUISITE, where);
    if (link)
        link->stands = true;
}

/* A string of a script file that starts with the name of a folder above the script leads there, as bundlers
 * write it (Vite's __vite__mapDeps, _buildManifest.js of Next.js). So does "../" with Vite's mark in the
 * script. True if the string is such a one. */
static bool collect_beside(const struct code *code, const struct js_string *string, size_t at,
                           struct span text)
{
    bool is_file = code->own != code->page;
    struct span folder = is_file ? chunks_folder_above(code->own, text) : span_make(NULL, 0);
    struct buf *url = &code->collector->mapped;

    if (folder.len == 0 && !(code->is_vite && is_file && text.at[0] == '.'))
        return false;
    if (!candidate_is_likely(text, CANDIDATE_BUILT))
        return false;
    buf_clear(url);
    code->collector->base = code->own;
    if (buf_add_span(url, folder) == 0 && buf_add_span(url, text) == 0)
        forms_add(code->collector, code->layer, at, string->len, buf_span(url), "script folder");
    return true;
}

/* A folder beside the script is what it resolves other strings against. */
static void keep_own_folder(const struct code *code, struct span text)
{
    if (text.len > 0 && text.at[text.len - 1] == '/' &&
        url_parse(&code->collector->folder, text, code->own, NULL) != URL_OK)
        buf_clear(&code->collector->folder.text);
}

/* The base of a string that is resolved against a variable, in a script that reads its own URL. */
static const struct url *own_base(const struct code *code)
{
    return code->collector->folder.text.len > 0 ? &code->collector->folder : code->own;
}

static void collect_string(const struct code *code, const struct js_string *string, size_t at,
                           struct span text)
{
    enum candidate_sign sign = uses[string->use].sign;
    const char *where = uses[string->use].where;
    bool own = uses[string->use].certain || string->use == JS_IMPORT_SCRIPTS;

    code->collector->base = own ? code->own : code->page;
    if (string->use == JS_IMPORT_URL)
        keep_own_folder(code, text);
    if (code->is_handler || (string->use == JS_URL && code->reads_own_url))
        sign = CANDIDATE_NAMED;
    if (string->use == JS_URL && code->reads_own_url)
        code->collector->base = own_base(code);
    if (string->use == JS_TEXT && text.len > 0 && collect_beside(code, string, at, text))
        return;
    if (!uses[string->use].certain) {
        if (code->collector->shelf.text.len > 0 && span_find(text, '/') == text.len)
            code->collector->base = &code->collector->shelf;
        if (string->use == JS_FETCH && !string->alone)
            sign = CANDIDATE_NAMED; /* perhaps not a GET */
        collect_candidate(code->collector, code->layer, at, string->len, text, sign, where, string->is_value);
    } else if (string->use == JS_IMPORT_URL ? names_file(text) : is_address(text)) {
        (void)collect(code->collector, code->layer, at, string->len, text, LINK_ESCAPE_JS, LINK_REQUISITE,
                      where);
    } else if (string->use != JS_IMPORT_URL) {
        collect_bare(code, at, string->len, text, where);
    }
}

/* A string may be a piece of markup whatever it is used for, as in "<img src='a.png' width=" + w + ">". */
static void collect_markup(const struct code *code, const struct js_string *string, struct span raw)
{
    if (span_find(raw, '<') < raw.len)
        fragment_read(code->collector, code->layer, code->from + string->at, string->len,
                      string->escaped ? js_unescape(raw, &code->collector->unescaped) : raw);
}

/* File names in a script belong into the folder that its markup puts before a name. */
static void keep_shelf(const struct code *code)
{
    struct span folder = fragment_folder(code->text);

    if (folder.len == 0 || url_parse(&code->collector->shelf, folder, code->page, NULL) != URL_OK)
        buf_clear(&code->collector->shelf.text);
}

/* Returns whether the code is another where the mirror is for disk: it is modular, or asks where it is. */
static bool collect_code(const struct code *code)
{
    struct collector *collector = code->collector;
    const struct url *base = collector->base;
    struct chunks chunks;
    struct js_string string;
    struct js_scan scan;

    chunks_start(&chunks, code);
    js_scan_start(&scan, code->text);
    buf_clear(&collector->folder.text);
    keep_shelf(code);
    while (js_scan_next(&scan, &string)) {
        struct span raw = span_part(scan.text, string.at, string.len);

        collector->base = code->page;
        collect_markup(code, &string, raw);
        if (string.use == JS_MARKUP)
            continue;
        chunks_read_string(&chunks, &string);
        forms_read_string(code, &string);
        string.is_value = string.is_value && code->is_inline;
        if (string.use == JS_NO_ADDRESS || string.len < 3 || string.len > LIMIT_URL_BYTES)
            continue;
        collect_string(code, &string, code->from + string.at,
                       string.escaped ? js_unescape(raw, &collector->unescaped) : raw);
    }
    template_read(code);
    collector->base = base;
    return scan.is_modular || scan.is_placed;
}

/* Whether TEXT is valid JSON to its end. Any other import map is left unchanged. */
static bool is_json(struct span text)
{
    struct json_scan_string string;
    struct json_scan scan;

    json_scan_start(&scan, text);
    while (json_scan_next(&scan, &string))
        continue;
    return json_scan_is_whole(&scan);
}

/* The digests for one URL in an import map's integrity member. Like an integrity attribute, they are removed
 * if they would make browsers reject the mirror's file. */
static void collect_digests(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                            struct span key)
{
    struct span address = json_unescape(key, &collector->unescaped);
    struct link *link;

    if (!is_address(address) ||
        url_parse(&collector->target, address, collector->base, collector->encoding) != URL_OK)
        return;
    link = collect(collector, layer, at, len, address, LINK_ESCAPE_IMPORT_MAP, LINK_INTEGRITY,
                   "script importmap integrity");
    if (!link)
        return;
    url_strip(&collector->target);
    link->text = arena_copy(&collector->links->text, buf_span(&collector->target.text));
}

/* Keeps an import map's folder, to resolve bare specifiers in the page's modules. */
static void keep_folder(struct collector *collector, struct span key, struct span address)
{
    if (key.len == 0 || key.at[key.len - 1] != '/' || memchr(key.at, '\n', key.len) ||
        memchr(address.at, '\n', address.len) || key.len + address.len + 2 > LIMIT_URL_BYTES)
        return;
    (void)buf_add_span(&collector->folders, key);
    (void)buf_add_byte(&collector->folders, '\n');
    (void)buf_add_span(&collector->folders, address);
    (void)buf_add_byte(&collector->folders, '\n');
}

static void collect_map(struct collector *collector, const struct layer *layer, size_t from, size_t to)
{
    struct span map = span_part(layer->text, from, to - from);
    struct json_scan_string string;
    struct json_scan scan;

    if (!is_json(map))
        return;
    json_scan_start(&scan, map);
    while (json_scan_next(&scan, &string)) {
        struct span text = json_unescape(span_part(map, string.at, string.len), &collector->unescaped);
        bool is_folder = text.len > 0 && text.at[text.len - 1] == '/';
        bool is_place = string.is_key ? is_folder && json_scan_path_is(&scan, "scopes/{}")
                                      : json_scan_path_is(&scan, "imports/{}") ||
                                            json_scan_path_is(&scan, "scopes/{}/{}");

        if (is_place && !string.is_key && is_folder && is_address(text) && scan.depth == 2)
            keep_folder(collector, scan.levels[1].key, text);
        if (!string.is_key && json_scan_path_is(&scan, "integrity/{}"))
            collect_digests(collector, layer, from + string.at, string.len, scan.levels[scan.depth - 1].key);
        else if (is_place && is_address(text))
            (void)collect(collector, layer, from + string.at, string.len, text, LINK_ESCAPE_IMPORT_MAP,
                          is_folder ? LINK_FOLDER : LINK_REQUISITE, "script importmap");
    }
}

/* Property names whose values are usually URLs. */
static bool is_address_key(struct span key)
{
    static const char *const keys[] = {"src", "url", "href", "poster", "image", "thumbnail", "file", "path"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (span_is_nocase(key, keys[i]))
            return true;
    return false;
}

static void collect_data(struct collector *collector, const struct layer *layer, size_t from, size_t to)
{
    struct span data = span_part(layer->text, from, to - from);
    struct json_scan_string string;
    struct json_scan scan;

    json_scan_start(&scan, data);
    while (json_scan_next(&scan, &string)) {
        const struct json_scan_level *level = scan.depth > 0 ? &scan.levels[scan.depth - 1] : NULL;
        bool named = level && level->is_object && is_address_key(level->key);
        struct span text = span_part(data, string.at, string.len);

        if (string.is_key || string.len < 3 || string.len > LIMIT_URL_BYTES)
            continue;
        collect_candidate(collector, layer, from + string.at, string.len,
                          json_unescape(text, &collector->unescaped),
                          named ? CANDIDATE_NAMED : CANDIDATE_TEXT, "script data", false);
    }
}

/* A url seen before the @type of its object, which may follow. */
struct waiting {
    size_t object; /* position of the object */
    struct json_scan_string url;
};

/* The key whose value contains the level below DEPTH, ignoring lists; empty if there is none. */
static struct span key_of(const struct json_scan *scan, unsigned depth, unsigned *object)
{
    while (depth > 0 && !scan->levels[depth - 1].is_object)
        depth--;
    *object = depth;
    return depth > 0 ? scan->levels[depth - 1].key : span_make(NULL, 0);
}

static bool names_picture(struct span key)
{
    static const char *const keys[] = {"image",      "logo",         "photo",      "thumbnail",
                                       "screenshot", "thumbnailUrl", "contentUrl", "primaryImageOfPage"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (span_is(key, keys[i]))
            return true;
    return false;
}

static void add_picture(struct collector *collector, const struct layer *layer, size_t from,
                        const struct json_scan_string *string)
{
    struct span raw = span_part(layer->text, from + string->at, string->len);
    struct span text = json_unescape(raw, &collector->unescaped);

    if (span_find(text, '/') == text.len && span_find(text, '.') == text.len)
        return;
    (void)collect(collector, layer, from + string->at, string->len, text, LINK_ESCAPE_JSON, LINK_CANDIDATE,
                  "json-ld image");
}

/* Handles the value STRING, which the scan has just passed. PICTURE is the position of the last
 * ImageObject. */
static void note_value(struct collector *collector, const struct layer *layer, size_t from,
                       const struct json_scan *scan, const struct json_scan_string *string,
                       struct waiting *waiting, size_t *picture)
{
    unsigned depth, outer;
    struct span key = key_of(scan, scan->depth, &depth);
    size_t object = depth > 0 ? scan->levels[depth - 1].at : 0;

    if (names_picture(key)) {
        add_picture(collector, layer, from, string);
    } else if (span_is(key, "url")) {
        if (names_picture(key_of(scan, depth - 1, &outer)) || *picture == object)
            add_picture(collector, layer, from, string);
        else
            *waiting = (struct waiting){.object = object, .url = *string};
    } else if (span_is(key, "@type") &&
               span_is(span_part(scan->text, string->at, string->len), "ImageObject")) {
        *picture = object;
        if (waiting->object == object && waiting->url.at > 0)
            add_picture(collector, layer, from, &waiting->url);
    }
}

/* Adds the pictures in schema.org JSON-LD: the values of image and similar properties, whether a URL, a list
 * of URLs, or an object with a url; and the url of any ImageObject. Reading ends at the first byte that is
 * not valid JSON. They are candidates because browsers do not load them. */
static void collect_linked_data(struct collector *collector, const struct layer *layer, size_t from,
                                size_t to)
{
    struct waiting waiting = {0};
    struct json_scan scan;
    struct json_scan_string string;
    size_t picture = SIZE_MAX;

    json_scan_start(&scan, span_part(layer->text, from, to - from));
    while (json_scan_next(&scan, &string)) {
        if (!string.is_key)
            note_value(collector, layer, from, &scan, &string, &waiting, &picture);
    }
}

/* Types under which pages keep templates: text/html, text/x-handlebars-template, x-tmpl-mustache, and so on.
 */
static bool is_template(struct span type)
{
    static const char *const words[] = {"html", "template", "tmpl", "handlebars", "mustache"};

    for (size_t at = 0; at < type.len; at++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (span_starts_nocase(span_part(type, at, type.len), words[i]))
                return true;
    return false;
}

enum script_kind script_kind(struct span type)
{
    static const char *const code[] = {"",
                                       "module",
                                       "text/javascript",
                                       "application/javascript",
                                       "application/x-javascript",
                                       "text/ecmascript",
                                       "application/ecmascript"};

    type = span_trim(type, " \t\r\n\f");
    for (size_t i = 0; i < sizeof code / sizeof *code; i++)
        if (span_is_nocase(type, code[i]))
            return SCRIPT_CODE;
    if (span_is_nocase(type, "importmap"))
        return SCRIPT_MAP;
    if (span_is_nocase(span_trim_white(span_part(type, 0, span_find(type, ';'))), "application/ld+json"))
        return SCRIPT_LINKED_DATA;
    if (span_is_nocase(type, "application/json") || span_is_nocase(type, "text/json"))
        return SCRIPT_DATA;
    return is_template(type) ? SCRIPT_TEMPLATE : SCRIPT_NONE;
}

/* Reads code that is part of a page: TEXT, which is at FROM in the layer. */
static void collect_inline(struct collector *collector, const struct layer *layer, size_t from,
                           struct span text, bool is_handler)
{
    (void)collect_code(&(struct code){.collector = collector,
                                      .layer = layer,
                                      .own = collector->base,
                                      .page = collector->base,
                                      .from = from,
                                      .text = text,
                                      .is_handler = is_handler,
                                      .is_inline = !is_handler || from == 0});
}

/* Reads the code of a script element. Pages of a site repeat the same few elements, most of them without
 * links; such an element is not read again. Without an import map, its bare specifiers are not links on any
 * page. */
static void collect_element(struct collector *collector, const struct layer *layer, size_t from, size_t to)
{
    struct span text = span_part(layer->text, from, to - from);
    struct buf *dull = &collector->dull[text.len % COLLECTOR_DULL];
    size_t before = collector->links->count;

    if (collector->folders.len == 0 && span_equals(text, buf_span(dull)))
        return;
    collect_inline(collector, layer, from, text, false);
    forms_read_element(collector, layer, from, text);
    if (collector->links->count > before || collector->folders.len > 0 ||
        collector->candidates == LIMIT_CANDIDATES || collector->links->truncated)
        return;
    buf_clear(dull);
    (void)!buf_add_span(dull, text);
}

void collect_script(struct collector *collector, const struct layer *layer, enum script_kind kind,
                    size_t from, size_t to)
{
    switch (kind) {
    case SCRIPT_CODE:
        collect_element(collector, layer, from, to);
        break;
    case SCRIPT_MAP:
        collect_map(collector, layer, from, to);
        break;
    case SCRIPT_DATA:
        collect_data(collector, layer, from, to);
        forms_read_element(collector, layer, from, span_part(layer->text, from, to - from));
        break;
    case SCRIPT_LINKED_DATA:
        collect_linked_data(collector, layer, from, to);
        break;
    case SCRIPT_TEMPLATE:
    case SCRIPT_NONE:
        break;
    }
}

void collect_handler(struct collector *collector, const struct layer *layer, size_t from)
{
    collect_inline(collector, layer, from, span_part(layer->text, from, layer->text.len), true);
}

static int compare_places(const void *a, const void *b)
{
    const struct link *one = a, *other = b;

    return (one->at > other->at) - (one->at < other->at);
}

/* Has all text that is not ASCII written in UTF-8. */
static void collect_characters(struct collector *collector, const struct layer *root)
{
    struct span text = root->text;

    for (size_t at = 0, end; at < text.len; at = end + 1) {
        while (at < text.len && (unsigned char)text.at[at] < 0x80)
            at++;
        for (end = at; end < text.len && (unsigned char)text.at[end] >= 0x80;)
            end++;
        value_decode(&collector->piece, span_part(text, at, end - at), &collector->transcoder, root->encoding,
                     false);
        if (end > at)
            collect_encoding(collector, root, at, end - at, "", collector->piece.text, "");
    }
}

/* Whether browsers read the script in its own encoding only because of the header. Modules, which have
 * certain links, are always UTF-8. */
static bool needs_mark(const struct collector *collector, struct span document, const char *environment)
{
    enum charset_kind kind = charset_kind(collector->encoding);
    size_t mark_len;

    if (!environment || kind == CHARSET_UTF16 || charset_of_bom(document, &mark_len) ||
        strncmp(collector->encoding, "ISO-2022", 8) == 0 ||
        charset_mark(document, collector->encoding, environment).len == 0)
        return false;
    for (size_t i = 0; i < collector->links->count; i++)
        if (collector->links->links[i].role != LINK_CANDIDATE)
            return false;
    return true;
}

/* A byte order mark precedes everything that declares an encoding. */
static void say_encoding(struct collector *collector, const struct layer *root, struct span document,
                         const char *environment)
{
    size_t count = collector->links->count;

    if (!needs_mark(collector, document, environment))
        return;
    collect_encoding(collector, root, 0, 0, "", span_of("\xef\xbb\xbf"), "");
    if (strcmp(collector->encoding, "UTF-8") != 0)
        collect_characters(collector, root);
    if (collector->links->truncated)
        collector->links->count = count;
    qsort(collector->links->links, collector->links->count, sizeof *collector->links->links, compare_places);
}

/* Reads a script file or, against the base URL PAGE, a data file. */
static int extract_either(struct link_list *links, struct span document, struct span content_type,
                          const struct url *own, const struct url *page, const char *environment,
                          bool is_data)
{
    struct collector collector;
    struct layer root;
    int error;

    link_list_clear(links);
    if (document.len > LIMIT_DOCUMENT_BYTES)
        return ERROR_TOO_LARGE;
    collector_init(&collector);
    error = collector_start(&collector, links, document, charset_of_css(document, content_type, NULL), own,
                            &root);
    if (!error && is_data) {
        collector.base = page;
        collect_data(&collector, &root, 0, root.text.len);
        collector.base = own;
        forms_read_data(&collector, &root);
    } else if (!error) {
        struct code code = {
            .collector = &collector,
            .layer = &root,
            .own = own,
            .page = page,
            .text = root.text,
            .is_vite = span_has(root.text, "__vite__mapDeps"),
            .reads_own_url = span_has(root.text, "import.meta.url") || span_has(root.text, "currentScript"),
        };

        links->adapts = collect_code(&code);
        say_encoding(&collector, &root, document, environment);
        forms_read_script(&code);
    }
    if (!error)
        collector_finish(&collector, document);
    collector_release(&collector);
    return error;
}

int extract_script(struct link_list *links, struct span document, struct span content_type,
                   const struct url *url, const struct url *page, const char *environment)
{
    return extract_either(links, document, content_type, url, page ? page : url, environment, false);
}

int extract_data(struct link_list *links, struct span document, struct span content_type,
                 const struct url *url, const struct url *page)
{
    return extract_either(links, document, content_type, url, page ? page : url, NULL, true);
}
