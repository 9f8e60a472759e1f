/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_LINT_H
#define TIPTOE_LINT_LINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"
#include "lint/findings.h"
#include "robots/meta.h"
#include "robots/robots.h"

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

/* One redirect that was followed. */
struct lint_hop {
    int status;
    struct span from, to;
};

/* The answer to the request for a robots.txt, as far as it came. */
struct lint_answer {
    const struct lint_hop *hops;
    size_t hop_count;
    int status;                              /* of the last answer; 0: none came */
    enum robots_error error;                 /* what happened instead */
    const char *error_text;                  /* the same in English */
    struct span content_type, cache_control; /* header values; empty: not sent */
    bool is_undecodable;                     /* its Content-Encoding could not be undone */
};

/* Adds what there is to say about ANSWER, and sorts. */
void lint_answer(struct findings *findings, const struct lint_answer *answer) __attribute__((nonnull));

/* Adds that the robots.txt of another name or scheme of the same site is not the same. */
void lint_host_differs(struct findings *findings, struct span url, struct span other)
    __attribute__((nonnull));

/* A page and what came with it. */
struct lint_page {
    struct span document;    /* where elements are looked up, for their lines; may be empty */
    struct meta_input input; /* agent, elements, headers and the time */
    bool is_forbidden;       /* robots.txt closes the page to the agent */
    uint32_t forbidden_line; /* and this is the line */
};

/* Adds what is wrong in the page's own words to robots, and sorts. */
void lint_page(struct findings *findings, const struct lint_page *page) __attribute__((nonnull));

#endif
