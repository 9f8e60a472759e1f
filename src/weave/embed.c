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
#include "weave/property.h"

enum { EMBEDDED_MAX = 128 * 1024 }; /* bytes of a file: it comes again with every place that uses it */

bool embed_wants(struct span document, const struct link *link)
{
    static const char *const properties[] = {"mask",          "clip-path", "filter", "backdrop-filter",
                                             "shape-outside", "mask-image"};
    struct span property;

    if (strcmp(link->where, "track src") == 0)
        return true;
    property = property_of(document, link);
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
