/* SPDX-License-Identifier: MIT */
/* Compares files of site/ with what they should contain. */
#include "config.h"

#include "mirror/stored.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "frontier/visit.h"
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

static bool has_digest(int fd, uint64_t size, struct span wanted)
{
    unsigned char bytes[DIGEST_MAX_BYTES];

    return stored_digest(fd, size, bytes) == 0 &&
           span_equals(span_make((const char *)bytes, digest_len(DIGEST_SHA256)), wanted);
}

/* Opens the file of VISIT; false if it is missing, or its size is wrong. */
static bool open_stored(const struct mirror *mirror, const struct frontier_visit *visit, int *fd)
{
    char path[PATH_BYTES_MAX + 1];
    uint64_t size = 0;

    if (!path_copy(visit->path, path) || file_open(mirror->folder.site_dir, path, O_RDONLY, 0, fd))
        return false;
    if (visit->document || (file_size(*fd, &size) == 0 && size == (uint64_t)visit->plain_bytes))
        return true;
    close(*fd);
    return false;
}

bool stored_has_size(const struct mirror *mirror, const struct frontier_visit *visit)
{
    int fd;
    bool right = open_stored(mirror, visit, &fd);

    if (right)
        close(fd);
    return right;
}

bool stored_is_whole(const struct mirror *mirror, const struct frontier_visit *visit)
{
    struct span wanted = visit->file_digest;
    int fd;
    bool whole = open_stored(mirror, visit, &fd);

    if (!whole)
        return false;
    if (wanted.len == 0 && visit->wire_bytes == visit->plain_bytes)
        wanted = visit->digest;
    if (wanted.len > 0)
        whole = has_digest(fd, (uint64_t)visit->plain_bytes, wanted);
    close(fd);
    return whole;
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
