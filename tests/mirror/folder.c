/* SPDX-License-Identifier: MIT */
/* Which directories become or are mirrors, what is created in them, and who holds the lock. */
#include "config.h"

#include "mirror/folder.h"

#include "base/error.h"
#include "mirror/scene.h"

static char root[] = "/tmp/tiptoe-folder-XXXXXX";
static int root_dir;

static const char *path_of(const char *name)
{
    static char path[200];

    (void)snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static int open_once(const char *name, enum folder_use use)
{
    struct folder folder = {-2, -2, -2, -2, -2};
    int error = folder_open(&folder, path_of(name), use);

    if (error)
        ok(folder.dir == -2, "%s: nothing is set after a failure", name);
    else
        folder_close(&folder);
    return error;
}

static void test_create(void)
{
    struct folder folder;

    is_int(open_once("a/b//c/", FOLDER_CREATE), 0, "created with its parents");
    ok(faccessat(root_dir, "a/b/c/site", F_OK, 0) == 0 &&
           faccessat(root_dir, "a/b/c/archive", F_OK, 0) == 0 &&
           faccessat(root_dir, "a/b/c/control", F_OK, 0) == 0 &&
           faccessat(root_dir, "a/b/c/tmp", F_OK, 0) == 0,
       "with its parts");
    is_int(open_once("a/b/c", FOLDER_CREATE), 0, "and again");
    is_int(open_once("a/b/c", FOLDER_RUN), ERROR_NOT_FOUND, "it is not a mirror yet");
    is_int(open_once("a/b/c", FOLDER_WRITE), ERROR_NOT_FOUND, "not for writing");
    is_int(open_once("a/b/c", FOLDER_READ), ERROR_NOT_FOUND, "nor for reading");
    is_int(open_once("none", FOLDER_RUN), ERROR_NOT_FOUND, "no directory");
    is_int(open_once("a/b", FOLDER_CREATE), ERROR_INVALID, "a directory with something else");
    write_file(root_dir, "file", span_of(""));
    is_int(open_once("file/x", FOLDER_CREATE), ERROR_IO, "below a file");
    is_int(open_once("file", FOLDER_CREATE), ERROR_IO, "a file");
    write_file(root_dir, "a/b/mirror.db", span_of(""));
    is_int(open_once("a/b", FOLDER_READ), ERROR_NOT_FOUND, "reading creates no parts");
    is_int(open_once("a/b", FOLDER_RUN), 0, "a run does");
    is_int(open_once("a/b", FOLDER_READ), 0, "then it can be read");
    ok(unlinkat(root_dir, "a/b/site", AT_REMOVEDIR) == 0 && symlinkat("/tmp", root_dir, "a/b/site") == 0,
       "a link in the place of a part");
    is_int(open_once("a/b", FOLDER_RUN), ERROR_UNSAFE_PATH, "is not followed");
    folder = FOLDER_CLOSED;
    folder_close(&folder);
    is_int(folder.dir, -1, "what is not open can be closed");
}

static void test_locks(void)
{
    static const struct {
        enum folder_use first, second;
        int error;
        bool attended;
    } cases[] = {
        {FOLDER_CREATE, FOLDER_RUN, ERROR_LOCKED, true},
        {FOLDER_RUN, FOLDER_WRITE, ERROR_LOCKED, true},
        {FOLDER_RUN, FOLDER_READ, 0, true},
        {FOLDER_WRITE, FOLDER_CREATE, ERROR_LOCKED, false},
        {FOLDER_WRITE, FOLDER_READ, 0, false},
        {FOLDER_READ, FOLDER_RUN, 0, false},
        {FOLDER_READ, FOLDER_READ, 0, false},
    };
    struct folder folder;
    int control;

    must(open_once("m", FOLDER_CREATE));
    write_file(root_dir, "m/mirror.db", span_of(""));
    control = openat(root_dir, "m/control", O_RDONLY | O_DIRECTORY);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        must(folder_open(&folder, path_of("m"), cases[i].first));
        is_int(control_is_attended(control), cases[i].attended, "only a run follows orders");
        is_int(open_once("m", cases[i].second), cases[i].error, "opened twice");
        folder_close(&folder);
        is_int(open_once("m", cases[i].second), 0, "opened after the other");
    }
    close(control);
}

int main(void)
{
    if (!mkdtemp(root))
        return 1;
    root_dir = open(root, O_RDONLY | O_DIRECTORY);
    test_create();
    test_locks();
    close(root_dir);
    file_remove_all(root);
    return done();
}
