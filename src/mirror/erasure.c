/* SPDX-License-Identifier: MIT */
/* Removes files that the mirror no longer has, and every trace of texts that were taken out of it for good.
 * One transaction decides which archive files stay: all that the database does not list then are removed. */
#include "config.h"

#include "mirror/erasure.h"

#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "site/path.h"
#include "site/tree.h"

/* Files that are removed between two commits. */
enum { BATCH = 1000 };

int erasure_remove_files(struct mirror *mirror)
{
    struct buf path BUF_LOCAL(PATH_BUFFER_MAX);
    struct buf key BUF_LOCAL(PATH_BUFFER_MAX);
    bool claimed; /* since, by a URL */
    int error = 0;

    for (int count = 1; !error; count++) {
        error = frontier_next_removal(mirror->frontier, &path);
        buf_clear(&key);
        path_key(&key, buf_span(&path));
        if (!error)
            error = frontier_has_file(mirror->frontier, buf_span(&path), buf_span(&key), &claimed);
        if (!error && !claimed)
            error = tree_remove(mirror->tree, buf_text(&path));
        if (!error)
            error = frontier_removal_done(mirror->frontier, buf_span(&path));
        if (!error && count % BATCH == 0)
            error = mirror_commit(mirror);
    }
    return error == ERROR_END ? 0 : error;
}

static int remove_archives(struct mirror *mirror, struct span names)
{
    char name[WARC_NAME_SIZE];
    int error = 0;

    while (names.len > 0 && !error) {
        struct span line = span_take_until(&names, '\n');

        (void)snprintf(name, sizeof name, "%.*s", (int)line.len, line.at);
        if (!archiving_lists(mirror, name))
            error = file_remove(mirror->folder.archive_dir, name);
    }
    return error ? error : file_sync_dir(mirror->folder.archive_dir);
}

/* Removes a file of tmp/: the beginning of a body. */
static bool remove_part(void *context, const char *name)
{
    const struct mirror *mirror = context;

    return file_remove(mirror->folder.tmp_dir, name) == 0;
}

int erasure_end(struct mirror *mirror)
{
    static const char *const derived[] = {"search.db-wal", "search.db-shm", "search.db", "report.html"};
    struct span names;
    struct buf tmp BUF_LOCAL(4096);
    int error = frontier_setting(mirror->frontier, ERASING, &names);

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    error = remove_archives(mirror, names);
    if (!error)
        error = erasure_remove_files(mirror);
    for (size_t i = 0; i < COUNT_OF(derived) && !error; i++)
        error = file_remove(mirror->folder.dir, derived[i]);
    if (!error)
        error = file_list(mirror->folder.tmp_dir, remove_part, mirror);
    if (!error)
        error = buf_add_format(&tmp, "%s/tmp", mirror->path);
    if (!error)
        error = mirror_sync(mirror);
    if (!error)
        error = frontier_purge(mirror->frontier, buf_text(&tmp));
    if (!error)
        error = frontier_drop_setting(mirror->frontier, ERASING);
    return error ? error : mirror_sync(mirror);
}
