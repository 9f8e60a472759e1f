/* SPDX-License-Identifier: MIT */
/* Which file a URL gets, and how one moves: a copy is committed with its new name before the old file goes,
 * so that a kill in between leaves one file too many, never one too few. */
#include "config.h"

#include "weave/naming.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "crawl/state.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "mirror/mirror.h"
#include "site/path.h"
#include "site/tree.h"
#include "weave/misguess.h"

static bool comes_before(struct span a, struct span b)
{
    int order = memcmp(a.at, b.at, a.len < b.len ? a.len : b.len);

    return a.len != b.len ? a.len < b.len : order < 0;
}

/* Stages the bytes of the file FROM as the file TO. */
static int copy(struct crawl *crawl, const char *from, struct span to)
{
    uint64_t size = 0;
    char *bytes = NULL;
    int fd, error = file_open(crawl->mirror->folder.site_dir, from, O_RDONLY, 0, &fd);

    if (error)
        return error;
    error = file_size(fd, &size);
    if (!error && size > 0) {
        bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        error = bytes == MAP_FAILED ? ERROR_IO : 0;
    }
    if (!error)
        error = tree_stage(crawl->mirror->tree, to, span_make(bytes, size));
    if (!error && size > 0)
        (void)munmap(bytes, size);
    close(fd);
    return error;
}

/* Gives HOLDER, whose file is PATH and whose URL is parsed in crawl->found, a twin's name. It stays in its
 * folder, so what it refers to is found as before; what refers to it is woven again at the end. */
static int move(struct crawl *crawl, int64_t holder, const char *path)
{
    int64_t other;
    int error;

    path_twin(&crawl->path, span_of(path), &crawl->found);
    path_key(&crawl->path_key, buf_span(&crawl->path));
    error = frontier_claim_path(crawl->frontier, holder, buf_span(&crawl->path), buf_span(&crawl->path_key),
                                &other);
    if (!error)
        error = copy(crawl, path, buf_span(&crawl->path));
    if (error == ERROR_NOT_FOUND) /* a power cut took it; what recovers it will write where it belongs */
        error = 0;
    if (!error)
        error = misguess_changed(crawl, holder);
    if (!error)
        error = mirror_commit(crawl->mirror);
    return error ? error : tree_remove(crawl->mirror->tree, path);
}

/* Moves HOLDER out of the way of crawl->base if it is to. */
static int make_way(struct crawl *crawl, int64_t holder, bool *made)
{
    char path[PATH_BYTES_MAX + 1];
    struct frontier_row row;
    int error = frontier_get(crawl->frontier, holder, &row);

    *made = false;
    if (error)
        return error;
    if (!row.answered || row.visit.path.len == 0 || row.visit.path.len > PATH_BYTES_MAX ||
        !comes_before(buf_span(&crawl->base.text), row.item.url))
        return 0;
    if (url_parse(&crawl->found, row.item.url, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    memcpy(path, row.visit.path.at, row.visit.path.len);
    path[row.visit.path.len] = '\0';
    error = mirror_commit(crawl->mirror); /* its file may be among those still to appear */
    if (!error)
        error = move(crawl, holder, path);
    *made = !error;
    return error;
}

static int claim(struct crawl *crawl, int64_t url, int64_t *holder)
{
    path_key(&crawl->path_key, buf_span(&crawl->path));
    return frontier_claim_path(crawl->frontier, url, buf_span(&crawl->path), buf_span(&crawl->path_key),
                               holder);
}

int naming_choose(struct crawl *crawl, int64_t url, struct span type)
{
    bool own = span_equals(url_origin(&crawl->base), buf_span(&crawl->mirror->site)), made;
    int64_t holder;
    int error;

    path_make(&crawl->path, &crawl->base, own, type);
    error = claim(crawl, url, &holder);
    if (error != ERROR_LOCKED)
        return error;
    error = make_way(crawl, holder, &made);
    if (error)
        return error;
    path_make(made ? &crawl->path : &crawl->path_key, &crawl->base, own, type);
    if (!made)
        path_twin(&crawl->path, buf_span(&crawl->path_key), &crawl->base);
    return claim(crawl, url, &holder);
}
