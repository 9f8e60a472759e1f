/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_PROGRAM_H
#define TIPTOE_BASE_PROGRAM_H

/* Runs a program and waits for its end. ARGUMENTS ends with NULL; the first is its name, searched in PATH.
 * Its input is empty, and its output and messages go to the file OUT. STATUS is its exit status, or 128 plus
 * the signal that ended it. Returns ERROR_NOT_FOUND if it is not in PATH, ERROR_IO if it cannot be run. */
int program_run(const char *const *arguments, int out, int *status) CHECKED;

#endif
