/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_CRAWL_H
#define TIPTOE_CRAWL_CRAWL_H

#include "judge/settings.h"

/* How a run ended. */
enum crawl_end {
    CRAWL_COMPLETE,    /* everything that belongs to the mirror is in it */
    CRAWL_SOME_FAILED, /* the same, but some URLs failed */
    CRAWL_FORBIDDEN,   /* robots.txt disallows the start page */
    CRAWL_STOPPED,     /* before the end; the same command continues */
    CRAWL_UNAVAILABLE, /* there is no start page to begin with, and repeating the command cannot help */
    CRAWL_LOCAL        /* our own disk or database failed */
};

struct mirror;

/* Continues MIRROR, which is open and has a start page, until nothing is left to do or something ends the
 * run. Prints to stderr. Everything is committed when it returns. */
enum crawl_end crawl_run(struct mirror *mirror, const struct settings *settings) __attribute__((nonnull));

#endif
