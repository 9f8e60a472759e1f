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
