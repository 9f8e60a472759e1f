/* SPDX-License-Identifier: MIT */
/* Weaves documents of site/ again, which are derived from archive and frontier: all of them, or those whose
 * links name a file that their target did not get. Such targets are kept in the database until that is done,
 * so that a kill changes nothing. */
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
#include "frontier/links.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "mirror/signposts.h"
#include "site/path.h"
#include "term/message.h"
#include "weave/document.h"
#include "weave/naming.h"

/* Documents woven between two commits. */
enum { DOCUMENTS_A_COMMIT = 64 };

/* Removes a symbolic link at PATH of site/: others made it, and no file is written through it. */
static int remove_link(const struct mirror *mirror, struct span path)
{
    char copy[PATH_BYTES_MAX + 1];
    struct stat status;
    const char *name;
    int dir FILE_LOCAL;

    if (!path_copy(path, copy) || file_open_parent(mirror->folder.site_dir, copy, false, &dir, &name))
        return 0;
    if (fstatat(dir, name, &status, AT_SYMLINK_NOFOLLOW) < 0 || !S_ISLNK(status.st_mode))
        return 0;
    message_warn("%s/site/%s: replacing a symbolic link, which is not of this mirror", mirror->path, copy);
    return unlinkat(dir, name, 0) < 0 ? error_from_errno(errno) : 0;
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
           (error = frontier_documents(mirror->frontier, document.id, &document)) == 0) {
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

    return span_of(references->for_disk ? "disk" : "both");
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

static bool is_expected(struct weaver *weaver, const struct url *url, unsigned roles, struct span path)
{
    return span_equals(
        expected_file(weaver->references.expected, url, roles, buf_span(&weaver->mirror->site)), path);
}

int unexpected_check(struct weaver *weaver, int64_t id, unsigned roles, const struct url *url,
                     struct span path)
{
    bool as_requisite = roles & FRONTIER_AS_REQUISITE;
    bool as_page = (roles & FRONTIER_AS_PAGE) || !as_requisite; /* as a page, too: candidates */

    if (path.len > 0 && (!as_page || is_expected(weaver, url, FRONTIER_AS_PAGE, path)) &&
        (!as_requisite || is_expected(weaver, url, FRONTIER_AS_REQUISITE, path)))
        return 0;
    return unexpected_note(weaver, id, PAGES_BEFORE);
}

/* Notes it. A change may have no answer of its own, so pages woven since the last answer count, too. */
int unexpected_note(struct weaver *weaver, int64_t id, enum unexpected_pages pages)
{
    int64_t sequence = frontier_sequence(weaver->mirror->frontier) + (pages == PAGES_SO_FAR);

    return frontier_misguessed(weaver->mirror->frontier, id, pages == PAGES_ALL ? INT64_MAX : sequence);
}

/* Weaves a stale page again. It may have lost its file since; this is rare, so it is checked here. */
static int fix_page(struct weaver *weaver, int64_t page, int64_t fixed)
{
    struct frontier_row row;
    bool damaged;
    int error = frontier_get(weaver->mirror->frontier, page, &row);

    if (error || row.visit.path.len == 0)
        return error;
    if (frontier_sequence(weaver->mirror->frontier) < fixed)
        frontier_count_on(weaver->mirror->frontier);
    return document_mend(weaver, &row, &damaged);
}

/* Weaves stale pages again. Those woven at FIXED, which is above the sequence of all others, are right. */
static int fix_pages(struct weaver *weaver, const struct frontier_misguesses *misguesses)
{
    int64_t pages[DOCUMENTS_A_COMMIT] = {0}, fixed = frontier_sequence(weaver->mirror->frontier) + 1;
    int64_t woven_below = misguesses->greatest < fixed ? misguesses->greatest : fixed;
    size_t count = 0;
    int error;

    do {
        int64_t after = count > 0 ? pages[count - 1] : 0;

        error = frontier_stale_pages(weaver->mirror->frontier, misguesses, after, woven_below, pages,
                                     DOCUMENTS_A_COMMIT, &count);
        for (size_t i = 0; !error && i < count && !mirror_stops(weaver->mirror); i++)
            error = fix_page(weaver, pages[i], fixed);
        if (!error)
            error = mirror_commit(weaver->mirror);
    } while (!error && count == DOCUMENTS_A_COMMIT && !mirror_stops(weaver->mirror));
    return error;
}

int unexpected_fix(struct weaver *weaver)
{
    struct frontier_misguesses misguesses = {0};
    int error = frontier_read_misguesses(weaver->mirror->frontier, &misguesses);

    if (!error && misguesses.count > 0)
        error = fix_pages(weaver, &misguesses);
    if (!error && misguesses.count > 0 && !mirror_stops(weaver->mirror))
        error = frontier_edit(weaver->mirror->frontier, FRONTIER_FORGET_MISGUESSES, 0);
    frontier_misguesses_release(&misguesses);
    return error;
}
