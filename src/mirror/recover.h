/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_RECOVER_H
#define TIPTOE_MIRROR_RECOVER_H

struct documents;
struct mirror;

/* Checks, after a run that was killed, every answer that was committed after the last sync against its file
 * and its record. After a kill of the process all of them exist. After a power cut some may be missing: their
 * URLs are queued again, and the archive is cut where it stops being whole. Synced answers are not checked;
 * tiptoe verify checks everything. */
int recover(struct mirror *mirror, const struct documents *documents) CHECKED;

#endif
