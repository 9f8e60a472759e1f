/* SPDX-License-Identifier: MIT */
/* Finds the names of files that scripts write without a folder, or in parts: "spec.json" as any argument or
 * item, base + "/a.json" with a constant in front, and "img/" + name + ".png" with the items of a list. It
 * looks only at the few bytes around a string. None is certain: judge/ stops what does not pay. */
#include "config.h"

#include "extract/names.h"

#include "base/limits.h"
#include "markup/js_scan.h"
#include "markup/js_use.h"
#include "markup/link.h"

/* The bytes before a string that are looked at, and the longest constant, item and name of a file. */
enum { LOOK_BYTES = 80, CONSTANT_BYTES = 200, ITEM_BYTES = 60 };

/* The code before a string, read backwards. */
struct look {
    struct span text;
    size_t at; /* what is before here was not read yet */
};

static char look_byte(const struct look *look)
{
    return look->at > 0 ? look->text.at[look->at - 1] : '\0';
}

static void look_past_blanks(struct look *look)
{
    while (look->at > 0 && ascii_is_white(look_byte(look)))
        look->at--;
}

static bool look_take(struct look *look, char c)
{
    look_past_blanks(look);
    if (look_byte(look) != c)
        return false;
    look->at--;
    return true;
}

static struct span look_name(struct look *look)
{
    size_t end;

    look_past_blanks(look);
    for (end = look->at;
         look->at > 0 && (ascii_is_alphanumeric(look_byte(look)) || byte_is_in(look_byte(look), "_$"));)
        look->at--;
    return span_part(look->text, look->at, end - look->at);
}

/* Begins before the quote of the string at AT. */
static struct look look_start(struct span text, size_t at)
{
    size_t from = at > LOOK_BYTES ? at - LOOK_BYTES : 0;

    return (struct look){span_part(text, from, at - from), at - from - (at > from)};
}

/* Returns the name to which the string at AT is assigned or that is its key; empty without one. */
static struct span assigned_name(struct span text, size_t at)
{
    struct look look = look_start(text, at);

    if (!look_take(&look, '=') && !look_take(&look, ':'))
        return span_make(NULL, 0);
    look_past_blanks(&look);
    if (byte_is_in(look_byte(&look), "'\""))
        look.at--;
    return look_name(&look);
}

/* Reads the text in quotation marks before LOOK; empty without them, or if it is long. */
static struct span look_quoted(struct look *look)
{
    char quote = look_byte(look);
    size_t end;

    if (!look_take(look, '"') && !look_take(look, '\''))
        return span_make(NULL, 0);
    end = look->at;
    while (look->at > 0 && look_byte(look) != quote)
        look->at--;
    return look_take(look, quote) ? span_part(look->text, look->at + 1, end - look->at - 1)
                                  : span_make(NULL, 0);
}

bool names_is_icon(struct span text, size_t at, struct span file)
{
    struct look look = look_start(text, at);
    struct span name = span_part(file, span_after_last(file, '.'), file.len);

    if (span_has(file, "/") || !span_is_one_of_nocase(name, "png svg gif jpg jpeg webp ico") ||
        !look_take(&look, ':'))
        return false;
    look_past_blanks(&look);
    name = byte_is_in(look_byte(&look), "'\"") ? look_quoted(&look) : look_name(&look);
    return name.len > 0 && (look_take(&look, '{') || look_take(&look, ',')) &&
           !span_is_one_of_nocase(name,
                                  "url uri src href file filename path source data image img poster video "
                                  "audio model texture sprite font script style worker manifest");
}

/* The bytes that end the value of an attribute in markup. */
static const char ends[] = "'\"`<> ";

static bool is_markup(struct span string)
{
    (void)span_take_until_any(&string, ends);
    return string.len > 0;
}

/* Returns the name that is before STRING, a string or piece of a template at AT; empty without one, or if
 * another part precedes it and this is not in markup, where only the variable is a part of the value. */
static struct span joined_name(struct span text, size_t at, bool is_piece, struct span string)
{
    struct look look = look_start(text, at);
    struct span name = span_make(NULL, 0);

    if (is_piece && span_byte(text, at > 0 ? at - 1 : 0) == '}') {
        name = look_name(&look);
        return look_take(&look, '{') && look_take(&look, '$') && look_take(&look, '`') ? name
                                                                                       : span_make(NULL, 0);
    }
    if (!is_piece && look_take(&look, '+'))
        name = look_name(&look);
    while (look_take(&look, '.') && look_name(&look).len > 0)
        continue;
    return look_take(&look, '+') && !is_markup(string) ? span_make(NULL, 0) : name;
}

struct span names_way_up(struct span text, size_t end)
{
    struct js_cursor cursor = {.text = text, .at = end + 1};
    struct span way = js_cursor_take(&cursor, ',') ? js_cursor_string(&cursor) : span_make(NULL, 0);

    way = span_part(way, 1, way.len > 2 ? way.len - 2 : 0);
    return way.len <= LOOK_BYTES && span_starts(way, "../") && span_skip(way, 0, "./") == way.len
               ? way
               : span_make(NULL, 0);
}

/* Returns the first byte after the string that ends at END. */
static char byte_after(struct span text, size_t end)
{
    return span_byte(text, span_skip(text, end + 1, PLAIN_WHITE));
}

static struct span known_constant(const struct name_list *names, struct span name)
{
    for (size_t i = 0; i < names->constant_count; i++)
        if (span_equals(names->constants[i].name, name))
            return names->constants[i].value;
    return span_make(NULL, 0);
}

/* Keeps a constant; of several with one name, the first counts. */
static void keep_constant(struct name_list *names, struct span name, struct span value)
{
    if (names->constant_count < COUNT_OF(names->constants) && value.len <= CONSTANT_BYTES &&
        span_is_plain(value, "-._~/:@") && known_constant(names, name).len == 0)
        names->constants[names->constant_count++] = (struct name_constant){name, value};
}

/* Returns true if a name without a folder is more often something else: a member such as a.Request.data, or
 * in a script file a.data, or the name of a page, which is a default or a title. */
static bool is_doubtful(const struct name_source *source, struct span name)
{
    size_t dot = span_after_last(name, '.');
    struct span extension = span_part(name, dot, name.len);
    bool has_more = dot > 0 && span_find(name, '.') + 1 < dot;

    if (span_find(name, '/') < name.len)
        return false;
    if (span_is_one_of_nocase(extension, "html htm obj data"))
        return source->is_file;
    return has_more && !candidate_is_media(extension) && !span_is_one_of_nocase(extension, "js mjs css");
}

void names_guess(const struct name_source *source, size_t at, size_t len, struct span text)
{
    struct span path = span_part(text, 0, span_find(text, '?'));
    bool is_bare = !span_starts(text, "/") && !url_starts_http(text);

    if (!candidate_is_likely(text, CANDIDATE_NAMED) || is_doubtful(source, path) ||
        source->collector->names.guess_count++ >= LIMIT_NAMES)
        return;
    collect_candidate(source->collector, source->first, at, len, text, CANDIDATE_NAMED, PLACE_NAME_TEXT,
                      false);
    if (is_bare && source->second)
        collect_candidate(source->collector, source->second, at, len, text, CANDIDATE_NAMED,
                          PLACE_OTHER_NAME_TEXT, false);
}

/* Guesses the name TEXT, after a variable. */
static void guess_joined(const struct name_source *source, const struct js_string *string, struct span name,
                         struct span text)
{
    struct span before = known_constant(&source->collector->names, name);
    struct buf *whole = &source->collector->mapped;

    text = span_take_until_any(&text, ends);
    if (!candidate_is_likely(text, CANDIDATE_NAMED))
        return;
    buf_clear(whole);
    if (before.len == 0)
        (void)span_take_byte(&text, '/');
    if (buf_add_span(whole, before) == 0 && buf_add_span(whole, text) == 0)
        names_guess(source, source->from + string->at, string->len, buf_span(whole));
}

void names_read(const struct name_source *source, const struct js_string *string, struct span text)
{
    struct name_list *names = &source->collector->names;
    size_t end = string->at + string->len;
    char next = byte_after(source->text, end);
    bool is_piece = string->use == JS_PIECE;
    struct span name;

    if (string->len == 0 || string->len > LIMIT_URL_BYTES)
        return;
    name = joined_name(source->text, string->at, is_piece, text);
    if (name.len > 0 && (is_piece ? span_byte(source->text, end) == '`' : next != '+' || is_markup(text)))
        guess_joined(source, string, name, text);
    if (name.len > 0 || is_piece)
        return;
    name = assigned_name(source->text, string->at);
    if (name.len > 0 && source->keeps && !string->escaped && !byte_is_in(next, "+.[?:=!"))
        keep_constant(names, name, text);
}
