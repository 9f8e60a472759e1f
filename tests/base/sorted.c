/* SPDX-License-Identifier: MIT */
/* Lines in order, from one run and from many. */
#include "config.h"

#include "base/sorted.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/error.h"
#include "base/limits.h"
#include "tap.h"

enum { COUNT = 5000 };

/* The lines 0 to COUNT - 1, each once and one of them twice, in an order that goes back and forth. */
static void test_order(size_t run_bytes)
{
    int dir = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC), error = 0, wrong = 0;
    struct sorted *sorted = sorted_new(dir, run_bytes, 0);
    struct span line;
    char text[32];

    for (int i = 0; i <= COUNT && !error; i++) {
        (void)snprintf(text, sizeof text, "%06d\n", i < COUNT ? (i * 1237) % COUNT : 77);
        error = sorted_add(sorted, span_of(text));
    }
    is_int(error, 0, "lines are added");
    for (int i = 0; i <= COUNT; i++) {
        (void)snprintf(text, sizeof text, "%06d\n", i <= 77 ? i : i - 1);
        wrong += sorted_next(sorted, &line) != 0 || !span_is(line, text);
    }
    is_int(wrong, 0, "and read in order");
    is_int(sorted_next(sorted, &line), ERROR_END, "to the end,");
    is_int(sorted_next(sorted, &line), ERROR_END, "which stays there");
    sorted_free(sorted);
    close(dir);
}

static void test_few(void)
{
    struct sorted *sorted = sorted_new(-1, 8, 0);
    struct span line;

    is_int(sorted_next(sorted, &line), ERROR_END, "no line");
    sorted_free(sorted);
    sorted = sorted_new(-1, 8, 0);
    is_int(sorted_add(sorted, span_of("b c\n")), 0, "a line");
    is_int(sorted_add(sorted, span_of("b\n")), 0, "one that begins it");
    is_int(sorted_add(sorted, span_of("12345678\n")), ERROR_TOO_LARGE, "one that is longer than a run");
    is_int(sorted_next(sorted, &line), 0, "the first");
    is_span(line, span_of("b\n"), "is that before the blank");
    sorted_free(sorted);
}

/* Records may contain any byte, also LF. Without a directory nothing is spooled. */
static void test_records(int dir, size_t run_bytes)
{
    struct sorted *sorted = sorted_new(dir, run_bytes, 3);
    struct span record;
    unsigned char bytes[3];
    int error = 0, wrong = 0;

    for (int i = 0; i < COUNT && !error; i++) {
        bytes[0] = (unsigned char)(i % 7);
        bytes[1] = (unsigned char)(i >> 8);
        bytes[2] = (unsigned char)i;
        error = sorted_add(sorted, span_make((const char *)bytes, sizeof bytes));
    }
    is_int(error, 0, "records are added");
    for (int first = 0; first < 7; first++) {
        for (int i = first; i < COUNT; i += 7) {
            bytes[0] = (unsigned char)first;
            bytes[1] = (unsigned char)(i >> 8);
            bytes[2] = (unsigned char)i;
            wrong += sorted_next(sorted, &record) != 0 || record.len != 3 || memcmp(record.at, bytes, 3) != 0;
        }
    }
    is_int(wrong, 0, "and read in order");
    is_int(sorted_next(sorted, &record), ERROR_END, "to the end");
    sorted_free(sorted);
}

/* Runs that are too long for memory, more of them than a process may have open files. */
static void test_files(int dir)
{
    enum { FILES = 16, RUNS = 20, LINES = 11, LINE_BYTES = LIMIT_BODY_IN_MEMORY / 10 };
    static char line[LINE_BYTES];
    struct sorted *sorted = sorted_new(dir, (size_t)LINES * LINE_BYTES, sizeof line);
    struct rlimit before, few;
    struct rusage usage;
    struct span next;
    int error = 0, wrong = 0;
    long grown;

    (void)getrlimit(RLIMIT_NOFILE, &before);
    few = (struct rlimit){.rlim_cur = FILES, .rlim_max = before.rlim_max};
    is_int(setrlimit(RLIMIT_NOFILE, &few), 0, "few files may be open");
    for (int i = 0; i < RUNS * LINES && !error; i++) {
        (void)snprintf(line, sizeof line, "%06d", (i * 7) % (RUNS * LINES));
        error = sorted_add(sorted, span_make(line, sizeof line));
    }
    is_int(error, 0, "long runs are added");
    (void)getrusage(RUSAGE_SELF, &usage);
    grown = usage.ru_maxrss;
    for (int i = 0; i < RUNS * LINES && !wrong; i++) {
        (void)snprintf(line, sizeof line, "%06d", i);
        wrong = sorted_next(sorted, &next) != 0 || next.len != sizeof line ||
                memcmp(next.at, line, sizeof line) != 0;
    }
    is_int(wrong, 0, "and read in order");
    (void)getrusage(RUSAGE_SELF, &usage);
    ok((usage.ru_maxrss - grown) * 1024 < RUNS * LINES / 2 * (long)sizeof line, "in part of the memory");
    sorted_free(sorted);
    (void)setrlimit(RLIMIT_NOFILE, &before);
}

int main(void)
{
    int dir = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    test_few();
    test_records(-1, 1000);
    test_records(dir, 1000);
    test_files(dir);
    close(dir);
    test_order(7);
    test_order(1000);
    test_order(1000 * 1000);
    return done();
}
