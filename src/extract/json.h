/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_JSON_H
#define TIPTOE_EXTRACT_JSON_H

/* Private to extract/: JSON between FROM and TO of a layer. */
#include "extract/collect.h"

/* Returns true if a module specifier is URL-like. Any other is bare: an import map resolves it. */
bool specifier_is_address(struct span text);

/* Adds the addresses of an import map, and keeps its folders in collector->folders. */
void collect_map(struct collector *collector, const struct layer *layer, size_t from, size_t to)
    __attribute__((nonnull));

/* Adds the strings of data for scripts that are likely addresses, as candidates. */
void collect_data(struct collector *collector, const struct layer *layer, size_t from, size_t to)
    __attribute__((nonnull));

/* Adds the pictures in schema.org JSON-LD: the values of image and similar properties, whether a URL, a list
 * of URLs, or an object with a url; and the url of any ImageObject. Reading ends at the first byte that is
 * not valid JSON. They are candidates because browsers do not load them. */
void collect_linked_data(struct collector *collector, const struct layer *layer, size_t from, size_t to)
    __attribute__((nonnull));

#endif
