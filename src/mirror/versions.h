/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_VERSIONS_H
#define TIPTOE_MIRROR_VERSIONS_H

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
    struct capture_reader reader;
    struct url url;
    size_t count, room;
    struct version *all; /* the oldest first */
};

/* Finds the versions of the page URL. Always to be followed by versions_close. A page that must not be shown
 * now has none. Damaged records are left out. */
int versions_open(struct versions *versions, struct mirror *mirror, struct span url) CHECKED;
void versions_close(struct versions *versions) NONNULL;

/* Adds the text that a version shows, or of a file of another text type, all of it, by lines. ERROR_INVALID
 * if it is not a text. */
int versions_read(struct versions *versions, const struct version *version, struct buf *text) CHECKED;

#endif
