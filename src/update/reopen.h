/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_REOPEN_H
#define TIPTOE_UPDATE_REOPEN_H

struct site;

/* If the options that define the mirror have changed since the last run, queues the URLs again that they
 * refused then and allow now. If limits have changed, queues what they refused; it is judged again when its
 * turn comes. */
int reopen(struct site *site) __attribute__((nonnull, warn_unused_result));

#endif
