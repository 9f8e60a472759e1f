/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_SIGNALS_H
#define TIPTOE_BASE_SIGNALS_H

#include <stdbool.h>

/* SIGINT, SIGTERM and SIGHUP ask for a stop; the second of them ends the program at once with status 75.
 * While blocked in fetch_wait, a signal is seen through signals_fd, which is readable from then on until
 * signals_stop. */
void signals_catch(void);
int signals_fd(void);

/* The signal that asked for a stop, or 0. */
int signals_stop(void);

/* Whether SIGUSR1 came since the last call: somebody wants to know how far it is. */
bool signals_status(void);

#endif
