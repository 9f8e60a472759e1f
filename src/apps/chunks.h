/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_APPS_CHUNKS_H
#define TIPTOE_APPS_CHUNKS_H

/* The names of chunks in the code of webpack's runtime (since version 1; Rspack's is the same). */
#include "apps/app.h"
#include "markup/js_scan.h"

/* The state of a search through the strings of a script, in order. */
struct chunks {
    const struct app_text *text;
    size_t done;             /* strings before this position are read */
    size_t budget;           /* bytes of maps and of code that may still be searched */
    struct span public_path; /* "p" of the runtime; NULL start: it has none that is a string */
    bool knows_public_path;
};

void chunks_start(struct chunks *chunks, const struct app_text *text) __attribute__((nonnull));

/* Finds the names of all chunks if STRING is the first one of an expression for them, as in
 * "js/" + ({1: "a"}[e] || e) + "." + {1: "0f", 2: "1f"}[e] + ".js". */
void chunks_read_string(struct chunks *chunks, const struct js_string *string) __attribute__((nonnull));

/* Finds the id of the chunk that TEXT loads by number: a value for the template of the runtime. Where code
 * loads several, the runtime has a map of them. */
void chunks_read_loaded(const struct app_text *text) __attribute__((nonnull));

#endif
