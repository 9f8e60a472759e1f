/* SPDX-License-Identifier: MIT */
/* Chromium and Firefox take every file: for an origin of its own. What must be of the page's own origin is
 * refused then; a data: URL is. Done only where nothing but the picture or the text is lost or won: scripts
 * are never embedded, since a module that stands twice is two modules. */
#include "config.h"

#include "weave/embed.h"

#include <openssl/evp.h>
#include <string.h>

#include "base/file.h"
#include "markup/link.h"
#include "site/path.h"
#include "site/types.h"

enum {
    EMBEDDED_MAX = 128 * 1024, /* bytes of a file: it comes again with every place that uses it */
    DECLARATION_MAX = 1024     /* how far before its url() the name of a property is looked for */
};

static bool is_white(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

static bool is_name(char c)
{
    return ascii_is_alpha(c) || ascii_is_digit(c) || c == '-' || c == '_';
}

/* The name that ends at END, ignoring blanks after it. */
static struct span name_before(struct span document, size_t end)
{
    size_t at;

    while (end > 0 && is_white(document.at[end - 1]))
        end--;
    for (at = end; at > 0 && is_name(document.at[at - 1]);)
        at--;
    return span_part(document, at, end - at);
}

/* The property whose value has the byte AT: the name before the declaration's ':', or an attribute of SVG. */
static struct span property_at(struct span document, size_t at)
{
    size_t least = at > DECLARATION_MAX ? at - DECLARATION_MAX : 0;
    struct span name = span_of("");

    for (size_t i = at; i > least; i--) {
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

static bool is_css(const struct link *link)
{
    return link->escape[0] == LINK_ESCAPE_CSS_URL || link->escape[0] == LINK_ESCAPE_CSS_TEXT;
}

bool embed_wants(struct span document, const struct link *link)
{
    static const char *const properties[] = {"mask",          "clip-path", "filter", "backdrop-filter",
                                             "shape-outside", "mask-image"};
    struct span property;

    if (strcmp(link->where, "track src") == 0)
        return true;
    if (!is_css(link))
        return false;
    property = property_at(document, link->at);
    if (span_starts(property, "--"))
        return true;
    if (span_starts_nocase(property, "-webkit-"))
        property = span_part(property, 8, property.len);
    for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++)
        if (span_is_nocase(property, properties[i]))
            return true;
    return false;
}

static void add_base64(struct buf *out, struct span bytes)
{
    size_t room = 4 * ((bytes.len + 2) / 3) + 1;
    char *to = buf_reserve(out, room);

    if (to)
        buf_grew(out, (size_t)EVP_EncodeBlock((unsigned char *)to, (const unsigned char *)bytes.at,
                                              (int)bytes.len));
}

bool embed_file(struct buf *out, int site_dir, struct span path, struct span fragment)
{
    char name[PATH_BYTES_MAX + 1];
    const char *type = types_of_extension(types_own_extension(path));
    struct buf bytes;
    bool good;

    if (!type || !path_copy(path, name))
        return false;
    buf_init(&bytes, EMBEDDED_MAX);
    good = file_read(site_dir, name, &bytes) == 0 && bytes.len > 0;
    if (good) {
        (void)buf_add_format(out, "data:%s;base64,", type);
        add_base64(out, buf_span(&bytes));
        (void)buf_add_span(out, fragment);
    }
    buf_release(&bytes);
    return good;
}
