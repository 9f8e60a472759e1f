/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_NAMES_H
#define TIPTOE_EXTRACT_NAMES_H

/* Names of files that scripts and data write without a folder, or in parts. */
#include "extract/collect.h"

struct js_string;

/* A text with such names, and what they may be relative to. */
struct name_source {
    struct collector *collector;
    const struct layer *first, *second; /* SECOND: NULL, or a layer with another base */
    struct span text;
    size_t from;  /* where the text starts in the layers */
    bool keeps;   /* its bytes last as long as the document */
    bool is_file; /* a script or data, not a page */
};

/* Adds TEXT, of LEN bytes at AT in the layers, as a guess that its form alone makes likely. */
void names_guess(const struct name_source *source, size_t at, size_t len, struct span text) NONNULL;

/* Returns the path that follows the string of TEXT that ends at END as another argument, if it leads up to
 * the folder that the string is relative to, as in open("a/b.html", "../../"). Empty without one. */
struct span names_way_up(struct span text, size_t end);

/* Returns true if STRING of TEXT, which is FILE, names an image without a folder and is the value of a member
 * whose name does not speak of a file, as in {"icon": "bold.png"}: only the script knows the folder. */
bool names_is_icon(struct span text, const struct js_string *string, struct span file) NONNULL;

/* Reads STRING, or a piece of a template, with the code beside it: keeps it as a constant, or guesses the
 * name that a constant or variable and it are. TEXT is its meaning. */
void names_read(const struct name_source *source, const struct js_string *string, struct span text) NONNULL;

#endif
