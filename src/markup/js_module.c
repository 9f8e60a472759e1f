/* SPDX-License-Identifier: MIT */
/* Makes classic scripts of modules (ECMA-262, 16.2), since browsers refuse modules from disk. Imported names
 * stay as they are in the code: it runs inside a with statement whose object has them as getters, so that
 * they are read again each time, and declarations of the same name hide them. Exports are getters too. A
 * call of an imported function without an object gives it that object as `this`, where a module gives
 * undefined. Imports with attributes, and patterns in exported declarations beyond {a, b: c} and [a, b], are
 * left to others. */
#include "config.h"

#include "markup/js_module.h"

#include "markup/js_scan.h"
#include "markup/js_use.h"

/* The name of an expression, or of a function without a name, that is exported as "default". */
#define DEFAULT_NAME "tiptoe$default"

/* A module that is being rewritten. */
struct module {
    struct js_scan scan;
    struct buf *out;
    const struct span *path;     /* of a script, which is not wrapped as a module */
    struct buf imports, exports; /* members of the two lists */
    size_t copied;               /* what of the text is in `out` already, or left out */
    bool is_module;              /* it has an import or export declaration, or import.meta */
    bool known;                  /* all its forms are known so far */
    bool renames;    /* the name location is another: the script reads the address, or changes it */
    bool has_class;  /* it may have fields */
    bool is_unclear; /* a name location may be one that does not follow, as that of a function */
};

/* Adds a file's path as a string. */
static void add_text(struct buf *out, struct span text)
{
    (void)buf_add_byte(out, '"');
    for (size_t i = 0; i < text.len; i++)
        (void)buf_add_format(out, strchr("\"\\<", text.at[i]) ? "\\x%02x" : "%c", (unsigned char)text.at[i]);
    (void)buf_add_byte(out, '"');
}

/* Adds a name or a string as a string. */
static void add_key(struct buf *out, struct span name)
{
    const char *quote = name.len > 0 && (name.at[0] == '"' || name.at[0] == '\'') ? "" : "\"";

    (void)buf_add_text(out, quote);
    (void)buf_add_span(out, name);
    (void)buf_add_text(out, quote);
}

/* Adds a member: a getter of a binding, or the name of one of another module. */
static void add_pair(struct buf *out, struct span key, struct span name, bool is_binding)
{
    add_key(out, key);
    (void)buf_add_text(out, is_binding ? ":()=>" : ":");
    if (is_binding)
        (void)buf_add_span(out, name);
    else
        add_key(out, name);
    (void)buf_add_byte(out, ',');
}

enum list_kind { LIST_IMPORT, LIST_EXPORT, LIST_REEXPORT };

/* Takes the list "a as b, c}" of a declaration, after its '{', and adds its pairs. */
static bool take_list(struct js_cursor *cursor, struct buf *out, enum list_kind kind)
{
    while (!js_cursor_take(cursor, '}')) {
        struct span first = js_cursor_key(cursor);
        struct span second = js_cursor_word(cursor, "as") ? js_cursor_key(cursor) : first;

        if (first.len == 0 || second.len == 0)
            return false;
        add_pair(out, second, first, kind == LIST_EXPORT);
        if (!js_cursor_take(cursor, ',') &&
            (cursor->at == cursor->text.len || cursor->text.at[cursor->at] != '}'))
            return false;
    }
    return true;
}

/* Takes "from" and the specifier, whose place in the list of imports is before the names that were added to
 * it since AT. */
static bool take_source(struct module *module, struct js_cursor *cursor, size_t at)
{
    struct buf names BUF_LOCAL(module->imports.max);
    struct span source = js_cursor_string(cursor);
    struct js_cursor ahead = *cursor;

    if (source.len == 0)
        return false;
    if ((js_cursor_word(&ahead, "with") || js_cursor_word(&ahead, "assert")) && js_cursor_take(&ahead, '{'))
        return false;
    (void)js_cursor_take(cursor, ';');
    (void)buf_add_span(&names, span_part(buf_span(&module->imports), at, module->imports.len));
    buf_cut(&module->imports, at);
    (void)buf_add_format(&module->imports, "[%.*s,", (int)source.len, source.at);
    (void)buf_add_span(&module->imports, buf_span(&names));
    (void)buf_add_text(&module->imports, "],");
    return true;
}

/* Takes an import declaration after its first word. */
static bool take_import(struct module *module, struct js_cursor *cursor)
{
    struct buf *out = &module->imports;
    size_t at = out->len;
    struct span name;

    (void)buf_add_byte(out, '{');
    js_cursor_skip(cursor);
    if (cursor->at < cursor->text.len && !strchr("\"'", cursor->text.at[cursor->at])) {
        name = js_cursor_name(cursor);
        if (name.len > 0)
            add_pair(out, name, span_of("default"), false);
        if (name.len == 0 || js_cursor_take(cursor, ',')) {
            if (js_cursor_take(cursor, '*') && js_cursor_word(cursor, "as"))
                add_pair(out, js_cursor_name(cursor), span_of("*"), false);
            else if (!js_cursor_take(cursor, '{') || !take_list(cursor, out, LIST_IMPORT))
                return false;
        }
        if (!js_cursor_word(cursor, "from"))
            return false;
    }
    (void)buf_add_byte(out, '}');
    return take_source(module, cursor, at);
}

/* Takes "export * from" or "export * as name from" after the '*'. */
static bool take_star(struct module *module, struct js_cursor *cursor)
{
    struct buf *out = &module->imports;
    size_t at = out->len;
    struct span name = span_make(NULL, 0);

    (void)buf_add_text(out, "{},{");
    if (js_cursor_word(cursor, "as")) {
        name = js_cursor_key(cursor);
        if (name.len == 0)
            return false;
        add_pair(out, name, span_of("*"), false);
    }
    (void)buf_add_text(out, name.len > 0 ? "}" : "},\"*\"");
    return js_cursor_word(cursor, "from") && take_source(module, cursor, at);
}

/* Takes an export list after its '{'. */
static bool take_exports(struct module *module, struct js_cursor *cursor)
{
    struct js_cursor ahead = *cursor;
    size_t at = module->imports.len;

    (void)buf_add_text(&module->imports, "{},{");
    if (!take_list(&ahead, &module->imports, LIST_REEXPORT))
        return false;
    if (js_cursor_word(&ahead, "from")) {
        *cursor = ahead;
        (void)buf_add_byte(&module->imports, '}');
        return take_source(module, cursor, at);
    }
    buf_cut(&module->imports, at);
    if (!take_list(cursor, &module->exports, LIST_EXPORT))
        return false;
    (void)js_cursor_take(cursor, ';');
    return true;
}

/* Takes the name or the pattern of a declared variable. */
static bool take_variable(struct module *module, struct js_cursor *cursor)
{
    char close = js_cursor_take(cursor, '{') ? '}' : js_cursor_take(cursor, '[') ? ']' : '\0';
    struct span name;

    if (close == '\0') {
        name = js_cursor_name(cursor);
        add_pair(&module->exports, name, name, true);
        return name.len > 0;
    }
    while (!js_cursor_take(cursor, close)) {
        if (js_cursor_take(cursor, ','))
            continue;
        while (js_cursor_take(cursor, '.'))
            continue;
        name = js_cursor_name(cursor);
        if (close == '}' && js_cursor_take(cursor, ':'))
            name = js_cursor_name(cursor);
        js_cursor_skip(cursor);
        if (name.len == 0 || cursor->at == cursor->text.len ||
            (cursor->text.at[cursor->at] != ',' && cursor->text.at[cursor->at] != close))
            return false;
        add_pair(&module->exports, name, name, true);
    }
    return true;
}

/* Returns true if the name that the scan just took begins a statement, where that before has no semicolon. */
static bool begins_statement(const struct js_scan *scan)
{
    struct span name = span_make(scan->text.at + scan->name_at, scan->name_len);

    return scan->last[0] == JS_TOKEN_NAME && scan->last[1] != '.' &&
           span_is_one_of(name, "export const let var if for switch try throw");
}

/* Adds the variables of a declaration after its first word: one at the start, and one after each comma
 * outside of brackets. */
static bool take_variables(struct module *module, struct js_cursor *cursor)
{
    struct js_scan scan = module->scan;
    struct js_string string;

    scan.at = cursor->at;
    if (!take_variable(module, cursor))
        return false;
    while (scan.at < scan.text.len) {
        size_t at = scan.at;

        if (js_scan_step(&scan, &string) < 0)
            return false;
        if (scan.depth > 0)
            continue;
        if (scan.text.at[at] == ';' || (scan.name_at == at && scan.at > at && begins_statement(&scan)))
            break;
        if (scan.text.at[at] == ',') {
            struct js_cursor next = {.text = scan.text, .at = scan.at};

            if (!take_variable(module, &next))
                return false;
        }
    }
    return true;
}

/* Adds to the output what is before AT, and continues after it at TO. */
static void copy_to(struct module *module, size_t at, size_t to)
{
    (void)buf_add_span(module->out, span_part(module->scan.text, module->copied, at - module->copied));
    module->copied = to;
}

/* Takes a declared function or class, whose name is exported as NAME, or as itself if NAME is empty. One
 * without a name gets one. */
static bool take_declared(struct module *module, struct js_cursor *cursor, struct span name)
{
    struct span own;
    size_t at;

    (void)js_cursor_take(cursor, '*');
    at = cursor->at;
    own = js_cursor_name(cursor);
    if (own.len == 0 || span_is(own, "extends")) {
        if (name.len == 0)
            return false;
        copy_to(module, at, at);
        (void)buf_add_text(module->out, " " DEFAULT_NAME " ");
        own = span_of(DEFAULT_NAME);
    }
    add_pair(&module->exports, name.len > 0 ? name : own, own, true);
    return true;
}

/* Takes the word or words of a function or class. */
static bool take_declarator(struct js_cursor *cursor)
{
    struct js_cursor ahead = *cursor;

    if (js_cursor_word(&ahead, "async") && js_cursor_word(&ahead, "function")) {
        *cursor = ahead;
        return true;
    }
    return js_cursor_word(cursor, "function") || js_cursor_word(cursor, "class");
}

/* Takes "export default" after these words. */
static bool take_default(struct module *module, struct js_cursor *cursor)
{
    struct js_cursor ahead = *cursor;

    if (take_declarator(&ahead)) {
        copy_to(module, cursor->at, cursor->at);
        return take_declared(module, &ahead, span_of("default"));
    }
    (void)buf_add_text(module->out, "const " DEFAULT_NAME "=");
    add_pair(&module->exports, span_of("default"), span_of(DEFAULT_NAME), true);
    return true;
}

/* Takes an export declaration after its first word. The declaration stays; the cursor is left at it. */
static bool take_export(struct module *module, struct js_cursor *cursor)
{
    struct js_cursor ahead;

    if (js_cursor_take(cursor, '{'))
        return take_exports(module, cursor);
    if (js_cursor_take(cursor, '*'))
        return take_star(module, cursor);
    if (js_cursor_word(cursor, "default")) {
        module->copied = cursor->at;
        return take_default(module, cursor);
    }
    module->copied = cursor->at;
    ahead = *cursor;
    if (js_cursor_word(&ahead, "const") || js_cursor_word(&ahead, "let") || js_cursor_word(&ahead, "var"))
        return take_variables(module, &ahead);
    return take_declarator(&ahead) && take_declared(module, &ahead, span_make(NULL, 0));
}

static void add_call(struct module *module)
{
    (void)buf_add_text(module->out, module->path ? "tiptoe$.at(" : "tiptoe$.import");
    if (module->path)
        add_text(module->out, *module->path);
    (void)buf_add_text(module->out, module->path ? ")" : "");
}

/* Returns true if the parenthesis at AT is that of a method's definition, which has a body after it. One with
 * longer parameters is taken for a call: calls in calls would be read again and again. */
static bool is_method(const struct module *module, size_t at)
{
    enum { PARAMETERS_MAX = 1000 };
    struct js_scan scan = module->scan;
    struct js_string string;
    struct js_cursor cursor = {.text = scan.text};
    unsigned depth = scan.depth;

    scan.text = span_part(scan.text, 0, at + PARAMETERS_MAX);
    scan.at = at;
    do {
        if (js_scan_step(&scan, &string) < 0)
            return true;
    } while (scan.depth > depth && scan.at < scan.text.len);
    cursor.at = scan.at;
    return js_cursor_take(&cursor, '{');
}

/* Takes what begins with the name import at AT: a call, import.meta, or a declaration. */
static void take_importing(struct module *module, size_t at)
{
    struct js_cursor cursor = {.text = module->scan.text, .at = module->scan.at};
    struct js_cursor ahead = cursor;

    if (js_cursor_take(&ahead, '(')) {
        module->known = module->known && !is_method(module, ahead.at - 1);
        copy_to(module, at, cursor.at);
        add_call(module);
    } else if (js_cursor_take(&ahead, '.')) {
        if (!js_cursor_word(&ahead, "meta"))
            return;
        copy_to(module, at, ahead.at);
        (void)buf_add_text(module->out, "tiptoe$.meta");
        module->is_module = true;
    } else if (module->scan.depth == 0) {
        copy_to(module, at, at);
        module->known = module->known && take_import(module, &cursor);
        module->is_module = true;
        module->copied = module->scan.at = cursor.at;
        (void)buf_add_byte(module->out, ';');
        module->scan.last[0] = ';';
        module->scan.importing = false;
    }
}

static void take_exporting(struct module *module, size_t at)
{
    struct js_cursor cursor = {.text = module->scan.text, .at = module->scan.at};

    copy_to(module, at, module->scan.at);
    module->known = module->known && take_export(module, &cursor);
    module->is_module = true;
    if (module->copied < cursor.at)
        module->copied = cursor.at;
    module->scan.at = cursor.at;
    module->scan.last[0] = ';';
    module->scan.importing = false;
}

/* Returns the name that ends before END. */
static struct span name_before(struct span text, size_t end)
{
    size_t at;

    end = span_before_white(text, end);
    for (at = end; at > 0 && js_cursor_is_name(text.at[at - 1]);)
        at--;
    return span_part(text, at, end - at);
}

/* Returns true if the name location that SCAN took at AT, between the token BEFORE and the byte NEXT, may be
 * that of a function, of a variable of all scripts, or of a field, if the script has a class. */
static bool is_unclear(const struct js_scan *scan, size_t at, char before, char next, bool has_class)
{
    bool is_new = before == JS_TOKEN_NAME && span_is_one_of(name_before(scan->text, at), "var let const");
    bool begins = strchr("{};)]", before) || before == JS_TOKEN_VALUE || before == JS_TOKEN_STRING ||
                  (before == JS_TOKEN_NAME && next == '=' && !is_new);

    if (next == '(' || (scan->depth == 0 && (is_new || (before == ',' && strchr("=,;", next)))))
        return true;
    return has_class && begins && strchr("=;}", next);
}

/* Returns true if that name is of an accessor, or the address of a window that may be of another origin, of
 * which browsers tell nothing else. */
static bool stays(const struct js_scan *scan, size_t at, char before, char next)
{
    struct span text = scan->text;

    if (before != '.')
        return before == JS_TOKEN_NAME && next == '(' &&
               span_is_one_of(name_before(text, at), "get set static");
    while (at > 0 && text.at[at - 1] != '.')
        at--;
    return span_is_one_of(name_before(text, at > 0 && text.at[at - 1] == '.' ? at - 1 : 0),
                          "top parent opener contentWindow");
}

/* Returns true if the name location that SCAN took, as a key, is one that a pattern takes from the window, as
 * in `{location: a} = window`. */
static bool is_unpacked(const struct js_scan *scan)
{
    enum { PATTERN_BYTES = 300 };
    struct span rest = span_part(scan->text, scan->at, PATTERN_BYTES);
    struct span pattern = span_part(rest, 0, span_find(rest, '}'));
    struct js_cursor cursor = {.text = scan->text, .at = scan->at + pattern.len};

    return span_find(pattern, '{') == pattern.len && js_cursor_take(&cursor, '}') &&
           js_cursor_take(&cursor, '=') &&
           span_is_one_of(js_cursor_name(&cursor), "window self globalThis document") &&
           !js_cursor_take(&cursor, '.');
}

/* Renames the name location at AT, after the token BEFORE, unless it is a method or a key of other objects
 * than the window. */
static void take_location(struct module *module, size_t at, char before)
{
    const struct js_scan *scan = &module->scan;
    bool in_braces = scan->depth > 0 && scan->levels[scan->depth - 1].open == '{';
    bool is_member = in_braces && (before == '{' || before == ',');
    char next = js_use_next_byte(scan);
    bool is_taken = is_member && strchr(":,}", next) && is_unpacked(scan);

    if (!module->renames || stays(scan, at, before, next) ||
        (before != '.' && next == ':' && is_member && !is_taken))
        return;
    module->is_unclear |= before != '.' && is_unclear(scan, at, before, next, module->has_class);
    copy_to(module, at, scan->at);
    if (is_member && (next == ',' || next == '}'))
        (void)buf_add_text(module->out, is_taken ? "tiptoe$location:" : "location:");
    (void)buf_add_text(module->out, "tiptoe$location");
}

static void rewrite(struct module *module)
{
    struct js_string string;

    while (module->known && module->scan.at < module->scan.text.len) {
        size_t at = module->scan.at;
        char before = module->scan.last[0];
        struct span name;
        bool is_close = module->scan.depth == 0 && strchr(")]}", module->scan.text.at[at]);

        module->known = js_scan_step(&module->scan, &string) >= 0 && !is_close;
        if (module->scan.last[0] != JS_TOKEN_NAME || module->scan.name_at != at || module->scan.at == at)
            continue;
        name = span_part(module->scan.text, at, module->scan.name_len);
        if (span_is(name, "location"))
            take_location(module, at, before);
        else if (before == '.')
            continue;
        else if (span_is(name, "import"))
            take_importing(module, at);
        else if (module->scan.depth == 0 && span_is(name, "export"))
            take_exporting(module, at);
    }
    copy_to(module, module->scan.text.len, module->scan.text.len);
    module->known = module->known && module->scan.depth == 0;
}

static void start(struct module *module, struct buf *code, struct span text, const struct span *path)
{
    *module = (struct module){.out = code,
                              .path = path,
                              .known = true,
                              .renames = span_has(text, "pathname") || span_has(text, "history"),
                              .has_class = span_has(text, "class ") || span_has(text, "class{")};
    buf_init(&module->imports, code->max);
    buf_init(&module->exports, code->max);
    buf_clear(code);
    js_scan_start(&module->scan, text);
    module->copied = module->scan.at; /* without a mark or a #! line */
}

static void end(struct module *module)
{
    buf_release(&module->imports);
    buf_release(&module->exports);
}

/* Rewrites TEXT into CODE, with the name location as it is where it is not clear. */
static void rewrite_text(struct module *module, struct buf *code, struct span text, const struct span *path)
{
    start(module, code, text, path);
    rewrite(module);
    if (!module->is_unclear && !span_has(buf_span(&module->imports), "\"location\"") &&
        !span_has(buf_span(&module->exports), "=>location,"))
        return;
    end(module);
    start(module, code, text, path);
    module->renames = false;
    rewrite(module);
}

/* Adds to OUT code for pages without disk.js, such as XHTML, which may have the script too, and TEXT.
 * Directives stay first. Returns false where it is not known whether there are any. */
static bool add_fallback(struct buf *out, struct span text)
{
    struct js_cursor cursor = {.text = text};
    size_t at = 0;

    while (js_cursor_string(&cursor).len > 0) {
        if (!js_cursor_take(&cursor, ';'))
            return false;
        at = cursor.at;
    }
    (void)buf_add_span(out, span_part(text, 0, at));
    (void)buf_add_text(out, "self.tiptoe$||(self.tiptoe$={at:()=>a=>import(a)},"
                            "Object.defineProperty(Object.prototype,\"tiptoe$location\","
                            "{configurable:true,get(){return this.location},set(a){this.location=a}}));\n");
    (void)buf_add_span(out, span_part(text, at, text.len));
    return true;
}

/* Starts OUT with the byte order mark of TEXT, if it has one: the code does not. */
static void start_text(struct buf *out, struct span text)
{
    buf_clear(out);
    if (span_starts(text, "\xef\xbb\xbf"))
        (void)buf_add_text(out, "\xef\xbb\xbf");
}

/* Returns true if CODE, read again, is a whole script: its brackets are closed, and what was rewritten in it
 * is not read as a comment, string or pattern where it was code before, nor the other way round. */
static bool is_script(const struct buf *code)
{
    struct module again;
    struct buf copy BUF_LOCAL(code->max);
    bool is;

    if (code->full)
        return false;
    start(&again, &copy, buf_span(code), NULL);
    again.renames = false;
    rewrite(&again);
    is = again.known && !again.is_module;
    end(&again);
    return is;
}

bool js_module_wrap(struct buf *out, struct span text, bool is_module)
{
    struct module module;
    struct buf code BUF_LOCAL(out->max);
    bool wraps;

    rewrite_text(&module, &code, text, NULL);
    wraps = module.known && (is_module || module.is_module) && !code.full && !module.imports.full &&
            !module.exports.full;
    start_text(out, text);
    if (wraps) {
        (void)buf_add_text(out, "tiptoe$([");
        (void)buf_add_span(out, buf_span(&module.imports));
        (void)buf_add_text(out,
                           "],function(tiptoe$){with(tiptoe$.scope)return async function*(){\"use strict\";"
                           "tiptoe$.exports({");
        (void)buf_add_span(out, buf_span(&module.exports));
        (void)buf_add_text(out, "});yield;\n");
        (void)buf_add_span(out, buf_span(&code));
        (void)buf_add_text(out, "\n}})\n");
        wraps = is_script(out);
    }
    end(&module);
    return wraps;
}

bool js_module_wrap_calls(struct buf *out, struct span text, struct span path)
{
    struct module module;
    struct buf code BUF_LOCAL(out->max);
    bool wraps;

    rewrite_text(&module, &code, text, &path);
    start_text(out, text);
    wraps = module.known && !module.is_module && code.len > text.len && !code.full;
    if (wraps && path.len > 0)
        wraps = add_fallback(out, buf_span(&code));
    else if (wraps)
        (void)buf_add_span(out, buf_span(&code));
    end(&module);
    return wraps && is_script(out);
}
