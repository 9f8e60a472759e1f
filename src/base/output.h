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

/* Creates the temporary file; for the path "-", the output is standard output, and nothing is created.
 * Returns 0, or an error with errno; OUTPUT then needs no end. A file at PATH stays until output_end. */
int output_begin(struct output *output, const char *path) CHECKED;

/* Ends OUTPUT: syncs the file, renames it to PATH and syncs the directory, or removes it after an ERROR, its
 * own or the caller's. Returns that error, or 0. */
int output_end(struct output *output, int error) CHECKED;

#endif
