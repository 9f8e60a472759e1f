/* SPDX-License-Identifier: MIT */
/* Extracts the links of style sheets, and of web application manifests (W3C), which are JSON in UTF-8. A
 * manifest's scope is a URL prefix, not a page. Share targets and file handlers matter only to an installed
 * application. The URLs of manifests are not rewritten. */
#include "config.h"

#include "extract/collect.h"
#include "extract/extract.h"
#include "markup/charset.h"
#include "markup/json_scan.h"

/* A style sheet that is read. */
struct sheet {
    struct span document;
    const char *environment;
};

static void read_sheet(struct collector *collector, const struct layer *root, void *context)
{
    const struct sheet *sheet = context;
    const char *without = charset_of_css(sheet->document, span_make(NULL, 0), sheet->environment);
    struct span name = charset_mark(sheet->document, collector->encoding, without);

    /* declares an encoding that only the response header gave */
    if (name.len > 0 && ascii_is_alpha(name.at[0]))
        collect_encoding(collector, root, 0, 0, "@charset \"", name, "\";");
    else if (name.len > 0)
        collect_encoding(collector, root, 0, 0, "", name, "");
    collect_css(collector, root, 0, root->text.len);
}

int extract_css(struct link_list *links, struct span document, struct span content_type,
                const struct url *base, const char *environment_encoding)
{
    return collect_file(links, document, charset_of_css(document, content_type, environment_encoding), base,
                        read_sheet, &(struct sheet){document, environment_encoding});
}

/* The largest text that is checked for being an undeclared manifest. */
enum { GUESS_BYTES = 256 * 1024 };

static const struct {
    const char *path;
    enum link_role role;
    const char *where;
} members[] = {
    {"icons/[]/src", LINK_REQUISITE, "manifest icon"},
    {"screenshots/[]/src", LINK_REQUISITE, "manifest screenshot"},
    {"shortcuts/[]/icons/[]/src", LINK_REQUISITE, "manifest shortcut icon"},
    {"file_handlers/[]/icons/[]/src", LINK_REQUISITE, "manifest icon"},
    {"start_url", LINK_PAGE, "manifest start_url"},
    {"shortcuts/[]/url", LINK_PAGE, "manifest shortcut"},
    {"scope", LINK_CANDIDATE, "manifest scope"},
};

bool manifest_is(struct span document)
{
    struct json_scan scan;
    struct json_scan_string string;
    bool named = false;
    bool opens = false;

    if (document.len > GUESS_BYTES)
        return false;
    json_scan_start(&scan, document);
    while (json_scan_next(&scan, &string)) {
        named |= json_scan_path_is(&scan, "name") || json_scan_path_is(&scan, "short_name");
        opens |= json_scan_path_is(&scan, "start_url") || json_scan_path_is(&scan, "icons/[]/src");
    }
    return json_scan_is_whole(&scan) && named && opens;
}

static void collect_member(struct collector *collector, const struct layer *layer,
                           const struct json_scan *scan, const struct json_scan_string *string)
{
    struct span raw = span_part(layer->text, string->at, string->len);

    for (size_t i = 0; i < COUNT_OF(members); i++) {
        if (json_scan_path_is(scan, members[i].path))
            (void)collect(collector, layer, string->at, string->len,
                          json_unescape(raw, &collector->unescaped), LINK_ESCAPE_JSON, members[i].role,
                          members[i].where);
    }
}

static void read_manifest(struct collector *collector, const struct layer *root, void *context)
{
    bool *whole = context;
    struct json_scan_string string;
    struct json_scan scan;

    json_scan_start(&scan, root->text);
    while (json_scan_next(&scan, &string)) {
        if (!string.is_key && string.len > 0)
            collect_member(collector, root, &scan, &string);
    }
    *whole = json_scan_is_whole(&scan);
}

bool manifest_read(struct link_list *links, struct span document, const struct url *base)
{
    bool whole = false;

    if (collect_file(links, document, "UTF-8", base, read_manifest, &whole) || !whole)
        link_list_clear(links);
    return whole;
}
