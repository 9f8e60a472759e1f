/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_START_H
#define TIPTOE_CRAWL_START_H

#include <stdbool.h>

struct buf;
struct crawl;
struct fetch_result;
struct job;
struct site;

/* The start page, at its URL or where redirects lead. There is no mirror without it, so it is never given up
 * for good. */

/* Queues it again if the last run could not fetch it, if robots.txt disallowed it, or if nothing is stored
 * without it. */
int start_revive(struct site *site) CHECKED;

/* Returns whether it failed in a way that may be temporary. */
bool start_may_come_later(struct site *site) NONNULL;

/* Returns whether robots.txt disallows it. */
bool start_is_forbidden(struct site *site) NONNULL;

/* Sets crawl->stop, and after a permanent redirect crawl->advice, because an update does not follow the
 * redirect of the start page to another place. */
void start_is_held(struct crawl *crawl) NONNULL;

/* Sets crawl->stop and crawl->advice if the start page failed and nothing is stored: the same command cannot
 * help. */
void start_explain(struct crawl *crawl) NONNULL;

/* Says where the start page redirects within its site, if it did not do so before. */
void start_name_redirect(struct crawl *crawl) NONNULL;

/* Adds the file of the start page, below site/, to PATH; nothing if it has none. */
void start_file(struct crawl *crawl, struct buf *path) NONNULL;

/* Returns whether RESULT is a failure of the proxy, or of this machine's resolver, which says nothing about
 * the site: crawl->stop is then set, and the URL of JOB is still queued. */
bool start_check_way(struct crawl *crawl, const struct job *job, const struct fetch_result *result) NONNULL;

/* Returns whether RESULT shows a mistake of the user: a host that does not exist, a port on which nothing
 * listens or that expects the other scheme, a certificate that no authority signed. It sets crawl->stop and
 * crawl->advice then, if JOB requested the robots.txt of the start page while nothing is stored. Called
 * before the answer is taken; it may query the resolver. An answer that may come from a server of the other
 * scheme only causes a message. */
bool start_check(struct crawl *crawl, const struct job *job, const struct fetch_result *result) NONNULL;

#endif
