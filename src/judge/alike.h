/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_ALIKE_H
#define TIPTOE_JUDGE_ALIKE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/digest.h"
#include "base/span.h"

struct site;

/* One page in place of many, in an update: about maintenance, or a login, with status 200 at every URL. It
 * must not replace the copies of pages that differed. */
struct alike {
    bool has_last, has_common;
    unsigned char last[DIGEST_MAX_BYTES], before[DIGEST_MAX_BYTES]; /* of the last page, and of its copy */
    unsigned char
        common[DIGEST_MAX_BYTES]; /* of the page in place of many; saved: it may be there for weeks */
    int64_t last_id;
    unsigned in_row; /* answers with that page since another one */
};

/* So many answers in a row end the run. */
enum { ALIKE_MOST = 10 };

/* An update begins or continues: recalls the page that stood in place of many. */
int alike_begin(struct site *site) __attribute__((nonnull, warn_unused_result));

/* Takes the digests of a page that answers with status 200 or 304, and of its copy. IS_ALIKE becomes whether
 * the page in place of many would replace that copy. The first copy that it replaced is queued again. */
int alike_judge(struct site *site, int64_t id, struct span digest, struct span before, bool *is_alike)
    __attribute__((nonnull, warn_unused_result));

#endif
