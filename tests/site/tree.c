/* SPDX-License-Identifier: MIT */
/* The tree: no file before the commit, all files after it; equal files stay, and planted links are not
 * passed. */
#include "config.h"

#include "site/tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/body.h"
#include "base/error.h"
#include "base/file.h"
#include "base/worker.h"
#include "tap.h"

static char root[] = "tree-test-XXXXXX";
static int dir, site_dir;
static struct worker *worker;
static struct tree *tree;
static struct buf text; /* of the last file that was read */
static int synced;      /* calls that sync the file system */

/* Replaces the C library's. */
int syncfs(int fd)
{
    synced++;
    return fsync(fd);
}

static int stage(const char *path, const char *content)
{
    return tree_stage(tree, span_of(path), span_of(content));
}

static int commit(void)
{
    int error = tree_begin_commit(tree);

    return error ? error : tree_end_commit(tree);
}

/* The result of staging a file, which is then dropped. */
static int refusal(const char *path)
{
    int error = stage(path, "x");

    if (!error)
        error = tree_settle(tree);
    tree_drop(tree);
    return error;
}

/* The content of a file in the tree, or "(none)". */
static const char *content(const char *path)
{
    buf_release(&text);
    buf_init(&text, 1024 * 1024);
    return file_read(site_dir, path, &text) ? "(none)" : buf_text(&text);
}

static int entries(const char *path)
{
    const struct dirent *entry;
    int fd = openat(dir, path, O_RDONLY | O_DIRECTORY), count = 0;
    DIR *listing = fd < 0 ? NULL : fdopendir(fd);

    if (!listing)
        return -1;
    while ((entry = readdir(listing)) != NULL)
        count += entry->d_name[0] != '.';
    (void)closedir(listing);
    return count;
}

static void test_commit(void)
{
    is_int(stage("index.html", "home"), 0, "a file is staged");
    is_int(stage("a/b/c.html", "deep"), 0, "and one below directories");
    is_int(tree_settle(tree), 0, "and written");
    is_str(content("index.html"), "(none)", "nothing is there before the commit");
    is_int(entries("temporary"), 2, "but temporary files");
    is_int(commit(), 0, "commit");
    is_str(content("index.html"), "home", "the file is there");
    is_str(content("a/b/c.html"), "deep", "and the deep one");
    is_int(entries("temporary"), 0, "no temporary file is left");
    is_int(commit(), 0, "an empty commit is fine");
    is_int(stage("index.html", "one") + stage("index.html", "two") + commit(), 0, "staged twice");
    is_str(content("index.html"), "two", "the last one stays");
    is_int(stage("index.html", "three") + stage("index.html", "two") + commit(), 0, "there and back");
    is_str(content("index.html"), "two", "what is staged before counts, not what is on disk");
    is_int(tree_stage(tree, span_of("empty.html"), span_make(NULL, 0)) + commit(), 0, "nothing at all");
    is_str(content("empty.html"), "", "is an empty file");
    is_int(stage("x.html", "dropped"), 0, "staged to be dropped");
    tree_drop(tree);
    is_int(commit() + entries("temporary"), 0, "dropped");
    is_str(content("x.html"), "(none)", "it never appears");
}

static void test_same(void)
{
    struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
    struct stat before, after;

    is_int(stage("same.html", "same") + commit(), 0, "a file");
    (void)utimensat(site_dir, "same.html", old, 0);
    (void)fstatat(site_dir, "same.html", &before, 0);
    is_int(stage("same.html", "same") + tree_settle(tree), 0, "the same bytes again");
    is_int(entries("temporary"), 0, "are not written");
    is_int(stage("same.html", "same") + stage("same.html", "same") + commit(), 0, "nor twice");
    (void)fstatat(site_dir, "same.html", &after, 0);
    ok(before.st_ino == after.st_ino && after.st_mtime == 1000, "inode and time stay");
    is_int(stage("same.html", "sane") + commit(), 0, "other bytes of the same length");
    is_str(content("same.html"), "sane", "replace it");
    synced = 0;
    is_int(stage("same.html", "some") + stage("same.html", "sole") + commit(), 0, "replaced twice at once");
    is_int(synced, 1, "it is synced before the old one goes");
    is_int(stage("same.html", "") + commit(), 0, "no bytes");
    is_str(content("same.html"), "", "an empty file");
}

static void test_group(void)
{
    char path[64], words[64];
    int wrong = 0;

    for (int i = 0; i < 100; i++) {
        (void)snprintf(path, sizeof path, "g%d/h%d/f%d.html", i % 3, i % 5, i);
        (void)snprintf(words, sizeof words, "file %d", i);
        wrong += stage(path, words) != 0;
    }
    is_int(wrong, 0, "a hundred files are staged");
    is_int(commit(), 0, "and committed");
    for (int i = 0; i < 100; i++) {
        (void)snprintf(path, sizeof path, "g%d/h%d/f%d.html", i % 3, i % 5, i);
        (void)snprintf(words, sizeof words, "file %d", i);
        wrong += strcmp(content(path), words) != 0;
    }
    is_int(wrong, 0, "all with their content");
    is_int(entries("temporary"), 0, "nothing is left over");
}

static void test_bodies(void)
{
    struct body body;
    char bytes[4096];
    struct stat status;

    memset(bytes, 'x', sizeof bytes);
    body_init(&body, dir, 1000, 1024 * 1024);
    is_int(body_add(&body, "small", 5), 0, "a small body");
    is_int(tree_stage_body(tree, span_of("small.bin"), &body, 0) + commit(), 0, "in memory");
    is_str(content("small.bin"), "small", "is written");
    is_int(body_add(&body, bytes, sizeof bytes), 0, "a large one");
    ok(body_is_spooled(&body), "is spooled");
    is_int(tree_stage_body(tree, span_of("d/large.bin"), &body, 0) + commit(), 0, "committed");
    body_release(&body);
    is_int(fstatat(site_dir, "d/large.bin", &status, 0) == 0 ? (int)status.st_size : -1, 4101, "whole");
    ok(strncmp(content("d/large.bin"), "smallxxx", 8) == 0, "with its bytes");
    body_init(&body, dir, 1000, 1024 * 1024);
    is_int(body_add(&body, "small", 5) + body_add(&body, bytes, sizeof bytes), 0, "the same again");
    is_int(tree_stage_body(tree, span_of("d/large.bin"), &body, 0), 0, "staged");
    is_int(entries("temporary"), 0, "not needed");
    body_release(&body);
}

static void test_planted(void)
{
    ok(symlinkat("/tmp", site_dir, "out") == 0 && symlinkat("index.html", site_dir, "link.html") == 0 &&
           mkdirat(site_dir, "dir.html", 0777) == 0 && mkfifoat(site_dir, "pipe.html", 0666) == 0,
       "links, a directory and a pipe are planted");
    is_int(refusal("out/x.html"), ERROR_UNSAFE_PATH, "a link to a directory is not passed");
    is_str(tree_trouble(tree), "out/x.html", "the path is reported");
    is_int(refusal("link.html"), ERROR_UNSAFE_PATH, "a link in the place of a file stays");
    is_int(refusal("dir.html"), ERROR_UNSAFE_PATH, "so does a directory");
    is_int(refusal("pipe.html"), ERROR_UNSAFE_PATH, "and a pipe, which is not waited for");
    is_int(refusal("index.html/x.html"), ERROR_IO, "a file is not a directory");
    is_int(tree_remove(tree, "index.html/x.html"), 0, "so nothing in it has to be removed");
    is_int(refusal("../x.html"), ERROR_UNSAFE_PATH, "no way up");
    is_int(refusal("/tmp/x.html"), ERROR_UNSAFE_PATH, "no absolute path");
    is_int(refusal(""), ERROR_UNSAFE_PATH, "no path");
    is_int(entries("temporary"), 0, "none of them left anything");
    is_str(content("index.html"), "two", "the target of the link is unchanged");
}

static void test_trouble(void)
{
    static const char *const names[] = {"n0", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8"};
    int again = 0;

    for (int i = 0; i < 9; i++)
        again += stage(names[i], "old");
    is_int(again + commit(), 0, "nine files");
    is_int(stage("first.html", "1") + stage("late.html", "2") + stage("third.html", "3") + tree_settle(tree),
           0, "three are staged");
    ok(mkdirat(site_dir, "late.html", 0777) == 0, "a directory is planted then");
    is_int(commit(), ERROR_IO, "the commit fails");
    is_str(tree_trouble(tree), "late.html", "and tells of which");
    is_str(content("first.html"), "1", "what came before is there");
    is_str(content("third.html"), "(none)", "what came after is not");
    is_int(entries("temporary"), 2, "two are still staged");
    ok(unlinkat(site_dir, "late.html", AT_REMOVEDIR) == 0, "the way is cleared");
    is_int(commit(), 0, "now it continues");
    is_str(content("late.html"), "2", "with the one");
    is_str(content("third.html"), "3", "and the other");
    for (int i = 0; i < 9; i++)
        again += stage(names[i], i == 4 ? "planted" : "new");
    is_int(again + tree_settle(tree), 0, "nine that replace others");
    ok(unlinkat(site_dir, names[4], 0) == 0 && mkdirat(site_dir, names[4], 0777) == 0,
       "and a directory in the place of one");
    is_int(commit(), ERROR_IO, "fail in the middle");
    ok(unlinkat(site_dir, names[4], AT_REMOVEDIR) == 0, "without it");
    is_int(commit(), 0, "the others continue");
}

/* A body that cannot be read for the comparison does not count as equal. */
static void test_unwritten(void)
{
    static char bytes[4096];
    struct rlimit limit, old;
    struct body body;

    memset(bytes, 'x', sizeof bytes);
    is_int(tree_stage(tree, span_of("gathered.html"), span_make(bytes, sizeof bytes)) + commit(), 0,
           "a file");
    body_init(&body, dir, 1000, 1024 * 1024);
    is_int(body_add(&body, bytes, sizeof bytes - 5) + body_add(&body, "fresh", 5), 0,
           "another of the same length, its end not written yet");
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)getrlimit(RLIMIT_FSIZE, &old);
    limit = (struct rlimit){.rlim_cur = sizeof bytes - 5, .rlim_max = old.rlim_max};
    (void)setrlimit(RLIMIT_FSIZE, &limit);
    is_int(tree_stage_body(tree, span_of("gathered.html"), &body, 0), ERROR_DISK_FULL,
           "on a disk that is full");
    (void)setrlimit(RLIMIT_FSIZE, &old);
    tree_drop(tree);
    body_release(&body);
}

static void test_full_disk(void)
{
    struct rlimit limit, old;
    static char large[100 * 1024];

    memset(large, 'x', sizeof large - 1);
    (void)signal(SIGXFSZ, SIG_IGN);
    (void)getrlimit(RLIMIT_FSIZE, &old);
    limit = (struct rlimit){.rlim_cur = 50 * 1024, .rlim_max = old.rlim_max};
    (void)setrlimit(RLIMIT_FSIZE, &limit);
    is_int(stage("before.html", "x") + stage("large.html", large) + stage("after.html", "x"), 0,
           "staged on a disk that is full");
    is_int(tree_settle(tree), ERROR_DISK_FULL, "which is reported when they are written");
    is_int(errno, EFBIG, "with the kernel's reason");
    is_str(tree_trouble(tree), "large.html", "and of which");
    (void)setrlimit(RLIMIT_FSIZE, &old);
    is_int(commit(), ERROR_DISK_FULL, "and again: without it nothing is committed");
    is_str(content("before.html"), "(none)", "not even what was written");
    tree_drop(tree);
    is_int(entries("temporary"), 0, "nothing is left of them");
    is_int(stage("large.html", large) + commit(), 0, "with room it goes");
}

static void test_remove(void)
{
    is_int(stage("r/v.html", "v") + commit() + stage("r/v.html", "v") + tree_remove(tree, "r/v.html") +
               commit(),
           0, "staged as it is, and removed");
    is_str(content("r/v.html"), "(none)", "is gone");
    is_int(stage("r/s/t.html", "t") + stage("r/u.html", "u") + commit(), 0, "files to remove");
    is_int(tree_remove(tree, "r/s/t.html"), 0, "removed");
    is_int(entries("site/r"), 1, "with the directory that it leaves empty");
    is_int(tree_remove(tree, "r/s/t.html"), 0, "again is not an error");
    is_int(tree_remove(tree, "r/u.html") + commit(), 0, "the other");
    is_int(entries("site/r"), -1, "and all of it is gone");
    is_int(tree_remove(tree, "out/x"), ERROR_UNSAFE_PATH, "not through a link");
}

static void test_leftovers(void)
{
    int fd;

    is_int(stage("killed.html", "x"), 0, "staged, then killed");
    is_int(file_open(dir, "temporary/99", O_WRONLY | O_CREAT, 0666, &fd), 0, "a file of an earlier run");
    close(fd);
    ok(mkdirat(dir, "temporary/0", 0777) == 0, "a directory where a temporary file will be");
    tree_free(tree);
    is_int(tree_open(&tree, dir, "site", "temporary", worker), 0, "opened again");
    is_int(entries("temporary"), 1, "the files are gone");
    is_str(content("killed.html"), "(none)", "and nothing appeared");
    is_str(content("index.html"), "two", "what was committed is there");
    is_int(stage("new.html", "new") + commit(), 0, "work continues beside the directory");
    is_str(content("new.html"), "new", "as before");
}

int main(void)
{
    struct tree *linked;

    if (!mkdtemp(root))
        return 1;
    dir = open(root, O_RDONLY | O_DIRECTORY);
    worker = worker_new();
    is_int(tree_open(&tree, dir, "site", "temporary", worker), 0, "a new tree");
    site_dir = openat(dir, "site", O_RDONLY | O_DIRECTORY);
    test_commit();
    test_same();
    test_group();
    test_bodies();
    test_planted();
    test_trouble();
    test_unwritten();
    test_full_disk();
    test_remove();
    test_leftovers();
    ok(symlinkat("site", dir, "linked") == 0, "a link to a tree");
    is_int(tree_open(&linked, dir, "linked", "temporary", worker), ERROR_UNSAFE_PATH, "is refused");
    tree_free(tree);
    tree_free(NULL);
    worker_free(worker);
    buf_release(&text);
    close(site_dir);
    close(dir);
    file_remove_all(root);
    return done();
}
