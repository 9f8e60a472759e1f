/* SPDX-License-Identifier: MIT */
/* Files that appear complete or not at all, beside others and in the current directory. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "tap.h"

static struct buf text;

/* What another process does before the next lock, and before the sync of a directory, which then fails. */
static void (*before_lock)(void), (*before_sync)(void);

int flock(int fd, int operation)
{
    void (*act)(void) = before_lock;

    before_lock = NULL;
    if (act)
        act();
    return (int)syscall(SYS_flock, fd, operation);
}

int fsync(int fd)
{
    void (*act)(void) = before_sync;

    before_sync = NULL;
    if (!act)
        return (int)syscall(SYS_fsync, fd);
    act();
    errno = EIO;
    return -1;
}

static const char *content(const char *path)
{
    buf_clear(&text);
    return file_read(AT_FDCWD, path, &text) ? "(none)" : buf_text(&text);
}

static void test_output(const char *path)
{
    struct output output;

    is_int(output_begin(&output, path), 0, path);
    is_int(file_write(output.fd, "one", 3), 0, "written");
    is_str(content(path), "(none)", "not there before the end");
    is_int(output_end(&output, 0), 0, "ended");
    is_str(content(path), "one", "there");
    is_int(output_begin(&output, path), 0, "again");
    is_int(file_write(output.fd, "two", 3), 0, "written");
    is_str(content(path), "one", "the old file stays until the end");
    is_int(output_end(&output, ERROR_INVALID), ERROR_INVALID, "ended after an error of the caller");
    is_str(content(path), "one", "and after that");
    is_int(output_begin(&output, path) + output_end(&output, 0), 0, "an empty file");
    is_str(content(path), "", "replaces it");
}

static void test_errors(void)
{
    struct output output, other;
    char name[64];

    is_int(output_begin(&output, "missing/x"), ERROR_NOT_FOUND, "no such directory");
    is_int(errno, ENOENT, "with its errno");
    is_int(output_begin(&output, "d/"), ERROR_INVALID, "a directory");
    is_int(errno, EISDIR, "with its errno");
    is_int(output_begin(&output, "/"), ERROR_INVALID, "the root");
    ok(mkdir("d/sub", 0777) == 0, "a directory in the place of the file");
    is_int(output_begin(&output, "d/sub"), 0, "is seen late");
    is_int(output_end(&output, 0), ERROR_IO, "at the end");
    is_int(errno, EISDIR, "with its errno");
    (void)rmdir("d/sub");
    is_int(output_begin(&output, "d/x"), 0, "an output");
    is_int(output_begin(&other, "d/x"), 0, "and another one with its name at the same time");
    ok(strcmp(output.temporary, other.temporary) != 0, "have different temporary files");
    (void)snprintf(name, sizeof name, "d/%s", output.temporary);
    is_int(output_end(&output, 0) + output_end(&other, 0), 0, "both end");
    close(open(name, O_WRONLY | O_CREAT, 0666));
    is_int(output_begin(&output, "d/x") + output_end(&output, 0), 0, "a file that a kill has left");
    ok(access(name, F_OK) != 0, "is removed");
    is_int(mkdir(name, 0777), 0, "a folder of that name");
    is_int(output_begin(&output, "d/x") + output_end(&output, 0), 0, "is in nobody's way");
    is_int(rmdir(name), 0, "and stays");
}

static struct output rival, late;

/* Returns whether the temporary name of OUTPUT is that of its file. */
static bool is_its_own(const struct output *output)
{
    struct stat file, named;

    return fstat(output->fd, &file) == 0 && fstatat(output->dir, output->temporary, &named, 0) == 0 &&
           file.st_ino == named.st_ino;
}

static void begin_rival(void)
{
    is_int(output_begin(&rival, "d/x"), 0, "a rival begins");
}

static void end_late_begin_rival(void)
{
    is_int(output_end(&late, 0), 0, "the other ends");
    begin_rival();
}

/* Begins an output while ACT happens before its first lock. */
static void race(void (*act)(void), const char *name)
{
    struct output output;

    before_lock = act;
    is_int(output_begin(&output, "d/x"), 0, name);
    ok(!before_lock, "was a race");
    ok(is_its_own(&output), "in which the first has a file");
    ok(is_its_own(&rival), "and so has the rival");
    is_int(output_end(&output, 0) + output_end(&rival, 0), 0, "both end");
}

static void test_races(void)
{
    struct output output;

    race(begin_rival, "between creation and lock");
    close(open("d/.x.tiptoe-0", O_WRONLY | O_CREAT, 0666));
    race(begin_rival, "for a file that a kill has left");
    is_int(output_begin(&late, "d/x"), 0, "another output");
    race(end_late_begin_rival, "while it gets its final name");
    is_int(output_begin(&output, "d/x"), 0, "an output");
    before_sync = begin_rival;
    is_int(output_end(&output, 0), ERROR_IO, "whose directory cannot be synced");
    ok(is_its_own(&rival), "leaves a rival's file alone");
    is_int(output_end(&rival, 0), 0, "which ends");
}

/* Two processes that begin and end the same outputs. */
static void test_processes(void)
{
    enum { ROUNDS = 300 };
    int wrong = 0, status = -1;
    pid_t child = fork();

    for (int i = 0; i < ROUNDS; i++) {
        struct output output;

        if (output_begin(&output, "d/x")) {
            wrong++;
            continue;
        }
        wrong += !is_its_own(&output);
        wrong += output_end(&output, 0) != 0;
    }
    if (child == 0)
        _exit(wrong > 0);
    is_int(wrong, 0, "each output has its own file");
    ok(waitpid(child, &status, 0) == child && status == 0, "in both processes");
}

int main(void)
{
    char root[] = "output-test-XXXXXX";

    if (!mkdtemp(root) || chdir(root) < 0 || mkdir("d", 0777) < 0)
        return 1;
    buf_init(&text, 100);
    test_output("file");
    test_output("d/file");
    test_errors();
    test_races();
    test_processes();
    (void)unlink("file");
    (void)unlink("d/file");
    (void)unlink("d/x");
    is_int(rmdir("d"), 0, "no temporary file is left");
    is_int(chdir("..") + rmdir(root), 0, "in either directory");
    buf_release(&text);
    return done();
}
