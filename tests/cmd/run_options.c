/* SPDX-License-Identifier: MIT */
/* The checks of a run's options: hours, names, headers, credentials, and the files of cookies and
 * certificates. */
#include "config.h"

#include <unistd.h>

#include "base/error.h"
#include "cmd/run.h"
#include "robots/robots.h"
#include "tap.h"

enum { ARGUMENTS = 80 };

/* Returns the error of options_check for the arguments WORDS; WHY gets the sentence. */
static int check(const char *const *words, struct buf *why)
{
    struct options options;
    char *arguments[ARGUMENTS];
    int count = 0, error;

    for (; count < ARGUMENTS && words[count]; count++)
        arguments[count] = (char *)(uintptr_t)words[count];
    options_init(&options, run_option_rows);
    buf_clear(why);
    error = options_parse(&options, count, arguments, why);
    if (!error)
        error = options_check(&options, why);
    options_release(&options);
    return error;
}

static const struct {
    const char *option, *value;
    const char *why; /* NULL: accepted */
} cases[] = {
    {"--hours", "22:00-06:00", NULL},
    {"--hours", "22:00-06:00 UTC", NULL},
    {"--hours", "nights", "--hours nights: expects hours such as 22:00-06:00 or '22:00-06:00 UTC'"},
    {"--header", "A: b", NULL},
    {"--header", "A:b", NULL},
    {"--header", "A!#$%&'*+-.^_`|~9: b", NULL},
    {"--header", "A:", "--header: expects 'NAME: VALUE'"},
    {"--header", "A: \t", "--header: expects 'NAME: VALUE'"},
    {"--header", ": b", "--header: expects 'NAME: VALUE'"},
    {"--header", "secret", "--header: expects 'NAME: VALUE'"},
    {"--header", "A b: c", "--header: expects 'NAME: VALUE'"},
    {"--header", "A\x7f: c", "--header: expects 'NAME: VALUE'"},
    {"--header", "A{: c", "--header: expects 'NAME: VALUE'"},
    {"--header", "A: b\nC: d", "--header: expects 'NAME: VALUE'"},
    {"--header", "A: b\rC: d", "--header: expects 'NAME: VALUE'"},
    {"--cookies", "/nowhere", "--cookies /nowhere: No such file or directory"},
    {"--cookies", "/tmp", "--cookies /tmp: Is a directory"},
    {"--ca-certificate", "/nowhere", "--ca-certificate /nowhere: No such file or directory"},
};

static void test_cases(struct buf *why)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *const words[] = {cases[i].option, cases[i].value, NULL};
        int error = check(words, why);

        is_int(error, cases[i].why ? ERROR_INVALID : 0, cases[i].value);
        is_str(buf_text(why), cases[i].why ? cases[i].why : "", cases[i].value);
    }
}

static void test_names(struct buf *why)
{
    const char *words[2 * (ROBOTS_ALSO_OBEY_MAX + 1) + 1] = {NULL};
    int names = 0;

    while (names < ROBOTS_ALSO_OBEY_MAX) {
        words[2 * names] = "--also-obey";
        words[2 * names++ + 1] = "Wget";
    }
    is_int(check(words, why), 0, "as many names as possible");
    words[2 * names] = "--also-obey";
    words[2 * names + 1] = "Wget";
    is_int(check(words, why), ERROR_INVALID, "one more");
    is_str(buf_text(why), "--also-obey: too many names; give at most 32", "with the maximum");
}

static const struct {
    const char *content;
    bool good;
} jars[] = {
    {"", true},
    {"# a comment\n\n", true},
    {"h\tFALSE\t/\tFALSE\t0\tname\tvalue\n", true},
    {"h\tFALSE\t/\tFALSE\t0\tname\n", true},
    {"h\tFALSE\tFALSE\t0\tname\tvalue\n", true},
    {"#HttpOnly_h\tFALSE\t/\tFALSE\t0\tname\tvalue\n", true},
    {"Set-Cookie: a=b\n", true},
    {"set-cookie: a=b\n", true},
    {"nonsense\nh\tFALSE\t/\tFALSE\t0\tname\tvalue\n", true},
    {"nonsense\n", false},
    {"a=b\n", false},
    {"h\tFALSE\t/\tFALSE\t4000000000\tname\t\r\tvalue\n", true},
    {"h\tFALSE\t/\tFALSE\t1\tname\texpired\n", false},
    {"h\tFALSE\t/\tFALSE\t0\n", false},
    {"h FALSE / FALSE 0 name value\n", false},
    {"#HttpOnly_h\n", false},
};

static void test_jars(struct buf *why)
{
    char name[] = "/tmp/tiptoe-jar-XXXXXX";
    const char *const cookies[] = {"--cookies", name, NULL}, *const certificate[] = {"--ca-certificate", name,
                                                                                     NULL};
    int fd = mkstemp(name);

    for (size_t i = 0; i < COUNT_OF(jars); i++) {
        ssize_t len = (ssize_t)strlen(jars[i].content);

        if (ftruncate(fd, 0) != 0 || pwrite(fd, jars[i].content, (size_t)len, 0) != len)
            ok(false, "a jar is written");
        ok((check(cookies, why) == 0) == jars[i].good, "jar %zu", i);
        ok(jars[i].good || strstr(buf_text(why), "contains no valid cookie in the Netscape format"),
           "jar %zu: why", i);
        is_int(check(certificate, why), ERROR_INVALID, "a jar is not a certificate");
        ok(strstr(buf_text(why), "contains no certificate in PEM format") != NULL, "and the error says so");
    }
    close(fd);
    unlink(name);
}

int main(void)
{
    struct buf why;

    buf_init(&why, 10000);
    test_cases(&why);
    test_names(&why);
    test_jars(&why);
    buf_release(&why);
    return done();
}
