/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_PART_H
#define TIPTOE_FETCH_PART_H

#include "base/span.h"

struct answer_fields;
struct fetch_part;
struct transfer;

/* Bodies that were cut off, and are continued by a range request (RFC 9110, 14). */

/* Returns the value of Range for PART, in TEXT; empty if PART is NULL. */
enum { PART_RANGE_SIZE = 40 };
struct span part_range(const struct fetch_part *part, char text[PART_RANGE_SIZE]) __attribute__((nonnull(2)));

/* Returns the value of If-Range for PART, which KNOWN, zeroed, borrows until it is released; empty if PART is
 * NULL. */
struct span part_version(const struct fetch_part *part, struct answer_fields *known)
    __attribute__((nonnull(2)));

/* Makes the stored beginning that of the answer's body, if the answer, whose head has come, has the rest that
 * TRANSFER requested; otherwise TRANSFER forgets it. ERROR_INVALID: it has another part; or a local error. */
int part_continue(struct transfer *transfer) CHECKED;

/* Makes the answer of TRANSFER, if it brings a rest, that of the whole body: head, status and fields. */
void part_take_beginning(struct transfer *transfer) NONNULL;

/* Returns whether the body, if it is cut off, can be continued: its length and version are known, and it is
 * not coded. */
bool part_is_possible(const struct transfer *transfer) NONNULL;

/* Sets PART to what TRANSFER has received in a named file, and syncs that; false without one. TAG is that of
 * its request. */
bool part_sync(const struct transfer *transfer, void **tag, struct fetch_part *part) NONNULL;

#endif
