/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FUZZ_FUZZ_H
#define TIPTOE_TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* What fuzz targets share. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the target if a claim about its input is wrong, and says which. */
#define demand(claim) demand_at(__FILE__, __LINE__, #claim, (claim))

static inline void demand_at(const char *file, int line, const char *claim, bool holds)
{
    if (!holds) {
        fprintf(stderr, "%s:%d: not so: %s\n", file, line, claim);
        abort();
    }
}

/* Makes DATA the whole content of the file FD. */
static inline void fill_file(int fd, const void *data, size_t size)
{
    demand(ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size &&
           lseek(fd, 0, SEEK_SET) == 0);
}

#endif
