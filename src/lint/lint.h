/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_LINT_H
#define TIPTOE_LINT_LINT_H

#include "base/span.h"
#include "lint/findings.h"
#include "robots/meta.h"
#include "robots/robots.h"

/* Findings about a robots.txt, the answer that brought it, and a page. Each says how tiptoe reads the place,
 * in words how other robots read it, and what to write instead. Pure: bytes in, findings out. Time is linear
 * in the size of the file, except for comparing rules with each other, which has a limit. */

struct lint_options {
    struct span agent; /* the file is checked for this agent; as in struct robots_options */
    struct span url;   /* of the file: "https://site.example/robots.txt"; empty: unknown */
    bool truncated;    /* the body is only the start of the file */
};

/* Adds all findings about the file BODY, and sorts. Never fails. */
void lint_robots(struct findings *findings, struct span body, const struct lint_options *options) NONNULL;

/* The answer to the request for a robots.txt. */
struct lint_answer {
    unsigned redirects;       /* that were followed */
    int status;               /* of the last answer; 0 without a complete one */
    const char *error;        /* why there is no complete answer; NULL if there is one */
    struct span content_type; /* the header value; empty if missing */
    bool is_undecodable;      /* its Content-Encoding could not be decoded */
};

/* Adds all findings about ANSWER, and sorts. */
void lint_answer(struct findings *findings, const struct lint_answer *answer) NONNULL;

/* Adds all findings about the terms of a page, and sorts. DOCUMENT is its text, to find the places of
 * elements; robots.txt says IS_FORBIDDEN of it. */
void lint_page(struct findings *findings, const struct meta_input *terms, struct span document,
               bool is_forbidden) NONNULL;

#endif
