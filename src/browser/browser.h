/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BROWSER_BROWSER_H
#define TIPTOE_BROWSER_BROWSER_H

#include "base/span.h"

/* A headless browser without a network. Between it and this process is a launcher, which is forked before
 * this process gives up its rights: it starts the browser behind a filter of system calls that refuses all
 * sockets but those of this machine, watches its memory, and ends all its processes when it is ordered to,
 * when the browser takes too much memory, and when this process ends in any way. */
struct browser;

/* Why a browser does not run any more. All its processes have ended then. */
enum browser_trouble {
    BROWSER_WELL,
    BROWSER_ENDED, /* or it said what is not a message */
    BROWSER_SILENT,
    BROWSER_STOPPED,  /* a signal has stopped the run */
    BROWSER_TOO_LARGE /* it took 1 GB of memory, or sent a message of 64 MB */
};

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

#endif
