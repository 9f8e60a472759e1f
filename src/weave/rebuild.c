/* SPDX-License-Identifier: MIT */
/* Makes the rewritten files of site/ again: they are derived from archive and frontier. */
#include "config.h"

#include "weave/rebuild.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/signals.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "mirror/signposts.h"
#include "site/path.h"
#include "term/message.h"
#include "weave/document.h"
#include "weave/weaver.h"

/* Documents woven between two commits. */
enum { DOCUMENTS_A_COMMIT = 64 };

/* Removes a symbolic link at PATH of site/: others made it, and no file is written through it. */
static int remove_link(const struct mirror *mirror, struct span path)
{
    char copy[PATH_BYTES_MAX + 1];
    struct stat status;
    const char *name;
    int dir, error;

    if (!path_copy(path, copy) || file_open_parent(mirror->folder.site_dir, copy, false, &dir, &name))
        return 0;
    error = 0;
    if (fstatat(dir, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(status.st_mode)) {
        message_warn("%s/site/%s: replacing a symbolic link, which is not of this mirror", mirror->path,
                     copy);
        if (unlinkat(dir, name, 0) < 0)
            error = error_from_errno(errno);
    }
    close(dir);
    return error;
}

static int rebuild_one(struct weaver *weaver, int64_t document, bool *damaged)
{
    struct frontier_row row;
    int error = frontier_get(weaver->mirror->frontier, document, &row);

    if (!error)
        error = remove_link(weaver->mirror, row.visit.path);
    return error ? error : document_mend(weaver, &row, damaged);
}

/* Weaves all documents; DAMAGED becomes the number of those whose original cannot be read. */
static int rebuild_all(struct weaver *weaver, uint64_t *count, uint64_t *damaged)
{
    struct mirror *mirror = weaver->mirror;
    struct frontier_document document = {.id = 0};
    bool failed = false;
    int error = 0;

    *count = *damaged = 0;
    while (!error && !signals_stop() &&
           (error = frontier_documents(mirror->frontier, document.id, INT64_MAX, &document)) == 0) {
        error = rebuild_one(weaver, document.id, &failed);
        *damaged += failed;
        if (!error && ++*count % DOCUMENTS_A_COMMIT == 0)
            error = mirror_commit(mirror);
    }
    return error && error != ERROR_END ? error : mirror_commit(mirror);
}

static struct span purpose_of(const struct weaver *weaver)
{
    const struct references *references = &weaver->references;

    return span_of(references->for_disk ? "disk" : references->for_server ? "server" : "both");
}

int rebuild_for_purpose(struct weaver *weaver)
{
    struct span woven, purpose = purpose_of(weaver);
    bool same = span_is(purpose, "both");
    uint64_t count, damaged;
    int error;

    if (frontier_setting(weaver->mirror->frontier, "woven-for", &woven) == 0)
        same = same && span_equals(woven, purpose);
    if (same)
        return 0;
    error = rebuild_all(weaver, &count, &damaged);
    return error || signals_stop() ? error
                                   : frontier_set_setting(weaver->mirror->frontier, "woven-for", purpose);
}

int rebuild(struct mirror *mirror, uint64_t *count)
{
    struct weaver weaver;
    uint64_t damaged = 0;
    int error = weaver_open(&weaver, mirror);

    *count = 0;
    if (!error)
        error = rebuild_all(&weaver, count, &damaged);
    if (!error)
        error = signposts_write(mirror);
    if (!error && damaged > 0)
        error = ERROR_CORRUPT;
    if (!error)
        error = frontier_set_setting(mirror->frontier, "woven-for", purpose_of(&weaver));
    if (!error)
        error = mirror_commit(mirror);
    weaver_close(&weaver);
    return error;
}
