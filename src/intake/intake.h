/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_INTAKE_H
#define TIPTOE_INTAKE_INTAKE_H

#include <stdbool.h>

#include "base/buf.h"
#include "extract/visible.h"
#include "frontier/links.h"
#include "markup/link.h"
#include "robots/meta.h"
#include "update/revisit.h"
#include "url/url.h"

struct job;
struct fetch_result;
struct site;
struct update;

/* Answers that require a login, in a session of the user. */
struct login {
    int64_t last;    /* the URL of the last one */
    unsigned in_row; /* of different URLs, since a page came */
    bool has_page;   /* a page without a form for passwords came */
    bool has_form;   /* a page with one came */
};

/* So many of them in a row end the run. */
enum { LOGIN_MOST = 3 };

/* Takes answers into the mirror of a site, one at a time, with memory that is used again. */
struct intake {
    struct update *update;
    struct site *site;      /* the update's */
    struct url url;         /* of the answer */
    struct revisit revisit; /* of the URL that the answer is of */
    struct login login;
    struct meta_verdict meta;
    struct link_list head_links; /* of the answer's head */
    struct frontier_ids targets; /* of its links */
    struct url location;         /* of a redirect, */
    struct buf fragment;         /* and its fragment */
    struct buf preferences;      /* statements about uses of the answer */
    struct buf terms;            /* the terms that withhold the answer */
    struct visible visible;
    int64_t search_script; /* frontier_search_script; -1: not read yet */
    uint64_t closed_pages,
        closed_links; /* of this run: pages that say NOFOLLOW, and the links to pages there */
};

/* Makes an intake for UPDATE, which outlives it. */
void intake_init(struct intake *intake, struct update *update) __attribute__((nonnull));
void intake_release(struct intake *intake) __attribute__((nonnull));

/* Takes the answer to a request for a URL: stores it, follows its redirect, postpones the URL, or gives it
 * up. */
int intake_take(struct intake *intake, const struct job *job, struct fetch_result *result)
    __attribute__((nonnull, warn_unused_result));

#endif
