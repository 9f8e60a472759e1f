/* SPDX-License-Identifier: MIT */
/* Reads requests such as fetch(`/api/item-${id}.json`), addresses of links such as href:`/items/${e.id}`, and
 * the values that data has for them. Which value belongs to which name is a guess of judge/discover.c, and
 * so cheap only if both are certain: the name has an extension and one value, or says which value it takes,
 * and the value is that of an id or a slug, or is one of those that such a script reads. */
#include "config.h"

#include "apps/app.h"

#include <stdio.h>

#include "markup/candidate.h"

/* The longest call, code in it, value, and text around a string that are read. */
enum { CALL_BYTES = 300, CODE_BYTES = 60, VALUE_BYTES = 64, MARK_BYTES = 16 };

/* The longest place of a template, and script whose data attributes are read. */
enum { WHERE_BYTES = 96, SCRIPT_BYTES = 128 * 1024 };

/* Writes a name with VALUE in it to OUT, and returns it. */
static struct span fill(struct buf *out, struct span first, const char *value, struct span second)
{
    buf_clear(out);
    (void)buf_add_span(out, first);
    (void)buf_add_text(out, value);
    (void)buf_add_span(out, second);
    return buf_span(out);
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

/* Takes the code of a value: a variable, a member, an item or a call. */
static struct span take_code(struct span *rest)
{
    struct span whole = *rest;

    while (span_take_plain(rest, "_$.").len > 0)
        if (span_starts(*rest, "[") || span_starts(*rest, "("))
            (void)span_take_until(rest, span_starts(*rest, "[") ? ']' : ')');
    return span_part(whole, 0, whole.len - rest->len);
}

/* Takes the code of a value and what joins it to the texts around it, in a name that ends with the quote END.
 * Sets IS_LAST to whether nothing follows it. */
static bool take_joined(struct span *rest, char end, struct span *code, bool *is_last)
{
    bool is_call;
    char quote;

    *is_last = false;
    if (span_take_text(rest, "${")) {
        *code = take_code(rest);
        return span_take_byte(rest, '}');
    }
    quote = take_quote(rest);
    *rest = span_trim(*rest, " ");
    is_call = span_take_text(rest, ".concat(");
    if (quote == '\0' || (!is_call && !span_take_byte(rest, '+')))
        return false;
    *rest = span_trim(*rest, " ");
    *code = take_code(rest);
    *rest = span_trim(*rest, " ");
    *is_last = quote == end && (is_call ? span_starts(*rest, ")") : !span_starts(*rest, "+"));
    if (*is_last || is_call)
        return *is_last;
    (void)span_take_byte(rest, '+');
    *rest = span_trim(*rest, " ");
    return take_quote(rest) == quote;
}

/* Before the name of a file that is requested, and before the address of a link, without "=". */
static const char calls[] = "fetch( getJSON( .get(", link_marks[] = "href: href to: .push(";

/* Returns true if the last bytes of TEXT are one of MARKS. */
static bool ends_with(struct span text, const char *marks)
{
    struct span rest = span_of(marks);

    while (rest.len > 0) {
        struct span mark = span_take_until(&rest, ' ');

        if (text.len >= mark.len && span_equals(span_part(text, text.len - mark.len, mark.len), mark))
            return true;
    }
    return false;
}

/* Returns the place of names with CODE in a link: only an id or a slug is known; NULL for any other. */
static const char *place_of_link(struct span code)
{
    struct span value = span_part(code, span_after_last(code, '.'), code.len);

    return span_is(value, "id")     ? PLACE_TEMPLATE_TEXT "id"
           : span_is(value, "slug") ? PLACE_TEMPLATE_TEXT "slug"
                                    : NULL;
}

/* Returns the place of the name of a file; NULL if none is likely. A path of data from the site's root may be
 * requested by a function of the script's own. */
static const char *place_of_file(const struct app_text *text, struct span before, struct span first,
                                 struct span second)
{
    bool is_data = span_starts(first, "/") && span_is(second, ".json"), is_call = ends_with(before, calls);

    if (first.len == 0 || ends_with(before, "+") ||
        !candidate_is_likely(fill(text->name, first, "1", second), CANDIDATE_NAMED))
        return NULL;
    if (is_data || is_call)
        return "script request";
    return candidate_is_media(span_part(second, span_after_last(second, '.'), second.len)) ? PLACE_NUMBER_TEXT
                                                                                           : NULL;
}

/* Adds the name of the data attribute that scripts call NAME: fullName is data-full-name. */
static void add_attribute(struct buf *out, struct span name)
{
    (void)buf_add_text(out, " data-");
    for (size_t i = 0; i < name.len; i++) {
        if (name.at[i] >= 'A' && name.at[i] <= 'Z')
            (void)buf_add_byte(out, '-');
        (void)buf_add_byte(out, ascii_lower(name.at[i]));
    }
}

/* Returns WHERE, in the memory of the links, with the kinds of values that the template may have: of lists,
 * of options, and of the first data attributes that TEXT, a script that is not long, names. */
static const char *add_kinds(const struct app_text *text, const char *where)
{
    static const char *const marks[] = {"dataset.", "data-", ".data('", ".data(\""};
    char *memory = arena_take(&text->links->text, WHERE_BYTES);
    struct buf out BUF_LOCAL(WHERE_BYTES);
    bool is_short =
        text->text.len <= SCRIPT_BYTES && link_list_spend(text->links, COUNT_OF(marks) * text->text.len);

    (void)buf_add_format(&out, "%s list", where);
    if (is_short && (span_has(text->text, ".value") || span_has(text->text, ".val(")))
        (void)buf_add_text(&out, " option");
    for (size_t i = 0; i < COUNT_OF(marks) && is_short; i++) {
        struct span rest = text->text;

        while (span_take_after(&rest, marks[i]))
            add_attribute(&out, span_take_plain(&rest, "-_"));
    }
    (void)snprintf(memory, WHERE_BYTES, "%s", buf_text(&out));
    return memory;
}

/* Reads the name with one value that REST starts with, after BEFORE. */
static void read_name(const struct app_text *text, struct span before, struct span rest)
{
    static const char plain[] = "/-_.~%:@,!";
    size_t at = (size_t)(rest.at - text->text.at);
    struct span first, second = span_make(NULL, 0), code;
    const char *where = NULL;
    bool is_last;
    char end;

    rest = span_part(rest, 0, CALL_BYTES);
    end = take_quote(&rest);
    first = span_take_plain(&rest, plain);
    if (end == '\0' || !take_joined(&rest, end, &code, &is_last) || code.len > CODE_BYTES ||
        !span_is_plain(code, "_$.()[]'\"-"))
        return;
    if (!is_last) {
        second = span_take_plain(&rest, plain);
        if (take_quote(&rest) != end)
            return;
    }
    if (span_starts(first, "/") && !span_starts(first, "//") && ends_with(before, link_marks))
        where = place_of_link(code);
    if (!where)
        where = place_of_file(text, before, first, second);
    if (where && link_place(span_of(where)) != PLACE_TEMPLATE)
        where = add_kinds(text, where);
    if (where)
        (void)text->take(text, &(struct app_find){.at = at,
                                                  .len = 1,
                                                  .name = fill(text->name, first, "{}", second),
                                                  .base = text->page,
                                                  .where = where});
}

void template_read_string(const struct app_text *text, const struct js_string *string)
{
    size_t end = string->at + string->len, from = string->at > MARK_BYTES ? string->at - MARK_BYTES : 0;
    struct span all = text->text, after = span_trim(span_part(all, end + 1, MARK_BYTES), " "),
                markup = span_part(all, string->at, string->len);

    if (span_byte(all, end) != '$' && !span_starts(after, "+") && !span_starts(after, ".concat("))
        return;
    if (span_byte(all, string->at - 1) != '}')
        read_name(text, span_trim(span_part(all, from, string->at - 1 - from), " ="),
                  span_part(all, string->at - 1, all.len));
    while (span_take_after(&markup, "href="))
        read_name(text, span_of("href"), span_part(all, (size_t)(markup.at - all.at), all.len));
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
    return value.len <= VALUE_BYTES && span_is_plain(value, "-_.") ? value : span_make(NULL, 0);
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

    if (span_has(text->text, "\"prerenderedAt\":")) /* devalue, as in Nuxt: numbers say where values are */
        return;
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        struct span rest = text->text;
        bool has_room = true;

        while (has_room && span_take_after(&rest, keys[i].mark)) {
            struct span value = take_value(rest);

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
    struct span kind = span_part(span_of(value), strlen(PLACE_LISTED_TEXT), SIZE_MAX);

    if (value_place == PLACE_LISTED)
        return place != PLACE_TEMPLATE && span_is_one_of_nocase(span_take_until(&kind, ' '), template);
    if (place == PLACE_NUMBER)
        return false;
    return place != PLACE_TEMPLATE ||
           (value_place == PLACE_VALUE &&
            strcmp(template + strlen(PLACE_TEMPLATE_TEXT), value + strlen(PLACE_VALUE_TEXT)) == 0);
}

struct span template_route(struct span fragment)
{
    struct span route = span_part(fragment, span_find(fragment, '/') + 1, fragment.len);
    bool is_route = span_starts(fragment, "#/") || span_starts(fragment, "#!/");

    return is_route && span_is_plain(route, "-_/") ? route : span_make(NULL, 0);
}
