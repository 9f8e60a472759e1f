/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_PACKAGE_CHECK_H
#define TIPTOE_EXPORT_PACKAGE_CHECK_H

struct index_check;
struct warc_check;

/* Checks the package PATH (WACZ 1.1.1) and reports to CHECK: its list of files with their digests, the names
 * of its entries, and whether archives are stored. AGAINST gets its indexes and lists of pages. The packages
 * within it are compared by their digests only. A file that cannot be read or is not a ZIP has no findings.
 */
void package_check(struct warc_check *check, struct index_check *index, const char *path) NONNULL;

#endif
