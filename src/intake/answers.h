/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_ANSWERS_H
#define TIPTOE_INTAKE_ANSWERS_H

struct crawl;
struct fetch_result;
struct job;

/* Takes the answer to a request for a URL: stores it, follows its redirect, puts it off, or gives it up. */
int answers_take(struct crawl *crawl, const struct job *job, struct fetch_result *result)
    __attribute__((nonnull, warn_unused_result));

#endif
