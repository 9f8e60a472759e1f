/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_JSON_LD_H
#define TIPTOE_EXTRACT_JSON_LD_H

/* Private to extract/: pictures that a page names in linked data. */
#include <stddef.h>

#include "extract/collect.h"

/* The pictures in the JSON-LD that stands between FROM and TO of the layer, as candidates: no browser asks
 * for them. */
void json_ld_collect(struct collector *collector, const struct layer *layer, size_t from, size_t to)
    __attribute__((nonnull));

#endif
