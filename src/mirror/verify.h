/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_VERIFY_H
#define TIPTOE_MIRROR_VERIFY_H

#include <stdint.h>

struct documents;
struct mirror;

/* What was found out about a mirror. */
struct verify_result {
    uint64_t files, records; /* looked at */
    uint64_t problems;
};

/* Holds everything that MIRROR says is stored against what is there: the database against itself, every file
 * of site/ against its digest or against what its original weaves to, every record of the archive against its
 * digests. Each problem is a line on stdout that names the file. The mirror is only read; no run may go on. 0
 * or the first local error that kept it from looking. */
int verify(struct mirror *mirror, const struct documents *documents, struct verify_result *result)
    __attribute__((nonnull, warn_unused_result));

#endif
