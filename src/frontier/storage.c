/* SPDX-License-Identifier: MIT */
/* File systems on which processes cannot share memory (those of networks, and FUSE), and a consistent copy of
 * a database there. Only the log grows between two checkpoints, and it has all pages that a checkpoint
 * writes to the database. So a copy of the database followed by a copy of its log is consistent if the log
 * has not begun again meanwhile, which its header would show. */
#include "config.h"

#include "frontier/storage.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"

/* Of https://www.sqlite.org/fileformat2.html: the database's version of reading, 2 with a log; the log's
 * header. */
enum { READ_VERSION_AT = 19, WITH_LOG = 2, LOG_HEAD_BYTES = 32 };

enum { COPY_TRIES = 20 };

/* The types of statfs(2): the kernel's magic numbers. */
static const unsigned long remote_types[] = {
    0x00006969, /* NFS */
    0x0000517b, /* SMB */
    0xff534d42, /* CIFS */
    0xfe534d42, /* SMB 2 */
    0x00c36400, /* CephFS */
    0x0bd00bd0, /* Lustre */
    0x47504653, /* GPFS */
    0x19830326, /* BeeGFS */
    0x5346414f, /* AFS */
    0x73757245, /* Coda */
    0x20030528, /* OrangeFS */
    0xaad7aaea, /* PanFS */
    0x01161970, /* GFS2 */
    0x7461636f, /* OCFS2 */
    0x01021997, /* 9P */
    0x786f4256, /* vboxsf */
    0xbacbacbc, /* vmhgfs */
    0x65735546, /* FUSE */
};

static bool is_remote(const char *dir)
{
    struct statfs about;

    if (statfs(dir, &about) < 0)
        return false;
    for (size_t i = 0; i < COUNT_OF(remote_types); i++)
        if (((unsigned long)about.f_type & 0xffffffff) == remote_types[i])
            return true;
    return false;
}

bool storage_is_alone(const char *dir)
{
    char path[PATH_MAX];
    void *memory = MAP_FAILED;
    int fd FILE_LOCAL;

    if (is_remote(dir) || snprintf(path, sizeof path, "%s/mirror.db", dir) >= (int)sizeof path)
        return true;
    fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return false;
    memory = mmap(NULL, 1, PROT_READ, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED)
        return true;
    (void)munmap(memory, 1);
    return false;
}

static void remove_copy(struct buf *file)
{
    size_t len = file->len;

    (void)unlink(buf_text(file));
    (void)buf_add_text(file, "-wal");
    (void)unlink(buf_text(file));
    buf_cut(file, len - strlen("/mirror.db"));
    (void)rmdir(buf_text(file));
}

void storage_remove_copy(struct storage *storage)
{
    if (storage->copied)
        remove_copy(&storage->file);
    storage->copied = false;
}

void storage_release(struct storage *storage)
{
    storage_remove_copy(storage);
    buf_release(&storage->file);
}

/* Reads LEN bytes at AT of a file; WHOLE is false if the file is missing or ends before. */
static int read_part(const char *path, uint64_t at, void *bytes, size_t len, bool *whole)
{
    int fd RELEASED_BY(file_close) = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), error;

    *whole = false;
    if (fd < 0)
        return errno == ENOENT ? 0 : error_from_errno(errno);
    error = file_read_at(fd, at, bytes, len);
    *whole = error == 0;
    return error == ERROR_CORRUPT ? 0 : error;
}

/* Sets HAS_LOG to whether changes go to the log; false if the database is missing. */
static int look_for_log(const struct storage *storage, bool *has_log)
{
    char version = 0;
    bool whole;
    int error = read_part(buf_text(&storage->file), READ_VERSION_AT, &version, 1, &whole);

    *has_log = whole && version == WITH_LOG;
    return error;
}

static int copy_file(const char *from, const char *to)
{
    int in RELEASED_BY(file_close) = open(from, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), out FILE_LOCAL;

    if (in < 0)
        return error_from_errno(errno);
    out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    return out < 0 ? error_from_errno(errno) : file_copy(in, out);
}

/* Copies both files once; SAME is whether they belong together. */
static int copy_once(const char *from, const char *from_log, const char *to, const char *to_log, bool *same)
{
    char before[LOG_HEAD_BYTES] = "", after[LOG_HEAD_BYTES] = "";
    bool has_log, still = false;
    int error = read_part(from_log, 0, before, sizeof before, &has_log);

    if (!error)
        error = copy_file(from, to);
    if (!error && has_log)
        error = copy_file(from_log, to_log);
    *same = error != ERROR_NOT_FOUND; /* the log is gone: the other process has ended */
    if (!*same)
        error = 0;
    if (!error)
        error = read_part(from_log, 0, after, sizeof after, &still);
    *same = *same && !error && has_log == still && memcmp(before, after, sizeof before) == 0;
    return error;
}

static int copy_storage(struct storage *storage)
{
    struct buf log BUF_LOCAL(PATH_MAX);
    struct buf copy_log BUF_LOCAL(PATH_MAX);
    struct buf copy BUF_LOCAL(PATH_MAX);
    bool same = false;
    int error, number;

    error = file_make_temporary(&copy, "tiptoe");
    if (error)
        goto out;
    if (buf_add_text(&copy, "/mirror.db") || buf_add_format(&copy_log, "%s-wal", buf_text(&copy)) ||
        buf_add_format(&log, "%s-wal", buf_text(&storage->file)))
        error = ERROR_TOO_LARGE;
    for (int i = 0; !error && !same && i < COPY_TRIES; i++)
        error =
            copy_once(buf_text(&storage->file), buf_text(&log), buf_text(&copy), buf_text(&copy_log), &same);
    if (!error && !same)
        error = ERROR_LOCKED;
    if (error == ERROR_DISK_FULL)
        error = ERROR_NO_TMPDIR;
    if (error) {
        number = errno;
        remove_copy(&copy);
        errno = number;
        goto out;
    }
    error = buf_set(&storage->file, buf_span(&copy));
    storage->copied = true;
out:
    return error;
}

static int resolve_path(struct storage *storage, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *dir = !slash          ? mem_copy_text(".", 1)
                : slash == path ? mem_copy_text("/", 1)
                                : mem_copy_text(path, (size_t)(slash - path));
    char *real = realpath(dir, NULL);
    int error = real ? 0 : error_from_errno(errno);

    storage->alone |= real && is_remote(real);
    if (real && buf_add_format(&storage->file, "%s/%s", real, slash ? slash + 1 : path))
        error = ERROR_TOO_LARGE;
    free(real);
    free(dir);
    return error;
}

/* Checks that the database and its companions are regular files or missing: SQLite would wait for a FIFO. */
static int check_files(struct storage *storage)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    size_t len = storage->file.len;
    struct stat about;
    int error = 0;

    for (size_t i = 0; !error && i < COUNT_OF(ends); i++) {
        error = buf_add_text(&storage->file, ends[i]);
        if (!error && lstat(buf_text(&storage->file), &about) == 0 && !S_ISREG(about.st_mode))
            error = ERROR_UNSAFE_PATH;
        buf_cut(&storage->file, len);
    }
    return error;
}

int storage_find(struct storage *storage, const char *path, bool alone, bool reading)
{
    bool has_log = false;
    int error;

    *storage = (struct storage){.alone = alone};
    buf_init(&storage->file, PATH_MAX);
    error = resolve_path(storage, path);
    if (!error)
        error = check_files(storage);
    if (!error && storage->alone && reading)
        error = look_for_log(storage, &has_log);
    return error || !has_log ? error : copy_storage(storage);
}
