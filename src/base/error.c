/* SPDX-License-Identifier: MIT */
/* Lists the messages for local errors; no other file has any. */
#include "config.h"

#include "base/error.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "base/span.h"

static const char *const texts[] = {
    [-ERROR_NONE] = "no error",
    [-ERROR_IO] = "input or output failed",
    [-ERROR_DISK_FULL] = "no space left",
    [-ERROR_DATABASE] = "the database failed",
    [-ERROR_NOT_FOUND] = "not found",
    [-ERROR_TOO_LARGE] = "larger than the limit",
    [-ERROR_INVALID] = "not valid",
    [-ERROR_LOCKED] = "in use by another run",
    [-ERROR_TOO_NEW] = "written by a newer version of tiptoe",
    [-ERROR_CORRUPT] = "damaged",
    [-ERROR_UNSAFE_PATH] = "not a regular file of the mirror: a symbolic link, or a FIFO, socket or device",
    [-ERROR_NO_LOCKS] = "files cannot be locked here",
    [-ERROR_READ_ONLY] = "read-only here",
    [-ERROR_NO_TMPDIR] = "temporary files cannot be written",
    [-ERROR_REFUSED] = "refused by this system",
    [-ERROR_END] = "no more items",
};

const char *error_text(int error)
{
    size_t index = (size_t)-error;

    if (error > 0 || index >= COUNT_OF(texts))
        return "unknown error";
    return texts[index];
}

const char *error_reason(int error, int number)
{
    bool is_in_errno = error == ERROR_IO || error == ERROR_REFUSED || error == ERROR_NO_TMPDIR;

    return is_in_errno && number ? strerror(number) : error_text(error);
}

int error_from_errno(int number)
{
    switch (number) {
    case 0:
        return ERROR_NONE;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return ERROR_DISK_FULL;
    case ENOENT:
        return ERROR_NOT_FOUND;
    case ELOOP:
    case EXDEV:
        return ERROR_UNSAFE_PATH;
    case EIO:
    case EUCLEAN: /* a damaged file system */
    case EBADMSG: /* the same: its checksum is wrong */
    case ENODATA:
    case ENXIO:
    case ENOTDIR:
    case EISDIR:
    case ENAMETOOLONG:
        return ERROR_IO;
    default:
        return ERROR_REFUSED;
    }
}

int error_of_temporary(int error)
{
    return error && error != ERROR_DISK_FULL ? ERROR_NO_TMPDIR : error;
}

bool error_is_damage(int error)
{
    return error == ERROR_CORRUPT || error == ERROR_NOT_FOUND || error == ERROR_UNSAFE_PATH ||
           error == ERROR_IO;
}
