/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_LIBXML_H
#define TIPTOE_EXTRACT_LIBXML_H

/* Private to extract/: the second reader of a page. */
#include "base/span.h"
#include "extract/attributes.h"
#include "markup/transcode.h"

/* Adds to LIST the META elements that libxml2's HTML parser finds in the document TEXT; with a product TOKEN,
 * only those addressed to that robot. TEXT is in ENCODING, which is of the kind CHARSET_UTF8 or
 * CHARSET_ASCII_SAFE (NULL is UTF-8). Returns false if the parser could not read TEXT to its end, or would
 * have taken too long. */
bool libxml_read(struct meta_list *list, struct transcoder *transcoder, struct span text,
                 const char *encoding, struct span token) __attribute__((nonnull(1, 2), warn_unused_result));

#endif
