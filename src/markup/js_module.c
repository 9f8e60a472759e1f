/* SPDX-License-Identifier: MIT */
/* Makes classic scripts of modules (ECMA-262, 16.2), since browsers refuse modules from disk: calls that
 * have the module as text, of which disk.js makes a module in memory. Only its import(), import.meta and
 * name location are other code. Imports with attributes are left to others. */
#include "config.h"

#include "markup/js_scan.h"

/* A module that is being rewritten. */
struct module {
    struct js_scan scan;
    struct buf *out;
    struct span path;
    struct buf parts; /* of the text: code and specifiers by turns, up to the code in `out` */
    size_t copied;    /* what of the text is in `out` already, or left out */
    bool is_module;   /* it has an import or export declaration, or import.meta */
    bool declares;    /* the text at hand is of an import declaration */
    bool known;       /* all its forms are known so far */
    bool renames;     /* the name location is another: the script reads the address, or changes it */
    bool has_class;   /* it may have fields */
    bool is_unclear;  /* a name location may be one that does not follow, as that of a function */
};

/* Adds TEXT as a string, which may be in a page. */
static void add_text(struct buf *out, struct span text)
{
    (void)buf_add_byte(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        if (byte_is_in(text.at[i], "\"\\<\r\n"))
            (void)buf_add_format(out, "\\x%02x", (unsigned)text.at[i]);
        else
            (void)buf_add_byte(out, text.at[i]);
    }
    (void)buf_add_byte(out, '"');
}

/* Adds to the output what is before AT, and continues after it at TO. */
static void copy_to(struct module *module, size_t at, size_t to)
{
    (void)buf_add_span(module->out, span_part(module->scan.text, module->copied, at - module->copied));
    module->copied = to;
}

/* Adds a call of the function NAME of disk.js for the file of the script. */
static void add_call(struct module *module, const char *name)
{
    (void)buf_add_format(module->out, "tiptoe$.%s(", name);
    add_text(module->out, module->path);
    (void)buf_add_byte(module->out, ')');
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
    struct js_cursor ahead = {.text = module->scan.text, .at = module->scan.at};

    if (js_cursor_take(&ahead, '(')) {
        module->known = module->known && !is_method(module, ahead.at - 1);
        copy_to(module, at, module->scan.at);
        add_call(module, "at");
    } else if (js_cursor_take(&ahead, '.')) {
        if (!js_cursor_word(&ahead, "meta"))
            return;
        copy_to(module, at, ahead.at);
        add_call(module, "meta");
        module->is_module = true;
    } else if (module->scan.depth == 0) {
        module->is_module = module->declares = true;
    }
}

/* Takes the specifier of a declaration: the next part. */
static void take_specifier(struct module *module, const struct js_string *string)
{
    struct span literal = span_part(module->scan.text, string->at - 1, string->len + 2);
    struct js_cursor ahead = {.text = module->scan.text, .at = module->scan.at};

    copy_to(module, string->at - 1, module->scan.at);
    add_text(&module->parts, buf_span(module->out));
    (void)buf_add_byte(&module->parts, ',');
    (void)buf_add_span(&module->parts, literal);
    (void)buf_add_byte(&module->parts, ',');
    buf_clear(module->out);
    module->declares = false;
    if ((js_cursor_word(&ahead, "with") || js_cursor_word(&ahead, "assert")) && js_cursor_take(&ahead, '{'))
        module->known = false;
}

/* Returns true in the list of names of a declaration, which other modules know. */
static bool is_in_list(const struct module *module)
{
    const struct js_level *outermost = &module->scan.levels[0];

    return module->declares ||
           (module->scan.depth > 0 && outermost->open == '{' &&
            span_is(span_part(module->scan.text, outermost->name_at, outermost->name_len), "export"));
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
    module->is_unclear |=
        before != '.' && (is_in_list(module) || is_unclear(scan, at, before, next, module->has_class));
    copy_to(module, at, scan->at);
    if (is_member && (next == ',' || next == '}'))
        (void)buf_add_text(module->out, is_taken ? "tiptoe$location:" : "location:");
    (void)buf_add_text(module->out, "tiptoe$location");
}

/* Takes the name at AT, after the token BEFORE. */
static void take_name(struct module *module, size_t at, char before)
{
    struct span name = span_part(module->scan.text, at, module->scan.name_len);

    if (span_is(name, "location"))
        take_location(module, at, before);
    else if (before != '.' && span_is(name, "import"))
        take_importing(module, at);
    else if (before != '.' && module->scan.depth == 0 && span_is(name, "export"))
        module->is_module = true;
}

static void rewrite(struct module *module)
{
    struct js_scan *scan = &module->scan;
    struct js_string string;

    while (module->known && scan->at < scan->text.len) {
        size_t at = scan->at;
        char before = scan->last[0];
        bool is_close = scan->depth == 0 && strchr(")]}", scan->text.at[at]);
        int taken = js_scan_step(scan, &string);

        module->known = taken >= 0 && !is_close;
        if (taken > 0 && string.use == JS_IMPORT)
            take_specifier(module, &string);
        else if (scan->last[0] == JS_TOKEN_NAME && scan->name_at == at && scan->at > at)
            take_name(module, at, before);
    }
    copy_to(module, scan->text.len, scan->text.len);
    module->known = module->known && scan->depth == 0 && !module->declares;
}

static void start(struct module *module, struct buf *code, struct span text, struct span path)
{
    *module = (struct module){.out = code,
                              .path = path,
                              .known = true,
                              .renames = span_has(text, "pathname") || span_has(text, "history"),
                              .has_class = span_has(text, "class ") || span_has(text, "class{")};
    buf_init(&module->parts, code->max);
    buf_clear(code);
    js_scan_start(&module->scan, text);
    module->copied = module->scan.at; /* without a mark or a #! line */
}

/* Rewrites TEXT into CODE, with the name location as it is where it is not clear. */
static void rewrite_text(struct module *module, struct buf *code, struct span text, struct span path)
{
    start(module, code, text, path);
    rewrite(module);
    if (!module->is_unclear)
        return;
    buf_release(&module->parts);
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
    start(&again, &copy, buf_span(code), span_of(""));
    again.renames = false;
    rewrite(&again);
    is = again.known && !again.is_module;
    buf_release(&again.parts);
    return is;
}

bool js_module_wrap(struct buf *out, struct span text, struct span path, bool is_module)
{
    struct module module;
    struct buf code BUF_LOCAL(out->max);
    bool wraps;

    rewrite_text(&module, &code, text, path);
    wraps = module.known && !code.full && !module.parts.full;
    is_module |= module.is_module && path.len > 0;
    wraps = wraps && (is_module || (code.len > text.len && !module.is_module));
    start_text(out, text);
    if (wraps && is_module) {
        (void)buf_add_text(out, "tiptoe$([");
        (void)buf_add_span(out, buf_span(&module.parts));
        add_text(out, buf_span(&code));
        (void)buf_add_text(out, "])\n");
    } else if (wraps && path.len > 0) {
        wraps = add_fallback(out, buf_span(&code));
    } else if (wraps) {
        (void)buf_add_span(out, buf_span(&code));
    }
    buf_release(&module.parts);
    return wraps && !out->full && (is_module || is_script(out));
}
