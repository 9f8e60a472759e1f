/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_SCRIPT_H
#define TIPTOE_EXTRACT_SCRIPT_H

#include <stddef.h>

#include "base/span.h"
#include "markup/links.h"

struct collector;
struct layer;
struct url;

/* The links of a script file at URL. What ECMAScript resolves against the script itself is certain, and is
 * LINK_REQUISITE: specifiers of import and export that are addresses (bare ones are the import map's), and
 * new URL("…", import.meta.url). All else are candidates: importScripts against the script, other texts
 * against PAGE, for that is what a browser does with what a script asks for; a script may serve many pages,
 * and PAGE is one of them. PAGE may be NULL: URL stands in. Clears LINKS first. 0, or ERROR_TOO_LARGE above
 * LIMIT_DOCUMENT_BYTES, with no links. */
int extract_script(struct link_list *links, struct span document, struct span content_type,
                   const struct url *url, const struct url *page)
    __attribute__((nonnull(1, 4), warn_unused_result));

/* The candidates of a JSON file at URL, which are relative to PAGE as above. */
int extract_data(struct link_list *links, struct span document, struct span content_type,
                 const struct url *url, const struct url *page)
    __attribute__((nonnull(1, 4), warn_unused_result));

/* What is in a script element. */
enum script_kind {
    SCRIPT_NONE, /* nothing that is read */
    SCRIPT_CODE, /* a classic script or a module */
    SCRIPT_MAP,  /* an import map */
    SCRIPT_DATA  /* JSON for scripts */
};

/* By its type attribute, empty for none. */
enum script_kind script_kind(struct span type);

/* All links of the script element's text between FROM and TO of the layer. */
void collect_script(struct collector *collector, const struct layer *layer, enum script_kind kind,
                    size_t from, size_t to) __attribute__((nonnull));

#endif
