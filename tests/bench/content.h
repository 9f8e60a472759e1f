/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_BENCH_CONTENT_H
#define TIPTOE_TESTS_BENCH_CONTENT_H

#include <stdint.h>

#include "base/buf.h"

/* The content of the server: the files of a directory, in memory, or a site that is generated on request. */
struct content;

/* A generated site has PAGES pages of about SIZE bytes with LINKS links each, of which CHILDREN lead to pages
 * that no earlier page links to, as long as there are any. */
struct content_options {
    const char *tree; /* NULL: the generated site */
    uint64_t pages, links, children, size;
};

struct content_answer {
    int status; /* 200, 301 or 404 */
    const char *type;
    struct span body;     /* borrowed from SCRATCH or the content */
    uint64_t fill;        /* this number of arbitrary bytes follows */
    struct span location; /* for 301: the path, to which a slash is added */
};

/* Exists until the program ends. */
struct content *content_new(const struct content_options *options) __attribute__((nonnull, returns_nonnull));

/* The answer to a request for PATH, without a query. */
struct content_answer content_find(const struct content *content, struct span path, struct buf *scratch)
    __attribute__((nonnull));

#endif
