/* SPDX-License-Identifier: MIT */
/* Extracts the links of scripts: of files, of script elements and of the code in attributes. Elements with
 * JSON are read by json.c; what products write is known to apps/. */
#include "config.h"

#include "extract/collect.h"

#include "apps/app.h"

/* Code or data that is read. */
struct code {
    struct collector *collector;
    struct layer own, page; /* the text's layer, with each base URL that a string may have */
    size_t from;            /* where the text starts in the layer */
    struct app_text app;
    bool reads_own_url; /* what new URL() resolves against a variable probably is, too */
    bool is_handler;    /* see collect_handler */
    bool is_inline;     /* in a page, and not in a javascript: URL, which would have to be encoded again */
    bool works;         /* it is a worker, whose addresses are relative to it */
    bool packs;         /* it makes or reads packages: names in them are not names of files */
};

static bool take_find(const struct app_text *text, const struct app_find *find)
{
    struct code *code = text->taker;
    struct collector *collector = code->collector;
    const struct layer *layer = find->base == text->own ? &code->own : &code->page;
    struct span url = find->value.len > 0 ? span_of("data:") : find->name;
    struct link *link;

    if (find->code) {
        collect_insertion(collector, layer, code->from + find->at, find->code);
        return true;
    }
    if (collector->form_urls == LIMIT_FORM_URLS)
        return false;
    collector->form_urls++;
    link = collect(collector, layer, code->from + find->at, find->len, url, LINK_ESCAPE_NONE, LINK_CANDIDATE,
                   find->where);
    if (link && find->value.len > 0)
        link->text = arena_copy(&collector->links->text, find->value);
    return true;
}

/* Begins to read TEXT, which is at FROM in LAYER, as code or data of the page that LAYER is a text of. */
static void code_init(struct code *code, struct collector *collector, const struct layer *layer, size_t from,
                      struct span text)
{
    *code = (struct code){.collector = collector,
                          .own = *layer,
                          .page = *layer,
                          .from = from,
                          .app = {.text = text,
                                  .own = layer->base,
                                  .page = layer->base,
                                  .document = collector->document,
                                  .name = &collector->mapped,
                                  .links = collector->links,
                                  .take = take_find,
                                  .taker = code}};
}

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

/* Before the address of another page, which is a document of at most so many bytes. */
static const char *const moving[] = {"location", "location.href", "location.replace", "location.assign"};
enum { MOVING_PAGE_MAX = 4096 };

/* Returns true if the last segment of a path has a '.' with a name before it and text after it. "." and
 * folders, to which code appends names, do not. */
static bool names_file(struct span text)
{
    size_t at = text.len;

    while (at > 0 && text.at[at - 1] != '/' && text.at[at - 1] != '.')
        at--;
    return at > 1 && at < text.len && text.at[at - 1] == '.' && text.at[at - 2] != '.' &&
           text.at[at - 2] != '/';
}

/* Returns true if TEXT is FOLDER or, where that ends in a slash, begins with it. */
static bool is_within(struct span text, struct span folder)
{
    bool is_longer = text.len > folder.len && span_has_suffix(folder, "/");

    return span_equals(is_longer ? span_part(text, 0, folder.len) : text, folder);
}

/* Returns where the page's import maps lead the specifier TEXT, by the longest scope around the script and
 * the longest name in it. If none does, that is TEXT; empty if it is bare, or a whole name whose address in
 * the map is a link and is rewritten. */
static struct span map_specifier(const struct code *code, struct span text)
{
    struct collector *collector = code->collector;
    struct span rest = buf_span(&collector->imports), own = buf_span(&code->app.own->text), name = text;
    bool is_bare = !specifier_is_address(text);
    struct span found = is_bare ? span_make(NULL, 0) : text;
    size_t best = 0;

    if (rest.len == 0 || !link_list_spend(collector->links, rest.len))
        return found;
    if (!is_bare && url_parse(&collector->target, text, code->app.own, NULL) == URL_OK)
        name = buf_span(&collector->target.text);
    while (rest.len > 0) {
        struct span scope = span_take_until(&rest, '\n'), key = span_take_until(&rest, '\n');
        struct span address = span_take_until(&rest, '\n');
        size_t rank = scope.len * LIMIT_URL_BYTES + key.len;

        if (rank <= best || (scope.len > 0 && !is_within(own, scope)) || !is_within(name, key))
            continue;
        best = rank;
        (void)buf_set(&collector->mapped, address);
        (void)buf_add_span(&collector->mapped, span_part(name, key.len, name.len));
        found = is_bare && key.len == name.len ? span_make(NULL, 0) : buf_span(&collector->mapped);
    }
    return found;
}

/* Keeps a folder beside the script: the script resolves other strings against it. */
static void keep_own_folder(const struct code *code, struct span text)
{
    if (text.len > 0 && text.at[text.len - 1] == '/' &&
        url_parse(&code->collector->folder, text, code->app.own, NULL) != URL_OK)
        buf_clear(&code->collector->folder.text);
}

/* Returns the layer for a string that is only likely an address: with the base that it is relative to. */
static struct layer layer_of(const struct code *code, const struct js_string *string, struct span text)
{
    struct collector *collector = code->collector;
    struct layer layer = string->use == JS_IMPORT_SCRIPTS ? code->own : code->page;

    if (string->use == JS_URL && code->reads_own_url)
        layer.base = collector->folder.text.len > 0 ? &collector->folder : code->app.own;
    if (collector->shelf.text.len > 0 && span_find(text, '/') == text.len)
        layer.base = &collector->shelf;
    return layer;
}

/* Returns the folder that names in LAYER are relative to. */
static struct span folder_of(const struct layer *layer)
{
    struct span text = span_part(buf_span(&layer->base->text), 0, layer->base->query_at);

    return span_part(text, 0, span_after_last(text, '/'));
}

/* Returns the source of names in CODE: relative to FIRST, or to the script itself if that is elsewhere. */
static struct name_source names_of(const struct code *code, const struct layer *first)
{
    bool is_elsewhere = !span_equals(folder_of(first), folder_of(&code->own));
    bool is_worker = is_elsewhere && code->works;

    return (struct name_source){.collector = code->collector,
                                .first = is_worker ? &code->own : first,
                                .second = is_worker      ? first
                                          : is_elsewhere ? &code->own
                                                         : NULL,
                                .text = code->app.text,
                                .from = code->from,
                                .keeps = !code->own.outer,
                                .is_file = !code->is_inline && !code->is_handler};
}

static void collect_likely(const struct code *code, const struct js_string *string, size_t at,
                           struct span text)
{
    struct layer layer = layer_of(code, string, text);
    enum candidate_sign sign = uses[string->use].sign;
    struct name_source names = names_of(code, &layer);
    struct span way_up = names_way_up(code->app.text, string->at + string->len);

    if (string->use == JS_TEXT && (code->packs || names_is_icon(code->app.text, string, text)))
        return;
    if (way_up.len > 0) {
        (void)buf_set(&code->collector->mapped, way_up);
        (void)buf_add_span(&code->collector->mapped, text);
        text = buf_span(&code->collector->mapped);
    }
    if (string->use == JS_TEXT && !code->is_handler && !candidate_is_likely(text, CANDIDATE_TEXT)) {
        names_guess(&names, at, string->len, text);
        return;
    }

    if (code->is_handler || (string->use == JS_URL && code->reads_own_url) ||
        (string->use == JS_FETCH && !string->alone)) /* perhaps not a GET */
        sign = CANDIDATE_NAMED;
    collect_candidate(code->collector, &layer, at, string->len, text, sign, uses[string->use].where,
                      string->is_value);
}

/* Returns true if the string, of a script element in a page of little else, is where the script goes at once:
 * location = "…", location.href = "…", location.replace("…"). */
static bool moves_page(const struct code *code, const struct js_string *string)
{
    struct span text = code->app.text, before, after;
    char last;

    if (!code->is_inline || code->is_handler || string->use != JS_PROPERTY ||
        code->page.text.len > MOVING_PAGE_MAX)
        return false;
    before = span_trim(span_part(text, 0, string->at), "\"'` \t\r\n");
    after = span_trim_white(span_part(text, string->at + string->len + 1, text.len));
    last = before.len > 0 ? before.at[before.len - 1] : '\0';
    if ((last != '=' && last != '(') || (after.len > 0 && byte_is_in(after.at[0], "+.[?,&|")))
        return false;
    before = span_trim_white(span_part(before, 0, before.len - 1));
    for (size_t i = 0; i < COUNT_OF(moving); i++)
        if (span_has_suffix(before, moving[i]))
            return true;
    return false;
}

static void collect_string(const struct code *code, const struct js_string *string, struct span text)
{
    size_t at = code->from + string->at;
    const char *where = uses[string->use].where;
    bool is_file = code->app.own != code->app.page;

    if (moves_page(code, string)) {
        struct link *link = collect(code->collector, &code->page, at, 0, text, LINK_ESCAPE_NONE, LINK_PAGE,
                                    "script location");

        if (link)
            link->stands = true;
    }
    if (string->use == JS_IMPORT_URL)
        keep_own_folder(code, text);
    if (string->use == JS_TEXT && is_file && text.len > 0 && forms_read_beside(&code->app, string, text))
        return;
    if (!uses[string->use].certain) {
        collect_likely(code, string, at, text);
        return;
    }
    if (string->use != JS_IMPORT_URL)
        text = map_specifier(code, text);
    if (string->use == JS_IMPORT_URL ? names_file(text) : text.len > 0)
        (void)collect(code->collector, &code->own, at, string->len, text, LINK_ESCAPE_JS, LINK_REQUISITE,
                      where);
}

/* Reads markup in a string, which may be a piece of it whatever it is used for, as in "<img src='a.png'
 * width=" + w + ">". */
static void collect_markup(const struct code *code, const struct js_string *string, struct span raw)
{
    if (span_find(raw, '<') < raw.len)
        fragment_read(code->collector, &code->page, code->from + string->at, string->len,
                      string->escaped ? js_unescape(raw, &code->collector->unescaped) : raw);
}

/* Keeps the folder that the markup of a script puts before a name: its file names belong into it. */
static void keep_shelf(const struct code *code)
{
    struct span folder = fragment_folder(code->app.text);

    if (folder.len == 0 || url_parse(&code->collector->shelf, folder, code->app.page, NULL) != URL_OK)
        buf_clear(&code->collector->shelf.text);
}

/* Where a word of an array is. A script with more such arrays has them for something else than names of
 * files. */
static const char *const places[] = {PLACE_LISTED_TEXT "list", PLACE_LISTED_TEXT "list 2",
                                     PLACE_LISTED_TEXT "list 3", PLACE_LISTED_TEXT "list 4"};
enum { LISTS_MAX = COUNT_OF(places) };

/* Adds the files of the code's templates, which are among the links from FIRST to END, for each word of the
 * array whose inside is at AT. */
static void fill_templates(const struct code *code, size_t at, const char *where, size_t first, size_t end)
{
    struct collector *collector = code->collector;
    struct js_cursor list = {.text = code->app.text, .at = at};
    struct span word;

    while ((word = take_word(&list)).len > 0)
        for (size_t i = first; i < end && collector->values < LIMIT_TEMPLATE_VALUES; i++) {
            if (link_fill(&collector->mapped, collector->links->links[i].url, word))
                continue;
            collector->values++;
            (void)collect(collector, &code->page, code->from + at, 0, buf_span(&collector->mapped),
                          LINK_ESCAPE_NONE, LINK_CANDIDATE, where);
        }
}

/* Returns whether the code is another where the mirror is for disk: it is modular, or asks where it is. */
static bool collect_code(const struct code *code)
{
    struct collector *collector = code->collector;
    struct chunks chunks;
    struct js_string string;
    struct js_scan scan;

    struct name_source names = names_of(code, &code->page);
    size_t lists[LISTS_MAX];
    size_t list_count = 0;
    size_t first = collector->links->count;

    chunks_start(&chunks, &code->app);
    js_scan_start(&scan, code->app.text);
    buf_clear(&collector->folder.text);
    keep_shelf(code);
    while (js_scan_next(&scan, &string)) {
        struct span raw = span_part(scan.text, string.at, string.len);

        collect_markup(code, &string, raw);
        template_read_string(&code->app, &string);
        if (string.before[0] == '[' && string.at > 0 && list_count <= LISTS_MAX &&
            is_list_of_words((struct js_cursor){.text = scan.text, .at = string.at - 1}) &&
            list_count++ < LISTS_MAX)
            lists[list_count - 1] = string.at - 1;
        names_read(&names, &string, string.escaped ? js_unescape(raw, &collector->unescaped) : raw);
        if (string.use == JS_PIECE)
            continue;
        chunks_read_string(&chunks, &string);
        forms_read_string(&code->app, &string);
        string.is_value = string.is_value && code->is_inline;
        if (string.use == JS_NO_ADDRESS || string.len < 3 || string.len > LIMIT_URL_BYTES)
            continue;
        collect_string(code, &string, string.escaped ? js_unescape(raw, &collector->unescaped) : raw);
    }
    for (size_t i = 0, end = collector->links->count; list_count <= LISTS_MAX && i < list_count; i++)
        fill_templates(code, lists[i], places[i], first, end);
    return scan.is_modular || scan.is_placed;
}

/* Types under which pages keep templates: text/html, text/x-handlebars-template, x-tmpl-mustache, … */
static bool is_template(struct span type)
{
    static const char *const words[] = {"html", "template", "tmpl", "handlebars", "mustache"};

    for (size_t at = 0; at < type.len; at++)
        for (size_t i = 0; i < COUNT_OF(words); i++)
            if (span_starts_nocase(span_part(type, at, type.len), words[i]))
                return true;
    return false;
}

enum script_kind script_kind(struct span type)
{
    type = span_trim_white(type);
    if (type.len == 0 || span_is_one_of_nocase(type, "module text/javascript application/javascript "
                                                     "application/x-javascript text/ecmascript "
                                                     "application/ecmascript"))
        return SCRIPT_CODE;
    if (span_is_nocase(type, "importmap"))
        return SCRIPT_MAP;
    if (span_is_one_of_nocase(span_trim_white(span_part(type, 0, span_find(type, ';'))),
                              "application/json text/json application/ld+json"))
        return SCRIPT_DATA;
    return is_template(type) ? SCRIPT_TEMPLATE : SCRIPT_NONE;
}

/* Reads the code of a script element. Pages of a site repeat the same few elements, most of them without
 * links; such an element is not read again. Without an import map, its bare specifiers are not links on any
 * page. */
static void collect_element(struct collector *collector, const struct layer *layer, size_t from, size_t to)
{
    struct span text = span_part(layer->text, from, to - from);
    struct buf *dull = &collector->dull[text.len % COLLECTOR_DULL];
    size_t before = collector->links->count;
    struct code code;

    if (collector->imports.len == 0 && span_equals(text, buf_span(dull)))
        return;
    code_init(&code, collector, layer, from, text);
    code.is_inline = true;
    (void)collect_code(&code);
    forms_read_element(&code.app);
    if (collector->links->count > before || collector->imports.len > 0 ||
        collector->candidates == LIMIT_CANDIDATES || collector->links->truncated)
        return;
    buf_clear(dull);
    (void)!buf_add_span(dull, text);
}

void collect_script(struct collector *collector, const struct layer *layer, enum script_kind kind,
                    size_t from, size_t to)
{
    struct code data;

    switch (kind) {
    case SCRIPT_CODE:
        collect_element(collector, layer, from, to);
        break;
    case SCRIPT_MAP:
        collect_map(collector, layer, from, to);
        break;
    case SCRIPT_DATA:
        collect_data(collector, layer, NULL, from, to);
        code_init(&data, collector, layer, from, span_part(layer->text, from, to - from));
        forms_read_element(&data.app);
        break;
    case SCRIPT_TEMPLATE:
    case SCRIPT_NONE:
        break;
    }
}

void collect_handler(struct collector *collector, const struct layer *layer, size_t from)
{
    struct code code;

    code_init(&code, collector, layer, from, span_part(layer->text, from, layer->text.len));
    code.is_handler = true;
    code.is_inline = from == 0;
    (void)collect_code(&code);
}

/* Replaces all text that is not ASCII by UTF-8. */
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

/* Returns true if browsers read the script in its own encoding only because of the header. Modules, which
 * have certain links, are always UTF-8. */
static bool needs_mark(const struct collector *collector, struct span document, const char *environment)
{
    enum charset_kind kind = charset_kind(collector->encoding);

    if (!environment || kind == CHARSET_UTF16 || strncmp(collector->encoding, "ISO-2022", 8) == 0 ||
        charset_mark(document, collector->encoding, environment).len == 0)
        return false;
    for (size_t i = 0; i < collector->links->count; i++)
        if (collector->links->links[i].role != LINK_CANDIDATE)
            return false;
    return true;
}

/* Declares the encoding by a byte order mark, which precedes all else. */
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
    collect_sort(collector);
}

/* A script, or a file with data for scripts. */
struct script_file {
    bool is_data;
    struct span document;
    const struct script_page *page;
};

static void read_script(struct code *code, const struct script_file *file, const struct layer *root)
{
    struct link_list *links = code->collector->links;
    struct span text = root->text;

    code->app.is_bundled = forms_is_bundled(text);
    code->works = span_has(text, "importScripts");
    code->packs = span_has(text, "[Content_Types].xml") || span_has(text, "META-INF/");
    code->reads_own_url = span_has(text, "import.meta.url") || span_has(text, "currentScript");
    if (!forms_read_script(&code->app))
        links->adapts = collect_code(code);
    say_encoding(code->collector, root, file->document, file->page->encoding);
    links->search = forms_search_service(text);
}

static void read_file(struct collector *collector, const struct layer *root, void *context)
{
    const struct script_file *file = context;
    struct code code;

    code_init(&code, collector, root, 0, root->text);
    if (file->page->base)
        code.page.base = code.app.page = file->page->base;
    (void)buf_add_span(&collector->imports, file->page->imports);
    if (!file->is_data) {
        read_script(&code, file, root);
    } else if (index_is(root->text)) {
        index_read(&code.app);
    } else {
        collect_data(collector, &code.page, names_of(&code, &code.page).second, 0, root->text.len);
        forms_read_data(&code.app);
    }
}

int extract_script(struct link_list *links, struct span document, struct span content_type, bool is_data,
                   const struct url *url, const struct script_page *page)
{
    return collect_file(links, document, charset_of_css(document, content_type, NULL), url, read_file,
                        &(struct script_file){is_data, document, page});
}
