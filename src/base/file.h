/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_FILE_H
#define TIPTOE_BASE_FILE_H

#include <sys/types.h>

#include "base/buf.h"

/* Every function here returns 0, or a negative enum error with errno set and its outputs unchanged. A path is
 * relative to the directory DIR, must stay beneath it, and must not pass a symbolic link (openat2 with
 * RESOLVE_BENEATH and RESOLVE_NO_SYMLINKS, or where that is refused, part by part); the error is
 * ERROR_UNSAFE_PATH, as for a FIFO, a socket or a device, which could block. Callers close the descriptors,
 * and exec does. */

int file_open(int dir, const char *path, int flags, mode_t mode, int *fd) CHECKED;
int file_open_dir(int dir, const char *path, int *fd) CHECKED;

/* Follows the name of a local descriptor: makes it -1, and closes it at the end of its block, with errno as
 * before. */
#define FILE_LOCAL RELEASED_BY(file_close) = -1
void file_close(const int *fd) NONNULL;

/* Creates a file without a name in DIR, for reading and writing; it vanishes with its last descriptor. Where
 * O_TMPFILE does not work (NFS, FUSE, FAT), it has a name for a moment. */
int file_open_unnamed(int dir, int *fd) CHECKED;

/* Opens the directory that holds PATH's last part, and points NAME at that part inside PATH. With MAKE,
 * creates missing directories (mode 0777 less the umask). */
int file_open_parent(int dir, const char *path, bool make, int *fd, const char **name) CHECKED;

/* Returns true if DIR has an entry NAME of any kind. */
bool file_exists(int dir, const char *name) NONNULL;

/* Returns the bytes that a name in DIR may have, at most LIMIT_NAME_BYTES. */
size_t file_name_max(int dir);

/* Writes all bytes, in as many calls as the kernel needs. */
int file_write(int fd, const void *bytes, size_t len) CHECKED;

/* Reads exactly LEN bytes at OFFSET; ERROR_CORRUPT if the file ends before. */
int file_read_at(int fd, uint64_t offset, void *bytes, size_t len) CHECKED;

/* Passes LEN bytes from OFFSET on to TAKE with CONTEXT, in pieces; stops at an error of it or of reading. */
typedef int file_taker(void *context, const void *bytes, size_t len);
int file_take(int fd, uint64_t offset, uint64_t len, file_taker *take, void *context)
    __attribute__((nonnull(4), warn_unused_result));

/* Sets SAME to whether FD has BYTES at OFFSET; ERROR_CORRUPT if it ends before. */
int file_compare(int fd, uint64_t offset, struct span bytes, bool *same) CHECKED;

/* Adds the rest of FD, a file or a pipe, to INTO; ERROR_TOO_LARGE if it exceeds INTO's maximum, which is then
 * reached. */
int file_read_rest(int fd, struct buf *into) CHECKED;

/* Adds a whole file to INTO; ERROR_TOO_LARGE if it exceeds INTO's maximum. */
int file_read(int dir, const char *path, struct buf *into) CHECKED;

/* Writes the rest of FROM to TO. */
int file_copy(int from, int to) __attribute__((warn_unused_result));
int file_size(int fd, uint64_t *size) CHECKED;

/* Removes what follows the first LEN bytes. ERROR_CORRUPT if there are fewer. */
int file_cut(int fd, uint64_t len) CHECKED;

/* Returns the space that a file of SIZE bytes takes on most disks: whole blocks of 4096 bytes. */
uint64_t file_blocks(uint64_t size);

/* Syncs a file's data (fdatasync), a directory's names (fsync), a whole file system (syncfs; if that is
 * refused, all of them). */
int file_sync(int fd) __attribute__((warn_unused_result));
int file_sync_dir(int fd) __attribute__((warn_unused_result));
int file_sync_all(int fd) __attribute__((warn_unused_result));

/* Locks FD (flock) until it is closed by all who have it. Returns ERROR_LOCKED if another process has a lock
 * that this one excludes, ERROR_NO_LOCKS if the file system has no such locks. */
int file_lock(int fd, bool exclusive) __attribute__((warn_unused_result));

/* Renames a file, and replaces an existing TO. FROM and TO are names in their directories, without '/'. */
int file_rename(int from_dir, const char *from, int to_dir, const char *to) CHECKED;

/* Removes a file; succeeds if it does not exist. */
int file_remove(int dir, const char *path) CHECKED;

/* Returns $TMPDIR, or /tmp if that is not set or empty. */
const char *file_tmpdir(void) __attribute__((returns_nonnull));

/* Makes a new folder NAME-XXXXXX there, and adds its path to the empty PATH. ERROR_NO_TMPDIR if it cannot. */
int file_make_temporary(struct buf *path, const char *name) CHECKED;

/* Calls EACH with the name of every entry of DIR but "." and "..", until it returns false. */
int file_list(int dir, bool (*each)(void *context, const char *name), void *context)
    __attribute__((nonnull(2), warn_unused_result));

/* Removes the folder PATH with all that is below it on the same file system; what cannot be removed stays. */
void file_remove_all(const char *path) NONNULL;

/* A file that a user named, anywhere. It is written under a temporary name beside it, so that it is either
 * complete or absent. The next output with the same name removes a file that a kill has left. */
struct output {
    int fd; /* written by the caller */
    int dir;
    char *name, *temporary;
};

/* Creates the temporary file; for the path "-", the output is standard output, and nothing is created.
 * Returns 0, or an error with errno; OUTPUT then needs no end. A file at PATH stays until output_end. */
int output_begin(struct output *output, const char *path) CHECKED;

/* Ends OUTPUT: syncs the file, renames it to PATH and syncs the directory, or removes it after an ERROR, its
 * own or the caller's. Returns that error, or 0. */
int output_end(struct output *output, int error) CHECKED;

#endif
