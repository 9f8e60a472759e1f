/* SPDX-License-Identifier: MIT */
/* The sum is measured once, and then kept: walking the tree for each page would cost more than the page. */
#include "config.h"

#include "mirror/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/file.h"
#include "mirror/mirror.h"
#include "site/tree.h"

/* mirror.db and what SQLite keeps beside it. */
static int64_t database_bytes(const struct mirror *mirror)
{
    static const char *const names[] = {"mirror.db", "mirror.db-wal", "mirror.db-shm"};
    int64_t bytes = 0;

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct stat about;

        if (fstatat(mirror->folder.dir, names[i], &about, AT_SYMLINK_NOFOLLOW) == 0)
            bytes += (int64_t)file_blocks((uint64_t)about.st_size);
    }
    return bytes;
}

/* What the run has added to the files that were measured. */
static int64_t added_bytes(const struct mirror *mirror)
{
    return tree_grown(mirror->tree) + (int64_t)mirror->archive_grown + database_bytes(mirror);
}

int disk_measure(struct disk *disk, const struct mirror *mirror)
{
    char *const roots[] = {mirror->path, NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV | FTS_COMFOLLOW, NULL);
    const FTSENT *entry;
    int error = 0;

    if (!walk)
        return error_from_errno(errno);
    disk->rest = -added_bytes(mirror);
    errno = 0;
    while ((entry = fts_read(walk)) != NULL)
        if (entry->fts_info == FTS_F)
            disk->rest += (int64_t)file_blocks((uint64_t)entry->fts_statp->st_size);
    if (errno)
        error = error_from_errno(errno);
    (void)fts_close(walk);
    return error;
}

uint64_t disk_used(const struct disk *disk, const struct mirror *mirror)
{
    int64_t used = disk->rest + added_bytes(mirror);

    return used > 0 ? (uint64_t)used : 0;
}
