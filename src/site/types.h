/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_TYPES_H
#define TIPTOE_SITE_TYPES_H

#include <stdbool.h>

#include "base/span.h"

/* The table of media types and file name extensions, and what programs make of a file by its extension. */

/* The extension to add to a name that ends in OWN (without its dot; empty for none) so that a browser that
 * opens the file takes it for what TYPE, a Content-Type value, says; NULL where OWN will do. Static text
 * without a dot. */
const char *types_extension(struct span type, struct span own);

/* The type that an extension stands for, NULL where that is unknown or decided by a server that runs the
 * file. */
const char *types_of_extension(struct span extension);

/* The end of NAME that counts as an extension, without its dot: one to five letters and digits that begin
 * with a letter, or one of the table. Empty where there is none, or where nothing stands before the dot. */
struct span types_own_extension(struct span name);

#endif
