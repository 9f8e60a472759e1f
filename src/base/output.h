/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_OUTPUT_H
#define TIPTOE_BASE_OUTPUT_H

/* A file that a user asked for by name: written under a temporary name beside it, and there whole or not at
 * all. The path is the user's own word, and may lead anywhere. */
struct output {
    int fd; /* written by the caller */
    int dir;
    char *name, *temporary;
};

/* Begins it: 0, or the error of its directory or of making the file, with errno. Unless 0, OUTPUT needs no
 * ending. What was at PATH stays there until output_commit. */
int output_begin(struct output *output, const char *path) __attribute__((nonnull, warn_unused_result));

/* Syncs it, gives it its name, and syncs that; or, on an error, removes it. OUTPUT is ended either way. */
int output_commit(struct output *output) __attribute__((nonnull, warn_unused_result));

/* Removes it. */
void output_abort(struct output *output) __attribute__((nonnull));

#endif
