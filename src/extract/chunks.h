/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_CHUNKS_H
#define TIPTOE_EXTRACT_CHUNKS_H

/* Private to extract/: the names of chunks in the code of webpack's runtime (since version 1; Rspack's is the
 * same). */
#include "extract/forms.h"

/* The state of a search through the strings of a script, in order. */
struct chunks {
    const struct code *code;
    size_t done;             /* strings before this position are read */
    size_t budget;           /* bytes of maps and of code that may still be searched */
    struct span public_path; /* "p" of the runtime; NULL start: it has none that is a string */
    bool knows_public_path;
};

void chunks_start(struct chunks *chunks, const struct code *code) __attribute__((nonnull));

/* If STRING is the first one of an expression for the names of chunks, as in
 * "js/" + ({1: "a"}[e] || e) + "." + {1: "0f", 2: "1f"}[e] + ".js", adds them all. */
void chunks_read_string(struct chunks *chunks, const struct js_string *string) __attribute__((nonnull));

/* If TEXT is a path that starts with the name of a folder above the script OWN ("assets/a.js" in
 * /x/assets/b.js), the path before that folder ("/x/"). Otherwise empty. */
struct span chunks_folder_above(const struct url *own, struct span text) __attribute__((nonnull));

#endif
