/* SPDX-License-Identifier: MIT */
/* Finds the image candidates of a srcset attribute as the WHATWG HTML standard parses it. Departure:
 * descriptors are skipped unchecked, so a candidate with invalid descriptors counts too. Also the URL of
 * "5; url=page.html", by its "shared declarative refresh steps". */
#include "config.h"

#include "markup/srcset.h"

/* Returns the position after the comma that ends the descriptors at AT, or the end of the text. Commas in
 * parentheses do not count. */
static size_t after_descriptors(struct span text, size_t at)
{
    bool inside = false;

    for (; at < text.len; at++)
        if (text.at[at] == '(')
            inside = true;
        else if (text.at[at] == ')')
            inside = false;
        else if (text.at[at] == ',' && !inside)
            return at + 1;
    return at;
}

bool srcset_next(struct span text, size_t *at, size_t *url_at, size_t *url_len)
{
    size_t start = *at;
    size_t end;

    while (start < text.len && (ascii_is_white(text.at[start]) || text.at[start] == ','))
        start++;
    if (start == text.len)
        return false;
    for (end = start; end < text.len && !ascii_is_white(text.at[end]);)
        end++;
    *at = end;
    *url_at = start;
    if (text.at[end - 1] == ',')
        while (text.at[end - 1] == ',')
            end--;
    else
        *at = after_descriptors(text, end);
    *url_len = end - start;
    return true;
}

/* Returns the position after "url =" at AT, or AT if it is missing: it is optional. */
static size_t skip_url_word(struct span text, size_t at)
{
    size_t after;

    if (!span_starts_nocase(span_part(text, at, text.len), "url"))
        return at;
    after = span_skip(text, at + strlen("url"), HTML_WHITE);
    if (after == text.len || text.at[after] != '=')
        return at;
    return span_skip(text, after + 1, HTML_WHITE);
}

bool refresh_find(struct span content, size_t *url_at, size_t *url_len)
{
    size_t at = span_skip(content, 0, HTML_WHITE);
    size_t after_time = span_skip(content, at, "0123456789.");
    struct span rest;

    if (after_time == at || after_time == content.len || !strchr("\t\n\f\r ;,", content.at[after_time]))
        return false;
    at = span_skip(content, after_time, HTML_WHITE);
    if (at < content.len && (content.at[at] == ';' || content.at[at] == ','))
        at++;
    at = span_skip(content, at, HTML_WHITE);
    if (at == content.len)
        return false;
    at = skip_url_word(content, at);
    rest = span_part(content, at, content.len);
    if (rest.len > 0 && (rest.at[0] == '"' || rest.at[0] == '\'')) {
        char quote = rest.at[0];

        at++;
        rest = span_part(rest, 1, rest.len);
        rest = span_take_until(&rest, quote);
    }
    *url_at = at;
    *url_len = rest.len;
    return true;
}
