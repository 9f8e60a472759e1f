/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_PATIENCE_H
#define TIPTOE_CRAWL_PATIENCE_H

#include <stdint.h>

struct crawl;

/* Stops the run when every origin that has work wants a longer pause than --max-wait, and nothing is in
 * flight. A shorter pause is waited out: it is announced when it is one that a user would wonder about. */
void patience_check(struct crawl *crawl, int64_t now_ms) __attribute__((nonnull));

#endif
