/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_CONTROL_H
#define TIPTOE_MIRROR_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/* Steering a running mirror by plain files in its directory control/, over ssh or from a batch system: pause
 * (while it is there, nothing is asked for), stop (the run ends as by a signal), delay (a number of seconds,
 * in place of --delay). */
struct control {
    bool paused;
    bool stopped;
    int64_t delay_ms; /* -1: no such file */
};

/* The files of control/ as they were when a run last looked. */
struct orders {
    struct control control;
    bool looked;
    int64_t looked_ms;
};

/* Reads the files. A file that cannot be understood counts as missing. */
void control_read(int control_dir, struct control *control) __attribute__((nonnull));

/* Reads the files, at most every quarter of a second; returns whether it did. An order to stop is remembered,
 * and its file removed. */
bool control_look(struct orders *orders, int control_dir, int64_t now_ms) __attribute__((nonnull));

/* The orders, as files: each is there once the call has returned 0. control_go takes pause and stop away. */
int control_pause(int control_dir) __attribute__((warn_unused_result));
int control_go(int control_dir) __attribute__((warn_unused_result));
int control_stop(int control_dir) __attribute__((warn_unused_result));

/* For who holds the mirror to run: orders to stop are followed from here on, until CONTROL_DIR is closed. One
 * that is there already was for an earlier run, and goes away. */
int control_attend(int control_dir) __attribute__((warn_unused_result));

/* Whether another process attends to CONTROL_DIR. */
bool control_is_attended(int control_dir);

#endif
