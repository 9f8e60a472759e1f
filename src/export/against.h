/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_AGAINST_H
#define TIPTOE_EXPORT_AGAINST_H

#include "base/span.h"

struct warc_answer;
struct warc_check;

/* Compares indexes (CDXJ) and lists of pages with the records of a check, which reports what differs: lines
 * that no record matches, and records without a line. Memory grows by about 80 bytes for each line. */
struct against;

enum against_kind { AGAINST_INDEX, AGAINST_PAGES };

/* CHECK outlives this. Never NULL. */
struct against *against_new(struct warc_check *check) __attribute__((nonnull, returns_nonnull));
void against_free(struct against *against);

/* Begins a file of this kind. LABEL is copied. PACKAGE is the label of the package that contains it, and the
 * files that it names; NULL: none. Its bytes follow in pieces, plain or as gzip, then its end. All files come
 * before the first record. */
void against_begin(struct against *against, enum against_kind kind, const char *label, const char *package)
    __attribute__((nonnull(1, 3)));
void against_add(struct against *against, struct span bytes) __attribute__((nonnull));
void against_end(struct against *against) __attribute__((nonnull));

/* Compares a record. */
void against_see(struct against *against, const struct warc_answer *answer) __attribute__((nonnull));

/* After the last record: reports lines that no record matched. */
void against_finish(struct against *against) __attribute__((nonnull));

#endif
