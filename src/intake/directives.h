/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_DIRECTIVES_H
#define TIPTOE_INTAKE_DIRECTIVES_H

#include "base/span.h"
#include "frontier/names.h"
#include "markup/link.h"
#include "weave/document.h"

struct fetch_result;
struct frontier_visit;
struct intake;
struct job;
struct link_list;
struct page;

/* An answer on its way into the mirror. */
struct stored {
    struct span path; /* of its file in the tree */
    const struct job *job;
    struct fetch_result *result;
    struct frontier_visit *visit;
    enum document_form form;
    struct span bytes;             /* decoded */
    struct span type;              /* the Content-Type, or the type that replaces it */
    const char *unread;            /* why its robots directives are unknown, or NULL */
    const struct link_list *links; /* NULL: not read */
    bool store, follow;
    bool unwanted;  /* the site lets it be stored, but the user keeps no files of its type */
    bool rewritten; /* its copy in site/ has rewritten links */
};

/* Sets STORED's store and follow by the directives of the answer. Those of an earlier answer that
 * IS_UNCHANGED stay in force; here only its date is checked. If directives cannot be read, nothing is
 * allowed. */
void directives_judge(struct intake *intake, struct stored *stored, bool is_unchanged) NONNULL;

/* Decides that the answer must not be stored, for REASON, by RULE. */
void directives_refuse(struct stored *stored, enum frontier_reason reason, struct span rule) NONNULL;

/* Collects the site's usage preferences for the page from robots.txt, the header and the page; borrowed from
 * intake->preferences. */
struct span directives_preferences(struct intake *intake, const struct stored *stored) NONNULL;

/* Returns what requests for the targets of the answer's links say about it. */
enum referrer_policy directives_referrer(struct intake *intake, const struct stored *stored) NONNULL;

/* Reads what PAGE says about itself, as hints only (Robot Exclusion Standard Revisited, 1996): whether it
 * changes, and the address it prefers. */
void directives_read_hints(const struct page *page, struct frontier_visit *visit) NONNULL;

#endif
