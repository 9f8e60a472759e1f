/* SPDX-License-Identifier: MIT */
/* Catches the signals that stop a run or request its status. A handler may only write to a pipe and set a
 * flag: everything else happens in the loop. */
#include "config.h"

#include "base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/exit_status.h"
#include "base/span.h"

static volatile sig_atomic_t stop_signal, status_asked;
static int wake_pipe[2] = {-1, -1};

static void wake(void)
{
    if (write(wake_pipe[1], "", 1) < 0 && errno != EAGAIN)
        _exit(EXIT_STOPPED);
}

static void note_status(int number)
{
    int saved = errno;

    status_asked = number;
    wake();
    errno = saved;
}

static void handle(int number)
{
    int saved = errno;

    if (stop_signal)
        _exit(EXIT_STOPPED);
    stop_signal = number;
    wake();
    errno = saved;
}

void signals_catch(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};

    if (pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) < 0)
        die("no pipe for signals");
    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < COUNT_OF(numbers); i++)
        (void)sigaction(numbers[i], &action, NULL);
    action.sa_handler = note_status;
    (void)sigaction(SIGUSR1, &action, NULL);
    action.sa_handler = SIG_IGN;
    (void)sigaction(SIGPIPE, &action, NULL);
    (void)sigaction(SIGXFSZ, &action, NULL);
}

int signals_fd(void)
{
    return wake_pipe[0];
}

/* Empties the pipe, so that it wakes us for the next signal only. */
static void drain(void)
{
    char bytes[16];

    if (read(wake_pipe[0], bytes, sizeof bytes) < 0 && errno != EAGAIN && errno != EINTR)
        die("cannot read the pipe for signals");
}

int signals_stop(void)
{
    if (stop_signal)
        drain();
    return stop_signal;
}

bool signals_status(void)
{
    if (!status_asked)
        return false;
    status_asked = 0;
    drain();
    return true;
}
