/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BROWSER_LAUNCHER_H
#define TIPTOE_BROWSER_LAUNCHER_H

/* Packets of one byte between the user of a browser and its launcher. */
enum launcher_order {
    LAUNCHER_START, /* when no browser runs; the answer is LAUNCHER_STARTED or LAUNCHER_FAILED */
    LAUNCHER_STOP   /* at any time; the answer is LAUNCHER_STOPPED */
};
enum launcher_news {
    LAUNCHER_STARTED,
    LAUNCHER_FAILED, /* no folder for a profile, or no process */
    LAUNCHER_STOPPED,
    LAUNCHER_ENDED,    /* without an order: the browser ended */
    LAUNCHER_TOO_LARGE /* or took more than 1 GB, and was ended */
};

/* The means of a launcher. */
struct launcher {
    int control;         /* its end of a socket for the packets above */
    int stream;          /* the browser's end of a socket for its messages */
    const char *program; /* as for execvp */
    int dir;             /* the folder of the mirror */
};

/* Takes orders until the other end of CONTROL is closed. There is no process of the browser, and none that it
 * has started, at any time after LAUNCHER_STOPPED, _ENDED and _TOO_LARGE, and at the end. Ends the process.
 */
void launcher_run(const struct launcher *launcher) __attribute__((nonnull, noreturn));

#endif
