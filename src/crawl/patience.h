/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_PATIENCE_H
#define TIPTOE_CRAWL_PATIENCE_H

#include <stdint.h>

struct crawl;

/* Stops the run if nothing is in flight and every origin with work may not be requested for longer than
 * --max-wait, because the site says so. A shorter pause is waited for, and announced if a user would notice
 * it. */
void patience_check(struct crawl *crawl, int64_t now_ms) __attribute__((nonnull));

#endif
