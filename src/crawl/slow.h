/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_SLOW_H
#define TIPTOE_CRAWL_SLOW_H

#include <stdint.h>

struct crawl;

/* Ends one slow transfer whose connection another URL waits for. Its URL is retried when no new URL waits. To
 * be called in each turn, after turns_take. */
void slow_give_way(struct crawl *crawl, int64_t now_ms) __attribute__((nonnull));

#endif
