/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_START_H
#define TIPTOE_CRAWL_START_H

#include <stdbool.h>

struct buf;
struct crawl;
struct site;

/* The start page, at its URL or where redirects lead. There is no mirror without it, so it is never given up
 * for good. */

/* Queues it again if the last run could not fetch it, if robots.txt disallowed it, or if nothing is stored
 * without it. */
int start_revive(struct site *site) __attribute__((nonnull, warn_unused_result));

/* Returns whether it failed in a way that may be temporary. */
bool start_may_come_later(struct site *site) __attribute__((nonnull));

/* Returns whether robots.txt disallows it. */
bool start_is_forbidden(struct site *site) __attribute__((nonnull));

/* Sets crawl->stop, and after a permanent redirect crawl->advice, because an update does not follow the
 * redirect of the start page to another place. */
void start_is_held(struct crawl *crawl) __attribute__((nonnull));

/* Sets crawl->stop and crawl->advice if the start page failed and nothing is stored: the same command cannot
 * help. */
void start_explain(struct crawl *crawl) __attribute__((nonnull));

/* Adds the file of the start page, below site/, to PATH; nothing if it has none. */
void start_file(struct crawl *crawl, struct buf *path) __attribute__((nonnull));

#endif
