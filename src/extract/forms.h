/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_FORMS_H
#define TIPTOE_EXTRACT_FORMS_H

/* Private to extract/: URLs that no document contains as text, because scripts of site generators put them
 * together. They become candidates, at most LIMIT_FORM_URLS of a document. */
#include "extract/collect.h"
#include "markup/js_scan.h"

/* Code that is read for them. */
struct code {
    struct collector *collector;
    const struct layer *layer;
    const struct url *own, *page; /* the base URLs of its strings */
    size_t from;                  /* where TEXT starts in the layer */
    struct span text;
    bool is_vite;       /* strings that start with "." are relative to the script */
    bool reads_own_url; /* what new URL() resolves against a variable probably is, too */
    bool is_handler;    /* see collect_handler */
    bool is_inline;     /* in a page, and not in a javascript: URL, which would have to be encoded anew */
};

/* Adds URL, relative to the collector's base, which the LEN bytes at AT of the layer stand for. */
void forms_add(struct collector *collector, const struct layer *layer, size_t at, size_t len, struct span url,
               const char *where) __attribute__((nonnull));

/* Adds the files whose names are in STRING of CODE by one of the forms. */
void forms_read_string(const struct code *code, const struct js_string *string) __attribute__((nonnull));

/* Adds the data file of a page of which TEXT, a script or data element at FROM in the layer, is the sign, and
 * TEXT's values for templates. */
void forms_read_element(struct collector *collector, const struct layer *layer, size_t from, struct span text)
    __attribute__((nonnull));

/* Adds the files of which CODE, a script file, has the sign. Changes the collector's base. */
void forms_read_script(const struct code *code) __attribute__((nonnull));

/* Adds the files whose names are in a JSON file, LAYER, at the collector's base, and its values for
 * templates. */
void forms_read_data(struct collector *collector, const struct layer *layer) __attribute__((nonnull));

#endif
