/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_STORE_H
#define TIPTOE_INTAKE_STORE_H

#include "base/buf.h"
#include "frontier/names.h"
#include "markup/link.h"
#include "weave/document.h"

struct answer_fields;
struct fetch_result;
struct frontier_visit;
struct intake;
struct job;
struct link_list;
struct page;
struct url;

/* store.c: intake->url is that of the job, except in store_archive, which sets it. */

/* Takes a complete answer with a body: reads its robots directives, follows its links if they may be
 * followed, and stores it if it may be stored. Nothing of a page that must not be stored reaches the archive
 * or the tree. VISIT, which has the data of the answer, is completed and given to the frontier. */
int store_answer(struct intake *intake, const struct job *job, struct fetch_result *result,
                 struct frontier_visit *visit) CHECKED;

/* Takes an answer that says that the answer in force (intake->revisit.earlier) is unchanged. The directives
 * of that one stay in force too, unless the head of this answer, or robots.txt by now, withholds it. */
int store_unchanged(struct intake *intake, const struct job *job, struct fetch_result *result,
                    struct frontier_visit *visit) CHECKED;

/* Archives the answer to JOB, unless its tags withhold it: of any job with --archive all, otherwise only a
 * robots.txt. VISIT, which may be NULL, gets the place. */
int store_archive(struct intake *intake, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Archives that JOB's request was made and its answer withheld, and WHY, with --archive all. */
int store_withheld(struct intake *intake, const struct job *job, struct fetch_result *result, struct span why)
    CHECKED;

/* directives.c */

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

/* Returns the type of an answer that browsers save, or that no browser can show as the page that it claims to
 * be, without a body that is a page; TYPE for all others. FIELDS is its head, BYTES the beginning of its
 * body. The type is static, TYPE, or in MADE: with a parameter "name" where only the file's name says what it
 * is. */
struct span download_type(struct buf *made, struct span type, const struct answer_fields *fields,
                          const struct url *url, struct span bytes) NONNULL;

#endif
