/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_PROLOG_H
#define TIPTOE_MARKUP_PROLOG_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* The value of href in a processing instruction: its place between its quotes, references and all. */
struct prolog_sheet {
    size_t at, len;
    char quote;
};

/* What stands before the root element of an XML document in an encoding in which a byte below 0x80 is always
 * that character: begin with *AT = 0. Finds the next <?xml-stylesheet href=…?> (Associating Style Sheets with
 * XML documents 1.0); false where there is none any more, and then *AT is where the root begins or the text
 * ends. */
bool prolog_next(struct span document, size_t *at, struct prolog_sheet *sheet)
    __attribute__((nonnull, warn_unused_result));

/* The root element's name without its prefix; empty where there is none. */
struct span prolog_root(struct span document);

#endif
