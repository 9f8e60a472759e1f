/* SPDX-License-Identifier: MIT */
/* Finds the properties of links in CSS by the text before them, up to the start of the declaration. */
#include "config.h"

#include "weave/property.h"

#include <string.h>

#include "markup/link.h"

enum {
    DECLARATION_MAX = 1024, /* how far before its url() the name of a property is looked for */
    QUOTE_MAX = 6           /* bytes of a quote that is written as &quot; or &#x27; */
};

static bool is_name(char c)
{
    return ascii_is_alpha(c) || ascii_is_digit(c) || c == '-' || c == '_';
}

/* The end of DOCUMENT without blanks before END. */
static size_t before_white(struct span document, size_t end)
{
    while (end > 0 && ascii_is_white(document.at[end - 1]))
        end--;
    return end;
}

/* The name that ends at END, ignoring blanks after it. */
static struct span name_before(struct span document, size_t end)
{
    size_t at;

    end = before_white(document, end);
    for (at = end; at > 0 && is_name(document.at[at - 1]);)
        at--;
    return span_part(document, at, end - at);
}

/* The start of the quote right before AT, if that is a character reference; AT otherwise. */
static size_t before_quote(struct span document, size_t at)
{
    if (at == 0 || document.at[at - 1] != ';')
        return at;
    for (size_t len = 1; len <= QUOTE_MAX && len <= at; len++)
        if (document.at[at - len] == '&')
            return at - len;
    return at;
}

static struct span property_at(struct span document, size_t at)
{
    size_t least = at > DECLARATION_MAX ? at - DECLARATION_MAX : 0;
    struct span name = span_of("");

    for (size_t i = before_quote(document, at); i > least; i--) {
        char c = document.at[i - 1];

        if (c == ';' || c == '{' || c == '}')
            return name;
        if (c == ':')
            name = name_before(document, i - 1);
        if (c == '=')
            return name.len > 0 ? name : name_before(document, i - 1);
    }
    return name;
}

struct span property_of(struct span document, const struct link *link)
{
    if (link->escape[0] == LINK_ESCAPE_CSS_URL || link->escape[0] == LINK_ESCAPE_CSS_TEXT)
        return property_at(document, link->at);
    return span_of("");
}

bool property_is_used(struct span document, struct span name)
{
    const char *found;

    for (size_t at = 0; (found = memmem(document.at + at, document.len - at, name.at, name.len));) {
        size_t start = (size_t)(found - document.at), before = before_white(document, start);

        at = start + name.len;
        if (before >= 4 && span_starts_nocase(span_part(document, before - 4, document.len), "var(") &&
            (at == document.len || !is_name(document.at[at])))
            return true;
    }
    return false;
}
