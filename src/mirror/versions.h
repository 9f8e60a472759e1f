/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_VERSIONS_H
#define TIPTOE_MIRROR_VERSIONS_H

#include "base/diff.h"
#include "base/digest.h"
#include "mirror/capture_reader.h"

/* The versions of a page: its answers in the archive, without those that have the status and the body of the
 * one before. */
struct version {
    const struct capture *capture; /* with its time */
    int status;
    uint64_t bytes;                /* of the body, decoded */
    char digest[DIGEST_TEXT_SIZE]; /* of the body as received */
};

struct versions {
    struct capture_reader *reader;
    struct url url;
    size_t count, room;
    struct version *all; /* the oldest first */
};

/* Finds the versions of the page URL by READER, which is kept. Always to be followed by versions_close. A
 * page that must not be shown now has none. Damaged records are left out. */
int versions_open(struct versions *versions, struct capture_reader *reader, struct span url) CHECKED;
void versions_close(struct versions *versions) NONNULL;

/* Compares the visible texts of two versions by lines, as diff_lines, or all of another text. NOTE becomes a
 * sentence for the user, for example that they are the same, or NULL. */
int versions_compare(struct versions *versions, size_t from, size_t to, diff_reader *each, void *context,
                     const char **note) __attribute__((nonnull(1, 4, 6), warn_unused_result));

#endif
