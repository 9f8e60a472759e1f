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
    struct span rest = span_part(text, at, end - at);

    while (rest.len > 0) {
        struct span name = span_trim(span_take_until(&rest, '='), PLAIN_WHITE), value;
        char quote;

        rest = span_part(rest, span_skip(rest, 0, PLAIN_WHITE), rest.len);
        quote = span_byte(rest, 0);
        if (!span_take_byte(&rest, '"') && !span_take_byte(&rest, '\''))
            return false;
        if (span_find(rest, quote) == rest.len)
            return false;
        value = span_take_until(&rest, quote);
        *sheet = (struct prolog_sheet){.at = (size_t)(value.at - text.at), .len = value.len, .quote = quote};
        if (span_is(name, "href"))
            return true;
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
    struct span rest, name;
    size_t at = 0;

    while (prolog_next(document, &at, &sheet))
        continue;
    rest = span_part(document, at, 256);
    if (!span_take_byte(&rest, '<'))
        return span_make(NULL, 0);
    name = span_take_until_any(&rest, PLAIN_WHITE ">/");
    return rest_of(name, span_after_last(name, ':'));
}
