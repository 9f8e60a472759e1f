/* SPDX-License-Identifier: MIT */
/* Judges what a string is used for by the few tokens around it: the call whose argument it is, the name to
 * which it is assigned, the operators beside it. This runs only for strings, so it need not be fast. The
 * cursor reads declarations, where no slash begins a regular expression. */
#include "config.h"

#include "markup/js_scan.h"

#include "base/utf8.h"

static struct span name_span(const struct js_scan *scan)
{
    return span_make(scan->text.at + scan->name_at, scan->name_len);
}

bool js_use_begins_import(const struct js_scan *scan)
{
    return scan->last[0] != '.' && (span_is(name_span(scan), "import") || span_is(name_span(scan), "export"));
}

bool js_use_is_operator(const struct js_scan *scan)
{
    return span_is_one_of(name_span(scan),
                          "return typeof case in of delete void throw new instanceof yield await else do");
}

bool js_use_is_control(const struct js_scan *scan)
{
    return span_is_one_of(span_make(scan->text.at + scan->closed_at, scan->closed_len), "if while for with");
}

char js_use_next_byte(const struct js_scan *scan)
{
    struct js_cursor cursor = {.text = scan->text, .at = scan->at};

    js_cursor_skip(&cursor);
    return cursor.at < cursor.text.len ? cursor.text.at[cursor.at] : ';';
}

/* Takes the members A and B of the name before. */
static bool take_members(struct js_cursor *cursor, const char *a, const char *b)
{
    return js_cursor_take(cursor, '.') && js_cursor_word(cursor, a) && js_cursor_take(cursor, '.') &&
           js_cursor_word(cursor, b);
}

/* Returns true if the URL of the script follows, as the next argument. */
static bool own_url_follows(const struct js_scan *scan)
{
    struct js_cursor cursor = {.text = scan->text, .at = scan->at};

    if (!js_cursor_take(&cursor, ',') ||
        !(js_cursor_word(&cursor, "import")
              ? take_members(&cursor, "meta", "url")
              : js_cursor_word(&cursor, "document") && take_members(&cursor, "currentScript", "src")))
        return false;
    return js_cursor_take(&cursor, ')') || js_cursor_take(&cursor, ',');
}

/* Returns true if BEFORE directly precedes the name at AT. */
static bool stands_before(const struct js_scan *scan, size_t at, const char *before)
{
    size_t len = strlen(before);

    return at >= len && span_is(span_part(scan->text, at - len, len), before);
}

/* Returns the name of the call whose argument the string is, or an empty span. */
static struct span call_name(const struct js_scan *scan)
{
    const struct js_level *level = scan->depth > 0 ? &scan->levels[scan->depth - 1] : NULL;

    if (!level || level->open != '(' || (scan->last[0] != '(' && scan->last[0] != ','))
        return span_make(NULL, 0);
    return span_make(scan->text.at + level->name_at, level->name_len);
}

/* Judges the first argument of a call. ENDS says that the string is the whole argument. */
static enum js_use first_argument(const struct js_scan *scan, struct span call, size_t at, bool ends)
{
    if (span_is(call, "import") && !stands_before(scan, at, "."))
        return ends ? JS_IMPORT_CALL : JS_NO_ADDRESS;
    if (span_is(call, "resolve") && stands_before(scan, at, "import.meta."))
        return ends ? JS_IMPORT_RESOLVE : JS_NO_ADDRESS;
    if (span_is(call, "URL") && js_use_next_byte(scan) == ',')
        return own_url_follows(scan) ? JS_IMPORT_URL : JS_URL;
    if (span_is_one_of(call, "Worker SharedWorker"))
        return JS_WORKER;
    if (span_is(call, "register") && stands_before(scan, at, "serviceWorker."))
        return JS_WORKER;
    if (span_is(call, "fetch"))
        return JS_FETCH;
    if (span_is_one_of(call, "get getJSON json csv load text Request Audio getScript loadScript addScript "
                             "injectScript loadJS loadCSS open") ||
        (span_is_one_of(call, "assign replace") && stands_before(scan, at, "location.")))
        return JS_PROPERTY;
    return JS_TEXT;
}

/* Returns true if the function CALL takes texts other than addresses. A bundler may write require as
 * "__x_require__". */
static bool takes_no_address(struct span call)
{
    return span_has_suffix(span_trim(call, "_"), "_require") ||
           span_is_one_of(call, "require define indexOf lastIndexOf includes startsWith endsWith match "
                                "matches replace replaceAll split search test querySelector "
                                "querySelectorAll closest getElementById log warn error info debug Error "
                                "TypeError getItem setItem removeItem equals module addEventListener "
                                "RegExp exec join concat requirejs assert describe register");
}

static enum js_use use_of_argument(const struct js_scan *scan, struct span call, bool ends)
{
    enum js_use use = JS_TEXT;
    size_t at = (size_t)(call.at - scan->text.at);

    if (scan->last[0] == '(')
        use = first_argument(scan, call, at, ends);
    else if (span_is(call, "open") && scan->last[1] == JS_TOKEN_STRING)
        use = span_is_one_of(name_span(scan), "GET get HEAD") ? JS_FETCH : JS_NO_ADDRESS;
    else if (span_is(call, "setAttribute") && span_is_one_of(name_span(scan), "src href poster data-src"))
        use = JS_PROPERTY;
    if (span_is(call, "importScripts"))
        use = JS_IMPORT_SCRIPTS;
    return use == JS_TEXT && takes_no_address(call) ? JS_NO_ADDRESS : use;
}

/* Returns true if the string is in a list of module names: define(['…'], …). */
static bool is_module_name(const struct js_scan *scan)
{
    const struct js_level *outer = scan->depth > 1 ? &scan->levels[scan->depth - 2] : NULL;

    return outer && outer[1].open == '[' && outer->open == '(' &&
           span_is_one_of(span_make(scan->text.at + outer->name_at, outer->name_len),
                          "define require requirejs");
}

/* Judges a string after a name and '=' or ':'. */
static enum js_use use_of_value(const struct js_scan *scan)
{
    bool named = scan->last[1] == JS_TOKEN_NAME || scan->last[1] == JS_TOKEN_STRING;

    return named && span_is_one_of(name_span(scan), "src url href poster location") ? JS_PROPERTY : JS_TEXT;
}

static enum js_use judge_before(const struct js_scan *scan, struct span call, bool ends, bool template)
{
    switch (scan->last[0]) {
    case '+':
    case JS_TOKEN_COMPARISON:
        return JS_NO_ADDRESS;
    case JS_TOKEN_STRING:
    case JS_TOKEN_VALUE:
    case ')':
    case ']':
        return template ? JS_NO_ADDRESS : JS_TEXT; /* a tagged template */
    case JS_TOKEN_NAME:
        return span_is(name_span(scan), "return") || span_is(name_span(scan), "default") ? JS_TEXT
                                                                                         : JS_NO_ADDRESS;
    case '=':
    case ':':
        return use_of_value(scan);
    default:
        return call.len > 0           ? use_of_argument(scan, call, ends)
               : is_module_name(scan) ? JS_NO_ADDRESS
                                      : JS_TEXT;
    }
}

/* Returns true if the string is the operand of an expression: not a name of a property or in a declaration of
 * modules, a directive or the key of a[b]. NEXT follows it. */
static bool is_value(const struct js_scan *scan, char next)
{
    static const char operators[] = {'(', ',', '=', ':', '?', '&', '|', '>'};
    char last = scan->last[0], before = scan->last[1];

    if (scan->importing || next == '(' || next == '`' || (next == ':' && last != '?'))
        return false;
    if (last == JS_TOKEN_NAME)
        return before != '.' && js_use_is_operator(scan);
    if (last == '[' && before == JS_TOKEN_NAME)
        return scan->last[2] != '.' && js_use_is_operator(scan);
    if (last == '[')
        return before == '[' || memchr(operators, before, sizeof operators);
    return memchr(operators, last, sizeof operators);
}

void js_use_judge(struct js_scan *scan, struct js_string *string)
{
    char next = js_use_next_byte(scan);
    struct span call;

    string->alone = next == ')';
    string->is_value = is_value(scan, next);
    string->use = JS_NO_ADDRESS;
    if (scan->importing && scan->depth == 0 && scan->last[0] == JS_TOKEN_NAME &&
        (span_is(name_span(scan), "from") || span_is(name_span(scan), "import"))) {
        scan->importing = false;
        string->use = JS_IMPORT;
        return;
    }
    if (next == '+' || next == '.' || next == '[' || next == '=' || next == '!')
        return;
    if (next == ':' && (scan->last[0] == '{' || scan->last[0] == ','))
        return;
    call = call_name(scan);
    string->use =
        judge_before(scan, call, string->alone || next == ',', scan->text.at[string->at - 1] == '`');
}

/* Sets CODE to the number that COUNT hexadecimal digits at AT spell; false if they are not all there. */
static bool read_digits(struct span raw, size_t at, size_t count, uint32_t *code)
{
    *code = 0;
    for (size_t i = at; i < at + count; i++) {
        if (!ascii_is_hex(span_byte(raw, i)))
            return false;
        *code = *code * 16 + (uint32_t)ascii_hex_value(raw.at[i]);
    }
    return true;
}

/* Adds the character of the escape at AT, and returns the position after it. */
static size_t add_escaped(struct buf *out, struct span raw, size_t at)
{
    static const char letters[] = "bfnrtv", values[] = "\b\f\n\r\t\v";
    char c = raw.at[at + 1];
    const char *letter = c ? strchr(letters, c) : NULL;
    uint32_t code, low;

    if (c == 'x' && read_digits(raw, at + 2, 2, &code)) {
        (void)utf8_add(out, code);
        return at + 4;
    }
    if (c == 'u' && read_digits(raw, at + 2, 4, &code)) {
        at += 6;
        if (code >= 0xd800 && code < 0xdc00 && span_starts(span_part(raw, at, raw.len), "\\u") &&
            read_digits(raw, at + 2, 4, &low) && low >= 0xdc00 && low < 0xe000) {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            at += 6;
        }
        (void)utf8_add(out, code >= 0xd800 && code < 0xe000 ? UTF8_REPLACEMENT : code);
        return at;
    }
    if (c != '\n' && c != '\r')
        (void)buf_add_byte(out, letter ? values[letter - letters] : c);
    return at + 2;
}

struct span js_unescape(struct span raw, struct buf *scratch)
{
    size_t at = span_find(raw, '\\'), start = 0;

    if (at == raw.len)
        return raw;
    buf_clear(scratch);
    while (at + 1 < raw.len) {
        (void)buf_add(scratch, raw.at + start, at - start);
        start = at = add_escaped(scratch, raw, at);
        at += span_find(span_part(raw, at, raw.len), '\\');
    }
    (void)buf_add_span(scratch, span_part(raw, start, raw.len));
    return buf_span(scratch);
}

void js_cursor_skip(struct js_cursor *cursor)
{
    while (cursor->at < cursor->text.len) {
        struct span rest = span_part(cursor->text, cursor->at, 2);

        if (span_is(rest, "/*"))
            cursor->at = span_find_end(cursor->text, cursor->at + 2, "*/");
        else if (span_is(rest, "//"))
            cursor->at += span_find(span_part(cursor->text, cursor->at, cursor->text.len), '\n');
        else if (ascii_is_white(rest.at[0]))
            cursor->at++;
        else
            break;
    }
}

bool js_cursor_take(struct js_cursor *cursor, char c)
{
    js_cursor_skip(cursor);
    if (cursor->at == cursor->text.len || cursor->text.at[cursor->at] != c)
        return false;
    cursor->at++;
    return true;
}

struct span js_cursor_name(struct js_cursor *cursor)
{
    size_t from;

    js_cursor_skip(cursor);
    from = cursor->at;
    while (cursor->at < cursor->text.len && js_cursor_is_name(cursor->text.at[cursor->at]))
        cursor->at++;
    return span_part(cursor->text, from, cursor->at - from);
}

bool js_cursor_word(struct js_cursor *cursor, const char *word)
{
    struct js_cursor ahead = *cursor;
    bool found = span_is(js_cursor_name(&ahead), word);

    if (found)
        *cursor = ahead;
    return found;
}

struct span js_cursor_string(struct js_cursor *cursor)
{
    size_t from, at;
    char quote;

    js_cursor_skip(cursor);
    from = at = cursor->at;
    quote = span_byte(cursor->text, at);
    if (quote != '"' && quote != '\'')
        return span_make(NULL, 0);
    for (at++; at < cursor->text.len && cursor->text.at[at] != quote; at++)
        if (cursor->text.at[at] == '\\')
            at++;
    if (at >= cursor->text.len)
        return span_make(NULL, 0);
    cursor->at = at + 1;
    return span_part(cursor->text, from, cursor->at - from);
}

bool js_cursor_text(struct js_cursor *cursor, struct span *text)
{
    struct span whole = js_cursor_string(cursor);

    *text = span_part(whole, 1, whole.len > 2 ? whole.len - 2 : 0);
    return whole.len > 0;
}

bool js_cursor_member(struct js_cursor *cursor, struct span *key, struct span *value)
{
    if (!js_cursor_text(cursor, key))
        *key = js_cursor_name(cursor);
    if (key->len == 0 || !js_cursor_take(cursor, ':') || !js_cursor_text(cursor, value))
        return false;
    (void)js_cursor_take(cursor, ',');
    return true;
}
