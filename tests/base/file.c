/* SPDX-License-Identifier: MIT */
/* Files beneath a directory, and none outside it. */
#include "config.h"

#include "base/file.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "tap.h"

static const int *failures; /* of the next calls of syscall, up to a 0 */
static int refused;         /* with what openat2 always fails, as on older kernels and in some containers */
static bool no_unnamed;     /* O_TMPFILE fails, as on NFS and FUSE */

/* Replaces the C library's: fails as told, and then works. */
__attribute__((no_sanitize("address"))) long syscall(long number, ...)
{
    static long (*real)(long, ...);
    long arguments[6];
    va_list list;

    va_start(list, number);
    for (size_t i = 0; i < 6; i++)
        arguments[i] = va_arg(list, long);
    va_end(list);
    if (failures && *failures) {
        errno = *failures++;
        return -1;
    }
    errno = refused;
    if (refused)
        return -1;
    if (no_unnamed && (*(const uint64_t *)arguments[2] & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "syscall");
    return real(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

static int write_file(int dir, const char *path, const char *text)
{
    const char *name;
    int parent, fd, error = file_open_parent(dir, path, true, &parent, &name);

    if (error)
        return error;
    error = file_open(parent, name, O_WRONLY | O_CREAT | O_TRUNC, 0666, &fd);
    close(parent);
    if (error)
        return error;
    error = file_write(fd, text, strlen(text));
    close(fd);
    return error;
}

static void test_compare(int dir)
{
    static char large[40 * 1024];
    bool same = true;
    int fd;

    memset(large, 'x', sizeof large - 1);
    is_int(write_file(dir, "large", large) + file_open(dir, "large", O_RDONLY, 0, &fd), 0, "a large file");
    is_int(file_compare(fd, 0, span_of(large), &same), 0, "is compared");
    ok(same, "is the same");
    large[sizeof large - 2] = 'y';
    is_int(file_compare(fd, 0, span_of(large), &same), 0, "with its last byte another");
    ok(!same, "it is not");
    is_int(file_compare(fd, 2, span_of("xx"), &same), 0, "a part of it");
    ok(same, "is there");
    is_int(file_compare(fd, sizeof large - 2, span_of("xx"), &same), ERROR_CORRUPT, "beyond its end");
    close(fd);
    is_int(file_remove(dir, "large"), 0, "gone");
}

static void test_again(int dir)
{
    static const int passing[] = {EINTR, EAGAIN, 0}, lasting[] = {EACCES, 0};
    int fd = -1;

    failures = passing;
    is_int(file_open(dir, ".", O_RDONLY, 0, &fd), 0, "an interrupted call is repeated");
    close(fd);
    fd = -1;
    failures = lasting;
    is_int(file_open(dir, ".", O_RDONLY, 0, &fd), ERROR_REFUSED, "another failure is final");
    is_int(fd, -1, "and sets nothing");
}

/* Names and paths of the greatest lengths, and longer ones. */
static void test_deep(int dir)
{
    static char path[5000];
    const char *name;
    uint64_t size = 7;
    int fd, parent;

    memset(path, 'n', 255);
    memcpy(path + 255, "/x", 3);
    is_int(write_file(dir, path, "x"), 0, "a directory with a name of 255 bytes");
    is_int(file_open_parent(dir, path, false, &parent, &name), 0, "is found");
    is_str(name, "x", "with the name of its file");
    is_int(file_open(parent, name, O_RDONLY, 0, &fd) + file_size(fd, &size), 0, "which is opened");
    is_int((int64_t)size, 1, "and has a size");
    close(fd);
    is_int(file_rename(parent, "x", dir, "moved"), 0, "renamed to another directory");
    close(parent);
    is_int(file_remove(dir, path), 0, "it is not there any more");
    path[255] = '\0';
    is_int(unlinkat(dir, path, AT_REMOVEDIR) + file_remove(dir, "moved"), 0, "removed");
    memset(path, 'n', 256);
    memcpy(path + 256, "/x", 3);
    is_int(file_open_parent(dir, path, true, &parent, &name), ERROR_IO, "a name of 256 bytes is not opened");
    memcpy(path, "y/", 2);
    memset(path + 2, 'n', 256);
    is_int(file_open_parent(dir, path, true, &parent, &name), 0,
           "not as the name of a file, which is not opened");
    close(parent);
    is_int(unlinkat(dir, "y", AT_REMOVEDIR), 0, "its directory was made");
    for (size_t i = 0; i < 4096; i += 2)
        memcpy(path + i, "./", 2);
    memcpy(path + 4096, "/x", 3);
    is_int(file_open_parent(dir, path, false, &parent, &name), ERROR_TOO_LARGE, "a directory of 4,096 bytes");
    memcpy(path + 4095, "/x", 3);
    is_int(file_open_parent(dir, path, false, &parent, &name), 0, "of 4,095 bytes");
    close(parent);
    is_int(file_open_parent(dir, "a//b/", true, &parent, &name), 0, "empty parts are ignored");
    is_str(name, "", "and so is an empty name");
    close(parent);
    is_int(file_remove(dir, "missing/x"), 0, "a missing directory has no file to remove");
    is_int(file_remove(dir, "a"), ERROR_IO, "a directory is not a file");
    is_int(file_open_dir(dir, "a/b/c.txt", &fd), ERROR_IO, "a file is not a directory");
}

/* A directory's entries, without "." and "..". */
static int count_entries(int dir)
{
    DIR *list = fdopendir(openat(dir, ".", O_RDONLY | O_DIRECTORY));
    int count = -2;

    while (readdir(list))
        count++;
    (void)closedir(list);
    return count;
}

static void test_unnamed(int dir)
{
    int before = count_entries(dir), fd = -1;
    char text[6] = "";

    for (int i = 0; i < 2; i++) {
        no_unnamed = i == 1;
        is_int(file_open_unnamed(dir, &fd), 0,
               i ? "also where there is no O_TMPFILE" : "a file without a name");
        is_int(file_write(fd, "hello", 5) + file_read_at(fd, 0, text, 5), 0, "is written and read");
        is_str(text, "hello", "as it was");
        is_int(count_entries(dir), before, "and has no name");
        close(fd);
    }
    no_unnamed = false;
}

static void test_dir(int dir)
{
    struct buf buf;
    int fd;

    buf_init(&buf, 5);
    is_int(write_file(dir, "a/b/c.txt", "hello"), 0, "missing directories are created");
    is_int(file_read(dir, "a/b/c.txt", &buf), 0, "a file of exactly the maximum is read");
    is_span(buf_span(&buf), span_of("hello"), "whole");
    is_int(write_file(dir, "a/b/d.txt", "hello!"), 0, "a larger one");
    buf_clear(&buf);
    is_int(file_read(dir, "a/b/d.txt", &buf), ERROR_TOO_LARGE, "is refused");
    is_int(file_open(dir, "../x", O_RDONLY, 0, &fd), ERROR_UNSAFE_PATH, "no way up");
    is_int(file_open(dir, "/etc/passwd", O_RDONLY, 0, &fd), ERROR_UNSAFE_PATH, "no absolute path");
    ok(symlinkat("/tmp", dir, "link") == 0 && symlinkat("b", dir, "a/inside") == 0, "two symbolic links");
    is_int(write_file(dir, "link/x", "x"), ERROR_UNSAFE_PATH, "are not passed, outwards");
    is_int(write_file(dir, "a/inside/x", "x"), ERROR_UNSAFE_PATH, "nor inwards");
    is_int(file_open(dir, "a/../../x", O_RDONLY, 0, &fd), ERROR_UNSAFE_PATH, "no way down and up");
    is_int(file_open_dir(dir, "link", &fd), ERROR_UNSAFE_PATH, "nor as a directory");
    is_int(file_open(dir, "a/inside", O_RDONLY, 0, &fd), ERROR_UNSAFE_PATH, "nor as a file");
    test_compare(dir);
    if (!refused)
        test_again(dir);
    test_unnamed(dir);
    test_deep(dir);
    is_int(file_remove(dir, "a/b/c.txt"), 0, "remove");
    is_int(file_remove(dir, "a/b/c.txt"), 0, "a missing file is not an error");
    is_int(file_open(dir, "a/b/c.txt", O_RDONLY, 0, &fd), ERROR_NOT_FOUND, "it is gone");
    (void)unlinkat(dir, "link", 0);
    (void)unlinkat(dir, "a/inside", 0);
    is_int(file_remove(dir, "a/b/d.txt"), 0, "the rest goes too");
    (void)unlinkat(dir, "a/b", AT_REMOVEDIR);
    (void)unlinkat(dir, "a", AT_REMOVEDIR);
    buf_release(&buf);
}

int main(void)
{
    static const int refusals[] = {0, ENOSYS, EPERM};
    char root[] = "file-test-XXXXXX";
    int dir;

    if (!mkdtemp(root))
        return 1;
    dir = open(root, O_RDONLY | O_DIRECTORY);
    for (size_t i = 0; i < COUNT_OF(refusals); i++) {
        refused = refusals[i];
        printf("# %s\n", refused ? strerror(refused) : "with openat2");
        test_dir(dir);
    }
    (void)rmdir(root);
    close(dir);
    return done();
}
