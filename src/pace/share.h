/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_SHARE_H
#define TIPTOE_PACE_SHARE_H

#include <sys/types.h>

#include "base/span.h"

/* A pace that processes share, on one machine or on several: a folder with a small file for each thing that
 * has a pace. A file says when the next request may be made, by the clock of its file system. */

struct share_folder {
    int dir; /* -1: none */
    mode_t mode;
    uid_t owner;
    int (*clock)(int fd, char byte,
                 int64_t *now_ms); /* the time, for which it writes BYTE at the start of FD */
};

/* Opens the folder PATH, which is made if it does not exist. Callers close dir. Its files may be read and
 * written by those who may read and write in it. */
int share_open(struct share_folder *folder, const char *path) CHECKED;

/* The knowledge of one process about a file. Callers set it to zero, and then leave it to these functions. */
struct share {
    char name[44];     /* of the file */
    bool has_turn;     /* until share_sent or share_cancel */
    int64_t owner;     /* the number of our last turn; 0: none */
    int64_t place_ms;  /* the end of our wait in the line; 0: we do not wait */
    int64_t before_ms; /* the file's time before our turn */
    int64_t pause_ms;  /* share_take found a pause that lasts so long; 0: none */
    int locked;        /* how often in a row others have had the lock */
};

/* Sets the name of the file of WHAT ("https://example.org", "192.0.2.1"), by its digest. KIND is a letter. */
void share_name(struct share *share, char kind, struct span what) NONNULL;

/* All following functions return 0, or an enum error where the file cannot be read, written or locked, with
 * errno. ERROR_INVALID: it has other content, a second name or another owner, and is left unchanged. */

/* Takes a turn, if that is possible now. Sets WAIT_MS to 0: the turn is ours until share_sent or
 * share_cancel, or for SHARE_LEASE_MS; or else to how long to wait before the next attempt. GAP_MS is our own
 * gap between two requests, at least 1. */
enum { SHARE_LEASE_MS = 20 * 1000 };
int share_take(const struct share_folder *folder, struct share *share, int64_t gap_ms, int64_t *wait_ms)
    CHECKED;

/* Records that our request reaches the server in AHEAD_MS (negative: in the past) at the latest: the next one
 * may be made GAP_MS after it. For a request without a turn too. A second call corrects the first, unless
 * another process has had a turn since. If this fails, a turn ends with its lease. */
int share_sent(const struct share_folder *folder, struct share *share, int64_t ahead_ms, int64_t gap_ms)
    CHECKED;

/* Records that the server has requested a pause: no process has a turn for WAIT_MS. */
int share_pause(const struct share_folder *folder, const struct share *share, int64_t wait_ms) CHECKED;

/* Gives up our turn, if we have one, in which nothing was sent: another process may have it. */
int share_cancel(const struct share_folder *folder, struct share *share) CHECKED;

#endif
