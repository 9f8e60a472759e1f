/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_TAP_H
#define TIPTOE_TESTS_TAP_H

/* The Test Anything Protocol: a test program calls these in any order and returns done(). A failed check
 * prints its place and the value seen; the program continues. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/span.h"

static int tap_count, tap_failed;

__attribute__((format(printf, 4, 5), unused)) static bool tap_check(const char *file, int line, bool passed,
                                                                    const char *label, ...)
{
    va_list args;

    printf("%sok %d - ", passed ? "" : "not ", ++tap_count);
    va_start(args, label);
    vprintf(label, args);
    va_end(args);
    putchar('\n');
    if (!passed) {
        tap_failed++;
        printf("# failed at %s:%d\n", file, line);
    }
    fflush(stdout);
    return passed;
}

/* Prints TEXT so that no byte of it can break a line of the protocol. */
__attribute__((unused)) static void tap_show(const char *what, struct span text)
{
    printf("#   %s: ", what);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];

        if (c < 0x20 || c >= 0x7f || c == '\\')
            printf("\\x%02x", c);
        else
            putchar(c);
    }
    putchar('\n');
}

__attribute__((unused)) static bool tap_is_span(const char *file, int line, struct span seen,
                                                struct span wanted, const char *label)
{
    bool passed = tap_check(file, line, span_equals(seen, wanted), "%s", label);

    if (!passed) {
        tap_show("seen  ", seen);
        tap_show("wanted", wanted);
    }
    return passed;
}

__attribute__((unused)) static bool tap_is_int(const char *file, int line, int64_t seen, int64_t wanted,
                                               const char *label)
{
    bool passed = tap_check(file, line, seen == wanted, "%s", label);

    if (!passed)
        printf("#   seen %" PRId64 ", wanted %" PRId64 "\n", seen, wanted);
    return passed;
}

/* TEXT in memory of its exact size, so that sanitizers notice reads beyond its end. The next call frees it.
 */
__attribute__((unused)) static struct span tap_exact(struct span text)
{
    static char *copy;

    free(copy);
    copy = malloc(text.len > 0 ? text.len : 1);
    if (copy && text.len > 0)
        memcpy(copy, text.at, text.len);
    return span_make(copy, copy ? text.len : 0);
}

#define ok(condition, ...) tap_check(__FILE__, __LINE__, (condition), __VA_ARGS__)
#define is_int(seen, wanted, label)                                                                          \
    tap_is_int(__FILE__, __LINE__, (int64_t)(seen), (int64_t)(wanted), (label))
#define is_str(seen, wanted, label)  tap_is_span(__FILE__, __LINE__, span_of(seen), span_of(wanted), (label))
#define is_span(seen, wanted, label) tap_is_span(__FILE__, __LINE__, (seen), (wanted), (label))
#define skip_all(...)                (printf("1..0 # SKIP " __VA_ARGS__), putchar('\n'), exit(0))

__attribute__((unused)) static int done(void)
{
    printf("1..%d\n", tap_count);
    return tap_failed ? 1 : 0;
}

#endif
