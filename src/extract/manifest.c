/* SPDX-License-Identifier: MIT */
/* Reads a web application manifest (W3C), which is JSON in UTF-8. The scope is a URL prefix, not a page.
 * Share targets and file handlers matter only to an installed application. These URLs are not rewritten. */
#include "config.h"

#include "extract/manifest.h"

#include "base/limits.h"
#include "extract/collect.h"
#include "markup/json_scan.h"

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

    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (json_scan_path_is(scan, members[i].path))
            (void)collect(collector, layer, string->at, string->len,
                          json_unescape(raw, &collector->unescaped), LINK_ESCAPE_JSON, members[i].role,
                          members[i].where);
    }
}

bool manifest_read(struct link_list *links, struct span document, const struct url *base)
{
    struct collector collector;
    struct json_scan scan;
    struct json_scan_string string;
    struct layer root;
    bool whole = false;

    link_list_clear(links);
    if (document.len > LIMIT_DOCUMENT_BYTES)
        return false;
    collector_init(&collector);
    if (collector_start(&collector, links, document, "UTF-8", base, &root) == 0) {
        json_scan_start(&scan, root.text);
        while (json_scan_next(&scan, &string)) {
            if (!string.is_key && string.len > 0)
                collect_member(&collector, &root, &scan, &string);
        }
        whole = json_scan_is_whole(&scan);
    }
    if (!whole)
        link_list_clear(links);
    collector_release(&collector);
    return whole;
}
