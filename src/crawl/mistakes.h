/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_MISTAKES_H
#define TIPTOE_CRAWL_MISTAKES_H

#include <stdbool.h>

struct crawl;
struct fetch_result;
struct job;

/* Failures of a site that was never reached, which are probably mistakes of the user: a host that does not
 * exist, a port on which nothing listens or that expects the other scheme, a certificate of one's own. */

/* Whether RESULT is a failure of the proxy, or of this machine's resolver, which says nothing about the site:
 * crawl->stop is then set, and the URL of JOB is still queued. */
bool mistakes_check_way(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
    __attribute__((nonnull));

/* The others are for a JOB that requested the robots.txt of the start page while nothing is stored, and do
 * nothing for another one. They set crawl->stop and crawl->advice if RESULT shows such a mistake. The first
 * returns whether it does; it comes before the answer is taken, and may query the resolver. The second comes
 * after job_end, and may reuse JOB: it may request robots.txt by the other scheme, at the site's pace. */
bool mistakes_check(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
    __attribute__((nonnull));
void mistakes_try_other_scheme(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
    __attribute__((nonnull));

#endif
