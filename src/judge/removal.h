/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_REMOVAL_H
#define TIPTOE_JUDGE_REMOVAL_H

struct site;

/* Which files leave site/, and when: only at the end of a complete update, and never more than half of all
 * files unless the user insists. A file leaves because of what the site says (a line of robots.txt, NOINDEX,
 * NOARCHIVE, a permanent redirect to another stored page) or the user (options, --delete), never because a
 * request failed. Until then the frontier has the new state of the URL beside the old answer. */

/* Removes the files of URLs that are refused, withheld or permanently redirected now. If these are more than
 * half, removes none, and sets site->update.guarded to their number. */
int removal_of_withdrawn(struct site *site) __attribute__((nonnull, warn_unused_result));

/* With --delete: removes and lists the files of URLs that are gone. If these are more than half, removes
 * none. */
int removal_of_gone(struct site *site) __attribute__((nonnull, warn_unused_result));

#endif
