/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_INDEX_CHECK_H
#define TIPTOE_EXPORT_INDEX_CHECK_H

#include "base/span.h"

struct warc_answer;
struct warc_check;

/* Compares indexes (CDXJ) and lists of pages with the records of a check, which reports what differs: lines
 * that no record matches, and records without a line. Memory grows by about 80 bytes for each line. */
struct index_check;

enum index_check_kind { INDEX_CHECK_CDXJ, INDEX_CHECK_PAGES };

/* Creates a comparison; never NULL. CHECK outlives it. */
struct index_check *index_check_new(struct warc_check *check) __attribute__((nonnull, returns_nonnull));
void index_check_free(struct index_check *index);

/* Begins a file of this kind. LABEL is copied. PACKAGE is the label of the package that contains it, and the
 * files that it names; NULL: none. Its bytes follow in pieces, plain or as gzip, then its end. All files come
 * before the first record. */
void index_check_begin(struct index_check *index, enum index_check_kind kind, const char *label,
                       const char *package) __attribute__((nonnull(1, 3)));
void index_check_add(struct index_check *index, struct span bytes) NONNULL;
void index_check_end(struct index_check *index) NONNULL;

/* Takes an entry of PACKAGE, a WACZ 1.1.1, and its bytes in pieces; indexes and lists of pages among them, as
 * above. IS_STORED: it is not compressed. The end of the package reports what is wrong with its list of
 * files, their digests, and their names. With INDEX as context, these four are a struct package_reader
 * (import/sources.h). */
void index_check_begin_entry(void *index, const char *package, const char *path, bool is_stored) NONNULL;
void index_check_add_entry(void *index, struct span bytes) NONNULL;
void index_check_end_entry(void *index, bool is_damaged) NONNULL;
void index_check_end_package(void *index) NONNULL;

/* Compares a record. */
void index_check_compare(struct index_check *index, const struct warc_answer *answer) NONNULL;

/* Reports, after the last record, lines that no record matched. */
void index_check_finish(struct index_check *index) NONNULL;

#endif
