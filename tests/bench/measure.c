/* SPDX-License-Identifier: MIT */
/* Runs a program and adds a line with its cost to a file: seconds of processor time in the program and in the
 * kernel, wall seconds, peak memory in MB, the percentage of the machine's processor time that other
 * processes used (except the servers with the given ids), the exit status, and the start on the monotonic
 * clock. A program that runs longer than SECONDS is killed, which is status 137; 0 is no limit. */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/span.h"

enum { NOT_STARTED = 127 };

static pid_t program;

static void kill_program(int number)
{
    (void)number;
    (void)kill(program, SIGKILL);
}

/* Processor time of the whole machine since it started, in ticks. */
struct machine {
    unsigned long long busy, all;
};

static double clock_seconds(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static struct machine read_machine(void)
{
    struct machine machine = {0};
    unsigned long long value;
    FILE *file = fopen("/proc/stat", "r");
    char word[16];

    if (!file || fscanf(file, "%15s", word) != 1)
        die("measure: cannot read /proc/stat");
    /* user nice system idle iowait irq softirq steal */
    for (int i = 0; i < 8 && fscanf(file, "%llu", &value) == 1; i++) {
        machine.all += value;
        if (i != 3 && i != 4)
            machine.busy += value;
    }
    (void)fclose(file);
    return machine;
}

/* Processor seconds of the processes whose ids LIST has, separated by commas. */
static double seconds_of(const char *list)
{
    unsigned long long user, kernel;
    double sum = 0;

    for (struct span rest = span_of(list); rest.len > 0;) {
        struct span pid = span_take_until(&rest, ',');
        char path[64];
        FILE *file;

        (void)snprintf(path, sizeof path, "/proc/%.*s/stat", (int)pid.len, pid.at);
        file = fopen(path, "r");
        if (!file)
            continue;
        if (fscanf(file, "%*d (%*[^)]) %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu", &user,
                   &kernel) == 2)
            sum += (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
        (void)fclose(file);
    }
    return sum;
}

static double seconds(struct timeval time)
{
    return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

int main(int argc, char **argv)
{
    struct machine before, after;
    struct rusage used;
    double start, wall, served, cpu, total;
    uint64_t most_seconds;
    int status;
    FILE *out;

    if (argc < 5 || !span_to_u64(span_of(argv[3]), &most_seconds) || most_seconds > UINT_MAX)
        die("usage: measure FILE SERVER-IDS SECONDS PROGRAM [ARGUMENT…]\n");
    out = fopen(argv[1], "a");
    if (!out)
        die("measure: cannot write %s", argv[1]);
    before = read_machine();
    served = seconds_of(argv[2]);
    start = clock_seconds();
    program = fork();
    if (program == 0) {
        (void)execvp(argv[4], argv + 4);
        _exit(NOT_STARTED);
    }
    (void)sigaction(SIGALRM, &(struct sigaction){.sa_handler = kill_program, .sa_flags = SA_RESTART}, NULL);
    (void)alarm((unsigned)most_seconds);
    if (program < 0 || wait4(program, &status, 0, &used) < 0)
        die("measure: %s", strerror(errno));
    wall = clock_seconds() - start;
    after = read_machine();
    served = seconds_of(argv[2]) - served;
    cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
    total = (double)(after.all - before.all) / (double)sysconf(_SC_CLK_TCK);
    fprintf(out, "%.3f %.3f %.3f %.1f %.0f %d %.6f\n", seconds(used.ru_utime), seconds(used.ru_stime), wall,
            (double)used.ru_maxrss / 1024,
            total > 0
                ? 100 * ((double)(after.busy - before.busy) / (double)sysconf(_SC_CLK_TCK) - cpu - served) /
                      total
                : 0,
            WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), start);
    return fclose(out) == 0 ? 0 : 1;
}
