/* SPDX-License-Identifier: MIT */
/* Lines in order, from one run and from many. */
#include "config.h"

#include "base/sorted.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
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

int main(void)
{
    int dir = open("/tmp", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    test_few();
    test_records(-1, 1000);
    test_records(dir, 1000);
    close(dir);
    test_order(7);
    test_order(1000);
    test_order(1000 * 1000);
    return done();
}
