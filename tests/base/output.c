/* SPDX-License-Identifier: MIT */
/* Files that appear complete or not at all, beside others and in the current directory. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "tap.h"

static struct buf text;

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

int main(void)
{
    char root[] = "output-test-XXXXXX";

    if (!mkdtemp(root) || chdir(root) < 0 || mkdir("d", 0777) < 0)
        return 1;
    buf_init(&text, 100);
    test_output("file");
    test_output("d/file");
    test_errors();
    (void)unlink("file");
    (void)unlink("d/file");
    (void)unlink("d/x");
    is_int(rmdir("d"), 0, "no temporary file is left");
    is_int(chdir("..") + rmdir(root), 0, "in either directory");
    buf_release(&text);
    return done();
}
