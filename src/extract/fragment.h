/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_FRAGMENT_H
#define TIPTOE_EXTRACT_FRAGMENT_H

/* Private to extract/: markup in texts that scripts turn into a part of the page. */
#include "extract/collect.h"

/* Adds the files that the tags in TEXT name as candidates. TEXT stands for the LEN bytes at AT of the layer,
 * and may be cut off anywhere. */
void fragment_read(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                   struct span text) __attribute__((nonnull(1, 2)));

/* Returns the folder that markup has before a name that CODE adds, as in "<img src='pictures/" + name; empty
 * if there is none. */
struct span fragment_folder(struct span code);

#endif
