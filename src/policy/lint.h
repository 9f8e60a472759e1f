/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_POLICY_LINT_H
#define TIPTOE_POLICY_LINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "policy/findings.h"
#include "policy/meta.h"

/* What is wrong in a robots.txt, and what it means, by ROBOTS.md section 6: every finding says how tiptoe
 * reads the place and what to write instead. Pure: bytes in, findings out; linear in the file but for the
 * comparison of rules with each other, which is bounded. */

struct lint_options {
    struct span agent;       /* as in struct robots_options: for whom the file is judged */
    struct span url;         /* where the file stands: "https://site.example/robots.txt"; empty: not known */
    bool truncated;          /* the body is only the beginning of the file */
    const struct span *urls; /* absolute URLs of the site, on which the readings are compared; may be none */
    size_t url_count;
};

/* Adds everything there is to say about the file BODY, and sorts. Never fails. */
void lint_robots(struct findings *findings, struct span body, const struct lint_options *options)
    __attribute__((nonnull));

#endif
