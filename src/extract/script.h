/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_SCRIPT_H
#define TIPTOE_EXTRACT_SCRIPT_H

#include <stddef.h>

#include "base/span.h"
#include "markup/link.h"

struct collector;
struct layer;
struct url;

/* Extracts the links of a script file at URL. References that ECMAScript resolves against the script are
 * certain, and are LINK_REQUISITE: import and export specifiers other than bare ones (which import maps
 * resolve), and new URL("…", import.meta.url). All others are candidates: importScripts() resolves against
 * the script, other texts against PAGE, as browsers resolve the requests of a script. PAGE is one of the
 * pages that use the script; if it is NULL, URL is used. ENVIRONMENT is the page's encoding, or NULL: a
 * script that only its CONTENT_TYPE declares to be in another becomes UTF-8 with a mark. Clears LINKS first.
 * Returns 0, or ERROR_TOO_LARGE above LIMIT_DOCUMENT_BYTES, with no links. */
int extract_script(struct link_list *links, struct span document, struct span content_type,
                   const struct url *url, const struct url *page, const char *environment)
    __attribute__((nonnull(1, 4), warn_unused_result));

/* Extracts the candidates of a JSON file at URL, which resolve against PAGE as above. */
int extract_data(struct link_list *links, struct span document, struct span content_type,
                 const struct url *url, const struct url *page)
    __attribute__((nonnull(1, 4), warn_unused_result));

/* Extracts the files that a search index (index_is of apps/index.h) at URL names: the text of each page, the
 * parts of the index, and the filters are candidates, at most LIMIT_FORM_URLS. Any other file has none. */
int extract_index(struct link_list *links, struct span document, const struct url *url)
    __attribute__((nonnull, warn_unused_result));

/* The content of a script element. */
enum script_kind {
    SCRIPT_NONE,        /* not read */
    SCRIPT_CODE,        /* a classic script or a module */
    SCRIPT_MAP,         /* an import map */
    SCRIPT_DATA,        /* JSON for scripts */
    SCRIPT_LINKED_DATA, /* JSON-LD */
    SCRIPT_TEMPLATE     /* HTML for scripts, with placeholders; collect_script does not read it */
};

/* Returns the kind for a type attribute, empty if missing. */
enum script_kind script_kind(struct span type);

/* Adds all links of a script element's text between FROM and TO of the layer. */
void collect_script(struct collector *collector, const struct layer *layer, enum script_kind kind,
                    size_t from, size_t to) __attribute__((nonnull));

/* Adds the candidates of the code from FROM to the end of the layer: of an attribute such as onclick, or of a
 * javascript: URL. It is short, so that the name of any file in it counts. */
void collect_handler(struct collector *collector, const struct layer *layer, size_t from)
    __attribute__((nonnull));

#endif
