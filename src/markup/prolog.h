/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_PROLOG_H
#define TIPTOE_MARKUP_PROLOG_H

#include "base/span.h"

/* The position of the href value of a processing instruction without its quotes; character references are not
 * decoded. */
struct prolog_sheet {
    size_t at, len;
    char quote;
};

/* Finds the next <?xml-stylesheet href=…?> (Associating Style Sheets with XML documents 1.0) in the prolog of
 * an XML document. The caller sets *AT to 0 before the first call. In the encoding of the document a byte
 * below 0x80 must always be that ASCII character. Returns false if there are no more; *AT is then the start
 * of the root element or the end of the text. */
bool prolog_next(struct span document, size_t *at, struct prolog_sheet *sheet) CHECKED;

/* Returns the name of the root element without its prefix, or an empty span if there is no root element. */
struct span prolog_root(struct span document);

#endif
