/* SPDX-License-Identifier: MIT */
/* Reads the prolog of an XML document. A syntax error ends it, because browsers do not show malformed XML. */
#include "config.h"

#include "markup/prolog.h"

static struct span rest_of(struct span text, size_t at)
{
    return span_part(text, at, text.len);
}

/* Returns the position after the document type declaration at AT, including its internal subset. */
static size_t after_type(struct span text, size_t at)
{
    unsigned depth = 0;

    for (; at < text.len; at++) {
        char c = text.at[at];

        if (c == '"' || c == '\'')
            at += 1 + span_find(rest_of(text, at + 1), c);
        else if (span_starts(rest_of(text, at), "<!--"))
            at = span_find_end(text, at + 4, "-->") - 1;
        else if (c == '[')
            depth++;
        else if (c == ']' && depth > 0)
            depth--;
        else if (c == '>' && depth == 0)
            return at + 1;
    }
    return text.len;
}

static bool find_href(struct span text, size_t at, size_t end, struct prolog_sheet *sheet)
{
    text = span_part(text, 0, end);
    for (at = span_skip(text, at, PLAIN_WHITE); at < end; at = span_skip(text, at, PLAIN_WHITE)) {
        size_t name = at;
        size_t name_len = span_find(rest_of(text, at), '=');
        size_t value_len;

        at = span_skip(text, at + name_len + 1, PLAIN_WHITE);
        if (at >= end || (text.at[at] != '"' && text.at[at] != '\''))
            return false;
        value_len = span_find(rest_of(text, at + 1), text.at[at]);
        if (at + 1 + value_len >= end)
            return false;
        *sheet = (struct prolog_sheet){.at = at + 1, .len = value_len, .quote = text.at[at]};
        if (span_is(span_trim(span_part(text, name, name_len), PLAIN_WHITE), "href"))
            return true;
        at += value_len + 2;
    }
    return false;
}

/* Skips the processing instruction at AT. Returns true if it references a style sheet. */
static bool take_instruction(struct span document, size_t *at, struct prolog_sheet *sheet)
{
    static const char target[] = "<?xml-stylesheet";
    size_t start = *at;
    size_t attributes = start + sizeof target - 1;

    *at = span_find_end(document, start, "?>");
    return span_starts(rest_of(document, start), target) && attributes + 2 < *at &&
           byte_is_in(document.at[attributes], PLAIN_WHITE) &&
           find_href(document, attributes, *at - 2, sheet);
}

bool prolog_next(struct span document, size_t *at, struct prolog_sheet *sheet)
{
    if (*at == 0 && span_starts(document, "\xef\xbb\xbf"))
        *at = 3;
    for (;;) {
        struct span rest;

        *at = span_skip(document, *at, PLAIN_WHITE);
        rest = rest_of(document, *at);
        if (span_starts(rest, "<!--"))
            *at = span_find_end(document, *at + 4, "-->");
        else if (span_starts(rest, "<!"))
            *at = after_type(document, *at + 2);
        else if (!span_starts(rest, "<?"))
            return false;
        else if (take_instruction(document, at, sheet))
            return true;
    }
}

struct span prolog_root(struct span document)
{
    struct prolog_sheet sheet;
    struct span name;
    size_t at = 0;
    size_t colon;

    while (prolog_next(document, &at, &sheet))
        continue;
    if (at >= document.len || document.at[at] != '<')
        return span_make(NULL, 0);
    name = span_part(document, at + 1, 256);
    for (at = 0;
         at < name.len && !byte_is_in(name.at[at], PLAIN_WHITE) && name.at[at] != '>' && name.at[at] != '/';)
        at++;
    name = span_part(name, 0, at);
    colon = span_find(name, ':');
    return colon < name.len ? rest_of(name, colon + 1) : name;
}
