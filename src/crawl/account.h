/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_ACCOUNT_H
#define TIPTOE_CRAWL_ACCOUNT_H

struct crawl;

/* With --archive all, at the end of a pass that archived something: adds what the run went by, for whoever
 * reads the archive without the mirror. Resource records hold the settings and the URLs that were left out,
 * each with its rule; a metadata record for each origin that was asked says what its robots.txt means and
 * what it says about uses of its pages. */
int account_add(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

#endif
