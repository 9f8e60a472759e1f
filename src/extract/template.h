/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_TEMPLATE_H
#define TIPTOE_EXTRACT_TEMPLATE_H

/* Private to extract/: the names of files that scripts make of data. */
#include "extract/forms.h"

/* Adds a LINK_CANDIDATE for each request of a script for a file whose name has one value in it, as in
 * fetch(`/api/item-${id}.json`) and fetch('views/' + name + '.html'), for each path of JSON from the site's
 * root with one value, whatever function it is for, and for each path of a link that has an id or a slug in
 * it, as in href:`/items/${e.id}`. Its URL has LINK_TEMPLATE_VALUE there. */
void template_read(const struct code *code) __attribute__((nonnull));

/* Adds a LINK_CANDIDATE without URL for each value of an id or a slug in TEXT, data that is at FROM in the
 * layer; the link's text is the value. */
void template_read_values(struct collector *collector, const struct layer *layer, size_t from,
                          struct span text) __attribute__((nonnull));

#endif
