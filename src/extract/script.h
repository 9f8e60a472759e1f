/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_SCRIPT_H
#define TIPTOE_EXTRACT_SCRIPT_H

#include "base/span.h"

struct collector;
struct layer;

/* The content of a script element. */
enum script_kind {
    SCRIPT_NONE,    /* not read */
    SCRIPT_CODE,    /* a classic script or a module */
    SCRIPT_MAP,     /* an import map */
    SCRIPT_DATA,    /* JSON for scripts */
    SCRIPT_TEMPLATE /* HTML for scripts, with placeholders; collect_script does not read it */
};

/* Returns the kind for a type attribute, empty if missing. */
enum script_kind script_kind(struct span type);

/* Adds all links of a script element's text between FROM and TO of the layer. */
void collect_script(struct collector *collector, const struct layer *layer, enum script_kind kind,
                    size_t from, size_t to) NONNULL;

/* Adds the candidates of the code from FROM to the end of the layer: of an attribute such as onclick, or of a
 * javascript: URL. It is short, so that the name of any file in it counts. */
void collect_handler(struct collector *collector, const struct layer *layer, size_t from) NONNULL;

#endif
