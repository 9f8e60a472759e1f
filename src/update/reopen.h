/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_REOPEN_H
#define TIPTOE_UPDATE_REOPEN_H

struct site;

/* Queues the URLs again that options of the last run refused and those of this run allow, and after a change
 * of limits all URLs that the limits refused; these are judged again when their turn comes. */
int reopen(struct site *site) __attribute__((nonnull, warn_unused_result));

#endif
