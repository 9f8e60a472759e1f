/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BROWSER_BROWSER_H
#define TIPTOE_BROWSER_BROWSER_H

#include "base/span.h"

/* A headless browser without a network. Between it and this process is a launcher, which is forked before
 * this process gives up its rights: it starts the browser behind a filter of system calls that refuses all
 * sockets but those of this machine, watches its memory, and ends all its processes when it is ordered to,
 * when the browser takes too much memory, and when this process ends in any way. */
struct browser;
struct json_t;

/* Returns NULL if PROGRAM (a path, or a name in PATH; NULL: chromium-headless-shell) can be used here, else a
 * sentence without a full stop that says why not and what to do. */
const char *browser_lack(const char *program);

/* Starts the launcher, but not yet a browser; call it before the first thread and before the sandbox, when
 * browser_lack finds nothing. PROGRAM as above. The profile will be tmp/browser in the folder of the
 * mirror DIR, made when a page is opened (the caller has the mirror locked then) and removed in browser_end,
 * after the end of this process, and when the next browser of the mirror starts. Returns 0 or an enum error.
 */
int browser_launch(struct browser **browser, const char *program, const char *dir)
    __attribute__((nonnull(1, 3), warn_unused_result));

/* Ends and reaps all processes, and removes the profile. Accepts NULL. */
void browser_end(struct browser *browser);

/* How a page ends, with a phrase for the report, and why a browser does not run any more: for one of the last
 * four, and all its processes have ended. A browser that runs, or has not run yet, is settled. */
#define PAGE_ENDS(ROW)                                                                                       \
    ROW(SETTLED, "settled")                                                                                  \
    ROW(HELD, "waits for answers")            /* some of its requests have none yet */                       \
    ROW(LEFT, "goes to another page")         /* by a script, not by a redirect of HTTP */                   \
    ROW(FAILED, "shows nothing in a browser") /* it was refused, or is a download */                         \
    ROW(TOO_MANY, "has more than 500 requests or 10,000 links")                                              \
    ROW(CRASHED, "ended the browser")           /* or what the browser said makes no sense */                \
    ROW(TOO_LONG, "took more than two minutes") /* or a call had no answer in time */                        \
    ROW(TOO_LARGE, "took more than 1 GB of memory, 64 MB of data or 8 MB of text")                           \
    ROW(STOPPED, "was stopped") /* the run is to end: nothing is known of the page */
#define PAGE_END(name, text) PAGE_##name,
enum page_end { PAGE_ENDS(PAGE_END) };

/* Calls of the Chrome DevTools Protocol, which only rendering.c of render/ makes. Times are of
 * clock_monotonic_ms. All that the browser says is limited in size, valid JSON, and otherwise untrusted. */

/* Hears of an event of the protocol, or with an empty METHOD of a result that no one waits for: PARAMS is the
 * whole message then. SESSION may be empty. All is borrowed for the call, which may make calls. */
typedef void browser_hear(void *hearer, const char *session, const char *method, struct json_t *params);

/* Starts a browser if none runs, with an empty profile. HEAR with HEARER hears of events afterwards, and
 * STOPS with OF returns, several times a second, whether the run is to end (NULL: signals say so). Returns 0,
 * or ERROR_REFUSED if the browser does not start, or says nothing until UNTIL_MS. */
int browser_start(struct browser *browser, int64_t until_ms, browser_hear *hear, void *hearer,
                  bool (*stops)(void *of), void *of) __attribute__((nonnull(1, 3), warn_unused_result));

/* Ends the browser and all its processes, for the reason WHY. */
void browser_stop(struct browser *browser, enum page_end why) NONNULL;

/* Returns why the browser does not run; PAGE_SETTLED if it runs, also after a call that failed. */
enum page_end browser_trouble(const struct browser *browser) NONNULL;

/* Calls METHOD with PARAMS, which it takes (NULL: none). SESSION is empty for the browser itself. Returns the
 * number of the call without waiting for its result. Does nothing once there is trouble. */
int64_t browser_send(struct browser *browser, const char *session, const char *method, struct json_t *params)
    __attribute__((nonnull(1, 2, 3)));

/* Makes the same call, and waits until UNTIL_MS; without an answer then, there is trouble. Returns the
 * result, which the caller frees, or NULL after trouble or an error of the call. */
struct json_t *browser_call(struct browser *browser, const char *session, const char *method,
                            struct json_t *params, int64_t until_ms)
    __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Takes one message, and lets the listener hear it. Returns false if none comes until UNTIL_MS, or after
 * trouble. */
bool browser_turn(struct browser *browser, int64_t until_ms) NONNULL;

#endif
