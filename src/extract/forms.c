/* SPDX-License-Identifier: MIT */
/* The forms in which site generators write the names of files. A form is recognized by its text, whatever the
 * site. The table has a row for each form that has a mark; chunks.c reads those that are expressions.
 * Services that search the site are recognized likewise. */
#include "config.h"

#include "extract/forms.h"

#include <string.h>

#include "base/limits.h"
#include "extract/chunks.h"
#include "extract/template.h"
#include "markup/json_scan.h"

enum { KEY_MAX = 100 };

/* Where the mark of a form is. */
enum place {
    IN_ELEMENT, /* in a script or data element of the page whose file it is */
    IN_SCRIPT,  /* in a script file, which the file's name is relative to */
    IN_LIST,    /* the start of strings in a JSON file that is an array, for the names of scripts */
    IN_DATA,    /* the path of a string in a JSON file, which the file's name is relative to */
    IN_OBJECT,  /* before a string that is a JSON object: a file for each member */
    IN_KEY      /* in the key of a member of an object in a script: a version, the mark, and a language */
};

/* In the names of files, {key} and {value} are a member of the object or the string in JSON, {rest} is what
 * follows the mark in its string, {up} the path before the folder whose name follows, {page} the path of the
 * page without ".html" and its last slash, {slash} "/index" if it has that slash, {root} "/_root" if it is
 * nothing else, {name} the path with "/index" for the root, and {above} what the page's own route leaves of
 * it. Any other name is that of a member in the element, as in `"base":"/"`. */
static const struct form {
    const char *generator; /* the first version known to write it */
    enum place place;
    const char *mark;
    const char *file;
} forms[] = {
    {"VitePress 1.0", IN_OBJECT, "__VP_HASH_MAP__=JSON.parse(", "{base}assets/{key}.{value}.js"},
    {"Next.js 9.3", IN_ELEMENT, "\"gsp\":true", "{above}/_next/data/{buildId}{name}.json"},
    {"Next.js 13.4", IN_ELEMENT, "(self.__next_f=self.__next_f||[]).push([0])", "{page}{slash}.txt"},
    {"Next.js 16.0", IN_ELEMENT, "],\\\"q\\\":\\\"\\\",\\\"i\\\":", "{page}/__next._tree.txt"},
    {"React Router 7.0", IN_ELEMENT, "\\\"loaderData\\\",{\\\"_", "{page}{root}.data"},
    {"Nuxt 3.0", IN_ELEMENT, "\"prerenderedAt\":", "{page}/_payload.json"},
    {"Nuxt 3.8", IN_ELEMENT, ",buildAssetsDir:\"", "{baseURL}.{buildAssetsDir}builds/meta/{buildId}.json"},
    {"SvelteKit 1.0", IN_ELEMENT, "{type:\"data\",data:", "{page}/__data.json"},
    {"Qwik City 1.20", IN_ELEMENT, "if(!w._qcs&&", "{page}/q-data.json"},
    {"Gatsby 2.0", IN_ELEMENT, "window.pagePath=\"", "{above}/page-data{name}/page-data.json"},
    {"Gatsby 2.24", IN_DATA, "staticQueryHashes/[]", "{up}page-data/sq/d/{value}.json"},
    {"Qwik 1.14", IN_LIST, "\"q-", "{up}assets/../build/{value}"},
    {"Docusaurus search 0.21", IN_SCRIPT, "\"search-index{dir}.json", "{up}assets/../search-index.json"},
    {"Docusaurus search 0.40", IN_SCRIPT, "\"search-index{dir}.json",
     "{up}assets/../search-index.json{rest}"},
    {"Rspress 2.0", IN_KEY, "###", "{up}static/search_index{rest}.{value}.json"},
    {"Pagefind 1.0", IN_SCRIPT, "}pagefind.js`)", "pagefind.js"},
    {"Pagefind entry 1.0", IN_SCRIPT, "basePath}pagefind-entry.json", "pagefind-entry.json"},
    {"Pagefind worker 1.5", IN_SCRIPT, "}pagefind-worker.js`", "pagefind-worker.js"},
    {"Pagefind index 1.0", IN_DATA, "languages/{}/hash", "pagefind.{value}.pf_meta"},
    {"Pagefind module 1.0", IN_DATA, "languages/{}/wasm", "wasm.{value}.pagefind"},
};

/* What the names of files are made of. */
struct parts {
    struct span element;    /* the text that has the members */
    const struct url *file; /* of the mark; NULL: an element */
    struct span key, value, rest;
    struct span page;
    bool is_folder; /* the URL of the page ends with a slash */
};

void forms_add(struct collector *collector, const struct layer *layer, size_t at, size_t len, struct span url,
               const char *where)
{
    if (collector->form_urls == LIMIT_FORM_URLS)
        return;
    collector->form_urls++;
    (void)collect(collector, layer, at, len, url, LINK_ESCAPE_NONE, LINK_CANDIDATE, where);
}

/* Removes "\"" from the front of REST, or "\\\"" as it stands in a string literal. */
static bool take_quote(struct span *rest)
{
    (void)span_take_byte(rest, '\\');
    return span_take_byte(rest, '"');
}

/* The value of the first member NAME that is a string, in code, in JSON, or in JSON in a string literal;
 * empty if there is none. */
static struct span member(struct span text, struct span name)
{
    const char *found;

    while (text.len > 0 && (found = memmem(text.at, text.len, name.at, name.len))) {
        char before = found > text.at ? found[-1] : '\0';

        text = span_part(text, (size_t)(found - text.at) + name.len, text.len);
        if (((before == '"' && take_quote(&text)) || before == '{' || before == ',') &&
            span_take_byte(&text, ':') && take_quote(&text)) {
            text = span_part(text, 0, span_find(text, '"'));
            return span_part(text, 0, span_find(text, '\\'));
        }
    }
    return span_make(NULL, 0);
}

static size_t count_segments(struct span path)
{
    size_t count = 0;

    for (size_t i = 0; i + 1 < path.len; i++)
        count += path.at[i] == '/';
    return count;
}

/* The beginning of the page's path that is not of its route: "/docs" of "/docs/blog/one" for "/blog/[slug]".
 */
static struct span above_route(const struct parts *parts)
{
    struct span route = member(parts->element, span_of("page"));
    size_t own = count_segments(route.len > 0 ? route : parts->rest), all = count_segments(parts->page);
    size_t at = 0;

    for (; all > own; all--)
        at += 1 + span_find(span_part(parts->page, at + 1, parts->page.len), '/');
    return span_part(parts->page, 0, at);
}

/* The text of the variable NAME of a file's name. */
static struct span text_of(const struct parts *parts, struct span name)
{
    struct span above;

    if (span_is(name, "rest"))
        return parts->rest;
    if (span_is(name, "key"))
        return parts->key;
    if (span_is(name, "value"))
        return parts->value;
    if (span_is(name, "page"))
        return parts->page;
    if (span_is(name, "slash"))
        return span_of(parts->is_folder ? "/index" : "");
    if (span_is(name, "root"))
        return span_of(parts->page.len == 0 ? "/_root" : "");
    if (name.len == 0)
        return name;
    if (!span_is(name, "above") && !span_is(name, "name"))
        return member(parts->element, name);
    above = above_route(parts);
    if (span_is(name, "above") || above.len == parts->page.len)
        return span_is(name, "above") ? above : span_of("/index");
    return span_part(parts->page, above.len, parts->page.len);
}

static bool may_be_empty(struct span name)
{
    return name.len == 0 || span_is(name, "page") || span_is(name, "slash") || span_is(name, "root") ||
           span_is(name, "above");
}

/* Makes the name of a file; false if one of its parts is missing or is no part of a plain path. */
static bool make_file(struct buf *out, const struct form *form, const struct parts *parts)
{
    struct span rest = span_of(form->file);

    buf_clear(out);
    while (rest.len > 0) {
        struct span plain = span_take_until(&rest, '{'), name = span_take_until(&rest, '}');
        bool is_up = span_is(name, "up");
        struct span text = is_up ? chunks_folder_above(parts->file, rest) : text_of(parts, name);

        if ((text.len == 0 && !may_be_empty(name)) || buf_add_span(out, plain) || buf_add_span(out, text) ||
            (span_find(text, '?') < text.len && !span_is(name, "rest")))
            return false;
    }
    return true;
}

/* Sets the parts that are the document's path. */
static void read_path(struct parts *parts, const struct collector *collector)
{
    struct span path = url_path(collector->document);

    if (path.len > 5 && span_is(span_part(path, path.len - 5, path.len), ".html"))
        path = span_part(path, 0, path.len - 5);
    if (path.len >= 6 && span_is(span_part(path, path.len - 6, path.len), "/index"))
        path = span_part(path, 0, path.len - 5);
    parts->is_folder = path.len > 0 && path.at[path.len - 1] == '/';
    while (path.len > 0 && path.at[path.len - 1] == '/')
        path = span_part(path, 0, path.len - 1);
    parts->page = path;
}

/* A file for each member of the object in STRING. */
static void read_object(const struct code *code, const struct form *form, const struct js_string *string)
{
    struct collector *collector = code->collector;
    struct span raw = span_part(code->text, string->at, string->len);
    struct json_scan_string found;
    struct json_scan scan;
    struct parts parts = {.element = code->text};
    struct buf object, file;

    read_path(&parts, collector);
    buf_init(&object, string->len + 1);
    buf_init(&file, LIMIT_URL_BYTES);
    json_scan_start(&scan, js_unescape(raw, &object));
    while (json_scan_next(&scan, &found)) {
        struct span text = span_part(scan.text, found.at, found.len);

        if (scan.depth != 1 || found.is_key || found.escaped)
            continue;
        parts.key = scan.levels[0].key;
        parts.value = text;
        if (make_file(&file, form, &parts))
            forms_add(collector, code->layer, code->from + string->at, string->len, buf_span(&file),
                      form->generator);
    }
    buf_release(&object);
    buf_release(&file);
}

/* Whether MARK and a quote stand right before the string at AT. */
static bool stands_before(struct span text, size_t at, const char *mark)
{
    size_t len = strlen(mark) + 1;

    return at >= len && span_starts(span_part(text, at - len, text.len), mark);
}

/* Adds VERSION and LANGUAGE to OUT, with a dot before each; the first dot of the version becomes '_'. */
static void add_variant(struct buf *out, struct span version, struct span language)
{
    size_t dot = span_find(version, '.');

    if (version.len > 0) {
        (void)buf_add_byte(out, '.');
        (void)buf_add_span(out, span_part(version, 0, dot));
        if (dot < version.len)
            (void)buf_add_byte(out, '_');
        (void)buf_add_span(out, span_part(version, dot + 1, version.len));
    }
    if (language.len > 0) {
        (void)buf_add_byte(out, '.');
        (void)buf_add_span(out, language);
    }
}

/* A file for the member whose key is STRING. */
static void read_key(const struct code *code, const struct form *form, const struct js_string *string)
{
    struct span key = span_part(code->text, string->at, string->len), rest;
    size_t len = strlen(form->mark);
    const char *found = key.len > 0 && key.len <= KEY_MAX ? memmem(key.at, key.len, form->mark, len) : NULL;
    struct parts parts = {.file = code->own};
    struct buf variant, file;
    size_t at;

    rest = span_part(code->text, string->at + string->len, code->text.len);
    if (!found || !span_starts(rest, "\":\""))
        return;
    at = (size_t)(found - key.at);
    parts.value = span_part(rest, 3, rest.len);
    parts.value = span_part(parts.value, 0, span_find(parts.value, '"'));
    buf_init(&variant, LIMIT_URL_BYTES);
    buf_init(&file, LIMIT_URL_BYTES);
    add_variant(&variant, span_part(key, 0, at), span_part(key, at + len, key.len));
    parts.rest = buf_span(&variant);
    code->collector->base = code->own;
    if (!variant.full && make_file(&file, form, &parts))
        forms_add(code->collector, code->layer, code->from + string->at, string->len, buf_span(&file),
                  form->generator);
    code->collector->base = code->page;
    buf_release(&variant);
    buf_release(&file);
}

void forms_read_string(const struct code *code, const struct js_string *string)
{
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (forms[i].place == IN_OBJECT && stands_before(code->text, string->at, forms[i].mark))
            read_object(code, &forms[i], string);
        else if (forms[i].place == IN_KEY)
            read_key(code, &forms[i], string);
    }
}

/* Finds the mark of FORM in TEXT; REST is what follows it up to the end of its string. */
static bool find_mark(struct span text, const struct form *form, struct span *rest)
{
    size_t len = strlen(form->mark);
    const char *found = text.len > 0 ? memmem(text.at, text.len, form->mark, len) : NULL;

    if (!found)
        return false;
    *rest = span_part(text, (size_t)(found - text.at) + len, text.len);
    *rest = span_part(*rest, 0, span_find(*rest, '"'));
    return true;
}

/* Adds the files of the forms whose marks are at PLACE in TEXT, which is at FROM in the layer. */
static void read_marks(struct collector *collector, const struct layer *layer, size_t from, struct span text,
                       enum place place, const struct url *own)
{
    struct parts parts = {.element = text, .file = own};
    struct buf file;

    buf_init(&file, LIMIT_URL_BYTES);
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (forms[i].place != place || !find_mark(text, &forms[i], &parts.rest))
            continue;
        read_path(&parts, collector);
        if (make_file(&file, &forms[i], &parts))
            forms_add(collector, layer, from, text.len, buf_span(&file), forms[i].generator);
    }
    buf_release(&file);
}

/* From disk, Gatsby's scripts leave a page for the path that it has on the site: there, it has none. */
static void keep_page(struct collector *collector, const struct layer *layer, size_t from, struct span text)
{
    static const struct form path = {.mark = "window.pagePath=\""};
    struct span rest;
    size_t end;

    if (!find_mark(text, &path, &rest))
        return;
    end = (size_t)(rest.at - text.at) + rest.len;
    if (span_starts(span_part(text, end, text.len), "\";"))
        collect_insertion(collector, layer, from + end + 1, ".slice(location.protocol==\"file:\"?1/0:0)");
}

void forms_read_element(struct collector *collector, const struct layer *layer, size_t from, struct span text)
{
    read_marks(collector, layer, from, text, IN_ELEMENT, NULL);
    keep_page(collector, layer, from, text);
    template_read_values(collector, layer, from, text);
}

/* Services that search a site for its readers, by the names of their servers in scripts, and by what only a
 * client has too: the servers that it asks if those fail, or the names of its header fields. */
static const char *search_service(struct span text)
{
    static const struct {
        const char *mark, *proof, *service;
    } services[] = {{"algolia.net", "algolianet.com", "Algolia"},
                    {"algolia.net", "x-algolia-", "Algolia"},
                    {"algolia.net", "X-Algolia-", "Algolia"}};

    for (size_t i = 0; i < sizeof services / sizeof services[0]; i++)
        if (span_has(text, services[i].mark) && span_has(text, services[i].proof))
            return services[i].service;
    return NULL;
}

void forms_read_script(const struct code *code)
{
    code->collector->links->search = search_service(code->text);
    code->collector->base = code->own;
    read_marks(code->collector, code->layer, 0, code->text, IN_SCRIPT, code->own);
}

/* Whether FORM, of JSON, has a file for the string at the current place. */
static bool is_form_string(const struct json_scan *scan, const struct form *form, struct span string)
{
    if (form->place == IN_DATA)
        return json_scan_path_is(scan, form->mark);
    return json_scan_path_is(scan, "[]") && span_starts(string, form->mark + 1) && string.len > 3 &&
           span_is(span_part(string, string.len - 3, string.len), ".js");
}

/* Adds the file of each string in JSON that FORM means. */
static void read_strings(struct collector *collector, const struct layer *layer, const struct form *form)
{
    struct parts parts = {.file = collector->base};
    struct json_scan_string found;
    struct json_scan scan;
    struct buf file;

    buf_init(&file, LIMIT_URL_BYTES);
    json_scan_start(&scan, layer->text);
    while (json_scan_next(&scan, &found)) {
        parts.value = span_part(layer->text, found.at, found.len);
        if (!found.is_key && !found.escaped && is_form_string(&scan, form, parts.value) &&
            make_file(&file, form, &parts))
            forms_add(collector, layer, found.at, found.len, buf_span(&file), form->generator);
    }
    buf_release(&file);
}

void forms_read_data(struct collector *collector, const struct layer *layer)
{
    struct span text = layer->text;

    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++)
        if ((forms[i].place == IN_DATA || forms[i].place == IN_LIST) && text.len > 0 &&
            memmem(text.at, text.len, forms[i].mark, strcspn(forms[i].mark, "/")))
            read_strings(collector, layer, &forms[i]);
    template_read_values(collector, layer, 0, text);
}
