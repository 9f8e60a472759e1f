/* SPDX-License-Identifier: MIT */
/* Parses "5; url=page.html" by the "shared declarative refresh steps" of the WHATWG HTML standard. */
#include "config.h"

#include "markup/refresh.h"

static size_t skip_set(struct span text, size_t at, const char *set)
{
    while (at < text.len && text.at[at] != '\0' && strchr(set, text.at[at]))
        at++;
    return at;
}

/* Returns the position after "url =" at AT, or AT if it is missing: it is optional. */
static size_t skip_url_word(struct span text, size_t at)
{
    size_t after;

    if (!span_starts_nocase(span_part(text, at, text.len), "url"))
        return at;
    after = skip_set(text, at + strlen("url"), "\t\n\f\r ");
    if (after == text.len || text.at[after] != '=')
        return at;
    return skip_set(text, after + 1, "\t\n\f\r ");
}

bool refresh_find(struct span content, size_t *url_at, size_t *url_len)
{
    size_t at = skip_set(content, 0, "\t\n\f\r ");
    size_t after_time = skip_set(content, at, "0123456789.");
    struct span rest;

    if (after_time == at || after_time == content.len || !strchr("\t\n\f\r ;,", content.at[after_time]))
        return false;
    at = skip_set(content, after_time, "\t\n\f\r ");
    if (at < content.len && (content.at[at] == ';' || content.at[at] == ','))
        at++;
    at = skip_set(content, at, "\t\n\f\r ");
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
