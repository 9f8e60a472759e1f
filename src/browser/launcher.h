/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BROWSER_LAUNCHER_H
#define TIPTOE_BROWSER_LAUNCHER_H

/* Packets of one byte between the user of a browser and its launcher. */
enum launcher_order {
    LAUNCHER_START, /* a browser, after the end of any other */
    LAUNCHER_STOP
};
enum launcher_news {
    LAUNCHER_DONE,     /* the answer to an order */
    LAUNCHER_ENDED,    /* the browser ended, or could not be started */
    LAUNCHER_TOO_LARGE /* it took more than 1 GB, and was ended */
};

/* The means of a launcher. */
struct launcher {
    int control;         /* its end of a socket for the packets above */
    int stream;          /* the browser's end of a socket for its messages */
    const char *program; /* as for execvp */
    int dir;             /* the folder of the mirror */
};

/* Takes orders until the other end of CONTROL is closed. There is no process of the browser, and none that it
 * has started, after LAUNCHER_STOP is done, after LAUNCHER_ENDED and _TOO_LARGE, and at the end. Ends the
 * process.
 */
void launcher_run(const struct launcher *launcher) __attribute__((nonnull, noreturn));

#endif
