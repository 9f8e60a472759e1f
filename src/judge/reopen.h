/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_REOPEN_H
#define TIPTOE_JUDGE_REOPEN_H

struct site;

/* Where the options that say what belongs to the mirror are others than in the run before, queues again what
 * they refused then and do not refuse now; where its limits are, what these refused: it is judged anew when
 * its turn comes. */
int reopen(struct site *site) __attribute__((nonnull, warn_unused_result));

#endif
