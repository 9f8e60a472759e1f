/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_CONTROL_H
#define TIPTOE_MIRROR_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* Steering a running mirror by plain files in its directory control/, over ssh or from a batch system: pause
 * (while it exists, nothing is requested), stop (the run ends as by a signal), delay (a number of seconds,
 * instead of --delay), exclude (patterns, one a line, in addition to --exclude). */
struct control {
    bool paused;
    bool stopped;
    int64_t delay_ms; /* -1: no such file */
};

/* The orders as they were when a run last read them. */
struct orders {
    struct control control;
    bool looked;
    int64_t looked_ms;
};

/* Reads the patterns of control/exclude into EXCLUDES, which has CONTROL_EXCLUDES_MAX; empty
 * without that file. A file that is too long or cannot be read changes nothing. Returns whether EXCLUDES has
 * changed. */
enum { CONTROL_EXCLUDES_MAX = 64 * 1024 };
bool control_read_excludes(int control_dir, struct buf *excludes) __attribute__((nonnull));

/* Reads the files. A file that cannot be understood counts as missing. */
void control_read(int control_dir, struct control *control) __attribute__((nonnull));

/* Reads the files, at most every quarter of a second; returns whether it did. An order to stop is remembered,
 * and its file removed. */
bool control_look(struct orders *orders, int control_dir, int64_t now_ms) __attribute__((nonnull));

/* Writes an order; control_go removes pause and stop. */
int control_pause(int control_dir) __attribute__((warn_unused_result));
int control_go(int control_dir) __attribute__((warn_unused_result));
int control_stop(int control_dir) __attribute__((warn_unused_result));

/* Makes a run, which holds the lock of the mirror, follow orders until LOCK is closed, a descriptor of a
 * file: a network locks only files for other machines. An order to stop that is already there was for an
 * earlier run, and is removed. */
int control_attend(int control_dir, int *lock) __attribute__((nonnull, warn_unused_result));

/* Returns whether a run, also of another machine, follows the orders in CONTROL_DIR. */
bool control_is_attended(int control_dir);

#endif
