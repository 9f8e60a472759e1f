/* SPDX-License-Identifier: MIT */
/* Extracts the links of JSON: of import maps, of data for scripts, and of web application manifests (W3C),
 * which are in UTF-8. A manifest's scope is a URL prefix, not a page. Share targets and file handlers matter
 * only to an installed application. URLs of manifests are not rewritten. */
#include "config.h"

#include "extract/collect.h"

#include "markup/json_scan.h"

bool specifier_is_address(struct span text)
{
    return span_starts(text, "/") || span_starts(text, "./") || span_starts(text, "../") ||
           url_starts_http(text);
}

/* Returns true if the JSON TEXT is whole. Any other import map is left unchanged, and other manifests are
 * ignored. */
static bool is_json(struct span text)
{
    struct json_scan_string string;
    struct json_scan scan;

    json_scan_start(&scan, text);
    while (json_scan_next(&scan, &string))
        continue;
    return json_scan_is_whole(&scan);
}

/* Adds the digests for one URL in an import map's integrity member. Like an integrity attribute, they are
 * removed if they would make browsers reject the mirror's file. */
static void collect_digests(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                            struct span key)
{
    struct span address = js_unescape(key, &collector->unescaped);
    struct link *link;

    if (!specifier_is_address(address) ||
        url_parse(&collector->target, address, layer->base, collector->encoding) != URL_OK)
        return;
    link = collect(collector, layer, at, len, address, LINK_ESCAPE_IMPORT_MAP, LINK_INTEGRITY,
                   "script importmap integrity");
    if (!link)
        return;
    url_strip(&collector->target);
    link->text = arena_copy(&collector->links->text, buf_span(&collector->target.text));
}

/* Keeps TEXT, or the URL that it is, as a line. Returns false if it is not possible. */
static bool keep_line(struct collector *collector, const struct layer *layer, struct span text, bool is_url)
{
    if (is_url && url_parse(&collector->target, text, layer->base, collector->encoding) != URL_OK)
        return false;
    if (is_url)
        text = buf_span(&collector->target.text);
    return text.len <= LIMIT_URL_BYTES && span_find(text, '\n') == text.len &&
           buf_add_span(&collector->imports, text) == 0 && buf_add_byte(&collector->imports, '\n') == 0;
}

/* Keeps the name at the place of SCAN in an import map, whose value is ADDRESS. */
static void keep_name(struct collector *collector, const struct layer *layer, const struct json_scan *scan,
                      struct span address)
{
    size_t before = collector->imports.len;
    bool has_scope = scan->depth == 3;
    struct span key = js_unescape(scan->levels[scan->depth - 1].key, &collector->mapped);
    struct span scope = has_scope ? scan->levels[1].key : span_make(NULL, 0);

    if (!keep_line(collector, layer, scope, has_scope) ||
        !keep_line(collector, layer, key, specifier_is_address(key)) ||
        !keep_line(collector, layer, address, true))
        buf_cut(&collector->imports, before);
}

void collect_map(struct collector *collector, const struct layer *layer, size_t from, size_t to)
{
    struct span map = span_part(layer->text, from, to - from);
    struct json_scan_string string;
    struct json_scan scan;

    if (!is_json(map))
        return;
    json_scan_start(&scan, map);
    while (json_scan_next(&scan, &string)) {
        struct span text = js_unescape(span_part(map, string.at, string.len), &collector->unescaped);
        bool is_folder = text.len > 0 && text.at[text.len - 1] == '/';
        bool is_place = string.is_key ? is_folder && json_scan_path_is(&scan, "scopes/{}")
                                      : json_scan_path_is(&scan, "imports/{}") ||
                                            json_scan_path_is(&scan, "scopes/{}/{}");

        if (is_place && !string.is_key && specifier_is_address(text))
            keep_name(collector, layer, &scan, text);
        if (!string.is_key && json_scan_path_is(&scan, "integrity/{}"))
            collect_digests(collector, layer, from + string.at, string.len, scan.levels[scan.depth - 1].key);
        else if (is_place && specifier_is_address(text))
            (void)collect(collector, layer, from + string.at, string.len, text, LINK_ESCAPE_IMPORT_MAP,
                          is_folder ? LINK_FOLDER : LINK_REQUISITE, "script importmap");
    }
}

/* Returns true for property names whose values are usually URLs. */
static bool is_address_key(struct span key)
{
    return span_is_one_of_nocase(key, "src url href poster image thumbnail file path");
}

/* A folder that an object of data names before the names of files in it. */
struct data_folder {
    size_t object; /* its position */
    struct span name;
};

/* Returns the name of the string TEXT, at the current place of SCAN: after the folder of its object, or as it
 * is. */
static struct span name_in_folder(struct collector *collector, const struct json_scan *scan, struct span text,
                                  struct data_folder *folder)
{
    size_t object = scan->depth > 0 ? scan->levels[scan->depth - 1].at : 0;

    if (span_has_suffix(text, "/") && text.at != collector->unescaped.at)
        *folder = (struct data_folder){object, text};
    if (folder->object != object || folder->name.len == 0 || span_find(text, '/') < text.len)
        return text;
    (void)buf_set(&collector->mapped, folder->name);
    (void)buf_add_span(&collector->mapped, text);
    return buf_span(&collector->mapped);
}

/* Adds each value of the array NAME whose inside is at AT of the layer, if it has only words. */
static void collect_words(struct collector *collector, const struct layer *layer, size_t at, struct span name)
{
    struct js_cursor list = {.text = layer->text, .at = at};
    bool is_list = is_list_of_words(list);
    struct span word;

    while (is_list && (word = take_word(&list)).len > 0)
        collect_value(collector, layer, (size_t)(word.at - layer->text.at), word.len, word, "list ", name);
}

void collect_data(struct collector *collector, const struct layer *layer, const struct layer *own,
                  size_t from, size_t to)
{
    struct span data = span_part(layer->text, from, to - from);
    struct name_source names = {.collector = collector, .first = own ? own : layer, .is_file = own};
    struct data_folder folder = {0};
    struct json_scan_string string;
    struct json_scan scan;

    json_scan_start(&scan, data);
    while (json_scan_next(&scan, &string)) {
        const struct json_scan_level *level = scan.depth > 0 ? &scan.levels[scan.depth - 1] : NULL;
        bool named = level && level->is_object && is_address_key(level->key);
        struct span text = js_unescape(span_part(data, string.at, string.len), &collector->unescaped);
        enum candidate_sign sign = named ? CANDIDATE_NAMED : CANDIDATE_TEXT;
        bool is_likely;

        if (level && level->index == 0 &&
            (json_scan_path_is(&scan, "[]") || json_scan_path_is(&scan, "{}/[]")))
            collect_words(collector, layer, from + level->at + 1, scan.levels[0].key);
        if (string.is_key || string.len < 3 || string.len > LIMIT_URL_BYTES)
            continue;
        text = name_in_folder(collector, &scan, text, &folder);
        is_likely = candidate_is_likely(text, sign);
        names.second = own && !is_likely ? layer : NULL;
        if (is_likely)
            collect_candidate(collector, layer, from + string.at, string.len, text, sign, "script data",
                              false);
        if (!is_likely || (own && !span_starts(text, "/")))
            names_guess(&names, from + string.at, string.len, text);
    }
}

/* The largest text that is checked for being an undeclared manifest. */
enum { GUESS_BYTES = 256 * 1024 };

static const struct {
    const char *path;
    enum link_role role;
    const char *where;
} members[] = {
    {"icons/[]/src", LINK_REQUISITE, "manifest icon"},
    {"screenshots/[]/src", LINK_REQUISITE, "manifest screenshot"},
    {"shortcuts/[]/icons/[]/src", LINK_REQUISITE, "manifest shortcut icon"},
    {"file_handlers/[]/icons/[]/src", LINK_REQUISITE, "manifest icon"},
    {"start_url", LINK_PAGE, "manifest start_url"},
    {"shortcuts/[]/url", LINK_PAGE, "manifest shortcut"},
    {"scope", LINK_CANDIDATE, "manifest scope"},
};

bool manifest_is(struct span document)
{
    struct json_scan scan;
    struct json_scan_string string;
    bool named = false;
    bool opens = false;

    if (document.len > GUESS_BYTES)
        return false;
    json_scan_start(&scan, document);
    while (json_scan_next(&scan, &string)) {
        named |= json_scan_path_is(&scan, "name") || json_scan_path_is(&scan, "short_name");
        opens |= json_scan_path_is(&scan, "start_url") || json_scan_path_is(&scan, "icons/[]/src");
    }
    return json_scan_is_whole(&scan) && named && opens;
}

static void collect_member(struct collector *collector, const struct layer *layer,
                           const struct json_scan *scan, const struct json_scan_string *string)
{
    struct span raw = span_part(layer->text, string->at, string->len);

    for (size_t i = 0; i < COUNT_OF(members); i++) {
        if (json_scan_path_is(scan, members[i].path))
            (void)collect(collector, layer, string->at, string->len, js_unescape(raw, &collector->unescaped),
                          LINK_ESCAPE_JSON, members[i].role, members[i].where);
    }
}

static void read_manifest(struct collector *collector, const struct layer *root, void *context)
{
    struct json_scan_string string;
    struct json_scan scan;

    (void)context;
    json_scan_start(&scan, root->text);
    while (json_scan_next(&scan, &string))
        if (!string.is_key && string.len > 0)
            collect_member(collector, root, &scan, &string);
}

bool manifest_read(struct link_list *links, struct span document, const struct url *base)
{
    link_list_clear(links);
    return is_json(document) && collect_file(links, document, "UTF-8", base, read_manifest, NULL) == 0;
}
