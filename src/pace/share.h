/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_SHARE_H
#define TIPTOE_PACE_SHARE_H

#include <stdint.h>

#include "base/span.h"

/* A pace that processes share, on one machine or on several: a folder with a small file for each thing that
 * has a pace. A file says when the next request may be made. Times are milliseconds of the wall clock, which
 * the machines must agree on. */

/* The knowledge of one process about a file. Callers set it to zero, and then leave it to these functions. */
struct share {
    char name[44];        /* of the file */
    int64_t place_ms;     /* the end of our wait in the line; 0: we do not wait */
    int64_t lease_ms;     /* our turn ends then at the latest; 0: it is not our turn */
    int64_t before_ms;    /* the file's time before our turn */
    int64_t locked_since; /* others have had the lock ever since; 0: not */
    int64_t pause_ms;     /* share_take found a pause that ends then; 0: none */
};

/* Sets the name of the file of WHAT ("https://example.org", "192.0.2.1"), by its digest. KIND is a letter. */
void share_name(struct share *share, char kind, struct span what) __attribute__((nonnull));

/* Takes a turn, if that is possible at NOW_MS. Sets WAIT_MS to 0: the turn is ours until share_sent or
 * share_cancel, or for SHARE_LEASE_MS; or else to how long to wait before the next attempt. GAP_MS is our own
 * gap between two requests, at least 1. 0, or an enum error where the file cannot be read, written or locked;
 * errno is set. */
enum { SHARE_LEASE_MS = 20 * 1000 };
int share_take(int dir, struct share *share, int64_t now_ms, int64_t gap_ms, int64_t *wait_ms)
    __attribute__((nonnull, warn_unused_result));

/* Records that our request was sent at SENT_MS at the latest: the next one may be made at SENT_MS + GAP_MS.
 * For a request without a turn too. If this fails, a turn ends with its lease. */
int share_sent(int dir, struct share *share, int64_t sent_ms, int64_t gap_ms)
    __attribute__((nonnull, warn_unused_result));

/* Records that the server has requested a pause: no process has a turn before NOW_MS + WAIT_MS. */
int share_pause(int dir, const struct share *share, int64_t now_ms, int64_t wait_ms)
    __attribute__((nonnull, warn_unused_result));

/* Gives up our turn, in which nothing was sent: another process may have it. */
int share_cancel(int dir, struct share *share) __attribute__((nonnull, warn_unused_result));

#endif
