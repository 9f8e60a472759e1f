/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FUZZ_FUZZ_H
#define TIPTOE_TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* What fuzz targets share. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the target if a claim about its input is wrong. */
static inline void demand(bool holds)
{
    if (!holds)
        abort();
}

/* Makes DATA the whole content of the file FD. */
static inline void fill_file(int fd, const void *data, size_t size)
{
    demand(ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size &&
           lseek(fd, 0, SEEK_SET) == 0);
}

#endif
