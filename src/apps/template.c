/* SPDX-License-Identifier: MIT */
/* Reads requests such as fetch(`/api/item-${id}.json`), addresses of links such as href:`/items/${e.id}`, and
 * the values that data has for them. Which value belongs to which name is a guess of judge/discover.c, and
 * so cheap only if both are certain: the name has an extension and one value, or says which value it takes,
 * and the value is that of an id or a slug. */
#include "config.h"

#include "apps/app.h"
#include "markup/candidate.h"
#include "markup/link.h"

/* The longest call, code in it, and value that are read. */
enum { CALL_BYTES = 300, CODE_BYTES = 60, VALUE_BYTES = 64 };

static bool has_only(struct span text, const char *more, size_t max)
{
    for (size_t i = 0; i < text.len; i++)
        if (!ascii_is_alphanumeric(text.at[i]) && (text.at[i] == '\0' || !strchr(more, text.at[i])))
            return false;
    return text.len > 0 && text.len <= max;
}

/* Takes what follows the first text of a name, up to the end of its second text, SECOND. */
static bool take_second(struct span *rest, char quote, struct span *second)
{
    bool is_whole = quote == '`' && span_take_byte(rest, '{');
    struct span code;

    if (quote == '`') {
        code = span_take_until(rest, '}');
    } else {
        *rest = span_trim(*rest, " ");
        is_whole = span_take_byte(rest, '+');
        code = span_trim(span_take_until(rest, '+'), " ");
        *rest = span_trim(*rest, " ");
        is_whole = is_whole && span_take_byte(rest, quote);
    }
    is_whole = is_whole && has_only(code, "_$.()[]", CODE_BYTES) && span_find(*rest, quote) < rest->len;
    *second = span_take_until(rest, quote);
    return is_whole;
}

/* Writes a name with VALUE in it to OUT, and returns it. */
static struct span fill(struct buf *out, struct span first, const char *value, struct span second)
{
    buf_clear(out);
    (void)buf_add_span(out, first);
    (void)buf_add_text(out, value);
    (void)buf_add_span(out, second);
    return buf_span(out);
}

static void find_name(const struct app_text *text, size_t at, struct span name, const char *where)
{
    (void)text->take(
        text, &(struct app_find){.at = at, .len = 1, .name = name, .base = text->page, .where = where});
}

/* Reads the name that REST starts with: a path of JSON from the site's root if IS_DATA, else any other. */
static void read_name(const struct app_text *text, struct span rest, bool is_data)
{
    size_t at = (size_t)(rest.at - text->text.at);
    struct span first, second;
    char quote;

    rest = span_trim(span_part(rest, 0, CALL_BYTES), " ");
    quote = span_byte(rest, 0);
    if (quote != '`' && quote != '\'' && quote != '"')
        return;
    rest = span_part(rest, 1, rest.len);
    first = span_take_until(&rest, quote == '`' ? '$' : quote);
    if (first.len == 0 || !take_second(&rest, quote, &second) || span_find(first, '?') < first.len ||
        (span_starts(first, "/") && span_is(second, ".json")) != is_data ||
        !candidate_is_likely(fill(text->name, first, "1", second), CANDIDATE_NAMED))
        return;
    find_name(text, at, fill(text->name, first, "{}", second), "script template");
}

static void read_call(const struct app_text *text, struct span rest)
{
    read_name(text, rest, false);
}

/* Reads a path of data, which a function of the script's own may request, too. */
static void read_data(const struct app_text *text, struct span rest)
{
    read_name(text, rest, true);
}

/* Takes letters, digits and the bytes of MORE. */
static struct span take_only(struct span *rest, const char *more)
{
    size_t len = 0;

    while (len < rest->len && has_only(span_part(*rest, len, 1), more, 1))
        len++;
    *rest = span_part(*rest, len, rest->len);
    return span_make(rest->at - len, len);
}

/* Takes a quote of any kind, which in a string may have a backslash before it; '\0' without one. */
static char take_quote(struct span *rest)
{
    static const char quotes[] = "`'\"";

    (void)span_take_byte(rest, '\\');
    for (size_t i = 0; quotes[i] != '\0'; i++)
        if (span_take_byte(rest, quotes[i]))
            return quotes[i];
    return '\0';
}

/* Takes the code of a value and what joins it to the texts around it, in a name that ends with the quote END.
 * Sets IS_LAST to whether nothing follows it. */
static bool take_joined(struct span *rest, char end, struct span *code, bool *is_last)
{
    bool is_call;
    char quote;

    *is_last = false;
    if (span_take_text(rest, "${")) {
        *code = take_only(rest, "_$.");
        return span_take_byte(rest, '}');
    }
    quote = take_quote(rest);
    *rest = span_trim(*rest, " ");
    is_call = span_take_text(rest, ".concat(");
    if (quote == '\0' || (!is_call && !span_take_byte(rest, '+')))
        return false;
    *rest = span_trim(*rest, " ");
    *code = take_only(rest, "_$.");
    *rest = span_trim(*rest, " ");
    *is_last = quote == end && (is_call ? span_starts(*rest, ")") : !span_starts(*rest, "+"));
    if (*is_last || is_call)
        return *is_last && !span_starts(*rest, "(") && !span_starts(*rest, "[");
    (void)span_take_byte(rest, '+');
    *rest = span_trim(*rest, " ");
    return take_quote(rest) == quote;
}

/* Reads the path with one value that REST starts with, after the name of a link's property or attribute. */
static void read_link(const struct app_text *text, struct span rest)
{
    static const struct {
        const char *name, *where;
    } values[] = {{"id", PLACE_TEMPLATE_TEXT "id"}, {"slug", PLACE_TEMPLATE_TEXT "slug"}};
    size_t at = (size_t)(rest.at - text->text.at);
    struct span first, second = span_make(NULL, 0), value;
    bool is_last;
    char end;

    rest = span_trim(span_part(rest, 0, CALL_BYTES), " ");
    end = take_quote(&rest);
    first = take_only(&rest, "/-_.~");
    if (end == '\0' || !span_starts(first, "/") || span_starts(first, "//") ||
        !take_joined(&rest, end, &value, &is_last))
        return;
    if (!is_last) {
        second = take_only(&rest, "/-_.~");
        if (take_quote(&rest) != end)
            return;
    }
    value = span_part(value, span_after_last(value, '.'), value.len);
    for (size_t i = 0; i < COUNT_OF(values); i++)
        if (span_is(value, values[i].name))
            find_name(text, at, fill(text->name, first, "{}", second), values[i].where);
}

void template_read(const struct app_text *text)
{
    static const struct {
        const char *mark;
        size_t kept; /* its last bytes that are read, too */
        void (*read)(const struct app_text *text, struct span rest);
    } marks[] = {
        {"fetch(", 0, read_call}, {"getJSON(", 0, read_call}, {".get(", 0, read_call},
        {"href:", 0, read_link},  {"href=", 0, read_link},    {"href =", 0, read_link},
        {"to:", 0, read_link},    {".push(", 0, read_link},   {"`/", 2, read_data},
        {"'/", 2, read_data},     {"\"/", 2, read_data},
    };

    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        struct span rest = text->text;

        while (span_take_after(&rest, marks[i].mark))
            marks[i].read(text, span_make(rest.at - marks[i].kept, rest.len + marks[i].kept));
    }
    chunks_read_loaded(text);
}

/* Returns the number or the string that TEXT starts with, which may be JSON in a string, or after a type as
 * Astro writes it; empty if no name of a file may have it. */
static struct span take_value(struct span text)
{
    static const char plain[] = "[0,";
    size_t type = span_starts(text, plain) ? strlen(plain) : 0;
    struct span value = span_trim(span_part(text, type, VALUE_BYTES + 4), " ");
    bool is_escaped = span_take_byte(&value, '\\');
    char first = span_byte(value, 0);
    size_t len = 0;

    if (first == '"' || first == '\'') {
        value = span_part(value, 1, value.len);
        len = span_find(value, is_escaped ? '\\' : first);
    } else {
        while (len < value.len && ascii_is_digit(value.at[len]))
            len++;
    }
    value = span_part(value, 0, len);
    return has_only(value, "-_.", VALUE_BYTES) ? value : span_make(NULL, 0);
}

/* Removes an element from the front of REST, the inside of an array of JSON. */
static struct span take_element(struct span *rest)
{
    struct span whole = *rest;
    bool in_string = false;
    size_t depth = 0, at = 0;

    for (; at < whole.len && (in_string || depth > 0 || !strchr(",]", whole.at[at])); at++) {
        char c = whole.at[at];

        if (c == '"')
            in_string = !in_string;
        else if (in_string)
            at += c == '\\';
        else if (c == '[' || c == '{')
            depth++;
        else if (c == ']' || c == '}')
            depth -= depth > 0;
    }
    *rest = span_part(whole, at + 1, whole.len);
    return span_part(whole, 0, at);
}

/* Returns the value that VALUE means in ARRAY, whose first elements were removed before: a number is
 * the place of another element, which comes later. */
static struct span look_up(struct span value, struct span *array, size_t *removed)
{
    struct span element = span_make(NULL, 0);
    uint64_t place;

    if (value.at[-1] == '"' || !span_to_u64(value, &place))
        return value;
    for (; array->len > 0 && *removed <= place; (*removed)++)
        element = take_element(array);
    return take_value(element);
}

/* Returns the inside of the array TEXT if devalue wrote it, as in Nuxt; otherwise an empty span. */
static struct span flat_array(struct span text)
{
    bool is_flat = span_starts(text, "[") && span_has(text, "\"prerenderedAt\":");

    return is_flat ? span_part(text, 1, text.len) : span_make(NULL, 0);
}

void template_read_values(const struct app_text *text)
{
    static const struct {
        const char *mark, *where;
    } keys[] = {
        {"\"id\":", PLACE_VALUE_TEXT "id"},
        {"\\\"id\\\":", PLACE_VALUE_TEXT "id"},
        {"{id:", PLACE_VALUE_TEXT "id"},
        {"\"slug\":", PLACE_VALUE_TEXT "slug"},
        {"\\\"slug\\\":", PLACE_VALUE_TEXT "slug"},
    };

    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        struct span rest = text->text, array = flat_array(rest), value;
        bool is_flat = array.len > 0, has_room = true;
        size_t removed = 0;

        while (has_room && span_take_after(&rest, keys[i].mark)) {
            value = take_value(rest);
            if (is_flat && value.len > 0)
                value = look_up(value, &array, &removed);
            if (value.len > 0)
                has_room = text->take(text, &(struct app_find){.at = (size_t)(value.at - text->text.at),
                                                               .len = value.len,
                                                               .value = value,
                                                               .where = keys[i].where});
        }
    }
}

bool template_takes(const char *template, const char *value)
{
    enum link_place value_place = link_place(span_of(value)), place = link_place(span_of(template));

    if (place == PLACE_TEMPLATE)
        return value_place == PLACE_VALUE &&
               strcmp(template + strlen(PLACE_TEMPLATE_TEXT), value + strlen(PLACE_VALUE_TEXT)) == 0;
    return (place == PLACE_CHUNK) == (value_place == PLACE_CHUNK);
}

struct span template_route(struct span fragment)
{
    struct span route = span_part(fragment, span_find(fragment, '/') + 1, fragment.len);
    bool is_route = span_starts(fragment, "#/") || span_starts(fragment, "#!/");

    return is_route && has_only(route, "-_/", SIZE_MAX) ? route : span_make(NULL, 0);
}
