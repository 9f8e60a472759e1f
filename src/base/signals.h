/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_SIGNALS_H
#define TIPTOE_BASE_SIGNALS_H

#include <stdbool.h>
#include <stdint.h>

/* Catches SIGINT, SIGTERM and SIGHUP as requests to stop, and hurries; the second of them ends the program at
 * once with status 75. fetch_wait notices a signal by signals_fd, which is then readable until signals_stop.
 */
void signals_catch(void);
int signals_fd(void);

/* Ends the program with status 75 after two more seconds of computing, unless it calls signals_stop before;
 * the second function begins with that a second after MS, or never if that is negative. */
void signals_hurry(void);
void signals_hurry_after(int64_t ms);

/* Returns the signal that requested a stop, or 0. For the thread that waits for signals_fd. */
int signals_stop(void);

/* Returns whether a signal has requested a stop. For any thread. */
bool signals_stopped(void);

/* Returns true if SIGUSR1, which requests the status of the run, came since the last call. */
bool signals_status(void);

#endif
