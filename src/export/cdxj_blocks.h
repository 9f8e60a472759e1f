/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_CDXJ_BLOCKS_H
#define TIPTOE_EXPORT_CDXJ_BLOCKS_H

#include "base/body.h"

struct cdxj;

/* Converts a sorted index to the form that a WACZ uses for large ones: BLOCKS (index.cdx.gz) has a gzip
 * member for every 256 lines, and INDEX (index.idx) has a line for every member, with its first key. */
int cdxj_blocks(const struct cdxj *cdxj, struct body *blocks, struct body *index)
    __attribute__((nonnull, warn_unused_result));

#endif
