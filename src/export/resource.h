/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_RESOURCE_H
#define TIPTOE_EXPORT_RESOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* Writes a WARC 1.1 file of resource records, for content that a mirror has as files and not in its archive.
 * The same content gives the same bytes, including the ids. */
struct resource_writer;

struct resource {
    struct span url;     /* a URI of RFC 3986 */
    int64_t wall_us;     /* when it was captured */
    struct span type;    /* its Content-Type */
    struct span content; /* of any length */
    bool is_compressed;  /* already compressed: it is not deflated */
};

/* Writes to FD, which the caller keeps. Never NULL. */
struct resource_writer *resource_writer_new(int fd) __attribute__((returns_nonnull));
void resource_writer_free(struct resource_writer *writer);

/* The warcinfo record, which comes first: the file's NAME, the SOFTWARE that wrote it, and a DESCRIPTION. */
int resource_begin(struct resource_writer *writer, const char *name, int64_t wall_us, const char *software,
                   const char *description) __attribute__((nonnull, warn_unused_result));

int resource_add(struct resource_writer *writer, const struct resource *resource)
    __attribute__((nonnull, warn_unused_result));

/* The number of bytes written so far. */
uint64_t resource_written(const struct resource_writer *writer) __attribute__((nonnull));

#endif
