/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_BENCH_CONTENT_H
#define TIPTOE_TESTS_BENCH_CONTENT_H

#include <stdint.h>

#include "base/buf.h"

/* What the server has: the files of a directory, read into memory, or a site that is made as it is asked for.
 */
struct content;

/* A generated site: PAGES pages of about SIZE bytes with LINKS links each, of which CHILDREN lead to pages
 * that no earlier page links to, as long as there are any. */
struct content_options {
    const char *tree; /* NULL: the generated site */
    uint64_t pages, links, children, size;
};

struct content_answer {
    int status; /* 200, 301 or 404 */
    const char *type;
    struct span body;     /* in SCRATCH or of the content itself */
    uint64_t fill;        /* so many bytes follow, of any kind */
    struct span location; /* of 301: the path without the slash that it lacks */
};

/* It stays until the program ends. */
struct content *content_new(const struct content_options *options) __attribute__((nonnull, returns_nonnull));

/* PATH has no query. */
struct content_answer content_find(const struct content *content, struct span path, struct buf *scratch)
    __attribute__((nonnull));

#endif
