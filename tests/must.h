/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_MUST_H
#define TIPTOE_TESTS_MUST_H

#include <stdio.h>
#include <stdlib.h>

/* Ends the test if STEP, which has to return 0 for the rest to mean anything, fails. */
#define must(step) must_be_0(__FILE__, __LINE__, (step))
static inline void must_be_0(const char *file, int line, int error)
{
    if (error) {
        printf("Bail out! %s:%d: error %d\n", file, line, error);
        exit(1);
    }
}

#endif
