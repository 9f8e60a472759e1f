/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_RECOVER_H
#define TIPTOE_MIRROR_RECOVER_H

struct documents;
struct mirror;

/* After a run that did not end by itself: holds every answer that was committed since the last sync against
 * its file and its record. After a kill they are all there. After a power cut some may not be: these URLs are
 * queued again, and the archive is cut back to where it is whole. What was synced is taken as it is; tiptoe
 * verify looks at everything. */
int recover(struct mirror *mirror, const struct documents *documents)
    __attribute__((nonnull, warn_unused_result));

#endif
