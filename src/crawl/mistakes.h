/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_MISTAKES_H
#define TIPTOE_CRAWL_MISTAKES_H

#include <stdbool.h>

struct crawl;
struct fetch_result;
struct job;

/* Failures of a site that was never reached, which are probably mistakes of the user: a host that does not
 * exist, a port on which nothing listens or that expects the other scheme, a certificate that no authority
 * signed. */

/* Returns whether RESULT is a failure of the proxy, or of this machine's resolver, which says nothing about
 * the site: crawl->stop is then set, and the URL of JOB is still queued. */
bool mistakes_check_way(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
    __attribute__((nonnull));

/* Returns whether RESULT shows such a mistake, and sets crawl->stop and crawl->advice then, if JOB requested
 * the robots.txt of the start page while nothing is stored. Called before the answer is taken; it may query
 * the resolver. An answer that may come from a server of the other scheme only causes a message. */
bool mistakes_check(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
    __attribute__((nonnull));

#endif
