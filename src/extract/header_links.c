/* SPDX-License-Identifier: MIT */
/* Parses Link (RFC 8288, appendix B.2) and Refresh header fields. Malformed text is skipped up to the next
 * comma outside quotes and brackets. */
#include "config.h"

#include "extract/header_links.h"

#include "base/limits.h"
#include "markup/links.h"
#include "markup/place.h"
#include "markup/srcset.h"
#include "url/url.h"

#define BLANKS " \t\r\n"

/* The parameters used here, as written in the field: the first of each name counts. */
struct parameters {
    struct span rel, type, anchor, as, imagesrcset;
    bool has_rel, has_type, has_anchor, has_as, has_imagesrcset;
};

static void add_link(struct link_list *links, struct span address, const struct url *base,
                     enum link_role role, bool nofollow, const char *where)
{
    struct url target;
    struct link *link;

    if (links->count >= LIMIT_HEADER_LINKS) {
        links->truncated = true;
        return;
    }
    url_init(&target);
    if (url_parse(&target, span_trim(address, BLANKS), base, NULL) == URL_OK &&
        (link = link_list_add(links))) {
        link->fragment =
            arena_copy(&links->text, span_part(buf_span(&target.text), target.fragment_at, SIZE_MAX));
        url_strip(&target);
        link->url = arena_copy(&links->text, buf_span(&target.text));
        link->role = role;
        link->nofollow = nofollow;
        link->where = where;
    }
    url_release(&target);
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

/* Removes and returns the text of REST before the first byte in SET. */
static struct span take_until_any(struct span *rest, const char *set)
{
    size_t end = 0;
    struct span taken;

    while (end < rest->len && !memchr(set, rest->at[end], strlen(set)))
        end++;
    taken = span_part(*rest, 0, end);
    *rest = span_part(*rest, end, rest->len);
    return taken;
}

static void keep_first(struct span *kept, bool *has, struct span value)
{
    if (*has)
        return;
    *has = true;
    *kept = value;
}

/* Removes and returns the parameters of one link, up to the comma that ends it. */
static struct parameters take_parameters(struct span *rest)
{
    struct parameters parameters = {0};

    while (rest->len > 0 && rest->at[0] != ',') {
        struct span name, value = {0};

        *rest = span_part(*rest, rest->at[0] == ';' ? 1 : 0, rest->len);
        name = span_trim(take_until_any(rest, "=;,\""), BLANKS);
        if (rest->len > 0 && rest->at[0] == '=') {
            *rest = span_part(*rest, 1, rest->len);
            while (rest->len > 0 && memchr(BLANKS, rest->at[0], sizeof BLANKS - 1))
                *rest = span_part(*rest, 1, rest->len);
            value = rest->len > 0 && rest->at[0] == '"' ? take_quoted(rest)
                                                        : span_trim(take_until_any(rest, ";,"), BLANKS);
        } else if (rest->len > 0 && rest->at[0] == '"') {
            (void)take_quoted(rest);
        }
        if (span_is_nocase(name, "rel"))
            keep_first(&parameters.rel, &parameters.has_rel, value);
        else if (span_is_nocase(name, "type"))
            keep_first(&parameters.type, &parameters.has_type, value);
        else if (span_is_nocase(name, "anchor"))
            keep_first(&parameters.anchor, &parameters.has_anchor, value);
        else if (span_is_nocase(name, "as"))
            keep_first(&parameters.as, &parameters.has_as, value);
        else if (span_is_nocase(name, "imagesrcset"))
            keep_first(&parameters.imagesrcset, &parameters.has_imagesrcset, value);
    }
    return parameters;
}

static void add_links(struct link_list *links, struct span address, const struct parameters *parameters,
                      const struct url *base)
{
    enum link_role role = link_rel_role(parameters->rel, parameters->type);
    size_t at = 0;
    size_t url_at, url_len;

    if (role == LINK_PREFETCH && parameters->as.len > 0 && !span_is_nocase(parameters->as, "document"))
        role = LINK_REQUISITE;
    if (address.len > 0)
        add_link(links, address, base, role, link_rel_has(parameters->rel, "nofollow"),
                 link_rel_has(parameters->rel, "canonical") ? PLACE_CANONICAL_TEXT : "header Link");
    while (role == LINK_REQUISITE && srcset_next(parameters->imagesrcset, &at, &url_at, &url_len))
        add_link(links, span_part(parameters->imagesrcset, url_at, url_len), base, role, false,
                 "header Link imagesrcset");
}

void header_links_add(struct link_list *links, struct span value, const struct url *base)
{
    while (value.len > 0) {
        struct span address = {0};
        struct parameters parameters;

        (void)take_until_any(&value, "<,");
        if (value.len > 0 && value.at[0] == '<') {
            value = span_part(value, 1, value.len);
            address = take_until_any(&value, ">");
            value = span_part(value, 1, value.len);
        }
        parameters = take_parameters(&value);
        value = span_part(value, 1, value.len);
        if (parameters.rel.len > 0 && !parameters.has_anchor)
            add_links(links, address, &parameters, base);
    }
}

void header_links_add_refresh(struct link_list *links, struct span value, const struct url *base)
{
    size_t at, len;

    if (refresh_find(value, &at, &len))
        add_link(links, span_part(value, at, len), base, LINK_REFRESH, false, "header Refresh");
}
