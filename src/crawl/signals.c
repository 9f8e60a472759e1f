/* SPDX-License-Identifier: MIT */
/* The stop flag. A handler may only write to a pipe and set a flag: everything else happens in the loop. */
#include "config.h"

#include "crawl/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

#include "base/die.h"

enum { STATUS_STOPPED = 75 };

static volatile sig_atomic_t stop_signal;
static int wake_pipe[2] = {-1, -1};

static void handle(int number)
{
    int saved = errno;

    if (stop_signal)
        _exit(STATUS_STOPPED);
    stop_signal = number;
    if (write(wake_pipe[1], "", 1) < 0)
        _exit(STATUS_STOPPED);
    errno = saved;
}

void signals_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};

    if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) < 0)
        die("no pipe for signals");
    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        (void)sigaction(numbers[i], &action, NULL);
    action.sa_handler = SIG_IGN;
    (void)sigaction(SIGPIPE, &action, NULL);
    (void)sigaction(SIGXFSZ, &action, NULL);
}

int signals_fd(void)
{
    return wake_pipe[0];
}

int signals_stop(void)
{
    char byte;

    if (stop_signal && read(wake_pipe[0], &byte, 1) < 0 && errno != EAGAIN)
        die("cannot read the pipe for signals");
    return stop_signal;
}
