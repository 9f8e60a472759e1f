/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_OUTPUT_H
#define TIPTOE_BASE_OUTPUT_H

/* A file that a user named, anywhere. It is written under a temporary name beside it, so that it is either
 * complete or absent. */
struct output {
    int fd; /* written by the caller */
    int dir;
    char *name, *temporary;
};

/* Creates the temporary file. Returns 0, or an error with errno; OUTPUT then needs no end. A file at PATH
 * stays there until output_commit. */
int output_begin(struct output *output, const char *path) __attribute__((nonnull, warn_unused_result));

/* Syncs the file, renames it to PATH and syncs the directory; or removes it after an error. OUTPUT is ended
 * either way. */
int output_commit(struct output *output) __attribute__((nonnull, warn_unused_result));

/* Removes the temporary file and ends OUTPUT. */
void output_abort(struct output *output) __attribute__((nonnull));

#endif
