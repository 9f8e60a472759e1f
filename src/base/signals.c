/* SPDX-License-Identifier: MIT */
/* Catches the signals that stop a run or request its status. A handler may only write to a pipe, set a flag
 * and start a timer: everything else happens in the loop. A loop that does not come back, because the work on
 * one document takes long, ends with the process, which is as harmless as a kill. */
#include "config.h"

#include "base/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/exit_status.h"
#include "base/span.h"

/* The computing time, of all threads, in which a loop comes back: that of waiting for a slow disk does not
 * count. */
enum { PATIENCE_SECONDS = 2 };

static volatile sig_atomic_t stop_signal, status_asked, is_hurried;
static int wake_pipe[2] = {-1, -1};

static void wake(void)
{
    if (write(wake_pipe[1], "", 1) < 0 && errno != EAGAIN)
        _exit(EXIT_STOPPED);
}

static void set_patience(time_t seconds)
{
    is_hurried = seconds > 0;
    (void)setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = seconds}, NULL);
}

void signals_hurry(void)
{
    set_patience(PATIENCE_SECONDS);
}

static void handle_time(int number)
{
    static const char text[] =
        "\ntiptoe: stopped in the middle of its work; run the same command to continue\n";

    if (number == SIGALRM) {
        signals_hurry();
        return;
    }
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
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
    signals_hurry();
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
    action.sa_handler = handle_time;
    (void)sigaction(SIGALRM, &action, NULL);
    (void)sigaction(SIGPROF, &action, NULL);
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

void signals_hurry_after(int64_t ms)
{
    (void)alarm(ms >= 0 && ms / 1000 < UINT_MAX ? (unsigned)(ms / 1000) + 1 : 0);
}

int signals_stop(void)
{
    if (is_hurried)
        set_patience(0);
    if (stop_signal)
        drain();
    return stop_signal;
}

bool signals_stopped(void)
{
    return stop_signal != 0;
}

bool signals_status(void)
{
    if (!status_asked)
        return false;
    status_asked = 0;
    drain();
    return true;
}
