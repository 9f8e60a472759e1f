/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_ROBOTS_PAGE_H
#define TIPTOE_CMD_ROBOTS_PAGE_H

#include "base/buf.h"
#include "extract/html.h"
#include "lint/lint.h"

struct robots;

/* A page that the user names, for what it says to robots. Init, read, lint, release. */
struct robots_page {
    char *file;      /* of the operand FILE[=URL] */
    const char *url; /* NULL: not known */
    struct buf body;
    struct page page;
};

void robots_page_init(struct robots_page *page) __attribute__((nonnull));
void robots_page_release(struct robots_page *page) __attribute__((nonnull));

/* Reads what the page says to the robot of this name. 0, or an enum error, which has been said. OPERAND is
 * borrowed until the release. */
int robots_page_read(struct robots_page *page, const char *operand, struct span agent)
    __attribute__((nonnull, warn_unused_result));

/* Adds what is wrong; ROBOTS (NULL: none) is what the page's URL is judged by. */
void robots_page_lint(const struct robots_page *page, struct findings *findings, struct span agent,
                      const struct robots *robots) __attribute__((nonnull(1, 2)));

#endif
