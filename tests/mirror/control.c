/* SPDX-License-Identifier: MIT */
/* The files of control/: what they mean, how often they are read, and which process follows them. */
#include "config.h"

#include "mirror/folder.h"

#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>

#include "base/error.h"
#include "mirror/scene.h"

#define DIGITS_60 "000000000000000000000000000000000000000000000000000000000000"

static int open_dir(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

static void test_delay(int dir)
{
    static const struct {
        const char *text;
        int64_t delay_ms;
    } cases[] = {
        {"0", 0},
        {"2", 2000},
        {" 2\t\r\n", 2000},
        {"0.5", 500},
        {"1.", 1000},
        {"1.25", 1250},
        {"1.009", 1009},
        {"1.2345", 1234},
        {"1.9999999999", 1999},
        {"86400", 86400000},
        {"86401", -1},
        {"", -1},
        {".5", -1},
        {"-1", -1},
        {"+1", -1},
        {"1.-", -1},
        {"1.5s", -1},
        {"1.2.3", -1},
        {"1e3", -1},
        {"two", -1},
        {DIGITS_60 "0002", 2000},
        {DIGITS_60 "00002", -1},
    };
    struct control control;

    control_read(dir, &control);
    ok(!control.paused && !control.stopped && control.delay_ms == -1, "no files");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_file(dir, "delay", span_of(cases[i].text));
        control_read(dir, &control);
        is_int(control.delay_ms, cases[i].delay_ms, cases[i].text);
    }
    must(file_remove(dir, "delay"));
}

static void test_orders(int dir)
{
    struct control control;

    is_int(control_give(dir, "pause"), 0, "pause");
    control_read(dir, &control);
    ok(control.paused && !control.stopped, "is a file");
    is_int(control_give(dir, "stop") + control_give(dir, "stop"), 0, "stop, twice");
    control_read(dir, &control);
    ok(control.paused && control.stopped, "is another");
    is_int(control_go(dir) + control_go(dir), 0, "go, twice");
    control_read(dir, &control);
    ok(!control.paused && !control.stopped, "removes both");
    is_int(control_go(-1), ERROR_REFUSED, "go without a directory");
    is_int(control_give(-1, "pause"), ERROR_REFUSED, "pause without a directory");
}

static void test_look(int dir)
{
    struct orders orders = {.looked = false};

    ok(control_look(&orders, dir, 0), "the first look reads");
    must(control_give(dir, "pause"));
    ok(!control_look(&orders, dir, 249) && !orders.control.paused, "not again for a quarter of a second");
    ok(control_look(&orders, dir, 250) && orders.control.paused, "then it does");
    must(control_give(dir, "stop"));
    ok(control_look(&orders, dir, 500) && orders.control.stopped, "an order to stop");
    ok(faccessat(dir, "stop", F_OK, 0) != 0, "is removed");
    must(control_go(dir));
    ok(control_look(&orders, dir, 750) && orders.control.stopped && !orders.control.paused, "and remembered");
    ok(mkdirat(dir, "stop", 0777) == 0, "an order that cannot be removed");
    orders = (struct orders){.looked = false};
    ok(control_look(&orders, dir, 0) && orders.control.stopped, "counts too");
    ok(unlinkat(dir, "stop", AT_REMOVEDIR) == 0, "removed by hand");
}

/* Another process holds the lock for 200 ms. */
static pid_t hold_lock(const char *path)
{
    const struct timespec held = {.tv_nsec = 200 * 1000 * 1000};
    int ready[2];
    char byte;
    pid_t child;

    must(pipe(ready));
    child = fork();
    if (child == 0) {
        (void)flock(openat(open_dir(path), "lock", O_RDWR), LOCK_EX);
        if (write(ready[1], "x", 1) == 1)
            (void)nanosleep(&held, NULL);
        _exit(0);
    }
    must(read(ready[0], &byte, 1) != 1);
    close(ready[0]);
    close(ready[1]);
    return child;
}

static void test_attend(const char *path)
{
    int dir = open_dir(path), run = -1, other = -1, status;
    pid_t child;

    ok(!control_is_attended(dir), "no run follows orders");
    must(control_give(dir, "stop"));
    is_int(control_attend(dir, &run), 0, "a run does");
    ok(faccessat(dir, "stop", F_OK, 0) != 0, "an old order to stop is removed");
    ok(control_is_attended(dir), "others see that");
    is_int(control_attend(dir, &other), ERROR_LOCKED, "only one can");
    close(run);
    ok(!control_is_attended(dir), "until it ends");
    child = hold_lock(path);
    is_int(control_attend(dir, &other), 0, "a lock that is held for a moment is waited for");
    (void)waitpid(child, &status, 0);
    close(other);
    (void)unlinkat(dir, "lock", 0);
    must(symlinkat("x", dir, "lock"));
    is_int(control_attend(dir, &other), ERROR_UNSAFE_PATH, "a link is not the lock");
    ok(!control_is_attended(dir), "for no one");
    must(unlinkat(dir, "lock", 0));
    close(dir);
    is_int(control_attend(-1, &other), ERROR_REFUSED, "no directory");
}

int main(void)
{
    char path[] = "/tmp/tiptoe-control-XXXXXX";
    int dir;

    if (!mkdtemp(path))
        return 1;
    dir = open_dir(path);
    test_delay(dir);
    test_orders(dir);
    test_look(dir);
    test_attend(path);
    close(dir);
    rmdir(path);
    return done();
}
