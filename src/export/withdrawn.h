/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_WITHDRAWN_H
#define TIPTOE_EXPORT_WITHDRAWN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

struct mirror;
struct revisit_rewriter;

/* The URLs that the site has withdrawn (frontier/row.h). The archive may still have earlier answers of them,
 * which exports omit. */
struct withdrawn {
    struct withdrawn_url {
        uint64_t hash;
        bool omitted; /* at least one record */
    } * urls;         /* sorted by hash */
    size_t count, room;
    uint64_t key[2];
};

/* A zeroed struct is an empty list. */
int withdrawn_read(struct withdrawn *withdrawn, struct mirror *mirror)
    __attribute__((nonnull, warn_unused_result));
void withdrawn_release(struct withdrawn *withdrawn) __attribute__((nonnull));

/* The entry of a WARC-Target-URI; NULL if it is not withdrawn. */
struct withdrawn_url *withdrawn_find(const struct withdrawn *withdrawn, struct span target)
    __attribute__((nonnull));

/* Copies the first LEN bytes of FD, a WARC file, without the answers of withdrawn URLs and the records that
 * belong to them. A revisit whose body only such an answer has becomes a response, by RESTORER. CUT_FD
 * becomes an unnamed file of CUT_LEN bytes below DIR, or -1 if FD has nothing to change. ERROR_INVALID if a
 * record to be changed shares its gzip member with another. */
struct withdrawn_file {
    int64_t id; /* in the frontier */
    int fd;
    uint64_t len;
};
int withdrawn_cut(struct withdrawn *withdrawn, struct revisit_rewriter *rewriter,
                  const struct withdrawn_file *file, int dir, int *cut_fd, uint64_t *cut_len)
    __attribute__((nonnull, warn_unused_result));

#endif
