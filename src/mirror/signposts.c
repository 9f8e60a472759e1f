/* SPDX-License-Identifier: MIT */
/* Signposts: which, and what they say. Their reference is relative to the folder, at whose address with a '/'
 * at its end servers show them. The script keeps the query and the fragment, which pages of apps may need. */
#include "config.h"

#include "mirror/signposts.h"

#include "base/error.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "site/path.h"
#include "site/tree.h"

/* Signposts written before the next commit. */
enum { SIGNPOSTS_A_COMMIT = 1000 };

#define PAGE ".html"
#define OWN  "/index.html"

void signpost_init(struct signpost *signpost)
{
    signpost->is_last = false;
    buf_init(&signpost->key, PATH_BUFFER_MAX);
    buf_init(&signpost->path, PATH_BUFFER_MAX);
    buf_init(&signpost->content, 8 * PATH_BUFFER_MAX);
}

void signpost_release(struct signpost *signpost)
{
    buf_release(&signpost->key);
    buf_release(&signpost->path);
    buf_release(&signpost->content);
}

/* Makes PATH, of a page, that of its signpost. */
static void lead(struct buf *path)
{
    buf_cut(path, path->len - strlen(PAGE));
    (void)buf_add_text(path, OWN);
}

static void write_content(struct signpost *signpost, struct span page)
{
    struct buf *out = &signpost->content, reference;
    const char *to;

    buf_init(&reference, PATH_BUFFER_MAX);
    path_relative(&reference, buf_span(&signpost->path), page, span_of(""));
    to = buf_text(&reference);
    buf_clear(out);
    (void)buf_add_format(out,
                         "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>%s</title>\n"
                         "<!-- Written by tiptoe: the address of this folder is also that of a page. -->\n"
                         "<noscript><meta http-equiv=\"refresh\" content=\"0; url=%s\"></noscript>\n"
                         "<script>location.replace(\"%s\" + location.search + location.hash)</script>\n"
                         "<p><a href=\"%s\">%s</a></p>\n",
                         to, to, to, to, to);
    buf_release(&reference);
}

/* Finds the signpost of the root, which links to the start page. ERROR_END if a page is there, or no start
 * page anywhere. */
static int find_root(struct signpost *signpost, struct mirror *mirror)
{
    struct span root = span_of(&OWN[1]);
    struct frontier_target start;
    int64_t holder;
    int error = frontier_file_holder(mirror->frontier, root, &holder);

    if (error != ERROR_NOT_FOUND)
        return error ? error : ERROR_END;
    error = frontier_target_of(mirror->frontier, buf_span(&mirror->start), &start);
    if (error == ERROR_NOT_FOUND || (!error && start.path.len == 0))
        return ERROR_END;
    if (error)
        return error;
    (void)buf_set(&signpost->path, root);
    write_content(signpost, start.path);
    return 0;
}

int signpost_next(struct signpost *signpost, struct mirror *mirror)
{
    struct frontier_beside page;
    int error =
        signpost->is_last ? ERROR_END : frontier_beside(mirror->frontier, buf_span(&signpost->key), &page);

    if (error == ERROR_END && !signpost->is_last) {
        signpost->is_last = true;
        return find_root(signpost, mirror);
    }
    if (error)
        return error;
    buf_clear(&signpost->key);
    buf_clear(&signpost->path);
    (void)buf_add_span(&signpost->key, page.key);
    (void)buf_add_span(&signpost->path, page.path);
    lead(&signpost->path);
    write_content(signpost, page.path);
    return 0;
}

bool signpost_stands(const struct signpost *signpost, const struct mirror *mirror)
{
    bool same = false;
    int error = stored_equals(mirror, buf_text(&signpost->path), buf_span(&signpost->content), &same);

    return same || (error && error != ERROR_NOT_FOUND);
}

int signposts_write(struct mirror *mirror)
{
    struct signpost signpost RELEASED_BY(signpost_release);
    uint64_t count = 0;
    int error = 0;

    signpost_init(&signpost);
    while (!error && !mirror_stops(mirror) && (error = signpost_next(&signpost, mirror)) == 0) {
        if (signpost_stands(&signpost, mirror))
            continue;
        error = tree_stage(mirror->tree, buf_span(&signpost.path), buf_span(&signpost.content));
        if (!error && ++count % SIGNPOSTS_A_COMMIT == 0)
            error = mirror_sync(mirror);
    }
    if (error && error != ERROR_END)
        return error;
    return count > 0 ? mirror_sync(mirror) : 0;
}

int signpost_leave(struct mirror *mirror, struct span page)
{
    struct signpost signpost RELEASED_BY(signpost_release);
    int64_t holder;
    int error;

    signpost_init(&signpost);
    if (!span_has_suffix(page, PAGE))
        return 0;
    (void)buf_add_span(&signpost.path, page);
    lead(&signpost.path);
    path_key(&signpost.key, buf_span(&signpost.path));
    error = frontier_file_holder(mirror->frontier, buf_span(&signpost.key), &holder);
    return error == ERROR_NOT_FOUND ? frontier_schedule_removal(mirror->frontier, buf_span(&signpost.path))
                                    : error;
}
