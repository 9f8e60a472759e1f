/* SPDX-License-Identifier: MIT */
/* Lists the forms in which site generators, bundlers and search services write the names of files, and the
 * marks by which they are known, whatever the site: one row each. chunks.c reads the names that are
 * expressions of code, template.c those with a value of the site's data, and index.c a search index. */
#include "config.h"

#include "apps/app.h"

#include "markup/candidate.h"
#include "markup/json_scan.h"

enum { KEY_MAX = 100 };

/* Where the mark of a form is, and what the form says. */
enum place {
    IN_ELEMENT, /* in a script or data element of the page whose file it is */
    IN_SCRIPT,  /* in a script file, which the file's name is relative to */
    IN_LIST,    /* the start of strings in a JSON file that is an array, for the names of scripts */
    IN_DATA,    /* the path of a string in a JSON file, which the file's name is relative to */
    IN_OBJECT,  /* before a string that is a JSON object: a file for each member */
    IN_KEY,     /* in the key of a member of an object in a script: a version, the mark, and a language */
    IN_INDEX,   /* the place of a text in a search index: of its list, and in the list's items */
    OF_SERVICE, /* in a script that asks the service; FILE is in no script but the service's client */
    OF_BUNDLER, /* in a script file: its names that start with "." are relative to it */
    OF_RUNTIME, /* in a page: see forms_needs_root */
    OF_PATH     /* before a path in a script element, after which FILE is inserted */
};

/* In the names of files, {key} and {value} are a member of the object or the string in JSON, {rest} is what
 * follows the mark in its string, {up} the path before the folder whose name follows, {page} the path of the
 * page without ".html" and its last slash, {slash} "/index" if it has that slash, {root} "/_root" if it is
 * nothing else, {name} the path with "/index" for the root, and {above} what the page's own route leaves of
 * it. {?NAME} is a parameter of the script's own URL. Any other name is that of a member in the element, as
 * in `"base":"/"`. */
static const struct form {
    const char *app; /* the first version known to write it */
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
    {"MathJax 2.0", IN_SCRIPT, "[MathJax]/", "config/{?config}.js"},
    {"Rspress 2.0", IN_KEY, "###", "{up}static/search_index{rest}.{value}.json"},
    {"Pagefind 1.0", IN_SCRIPT, "}pagefind.js`)", "pagefind.js"},
    {"Pagefind entry 1.0", IN_SCRIPT, "basePath}pagefind-entry.json", "pagefind-entry.json"},
    {"Pagefind worker 1.5", IN_SCRIPT, "}pagefind-worker.js`", "pagefind-worker.js"},
    {"Pagefind index 1.0", IN_DATA, "languages/{}/hash", "pagefind.{value}.pf_meta"},
    {"Pagefind module 1.0", IN_DATA, "languages/{}/wasm", "wasm.{value}.pagefind"},
    {".pf_fragment", IN_INDEX, "1/0", "fragment/{value}.pf_fragment"},
    {".pf_index", IN_INDEX, "2/2", "index/{value}.pf_index"},
    {".pf_filter", IN_INDEX, "3/1", "filter/{value}.pf_filter"},
    /* names of its servers and, as proof, servers that a client asks if those fail, or its header fields */
    {"Algolia", OF_SERVICE, "algolia.net", "algolianet.com"},
    {"Algolia", OF_SERVICE, "algolia.net", "x-algolia-"},
    {"Algolia", OF_SERVICE, "algolia.net", "X-Algolia-"},
    {"Vite", OF_BUNDLER, "__vite__mapDeps", NULL},
    {"Turbopack, in Next.js 15", OF_RUNTIME, "globalThis[\"TURBOPACK\"]", NULL},
    /* from disk, its scripts leave a page for the path that it has on the site: there, it has none */
    {"Gatsby 2.0", OF_PATH, "window.pagePath=\"", ".slice(location.protocol==\"file:\"?1/0:0)"},
};

enum { FORMS = COUNT_OF(forms) };

struct span app_folder_above(const struct url *own, struct span name)
{
    struct span path = url_path(own), folder = span_part(name, 0, span_find(name, '/') + 1);

    if (folder.len < 2 || folder.len >= name.len || name.at[0] == '.')
        return span_make(NULL, 0);
    for (size_t at = span_after_last(path, '/'); at > folder.len; at--)
        if (path.at[at - folder.len - 1] == '/' &&
            span_equals(span_part(path, at - folder.len, folder.len), folder))
            return span_part(path, 0, at - folder.len);
    return span_make(NULL, 0);
}

/* The parts of the names of files that are not members in the text. */
struct parts {
    struct span key, value, rest;
    struct span page;
    bool is_folder;           /* the URL of the page ends with a slash */
    struct span name, member; /* the last member that was looked for, and its value */
};

/* Removes "\"" from the front of REST, or "\\\"" as it is written in a string literal. */
static bool take_quote(struct span *rest)
{
    (void)span_take_byte(rest, '\\');
    return span_take_byte(rest, '"');
}

/* Returns the value of the first member NAME that is a string, in code, in JSON, or in JSON in a string
 * literal; otherwise an empty span. */
static struct span member(const struct app_text *app, struct span name)
{
    struct span text = app->text;
    const char *found;

    if (!link_list_spend(app->links, text.len))
        return span_make(NULL, 0);
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

/* Sets the parts that are the document's path. */
static void read_path(struct parts *parts, struct span path)
{
    if (span_has_suffix(path, ".html"))
        path = span_part(path, 0, path.len - 5);
    if (path.len >= 6 && span_is(span_part(path, path.len - 6, path.len), "/index"))
        path = span_part(path, 0, path.len - 5);
    parts->is_folder = path.len > 0 && path.at[path.len - 1] == '/';
    while (path.len > 0 && path.at[path.len - 1] == '/')
        path = span_part(path, 0, path.len - 1);
    parts->page = path;
}

/* Returns the beginning of the page's path that is not of its route: "/docs" of "/docs/blog/one" for
 * "/blog/[slug]". */
static struct span above_route(const struct app_text *text, const struct parts *parts)
{
    struct span route = member(text, span_of("page"));
    size_t own = count_segments(route.len > 0 ? route : parts->rest), all = count_segments(parts->page);
    size_t at = 0;

    for (; all > own; all--)
        at += 1 + span_find(span_part(parts->page, at + 1, parts->page.len), '/');
    return span_part(parts->page, 0, at);
}

/* Returns the parameter NAME in the query of URL, or the first item of its list; empty without it. */
static struct span parameter(const struct url *url, struct span name)
{
    struct span query = url_query(url);

    while (query.len > 0) {
        struct span value = span_take_until(&query, '&');

        if (span_equals(span_take_until(&value, '='), name))
            return span_part(value, 0, span_find(value, ','));
    }
    return span_make(NULL, 0);
}

/* Returns the text of the variable NAME of a file's name. A member is looked for once for all files of a
 * form. */
static struct span text_of(const struct app_text *text, struct parts *parts, struct span name)
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
    if (name.at[0] == '?')
        return parameter(text->own, span_part(name, 1, name.len));
    if (!span_is(name, "above") && !span_is(name, "name")) {
        if (parts->name.at != name.at)
            parts->member = member(text, name);
        parts->name = name;
        return parts->member;
    }
    above = above_route(text, parts);
    if (span_is(name, "above") || above.len == parts->page.len)
        return span_is(name, "above") ? above : span_of("/index");
    return span_part(parts->page, above.len, parts->page.len);
}

static bool may_be_empty(struct span name)
{
    return name.len == 0 || span_is_one_of(name, "page slash root above");
}

/* Makes the name of a file; false if one of its parts is missing or not a part of a plain path. */
static bool make_name(const struct app_text *text, const struct form *form, struct parts *parts)
{
    struct span rest = span_of(form->file);

    buf_clear(text->name);
    while (rest.len > 0) {
        struct span plain = span_take_until(&rest, '{'), name = span_take_until(&rest, '}');
        bool is_up = span_is(name, "up");
        struct span part = is_up ? app_folder_above(text->own, rest) : text_of(text, parts, name);

        if ((part.len == 0 && !may_be_empty(name)) || buf_add_span(text->name, plain) ||
            buf_add_span(text->name, part) || (span_find(part, '?') < part.len && !span_is(name, "rest")))
            return false;
    }
    return true;
}

/* Finds the file of FORM that LEN bytes at AT name. */
static void find_file(const struct app_text *text, const struct form *form, struct parts *parts, size_t at,
                      size_t len)
{
    bool is_of_page = form->place == IN_ELEMENT || form->place == IN_OBJECT;

    read_path(parts, url_path(text->document));
    if (make_name(text, form, parts))
        (void)text->take(text, &(struct app_find){.at = at,
                                                  .len = len,
                                                  .name = buf_span(text->name),
                                                  .base = is_of_page ? text->page : text->own,
                                                  .where = form->app});
}

/* Finds a file for each member of the object in STRING. */
static void read_object(const struct app_text *text, const struct form *form, const struct js_string *string)
{
    struct span raw = span_part(text->text, string->at, string->len);
    struct json_scan_string found;
    struct json_scan scan;
    struct parts parts = {0};
    struct buf object BUF_LOCAL(string->len + 1);

    json_scan_start(&scan, js_unescape(raw, &object));
    while (json_scan_next(&scan, &found)) {
        if (scan.depth != 1 || found.is_key || found.escaped)
            continue;
        parts.key = scan.levels[0].key;
        parts.value = span_part(scan.text, found.at, found.len);
        find_file(text, form, &parts, string->at, string->len);
    }
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

/* Finds the file for the member whose key is STRING, with VALUE behind it. */
static void read_key(const struct app_text *text, const struct form *form, const struct js_string *string,
                     struct span value)
{
    struct span key = span_part(text->text, string->at, string->len), language = key;
    struct parts parts = {.value = span_part(value, 0, span_find(value, '"'))};
    struct buf variant BUF_LOCAL(LIMIT_URL_BYTES);

    if (key.len > KEY_MAX || !span_take_after(&language, form->mark))
        return;
    add_variant(&variant, span_part(key, 0, key.len - language.len - strlen(form->mark)), language);
    parts.rest = buf_span(&variant);
    if (!variant.full)
        find_file(text, form, &parts, string->at, string->len);
}

/* Returns true if MARK and a quote are right before the string at AT. */
static bool is_before(struct span text, size_t at, const char *mark)
{
    size_t len = strlen(mark) + 1;

    return at >= len && span_starts(span_part(text, at - len, text.len), mark);
}

void forms_read_string(const struct app_text *text, const struct js_string *string)
{
    struct span after = span_part(text->text, string->at + string->len, text->text.len);
    bool is_key = span_take_text(&after, "\":\""), is_argument = is_before(text->text, string->at, "(");

    for (size_t i = 0; i < FORMS && (is_key || is_argument); i++)
        if (is_argument && forms[i].place == IN_OBJECT && is_before(text->text, string->at, forms[i].mark))
            read_object(text, &forms[i], string);
        else if (is_key && forms[i].place == IN_KEY)
            read_key(text, &forms[i], string, after);
}

/* Returns the first form at PLACE whose mark is in TEXT, with its proof if it has one; or NULL. */
static const struct form *find_form(struct span text, enum place place)
{
    for (size_t i = 0; i < FORMS; i++)
        if (forms[i].place == place && span_has(text, forms[i].mark) &&
            (place != OF_SERVICE || span_has(text, forms[i].file)))
            return &forms[i];
    return NULL;
}

bool forms_read_beside(const struct app_text *text, const struct js_string *string, struct span decoded)
{
    struct span folder = app_folder_above(text->own, decoded);

    if ((folder.len == 0 && !(decoded.at[0] == '.' && text->is_bundled)) ||
        !candidate_is_likely(decoded, CANDIDATE_BUILT))
        return false;
    buf_clear(text->name);
    if (buf_add_span(text->name, folder) == 0 && buf_add_span(text->name, decoded) == 0)
        (void)text->take(text, &(struct app_find){.at = string->at,
                                                  .len = string->len,
                                                  .name = buf_span(text->name),
                                                  .base = text->own,
                                                  .where = "script folder"});
    return true;
}

/* Finds the mark of FORM in TEXT; REST is what follows it up to the end of its string. */
static bool find_mark(struct span text, const struct form *form, struct span *rest)
{
    *rest = text;
    if (!span_take_after(rest, form->mark))
        return false;
    *rest = span_part(*rest, 0, span_find(*rest, '"'));
    return true;
}

static void read_marks(const struct app_text *text, enum place place)
{
    struct parts parts = {0};

    for (size_t i = 0; i < FORMS; i++)
        if (forms[i].place == place && find_mark(text->text, &forms[i], &parts.rest))
            find_file(text, &forms[i], &parts, 0, text->text.len);
}

/* Finds the place after a path where code belongs. */
static void keep_path(const struct app_text *text)
{
    const struct form *form = find_form(text->text, OF_PATH);
    struct span rest;
    size_t end;

    if (!form || !find_mark(text->text, form, &rest))
        return;
    end = (size_t)(rest.at - text->text.at) + rest.len;
    if (span_starts(span_part(text->text, end, text->text.len), "\";"))
        (void)text->take(text, &(struct app_find){.at = end + 1, .code = form->file, .where = form->app});
}

void forms_read_element(const struct app_text *text)
{
    read_marks(text, IN_ELEMENT);
    keep_path(text);
    template_read_values(text);
}

bool forms_read_script(const struct app_text *text)
{
    read_marks(text, IN_SCRIPT);
    return parts_read(text);
}

/* Returns true if FORM, of JSON, has a file for the string at the current place. */
static bool is_form_string(const struct json_scan *scan, const struct form *form, struct span string)
{
    if (form->place == IN_DATA)
        return json_scan_path_is(scan, form->mark);
    return json_scan_path_is(scan, "[]") && span_starts(string, form->mark + 1) &&
           span_has_suffix(string, ".js");
}

/* Finds the file of each string in JSON that FORM means. */
static void read_strings(const struct app_text *text, const struct form *form)
{
    struct parts parts = {0};
    struct json_scan_string found;
    struct json_scan scan;

    json_scan_start(&scan, text->text);
    while (json_scan_next(&scan, &found)) {
        parts.value = span_part(text->text, found.at, found.len);
        if (!found.is_key && !found.escaped && is_form_string(&scan, form, parts.value))
            find_file(text, form, &parts, found.at, found.len);
    }
}

void forms_read_data(const struct app_text *text)
{
    for (size_t i = 0; i < FORMS; i++)
        if ((forms[i].place == IN_DATA || forms[i].place == IN_LIST) && text->text.len > 0 &&
            memmem(text->text.at, text->text.len, forms[i].mark, strcspn(forms[i].mark, "/")))
            read_strings(text, &forms[i]);
    template_read_values(text);
}

void forms_read_index(const struct app_text *text, const char *place, struct span value)
{
    struct parts parts = {.value = value};

    for (size_t i = 0; i < FORMS; i++)
        if (forms[i].place == IN_INDEX && strcmp(forms[i].mark, place) == 0)
            find_file(text, &forms[i], &parts, 0, text->text.len);
}

const char *forms_search_service(struct span text)
{
    const struct form *form = find_form(text, OF_SERVICE);

    return form ? form->app : NULL;
}

bool forms_is_bundled(struct span text)
{
    return find_form(text, OF_BUNDLER) != NULL;
}

bool forms_needs_root(struct span document)
{
    return find_form(document, OF_RUNTIME) != NULL;
}

bool forms_has_extension(struct span extension)
{
    for (size_t i = 0; i < FORMS; i++) {
        struct span file = span_of(forms[i].place < OF_SERVICE ? forms[i].file : "");

        if (span_equals_nocase(span_part(file, span_after_last(file, '.'), file.len), extension))
            return true;
    }
    return false;
}

const struct link_group *forms_elements(size_t *count)
{
    static const struct link_group groups[] = {
        {"astro-island", "component-url renderer-url", LINK_FORM_URL, LINK_CANDIDATE, ""},
        {"astro-island", "props", LINK_FORM_DATA, LINK_CANDIDATE, ""},
    };

    *count = COUNT_OF(groups);
    return groups;
}

char forms_plain_byte(struct span text, bool is_folder)
{
    static const struct {
        const char *app, *escape;
        char byte;
        bool in_folders; /* only there */
    } bytes[] = {
        {"Next.js, for \"[id]\"", "%5B", '[', false},
        {"Next.js, for \"[id]\"", "%5D", ']', false},
        {"Next.js, for \"@modal\"", "%40", '@', true},
    };

    for (size_t i = 0; i < COUNT_OF(bytes); i++)
        if (span_starts(text, bytes[i].escape) && (is_folder || !bytes[i].in_folders))
            return bytes[i].byte;
    return '\0';
}
