/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_FILE_H
#define TIPTOE_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buf.h"

/* Every function here returns 0 or a negative enum error with errno set, and leaves its outputs untouched
 * unless 0. A path is relative to the directory DIR, must stay beneath it, and may not pass a symbolic link
 * (openat2: RESOLVE_BENEATH, RESOLVE_NO_SYMLINKS); otherwise ERROR_UNSAFE_PATH. Descriptors are closed on
 * exec; callers close them. */

int file_open(int dir, const char *path, int flags, mode_t mode, int *fd)
    __attribute__((nonnull, warn_unused_result));
int file_open_dir(int dir, const char *path, int *fd) __attribute__((nonnull, warn_unused_result));

/* The directory that holds PATH's last part, which NAME then points at, inside PATH. With MAKE, missing
 * directories are made (mode 0777 less the umask). */
int file_open_parent(int dir, const char *path, bool make, int *fd, const char **name)
    __attribute__((nonnull, warn_unused_result));

/* Writes all of it, however the kernel cuts it. */
int file_write(int fd, const void *bytes, size_t len) __attribute__((nonnull, warn_unused_result));

/* Reads exactly LEN bytes at OFFSET; ERROR_CORRUPT where the file ends before. */
int file_read_at(int fd, uint64_t offset, void *bytes, size_t len)
    __attribute__((nonnull, warn_unused_result));

/* Whether FD has BYTES at OFFSET; ERROR_CORRUPT where it ends before. */
int file_compare(int fd, uint64_t offset, struct span bytes, bool *same)
    __attribute__((nonnull, warn_unused_result));

/* Adds a whole file to INTO; ERROR_TOO_LARGE where INTO's maximum is met. */
int file_read(int dir, const char *path, struct buf *into) __attribute__((nonnull, warn_unused_result));
int file_size(int fd, uint64_t *size) __attribute__((nonnull, warn_unused_result));

/* Data on the disk (fdatasync), a directory's names on the disk (fsync), all of a file system (syncfs). */
int file_sync(int fd) __attribute__((warn_unused_result));
int file_sync_dir(int fd) __attribute__((warn_unused_result));
int file_sync_all(int fd) __attribute__((warn_unused_result));

/* FROM and TO are names in their directories, without '/'. An existing TO is replaced. */
int file_rename(int from_dir, const char *from, int to_dir, const char *to)
    __attribute__((nonnull, warn_unused_result));

/* A file that is not there is no error. */
int file_remove(int dir, const char *path) __attribute__((nonnull, warn_unused_result));

#endif
