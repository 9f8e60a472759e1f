/* SPDX-License-Identifier: MIT */
/* Parses Link (RFC 8288, appendix B.2) and Refresh header fields. Malformed text is skipped up to the next
 * comma outside quotes and brackets. */
#include "config.h"

#include "extract/extract.h"

#include "url/url.h"

#define BLANKS " \t\r\n"

/* The parameters used here: the first of each name counts. */
enum parameter { REL, TYPE, ANCHOR, AS, IMAGESRCSET, PARAMETERS };

/* The values as written in the field; NULL start: there is no such parameter. */
struct parameters {
    struct span values[PARAMETERS];
};

static void add_link(struct link_list *links, struct span address, const struct url *base,
                     enum link_role role, bool nofollow, const char *where)
{
    struct url target URL_LOCAL;
    struct link *link;

    if (links->count >= LIMIT_HEADER_LINKS) {
        links->truncated = true;
        return;
    }
    if (url_parse_bytes(&target, span_trim(address, BLANKS), base) == URL_OK &&
        (link = link_list_add(links))) {
        link->fragment =
            arena_copy(&links->text, span_part(buf_span(&target.text), target.fragment_at, SIZE_MAX));
        url_strip(&target);
        link->url = arena_copy(&links->text, buf_span(&target.text));
        link->role = role;
        link->nofollow = nofollow;
        link->where = where;
    }
}

/* Removes a quoted string from the start of REST and returns it without quotes. Backslashes are kept: link
 * relation types contain none. */
static struct span take_quoted(struct span *rest)
{
    size_t end = 1;
    struct span inner;

    while (end < rest->len && rest->at[end] != '"')
        end += rest->at[end] == '\\' ? 2 : 1;
    inner = span_part(*rest, 1, end > 1 ? end - 1 : 0);
    *rest = span_part(*rest, end + 1, rest->len);
    return inner;
}

static void keep_first(struct parameters *parameters, struct span name, struct span value)
{
    static const char *const names[PARAMETERS] = {"rel", "type", "anchor", "as", "imagesrcset"};

    for (size_t i = 0; i < PARAMETERS; i++)
        if (span_is_nocase(name, names[i]) && !parameters->values[i].at)
            parameters->values[i] = value;
}

/* Removes and returns the parameters of one link, up to the comma that ends it. */
static struct parameters take_parameters(struct span *rest)
{
    struct parameters parameters = {0};

    while (rest->len > 0 && rest->at[0] != ',') {
        struct span name, value = span_of("");

        *rest = span_part(*rest, rest->at[0] == ';' ? 1 : 0, rest->len);
        name = span_trim(span_take_until_any(rest, "=;,\""), BLANKS);
        if (rest->len > 0 && rest->at[0] == '=') {
            *rest = span_part(*rest, 1, rest->len);
            *rest = span_part(*rest, span_skip(*rest, 0, BLANKS), rest->len);
            value = rest->len > 0 && rest->at[0] == '"' ? take_quoted(rest)
                                                        : span_trim(span_take_until_any(rest, ";,"), BLANKS);
        } else if (rest->len > 0 && rest->at[0] == '"') {
            (void)take_quoted(rest);
        }
        keep_first(&parameters, name, value);
    }
    return parameters;
}

static void add_links(struct link_list *links, struct span address, const struct parameters *parameters,
                      const struct url *base)
{
    const struct span *values = parameters->values;
    enum link_role role = link_rel_role(values[REL], values[TYPE]);
    size_t at = 0;
    size_t url_at, url_len;

    if (role == LINK_PREFETCH && values[AS].len > 0 && !span_is_nocase(values[AS], "document"))
        role = LINK_REQUISITE;
    if (address.len > 0)
        add_link(links, address, base, role, link_rel_has(values[REL], "nofollow"),
                 link_rel_has(values[REL], "canonical") ? PLACE_CANONICAL_TEXT : "header Link");
    while (role == LINK_REQUISITE && srcset_next(values[IMAGESRCSET], &at, &url_at, &url_len))
        add_link(links, span_part(values[IMAGESRCSET], url_at, url_len), base, role, false,
                 "header Link imagesrcset");
}

void header_links_add(struct link_list *links, struct span value, const struct url *base)
{
    while (value.len > 0) {
        struct span address = {0};
        struct parameters parameters;

        (void)span_take_until_any(&value, "<,");
        if (value.len > 0 && value.at[0] == '<') {
            value = span_part(value, 1, value.len);
            address = span_take_until_any(&value, ">");
            value = span_part(value, 1, value.len);
        }
        parameters = take_parameters(&value);
        value = span_part(value, 1, value.len);
        if (parameters.values[REL].len > 0 && !parameters.values[ANCHOR].at)
            add_links(links, address, &parameters, base);
    }
}

void header_links_add_refresh(struct link_list *links, struct span value, const struct url *base)
{
    size_t at, len;

    if (refresh_find(value, &at, &len))
        add_link(links, span_part(value, at, len), base, LINK_REFRESH, false, "header Refresh");
}
