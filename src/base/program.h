/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_PROGRAM_H
#define TIPTOE_BASE_PROGRAM_H

/* Runs a program and waits for it. ARGUMENTS ends in NULL; the first is its name, found along PATH. It reads
 * nothing, and what it says goes to the file OUT. STATUS is its exit status, 128 and the signal where one
 * ended it. ERROR_NOT_FOUND where there is no such program; ERROR_IO where it cannot be run. */
int program_run(const char *const *arguments, int out, int *status)
    __attribute__((nonnull, warn_unused_result));

#endif
