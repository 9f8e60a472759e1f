/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_JSON_LD_H
#define TIPTOE_EXTRACT_JSON_LD_H

/* Private to extract/: pictures in a page's linked data (JSON-LD). */
#include <stddef.h>

#include "extract/collect.h"

/* Adds the pictures in the JSON-LD between FROM and TO of the layer. They are candidates because browsers do
 * not load them. */
void json_ld_collect(struct collector *collector, const struct layer *layer, size_t from, size_t to)
    __attribute__((nonnull));

#endif
