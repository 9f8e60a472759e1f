/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CANDIDATE_H
#define TIPTOE_MARKUP_CANDIDATE_H

#include "base/span.h"

/* The evidence that a text in a script or in data is a URL, and what it must look like. */
enum candidate_sign {
    CANDIDATE_TEXT,  /* only its form: a path with a folder and a listed extension */
    CANDIDATE_NAMED, /* the value of a property such as src: a file name with a listed extension */
    CANDIDATE_BUILT, /* in a form in which bundlers write the names of their files */
    CANDIDATE_ASKED  /* passed to a function that requests it: any path */
};

/* Returns true if TEXT looks like the URL of a file. Always false for texts that contain placeholders or
 * prose. */
bool candidate_is_likely(struct span text, enum candidate_sign sign);

/* Returns true if a file with EXTENSION is a picture, a sound or a video. */
bool candidate_is_media(struct span extension);

#endif
