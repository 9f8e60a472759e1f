/* SPDX-License-Identifier: MIT */
/* Files beneath a directory, and nothing else. */
#include "config.h"

#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "tap.h"

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
    is_int(file_compare(fd, sizeof large - 2, span_of("xx"), &same), ERROR_CORRUPT,
           "what it is too short for");
    close(fd);
    is_int(file_remove(dir, "large"), 0, "gone");
}

int main(void)
{
    char root[] = "file-test-XXXXXX";
    struct buf buf;
    int dir, fd;

    if (!mkdtemp(root))
        return 1;
    dir = open(root, O_RDONLY | O_DIRECTORY);
    buf_init(&buf, 5);
    is_int(write_file(dir, "a/b/c.txt", "hello"), 0, "directories are made on the way");
    is_int(file_read(dir, "a/b/c.txt", &buf), 0, "a file of just the maximum is read");
    is_span(buf_span(&buf), span_of("hello"), "whole");
    is_int(write_file(dir, "a/b/d.txt", "hello!"), 0, "a larger one");
    buf_clear(&buf);
    is_int(file_read(dir, "a/b/d.txt", &buf), ERROR_TOO_LARGE, "is refused");
    is_int(file_open(dir, "../x", O_RDONLY, 0, &fd), ERROR_UNSAFE_PATH, "no way up");
    is_int(file_open(dir, "/etc/passwd", O_RDONLY, 0, &fd), ERROR_UNSAFE_PATH, "no absolute path");
    ok(symlinkat("/tmp", dir, "link") == 0 && symlinkat("b", dir, "a/inside") == 0, "two symbolic links");
    is_int(write_file(dir, "link/x", "x"), ERROR_UNSAFE_PATH, "are not passed, outwards");
    is_int(write_file(dir, "a/inside/x", "x"), ERROR_UNSAFE_PATH, "nor inwards");
    test_compare(dir);
    is_int(file_remove(dir, "a/b/c.txt"), 0, "remove");
    is_int(file_remove(dir, "a/b/c.txt"), 0, "what is not there is no error");
    is_int(file_open(dir, "a/b/c.txt", O_RDONLY, 0, &fd), ERROR_NOT_FOUND, "it is gone");
    (void)unlinkat(dir, "link", 0);
    (void)unlinkat(dir, "a/inside", 0);
    is_int(file_remove(dir, "a/b/d.txt"), 0, "the rest goes too");
    (void)unlinkat(dir, "a/b", AT_REMOVEDIR);
    (void)unlinkat(dir, "a", AT_REMOVEDIR);
    (void)rmdir(root);
    buf_release(&buf);
    close(dir);
    return done();
}
