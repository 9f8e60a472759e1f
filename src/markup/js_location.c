/* SPDX-License-Identifier: MIT */
/* Which uses of the name location in a script may be those of the page's address. */
#include "config.h"

#include "markup/js_location.h"

#include <string.h>

#include "markup/js_cursor.h"
#include "markup/js_use.h"

/* The longest rest of a pattern that is read. */
enum { PATTERN_BYTES = 300 };

/* Returns the name that ends before END. */
static struct span name_before(struct span text, size_t end)
{
    size_t at;

    while (end > 0 && ascii_is_white(text.at[end - 1]))
        end--;
    for (at = end; at > 0 && js_cursor_is_name(text.at[at - 1]);)
        at--;
    return span_part(text, at, end - at);
}

static bool is_one_of(struct span name, const char *const *words)
{
    while (*words && !span_is(name, *words))
        words++;
    return *words != NULL;
}

bool js_location_is_unclear(const struct js_scan *scan, size_t at, char before, char next, bool has_class)
{
    static const char *const variables[] = {"var", "let", "const", NULL};
    bool is_new = before == JS_TOKEN_NAME && is_one_of(name_before(scan->text, at), variables);
    bool begins = strchr("{};)]", before) || before == JS_TOKEN_VALUE || before == JS_TOKEN_STRING ||
                  (before == JS_TOKEN_NAME && next == '=' && !is_new);

    if (next == '(' || (scan->depth == 0 && (is_new || (before == ',' && strchr("=,;", next)))))
        return true;
    return has_class && begins && strchr("=;}", next);
}

bool js_location_stays(const struct js_scan *scan, size_t at, char before, char next)
{
    static const char *const accessors[] = {"get", "set", "static", NULL};
    static const char *const windows[] = {"top", "parent", "opener", "contentWindow", NULL};
    struct span text = scan->text;

    if (before != '.')
        return before == JS_TOKEN_NAME && next == '(' && is_one_of(name_before(text, at), accessors);
    while (at > 0 && text.at[at - 1] != '.')
        at--;
    return is_one_of(name_before(text, at > 0 && text.at[at - 1] == '.' ? at - 1 : 0), windows);
}

bool js_location_is_unpacked(const struct js_scan *scan)
{
    static const char *const windows[] = {"window", "self", "globalThis", "document", NULL};
    struct span rest = span_part(scan->text, scan->at, PATTERN_BYTES);
    struct span pattern = span_part(rest, 0, span_find(rest, '}'));
    struct js_cursor cursor = {.text = scan->text, .at = scan->at + pattern.len};

    return span_find(pattern, '{') == pattern.len && js_cursor_take(&cursor, '}') &&
           js_cursor_take(&cursor, '=') && is_one_of(js_cursor_name(&cursor), windows) &&
           !js_cursor_take(&cursor, '.');
}

bool js_location_has_class(struct span text)
{
    return span_has(text, "class ") || span_has(text, "class{");
}

bool js_location_matters(struct span text)
{
    return span_has(text, "pathname") || span_has(text, "history");
}
