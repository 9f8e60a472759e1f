/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_COLLECT_H
#define TIPTOE_EXTRACT_COLLECT_H

/* Private to extract/: how the links found in a document, or in a text inside it, become entries of a list.
 */
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"
#include "extract/repeats.h"
#include "markup/links.h"
#include "markup/transcode.h"
#include "markup/value.h"
#include "url/url.h"

/* A text that is being scanned: the document, or the decoded value of an attribute of an outer text. */
struct layer {
    struct span text;
    const char *encoding;      /* of the kind CHARSET_UTF8 or CHARSET_ASCII_SAFE; NULL is UTF-8 */
    const struct layer *outer; /* NULL for the document */
    const struct value *value; /* what TEXT was decoded to */
    size_t outer_at;           /* where the value begins in the outer text */
    enum link_escape escape;   /* how a part of it is written there */
};

enum { COLLECTOR_DULL = 8, COLLECTOR_DULL_BYTES = 16 * 1024 };

/* What links are resolved against. Reused from page to page. */
struct collector {
    struct link_list *links;
    const char *encoding;        /* of the document, for queries */
    enum link_escape code_units; /* LINK_ESCAPE_UTF16LE or BE, or NONE */
    const struct url *base;      /* of the text that is being scanned */
    bool has_base;               /* by a base element: a fragment alone leads to another page */
    const struct url *document;  /* the base for requisites that stand before BASE_FROM */
    size_t base_from;
    unsigned candidates;   /* so many were taken (candidate.h) */
    struct span same_page; /* the document's own canonical text */
    struct repeats repeats;
    struct url target;
    struct transcoder transcoder;
    struct value piece; /* one address in CSS */
    struct buf unescaped;
    struct buf folders;              /* of the page's import maps: name and address, a line each */
    struct buf mapped;               /* a specifier with such an address in place of its name */
    struct buf dull[COLLECTOR_DULL]; /* script elements met without a link or guess, by length (script.c) */
    struct buf whole;                /* the document in UTF-8, where it has to be transcoded to be scanned */
};

void collector_init(struct collector *collector) __attribute__((nonnull));
void collector_release(struct collector *collector) __attribute__((nonnull));

/* Begins with a document in ENCODING and makes ROOT its layer. Clears LINKS. 0 or ERROR_TOO_LARGE. */
int collector_start(struct collector *collector, struct link_list *links, struct span document,
                    const char *encoding, const struct url *document_url, struct layer *root)
    __attribute__((nonnull, warn_unused_result));

/* To be called when all links are in the list: makes their places those of DOCUMENT's bytes. */
void collector_finish(struct collector *collector, struct span document) __attribute__((nonnull));

/* A new link at AT of LEN bytes of the layer, written there by ESCAPE (NONE: by the layer's own). TEXT is the
 * decoded address. NULL when the list is full. */
struct link *collect(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                     struct span text, enum link_escape escape, enum link_role role, const char *where)
    __attribute__((nonnull(1, 2, 8)));

/* Makes the document say its encoding in place of LEN bytes at AT of the layer, by the text BEFORE, NAME and
 * AFTER. */
void collect_encoding(struct collector *collector, const struct layer *layer, size_t at, size_t len,
                      const char *before, struct span name, const char *after) __attribute__((nonnull));

/* The style sheets that an XML document names before its root element. */
void collect_prolog(struct collector *collector, const struct layer *layer) __attribute__((nonnull));

/* All links of the CSS that stands between FROM and TO of the layer. */
void collect_css(struct collector *collector, const struct layer *layer, size_t from, size_t to)
    __attribute__((nonnull));

#endif
