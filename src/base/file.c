/* SPDX-License-Identifier: MIT */
/* Accesses all files of the mirror, so that one place confines it and injects faults. It writes with write(2)
 * only, because a crash would lose the bytes that stdio buffers. Files outside the mirror, which users name,
 * appear complete or not at all. */
#include "config.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/limits.h"

enum { CHUNK_BYTES = 16 * 1024, PART_SIZE = 256 };

/* Copies the first part of *PATH and moves *PATH to the next. False with errno if no file can have this name
 * beneath a directory. */
static bool take_part(const char **path, char part[PART_SIZE])
{
    size_t len = strcspn(*path, "/");

    errno = len >= PART_SIZE ? ENAMETOOLONG : EXDEV;
    if (len >= PART_SIZE || **path == '/' || (len == 2 && memcmp(*path, "..", 2) == 0))
        return false;
    memcpy(part, *path, len);
    part[len] = '\0';
    *path += len;
    *path += strspn(*path, "/");
    return true;
}

/* Opens PART of HERE, without following a link. O_DIRECTORY hides that a part is one: ELOOP then says so. */
static int open_part(int here, const char *part, int flags, mode_t mode)
{
    int fd = openat(here, part, flags | O_NOFOLLOW | O_CLOEXEC, mode);
    struct stat status;

    if (fd < 0 && errno == ENOTDIR)
        errno = fstatat(here, part, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode) ? ELOOP
                                                                                                  : ENOTDIR;
    return fd;
}

void file_close(const int *fd)
{
    int number = errno;

    if (*fd >= 0)
        close(*fd);
    errno = number;
}

/* Opens PATH as openat2 does, by calls that every kernel has and every container allows: one part after
 * another. Returns -1 with errno after a failure. */
static int open_by_parts(int dir, const char *path, int flags, mode_t mode)
{
    char part[PART_SIZE];
    int here = dir, fd;

    do {
        bool fine = take_part(&path, part);

        fd = !fine           ? -1
             : *path == '\0' ? open_part(here, part, flags, mode)
                             : open_part(here, part, O_PATH | O_DIRECTORY, 0);
        if (here != dir)
            file_close(&here);
        here = fd;
    } while (fd >= 0 && *path != '\0');
    return fd;
}

/* Returns true if FD is a file or a directory. A FIFO, a socket or a device could block its reader, or
 * act. */
static bool is_ordinary(int fd)
{
    struct stat status;

    return fstat(fd, &status) == 0 && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

int file_open(int dir, const char *path, int flags, mode_t mode, int *fd)
{
    struct open_how how = {
        .flags = (uint64_t)(flags | O_CLOEXEC | O_NONBLOCK),
        .mode = flags & (O_CREAT | O_TMPFILE) ? mode : 0,
        .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
    };
    long opened;

    do {
        opened = syscall(SYS_openat2, dir, path, &how, sizeof how);
    } while (opened < 0 && (errno == EINTR || errno == EAGAIN));
    if (opened < 0 && (errno == ENOSYS || errno == EPERM))
        opened = open_by_parts(dir, path, flags | O_NONBLOCK, mode);
    if (opened < 0 && errno != ENXIO) /* a FIFO without a reader, or a socket */
        return error_from_errno(errno);
    if (opened < 0 || !(flags & (O_EXCL | O_DIRECTORY) || is_ordinary((int)opened))) {
        if (opened >= 0)
            close((int)opened);
        errno = ELOOP;
        return ERROR_UNSAFE_PATH;
    }
    *fd = (int)opened;
    return 0;
}

int file_open_unnamed(int dir, int *fd)
{
    int error = file_open(dir, ".", O_TMPFILE | O_RDWR, 0666, fd);
    char name[32];

    if (!error || error == ERROR_DISK_FULL)
        return error;
    do {
        (void)snprintf(name, sizeof name, "unnamed-%08x", (unsigned)random_u32());
        error = file_open(dir, name, O_RDWR | O_CREAT | O_EXCL, 0666, fd);
    } while (error && errno == EEXIST);
    if (!error && unlinkat(dir, name, 0) < 0) {
        error = error_from_errno(errno);
        close(*fd);
    }
    return error;
}

int file_open_dir(int dir, const char *path, int *fd)
{
    return file_open(dir, path, O_RDONLY | O_DIRECTORY, 0, fd);
}

int file_list(int dir, bool (*each)(void *context, const char *name), void *context)
{
    int fd, error = file_open_dir(dir, ".", &fd);
    const struct dirent *entry;
    bool more = true;
    DIR *listing;

    if (error)
        return error;
    listing = fdopendir(fd);
    if (!listing) {
        close(fd);
        return error_from_errno(errno);
    }
    while (more && (entry = readdir(listing)) != NULL)
        more = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
               each(context, entry->d_name);
    (void)closedir(listing);
    return 0;
}

/* Creates PATH, a directory beneath DIR, part by part. Each part is opened before the next is created in it,
 * so that no symbolic link can be passed. */
static int make_dirs(int dir, const char *path, int *fd)
{
    char part[PART_SIZE];
    int here = -1, error = file_open_dir(dir, ".", &here);

    while (!error && *path != '\0') {
        int next = -1;

        if (!take_part(&path, part) || (mkdirat(here, part, 0777) < 0 && errno != EEXIST))
            error = error_from_errno(errno);
        else
            error = file_open_dir(here, part, &next);
        file_close(&here);
        here = next;
    }
    if (!error)
        *fd = here;
    return error;
}

int file_open_parent(int dir, const char *path, bool make, int *fd, const char **name)
{
    const char *slash = strrchr(path, '/');
    size_t len = slash ? (size_t)(slash - path) : 0;
    char parent[4096] = ".";
    int error;

    if (len >= sizeof parent)
        return ERROR_TOO_LARGE;
    if (len > 0) {
        memcpy(parent, path, len);
        parent[len] = '\0';
    }
    error = file_open_dir(dir, parent, fd);
    if (error == ERROR_NOT_FOUND && make)
        error = make_dirs(dir, parent, fd);
    if (!error)
        *name = slash ? slash + 1 : path;
    return error;
}

/* Finds an entry by its status: faccessat would need a system call that older containers refuse. */
bool file_exists(int dir, const char *name)
{
    struct stat status;

    return fstatat(dir, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Returns the bytes of a name. On FUSE, some are kept for names that its programs make longer while a file
 * replaces another (ntfs-3g) or is removed. */
size_t file_name_max(int dir)
{
    enum { FUSE = 0x65735546, FUSE_ROOM = 16 };
    struct statfs about;
    size_t most;

    if (fstatfs(dir, &about) < 0 || about.f_namelen <= 0)
        return LIMIT_NAME_BYTES;
    most = (size_t)about.f_namelen < LIMIT_NAME_BYTES ? (size_t)about.f_namelen : LIMIT_NAME_BYTES;
    return about.f_type == FUSE && most > LIMIT_NAME_BYTES - FUSE_ROOM ? LIMIT_NAME_BYTES - FUSE_ROOM : most;
}

int file_write(int fd, const void *bytes, size_t len)
{
    const char *at = bytes;

    while (len > 0) {
        ssize_t wrote = write(fd, at, len);

        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return error_from_errno(errno);
        at += wrote;
        len -= (size_t)wrote;
    }
    return 0;
}

int file_read_at(int fd, uint64_t offset, void *bytes, size_t len)
{
    char *at = bytes;

    while (len > 0) {
        ssize_t got = pread(fd, at, len, (off_t)offset);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_from_errno(errno);
        if (got == 0)
            return ERROR_CORRUPT;
        at += got;
        offset += (uint64_t)got;
        len -= (size_t)got;
    }
    return 0;
}

int file_take(int fd, uint64_t offset, uint64_t len, file_taker *take, void *context)
{
    char chunk[CHUNK_BYTES];
    int error = 0;

    while (!error && len > 0) {
        size_t step = len < sizeof chunk ? (size_t)len : sizeof chunk;

        error = file_read_at(fd, offset, chunk, step);
        if (!error)
            error = take(context, chunk, step);
        offset += step;
        len -= step;
    }
    return error;
}

int file_compare(int fd, uint64_t offset, struct span bytes, bool *same)
{
    char chunk[CHUNK_BYTES];
    int error = 0;

    *same = true;
    for (size_t at = 0; at < bytes.len && *same && !error;) {
        size_t len = bytes.len - at < sizeof chunk ? bytes.len - at : sizeof chunk;

        error = file_read_at(fd, offset + at, chunk, len);
        *same = !error && memcmp(chunk, bytes.at + at, len) == 0;
        at += len;
    }
    return error;
}

/* Reads some bytes, as read() does, also if a signal comes meanwhile. */
static ssize_t read_chunk(int fd, char chunk[CHUNK_BYTES])
{
    ssize_t got;

    do {
        got = read(fd, chunk, CHUNK_BYTES);
    } while (got < 0 && errno == EINTR);
    return got;
}

int file_read_rest(int fd, struct buf *into)
{
    char chunk[CHUNK_BYTES];
    size_t len;

    for (;;) {
        ssize_t got = read_chunk(fd, chunk);

        if (got <= 0)
            return got < 0 ? error_from_errno(errno) : 0;
        len = (size_t)got < into->max - into->len ? (size_t)got : into->max - into->len;
        if (buf_add(into, chunk, len) || len < (size_t)got)
            return ERROR_TOO_LARGE;
    }
}

int file_read(int dir, const char *path, struct buf *into)
{
    int fd FILE_LOCAL, error = file_open(dir, path, O_RDONLY, 0, &fd);

    return error ? error : file_read_rest(fd, into);
}

uint64_t file_blocks(uint64_t size)
{
    enum { BLOCK = 4096 };

    return (size + BLOCK - 1) / BLOCK * BLOCK;
}

int file_copy(int from, int to)
{
    char chunk[CHUNK_BYTES];
    ssize_t got;
    int error = 0;

    while (!error && (got = read_chunk(from, chunk)) != 0)
        error = got < 0 ? error_from_errno(errno) : file_write(to, chunk, (size_t)got);
    return error;
}

int file_size(int fd, uint64_t *size)
{
    struct stat status;

    if (fstat(fd, &status) < 0)
        return error_from_errno(errno);
    *size = (uint64_t)status.st_size;
    return 0;
}

int file_cut(int fd, uint64_t len)
{
    uint64_t size;
    int error = file_size(fd, &size);

    if (!error && size < len)
        error = ERROR_CORRUPT;
    return !error && ftruncate(fd, (off_t)len) < 0 ? error_from_errno(errno) : error;
}

int file_sync(int fd)
{
    return fdatasync(fd) < 0 ? error_from_errno(errno) : 0;
}

int file_sync_dir(int fd)
{
    return fsync(fd) < 0 ? error_from_errno(errno) : 0;
}

int file_sync_all(int fd)
{
    if (syncfs(fd) == 0)
        return 0;
    if (errno != ENOSYS && errno != EPERM)
        return error_from_errno(errno);
    sync();
    return 0;
}

int file_lock(int fd, bool exclusive)
{
    if (flock(fd, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0)
        return 0;
    return errno == EWOULDBLOCK ? ERROR_LOCKED : ERROR_NO_LOCKS;
}

int file_rename(int from_dir, const char *from, int to_dir, const char *to)
{
    return renameat(from_dir, from, to_dir, to) < 0 ? error_from_errno(errno) : 0;
}

int file_remove(int dir, const char *path)
{
    const char *name;
    int parent FILE_LOCAL, error = file_open_parent(dir, path, false, &parent, &name);

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    return unlinkat(parent, name, 0) < 0 && errno != ENOENT ? error_from_errno(errno) : 0;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where)
{
    (void)status;
    (void)where;
    return type == FTW_DP ? rmdir(path) : unlink(path);
}

const char *file_tmpdir(void)
{
    const char *named = getenv("TMPDIR");

    return named && *named ? named : "/tmp";
}

int file_make_temporary(struct buf *path, const char *name)
{
    if (buf_add_format(path, "%s/%s-XXXXXX", file_tmpdir(), name))
        return ERROR_TOO_LARGE;
    return mkdtemp(path->at) ? 0 : ERROR_NO_TMPDIR;
}

void file_remove_all(const char *path)
{
    (void)nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

enum { NAME_MAX_BYTES = 4096, TEMPORARY_MAX = 1000 };

static int open_dir(const char *path, const char *slash)
{
    char *dir = slash ? mem_copy_text(path, slash == path ? 1 : (size_t)(slash - path)) : NULL;
    int fd = open(dir ? dir : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    free(dir);
    return fd;
}

/* Returns true if NAME still names the open file FD: it was neither removed nor renamed. */
static bool is_named(int fd, int dir, const char *name)
{
    struct stat file, named;

    return fstat(fd, &file) == 0 && fstatat(dir, name, &named, AT_SYMLINK_NOFOLLOW) == 0 &&
           file.st_ino == named.st_ino && file.st_dev == named.st_dev;
}

/* Creates the file, and locks it. Removes one that no process has locked: its process was killed. Only
 * the process that has locked a file while it had this name removes or renames it. */
static int create_temporary(struct output *output)
{
    struct buf text BUF_LOCAL(NAME_MAX_BYTES);
    int number = 0, left;

    do {
        buf_clear(&text);
        (void)buf_add_format(&text, ".%.200s.tiptoe-%d", output->name, number++);
        left = openat(output->dir, buf_text(&text), O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (left >= 0 && file_lock(left, true) == 0 && is_named(left, output->dir, buf_text(&text)))
            (void)unlinkat(output->dir, buf_text(&text), 0);
        file_close(&left);
        output->fd =
            openat(output->dir, buf_text(&text), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (output->fd >= 0 && (file_lock(output->fd, true) == ERROR_LOCKED ||
                                !is_named(output->fd, output->dir, buf_text(&text)))) {
            file_close(&output->fd);
            output->fd = -1;
            errno = EEXIST;
        }
    } while (output->fd < 0 && errno == EEXIST && number < TEMPORARY_MAX);
    output->temporary = mem_copy_text(buf_text(&text), text.len);
    return output->fd < 0 ? error_from_errno(errno) : 0;
}

static void close_output(struct output *output)
{
    file_close(&output->fd);
    file_close(&output->dir);
    free(output->name);
    free(output->temporary);
    *output = (struct output){.fd = -1, .dir = -1};
}

int output_begin(struct output *output, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    int error;

    if (strcmp(path, "-") == 0) {
        *output = (struct output){.fd = dup(STDOUT_FILENO), .dir = -1};
        return output->fd < 0 ? error_from_errno(errno) : 0;
    }
    *output = (struct output){.fd = -1, .dir = open_dir(path, slash)};
    if (output->dir < 0)
        return error_from_errno(errno);
    output->name = mem_copy_text(name, strlen(name));
    if (*name == '\0') {
        errno = EISDIR;
        error = ERROR_INVALID;
    } else {
        error = create_temporary(output);
    }
    if (error)
        close_output(output);
    return error;
}

int output_end(struct output *output, int error)
{
    int number;

    if (output->dir < 0) { /* standard output */
        close(output->fd);
        return error;
    }
    if (!error)
        error = file_sync(output->fd);
    if (!error)
        error = file_rename(output->dir, output->temporary, output->dir, output->name);
    number = errno;
    if (error) {
        (void)unlinkat(output->dir, output->temporary, 0);
    } else { /* the temporary name may be another output's now */
        error = file_sync_dir(output->dir);
        number = errno;
    }
    close_output(output);
    errno = number;
    return error;
}
