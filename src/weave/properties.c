/* SPDX-License-Identifier: MIT */
/* Decides what the CSS property in which a link is means for its reference. Browsers resolve a url() in a
 * custom property where var() has it, not where it is declared: only absolute URLs and paths from the root
 * are adapted to that, since the author of a relative one has thought of where it is used. From disk,
 * Chromium and Firefox treat every file as an origin of its own, so they refuse what must be of the page's
 * origin, such as masks; they take a data: URL. Scripts are never embedded: a module that is there twice is
 * two modules. */
#include "config.h"

#include "weave/properties.h"

#include <openssl/evp.h>

#include "base/file.h"
#include "site/path.h"
#include "url/url.h"
#include "weave/naming.h"

enum {
    DECLARATION_MAX = 1024,   /* how far before its url() the name of a property is looked for */
    QUOTE_MAX = 6,            /* bytes of a quote that is written as &quot; or &#x27; */
    SEARCHES_MAX = 64,        /* a page is searched for the users of so many of its custom properties; after
                               * that, it counts as the user of each */
    EMBEDDED_MAX = 128 * 1024 /* bytes of a file: it comes again with every place that uses it */
};

static bool is_name(char c)
{
    return ascii_is_alphanumeric(c) || c == '-' || c == '_';
}

/* Returns the name that ends at END, ignoring blanks after it. */
static struct span name_before(struct span document, size_t end)
{
    size_t at;

    end = span_before_white(document, end);
    for (at = end; at > 0 && is_name(document.at[at - 1]);)
        at--;
    return span_part(document, at, end - at);
}

/* Returns the start of the quote right before AT, if that is a character reference; AT otherwise. */
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

/* Returns the property of CSS whose value has LINK, or the attribute of SVG; empty if it is not in CSS. */
static struct span property_of(struct span document, const struct link *link)
{
    if (link->escape[0] == LINK_ESCAPE_CSS_URL || link->escape[0] == LINK_ESCAPE_CSS_TEXT)
        return property_at(document, link->at);
    return span_of("");
}

bool properties_is_used(struct span document, struct span name)
{
    const char *found;

    for (size_t at = 0; (found = memmem(document.at + at, document.len - at, name.at, name.len));) {
        size_t start = (size_t)(found - document.at), before = span_before_white(document, start);

        at = start + name.len;
        if (before >= 4 && span_starts_nocase(span_part(document, before - 4, document.len), "var(") &&
            (at == document.len || !is_name(document.at[at])))
            return true;
    }
    return false;
}

void sheets_forget(struct sheets *sheets)
{
    buf_clear(&sheets->folder);
    sheets->are = SHEETS_UNKNOWN;
    sheets->variable = span_of("");
    sheets->searched = 0;
}

/* Counts a file that a LINK element names; not each is a sheet. */
static int count_file(struct sheets *sheets, struct span file)
{
    struct span folder = span_part(file, 0, span_after_last(file, '/'));

    if (!span_is_nocase(span_part(file, span_after_last(file, '.'), file.len), "css"))
        return 0;
    if (sheets->are == SHEETS_NONE) {
        sheets->are = SHEETS_TOGETHER;
        sheets->folder.max = PATH_BUFFER_MAX;
        return buf_add_span(&sheets->folder, folder);
    }
    if (!span_equals(folder, buf_span(&sheets->folder)))
        sheets->are = SHEETS_APART;
    return 0;
}

static int find_sheets(struct sheets *sheets, struct expected *expected, const struct link_list *links)
{
    int error = 0;

    sheets->are = SHEETS_NONE;
    for (size_t i = 0; i < links->count && sheets->are != SHEETS_APART && !error; i++) {
        struct target_file found;

        if (links->links[i].role != LINK_REQUISITE ||
            link_place(span_of(links->links[i].where)) != PLACE_LINK)
            continue;
        error = expected_find(expected, links->links[i].url, &found);
        if (!error)
            error = count_file(sheets, found.file);
    }
    return error;
}

/* Returns true if LINK is in a custom property that only sheets can use. */
static bool is_for_sheets(struct sheets *sheets, struct span document, const struct link *link)
{
    struct span written = span_part(document, link->at, link->len), name;

    if (!span_starts(written, "/") && !url_starts_http(written))
        return false;
    name = property_of(document, link);
    if (!span_starts(name, "--"))
        return false;
    if (!span_equals(name, sheets->variable)) {
        sheets->variable = name;
        sheets->is_used = sheets->searched++ >= SEARCHES_MAX || properties_is_used(document, name);
    }
    return !sheets->is_used;
}

int sheets_find_base(struct sheets *sheets, struct expected *expected, struct span document,
                     const struct link_list *links, const struct link *link, enum sheets_base *base)
{
    int error = 0;

    *base = SHEETS_PAGE;
    if (sheets->are == SHEETS_NONE || !is_for_sheets(sheets, document, link))
        return 0;
    if (sheets->are == SHEETS_UNKNOWN)
        error = find_sheets(sheets, expected, links);
    if (!error && sheets->are != SHEETS_NONE)
        *base = sheets->are == SHEETS_TOGETHER ? SHEETS_FOLDER : SHEETS_ROOT;
    return error;
}

bool properties_wants_embedding(struct span document, const struct link *link)
{
    struct span property;

    if (link_place(span_of(link->where)) == PLACE_TRACK)
        return true;
    property = property_of(document, link);
    if (span_starts(property, "--"))
        return true;
    if (span_starts_nocase(property, "-webkit-"))
        property = span_part(property, 8, property.len);
    return span_is_one_of_nocase(property, "mask clip-path filter backdrop-filter shape-outside mask-image");
}

void properties_add_data(struct buf *out, struct span type, struct span bytes, struct span fragment)
{
    size_t room = 4 * ((bytes.len + 2) / 3) + 1;
    char *to;

    (void)buf_add_format(out, "data:%.*s;base64,", (int)type.len, type.at);
    to = buf_reserve(out, room);
    if (to)
        buf_grew(out, (size_t)EVP_EncodeBlock((unsigned char *)to, (const unsigned char *)bytes.at,
                                              (int)bytes.len));
    (void)buf_add_span(out, fragment);
}

bool properties_embed(struct buf *out, int site_dir, struct span path, struct span fragment)
{
    char name[PATH_BYTES_MAX + 1];
    const char *type = types_of_extension(types_own_extension(path));
    struct buf bytes BUF_LOCAL(EMBEDDED_MAX);
    bool good;

    if (!type || !path_copy(path, name))
        return false;
    good = file_read(site_dir, name, &bytes) == 0 && bytes.len > 0;
    if (good)
        properties_add_data(out, span_of(type), buf_span(&bytes), fragment);
    return good;
}
