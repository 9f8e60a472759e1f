/* SPDX-License-Identifier: MIT */
/* Other programs: their status, output and end by a signal; and the table of errors. */
#include "config.h"

#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/error.h"
#include "tap.h"

static void test_programs(void)
{
    const char *const good[] = {"sh", "-c", "cat; echo out; echo err >&2; exit 3", NULL};
    const char *const killed[] = {"sh", "-c", "kill -9 $$", NULL};
    const char *const missing[] = {"no-such-program-of-tiptoe", NULL};
    const char *const directory[] = {"/tmp", NULL}, *const closed[] = {"tmp", NULL};
    char text[64] = "";
    int status = -1, out = open(".", O_TMPFILE | O_RDWR, 0600);

    is_int(program_run(good, out, &status), 0, "a program");
    is_int(status, 3, "its exit status");
    is_int(pread(out, text, sizeof text - 1, 0), 8, "its input is empty");
    is_str(text, "out\nerr\n", "its output and messages go to the file");
    is_int(program_run(killed, out, &status), 0, "a program that a signal ends");
    is_int(status, 128 + 9, "has 128 and the signal");
    is_int(program_run(missing, out, &status), ERROR_NOT_FOUND, "no such program");
    is_int(program_run(directory, out, &status), ERROR_REFUSED, "a directory is not a program");
    setenv("PATH", "/", 1);
    is_int(program_run(closed, out, &status), ERROR_NOT_FOUND, "nor is EACCES from PATH one");
    is_int(status, 128 + 9, "the status is unchanged");
    close(out);
}

static void test_errors(void)
{
    static const struct {
        int number, error;
    } cases[] = {{0, 0},
                 {ENOSPC, ERROR_DISK_FULL},
                 {EDQUOT, ERROR_DISK_FULL},
                 {EFBIG, ERROR_DISK_FULL},
                 {ENOENT, ERROR_NOT_FOUND},
                 {ELOOP, ERROR_UNSAFE_PATH},
                 {EXDEV, ERROR_UNSAFE_PATH},
                 {EIO, ERROR_IO}};

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int(error_from_errno(cases[i].number), cases[i].error, "an error from errno");
    is_str(error_text(0), "no error", "the first text");
    is_str(error_text(ERROR_TIMEOUT), "not finished in time", "the last");
    is_str(error_text(ERROR_TIMEOUT - 1), "unknown error", "none after it");
    is_str(error_text(1), "unknown error", "none before it");
}

int main(void)
{
    test_programs();
    test_errors();
    return done();
}
