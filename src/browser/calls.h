/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BROWSER_CALLS_H
#define TIPTOE_BROWSER_CALLS_H

#include <jansson.h>

#include "browser/browser.h"

/* Calls of the Chrome DevTools Protocol, which only rendering.c of render/ makes. Times are of
 * clock_monotonic_ms. All that the browser says is limited in size, valid JSON, and otherwise untrusted. */

/* Hears of an event of the protocol, or with an empty METHOD of a result that no one waits for: PARAMS is the
 * whole message then. SESSION may be empty. All is borrowed for the call, which may make calls. */
typedef void browser_hear(void *of, const char *session, const char *method, json_t *params);

/* Starts a browser if none runs, with an empty profile. Returns 0, or ERROR_REFUSED if it does not start, or
 * says nothing until UNTIL_MS. */
int browser_start(struct browser *browser, int64_t until_ms) CHECKED;

/* Ends the browser and all its processes, for the reason WHY. */
void browser_stop(struct browser *browser, enum browser_trouble why) NONNULL;

enum browser_trouble browser_trouble(const struct browser *browser) NONNULL;

/* Sets who hears of events, and who returns, several times a second, whether the run is to end: HEAR and
 * STOPS with OF; NULL: no one. */
void browser_listen(struct browser *browser, browser_hear *hear, bool (*stops)(void *of), void *of)
    __attribute__((nonnull(1)));

/* Calls METHOD with PARAMS, which it takes (NULL: none). SESSION is empty for the browser itself. Returns the
 * number of the call without waiting for its result. Does nothing once there is trouble. */
json_int_t browser_send(struct browser *browser, const char *session, const char *method, json_t *params)
    __attribute__((nonnull(1, 2, 3)));

/* Makes the same call, and waits until UNTIL_MS; without an answer then, there is trouble. Returns the
 * result, which the caller frees, or NULL after trouble or an error of the call. */
json_t *browser_call(struct browser *browser, const char *session, const char *method, json_t *params,
                     int64_t until_ms) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Takes one message, and lets the listener hear it. Returns false if none comes until UNTIL_MS, or after
 * trouble. */
bool browser_turn(struct browser *browser, int64_t until_ms) NONNULL;

#endif
