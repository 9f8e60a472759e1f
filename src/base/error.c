/* SPDX-License-Identifier: MIT */
/* Gives local errors their texts, and errno values their errors. */
#include "config.h"

#include "base/error.h"

#include <errno.h>

#include "base/span.h"

static const char *const texts[] = {
#define ERROR_TEXT(name, number, text) [-(number)] = (text),
    ERRORS(ERROR_TEXT)
#undef ERROR_TEXT
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
