/* SPDX-License-Identifier: MIT */
/* Compares files of site/ with what they should contain. */
#include "config.h"

#include "mirror/stored.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "site/path.h"

int stored_digest(int fd, uint64_t size, unsigned char bytes[DIGEST_MAX_BYTES])
{
    char chunk[16 * 1024];
    struct digest digest;
    int error = 0;

    digest_init(&digest, DIGEST_SHA256);
    for (uint64_t at = 0; !error && at < size;) {
        size_t len = size - at < sizeof chunk ? (size_t)(size - at) : sizeof chunk;

        error = file_read_at(fd, at, chunk, len);
        digest_add(&digest, chunk, len);
        at += len;
    }
    digest_finish(&digest, bytes);
    digest_release(&digest);
    return error;
}

/* Turns damage into success: it makes a file a wrong one. */
static int without_damage(int error)
{
    return error_is_damage(error) ? 0 : error;
}

static int compare_digest(int fd, uint64_t size, struct span wanted, bool *same)
{
    unsigned char bytes[DIGEST_MAX_BYTES];
    int error = stored_digest(fd, size, bytes);

    *same = !error && span_equals(span_make((const char *)bytes, digest_len(DIGEST_SHA256)), wanted);
    return without_damage(error);
}

/* Opens the file of VISIT; FD stays -1 if it is missing, or its size is wrong. */
static int open_stored(const struct mirror *mirror, const struct frontier_visit *visit, int *fd)
{
    char path[PATH_BYTES_MAX + 1];
    uint64_t size = 0;
    int error;

    *fd = -1;
    if (!path_copy(visit->path, path))
        return 0;
    error = file_open(mirror->folder.site_dir, path, O_RDONLY, 0, fd);
    if (error || visit->document)
        return without_damage(error);
    error = file_size(*fd, &size);
    if (!error && size == (uint64_t)visit->plain_bytes)
        return 0;
    close(*fd);
    *fd = -1;
    return error;
}

int stored_has_size(const struct mirror *mirror, const struct frontier_visit *visit, bool *right)
{
    int fd, error = open_stored(mirror, visit, &fd);

    *right = fd >= 0;
    if (fd >= 0)
        close(fd);
    return error;
}

int stored_is_whole(const struct mirror *mirror, const struct frontier_visit *visit, bool *whole)
{
    struct span wanted = visit->file_digest;
    int fd, error = open_stored(mirror, visit, &fd);

    *whole = fd >= 0;
    if (fd < 0)
        return error;
    if (wanted.len == 0 && visit->wire_bytes == visit->plain_bytes)
        wanted = visit->digest;
    if (wanted.len > 0)
        error = compare_digest(fd, (uint64_t)visit->plain_bytes, wanted, whole);
    close(fd);
    return error;
}

int stored_equals(const struct mirror *mirror, const char *path, struct span content, bool *same)
{
    uint64_t size = 0;
    int fd, error = file_open(mirror->folder.site_dir, path, O_RDONLY, 0, &fd);

    if (error)
        return error;
    error = file_size(fd, &size);
    *same = false;
    if (!error && size == content.len && file_compare(fd, 0, content, same))
        *same = false; /* an unreadable file differs */
    close(fd);
    return error;
}
