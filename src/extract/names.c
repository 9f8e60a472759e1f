/* SPDX-License-Identifier: MIT */
/* Finds the names of files that scripts write without a folder, or in parts: "spec.json" as any argument or
 * item, base + "/a.json" with a constant or variable in front. It looks only at the tokens beside a string.
 * None is certain: judge/ stops what does not pay. Reads the tags in pieces of markup, too: in strings of
 * scripts, form fields and data attributes. The use that scripts make of a piece is unknown, so its URLs are
 * candidates, and not woven. */
#include "config.h"

#include "extract/collect.h"

#include "apps/app.h"
#include "markup/css_scan.h"

/* The longest way up, and the longest constant. */
enum { WAY_BYTES = 80, CONSTANT_BYTES = 200 };

/* Returns the name or string before the token before STRING of TEXT; empty without one. */
static struct span name_before(struct span text, const struct js_string *string)
{
    bool has_name = string->before[1] == JS_TOKEN_NAME || string->before[1] == JS_TOKEN_STRING;

    return has_name ? span_part(text, string->name_at, string->name_len) : span_make(NULL, 0);
}

/* Returns the name to which STRING of TEXT is assigned or that is its key; empty without one. */
static struct span assigned_name(struct span text, const struct js_string *string)
{
    return byte_is_in(string->before[0], "=:") ? name_before(text, string) : span_make(NULL, 0);
}

bool names_is_icon(struct span text, const struct js_string *string, struct span file)
{
    struct span extension = span_part(file, span_after_last(file, '.'), file.len);
    struct span name = name_before(text, string);

    return name.len > 0 && !span_has(file, "/") &&
           span_is_one_of_nocase(extension, "png svg gif jpg jpeg webp ico") && string->before[0] == ':' &&
           byte_is_in(string->before[2], "{,") &&
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

/* Returns the name that is before STRING, whose meaning is MEANING; empty without one, or if another part
 * precedes it and this is not in markup, where only the variable is a part of the value. */
static struct span joined_name(struct span text, const struct js_string *string, struct span meaning)
{
    struct span name = span_part(text, string->name_at, string->name_len);
    bool is_joined = string->before[0] == '+' && string->before[1] == JS_TOKEN_NAME &&
                     (string->before[2] != '+' || is_markup(meaning));

    if (string->use == JS_PIECE)
        is_joined = string->name_at >= 3 && string->at == string->name_at + string->name_len + 1 &&
                    span_is(span_part(text, string->name_at - 3, 3), "`${");
    return is_joined ? name : span_make(NULL, 0);
}

struct span names_way_up(struct span text, size_t end)
{
    struct js_cursor cursor = {.text = text, .at = end + 1};
    struct span way;

    return js_cursor_take(&cursor, ',') && js_cursor_text(&cursor, &way) && way.len <= WAY_BYTES &&
                   span_starts(way, "../") && span_skip(way, 0, "./") == way.len
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
    name = joined_name(source->text, string, text);
    if (name.len > 0 && (is_piece ? span_byte(source->text, end) == '`' : next != '+' || is_markup(text)))
        guess_joined(source, string, name, text);
    if (name.len > 0 || is_piece)
        return;
    name = assigned_name(source->text, string);
    if (name.len > 0 && source->keeps && !string->escaped && !byte_is_in(next, "+.[?:=!"))
        keep_constant(names, name, text);
}

/* Ends the last tag of a piece in whatever it is cut off. No URL has the control character, so an attribute
 * that is cut off is not taken. */
#define TAIL "\1\"\1'\1>"

/* Where the links of a piece are. */
struct piece {
    struct collector *collector;
    const struct layer *layer;
    size_t at, len;
};

static void add(const struct piece *piece, struct span address)
{
    collect_candidate(piece->collector, piece->layer, piece->at, piece->len, address, CANDIDATE_NAMED,
                      "markup in text", false);
}

static void add_srcset(const struct piece *piece, struct span text)
{
    size_t at = 0, url_at, url_len;

    while (srcset_next(text, &at, &url_at, &url_len))
        add(piece, span_part(text, url_at, url_len));
}

static void add_css(const struct piece *piece, struct span text)
{
    struct css_scan scan;
    struct css_link found;

    css_scan_start(&scan, text);
    while (css_scan_next(&scan, &found))
        add(piece, css_unescape(span_part(text, found.at, found.len), &piece->collector->unescaped));
}

static void add_links(const struct piece *piece, const struct link_row *row, struct span text)
{
    enum link_form form = row->form;
    bool is_url = form == LINK_FORM_URL && row->role != LINK_LIVE && row->role != LINK_CONNECT;

    if (is_url || form == LINK_FORM_REL || form == LINK_FORM_FILE)
        add(piece, text);
    if (form == LINK_FORM_SRCSET)
        add_srcset(piece, text);
    if (form == LINK_FORM_CSS || form == LINK_FORM_EITHER)
        add_css(piece, text);
}

/* Makes the index before the first piece of a collector. */
static const struct link_index *index_of(struct collector *collector)
{
    size_t count;
    const struct link_group *more = forms_elements(&count);

    if (collector->index.count == 0)
        link_index_init(&collector->index, more, count);
    return &collector->index;
}

static void add_tag(const struct piece *piece, const struct link_index *index)
{
    struct collector *collector = piece->collector;
    const struct tokenizer *tokenizer = &collector->tags;
    const struct token *token = &tokenizer->token;

    for (size_t i = 0; i < token->count && token->kind == TOKEN_START; i++) {
        const struct attribute *attribute = &token->attributes[i];
        int row = link_index_find(index, token->name, tokenizer_name(tokenizer, attribute));

        if (row < 0)
            continue;
        value_decode(&collector->attribute, tokenizer_value(tokenizer, attribute), &collector->transcoder,
                     piece->layer->encoding, true);
        add_links(piece, &index->rows[row], collector->attribute.text);
    }
}

void fragment_read(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                   struct span text)
{
    struct piece piece = {collector, layer, at, len};

    if (span_find(text, '<') == text.len || span_find(text, '=') == text.len)
        return;
    buf_clear(&collector->markup);
    if (buf_add_span(&collector->markup, text) || buf_add_text(&collector->markup, TAIL))
        return;
    tokenizer_start(&collector->tags, buf_span(&collector->markup));
    while (tokenizer_next(&collector->tags))
        add_tag(&piece, index_of(collector));
}

/* Returns the path at the start of TEXT, the value of an attribute, if the string ends after its folder.
 * QUOTE is that of the attribute, 0 if it has none. */
static struct span unfinished_folder(struct span text, char quote)
{
    struct span rest = text, path = span_take_plain(&rest, "-._~/");

    if (path.len < 2 || path.len > LIMIT_URL_BYTES || path.at[path.len - 1] != '/' || rest.len == 0 ||
        (rest.at[0] == quote && quote) || !(memchr("'\"`", rest.at[0], 3) || span_starts(rest, "${")))
        path.len = 0;
    return path;
}

struct span fragment_folder(struct span code)
{
    while (span_take_after(&code, " src=")) {
        struct span value = code, folder;
        char quote = 0;

        if (span_starts(value, "\\"))
            value = span_part(value, 2, value.len);
        else if (value.len > 0 && (value.at[0] == '\'' || value.at[0] == '"')) {
            quote = value.at[0];
            value = span_part(value, 1, value.len);
        }
        folder = unfinished_folder(value, quote);
        if (folder.len > 0)
            return folder;
    }
    return span_make(NULL, 0);
}
