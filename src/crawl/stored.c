/* SPDX-License-Identifier: MIT */
/* Files of site/ held against what should be in them. */
#include "config.h"

#include "crawl/stored.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/body.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "crawl/mirror.h"
#include "frontier/visit.h"
#include "site/path.h"

static bool has_digest(int fd, uint64_t size, struct span wanted)
{
    unsigned char bytes[DIGEST_MAX_BYTES];
    char chunk[16 * 1024];
    struct digest digest;
    bool readable = true;

    digest_init(&digest, DIGEST_SHA256);
    for (uint64_t at = 0; readable && at < size;) {
        size_t len = size - at < sizeof chunk ? (size_t)(size - at) : sizeof chunk;

        readable = file_read_at(fd, at, chunk, len) == 0;
        digest_add(&digest, chunk, len);
        at += len;
    }
    digest_finish(&digest, bytes);
    digest_release(&digest);
    return readable && span_equals(span_make((const char *)bytes, digest_len(DIGEST_SHA256)), wanted);
}

/* A copy of PATH, terminated; false where it is no path of ours. */
static bool copy_path(struct span path, char copy[PATH_BYTES_MAX + 1])
{
    if (path.len == 0 || path.len > PATH_BYTES_MAX)
        return false;
    memcpy(copy, path.at, path.len);
    copy[path.len] = '\0';
    return true;
}

bool stored_is_whole(const struct mirror *mirror, const struct frontier_visit *visit)
{
    char path[PATH_BYTES_MAX + 1];
    uint64_t size = 0;
    bool whole;
    int fd;

    if (!copy_path(visit->path, path) || file_open(mirror->folder.site_dir, path, O_RDONLY, 0, &fd))
        return false;
    whole = file_size(fd, &size) == 0 && size == (uint64_t)visit->plain_bytes;
    if (whole && visit->wire_bytes == visit->plain_bytes)
        whole = has_digest(fd, size, visit->digest);
    close(fd);
    return whole;
}

int stored_equals(const struct mirror *mirror, const char *path, struct span content, bool *same)
{
    struct buf seen;
    int error;

    buf_init(&seen, content.len);
    error = file_read(mirror->folder.site_dir, path, &seen);
    if (error == ERROR_TOO_LARGE)
        error = 0;
    else if (!error)
        *same = span_equals(buf_span(&seen), content);
    buf_release(&seen);
    return error;
}

/* Whether the file has the bytes of PIECE at AT. */
static bool has_piece(int fd, uint64_t at, struct span piece)
{
    char chunk[16 * 1024];

    for (size_t done = 0; done < piece.len;) {
        size_t len = piece.len - done < sizeof chunk ? piece.len - done : sizeof chunk;

        if (file_read_at(fd, at + done, chunk, len) || memcmp(chunk, piece.at + done, len) != 0)
            return false;
        done += len;
    }
    return true;
}

int stored_is(const struct mirror *mirror, const char *path, struct body *body, bool *same)
{
    struct span piece;
    uint64_t size = 0;
    int fd, error = file_open(mirror->folder.site_dir, path, O_RDONLY, 0, &fd);

    if (error)
        return error;
    error = file_size(fd, &size);
    *same = size == body->len;
    for (uint64_t at = 0; !error && *same; at += piece.len) {
        error = body_piece(body, at, &piece);
        if (error || piece.len == 0)
            break;
        *same = has_piece(fd, at, piece);
    }
    close(fd);
    return error;
}
