/* SPDX-License-Identifier: MIT */
/* Chooses which file a URL gets, and moves files: the copy with the new name is committed before the old file
 * is removed, so a kill leaves one file too many, never one too few. Finds the file of a link's target, by
 * facts of the frontier. A queued URL has an expected file, which depends only on the URL: two that want the
 * same file, such as /d/ and /d/index.html, usually are the same page, and share it. */
#include "config.h"

#include "weave/naming.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "base/alloc.h"
#include "base/bits.h"
#include "base/error.h"
#include "base/file.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "site/path.h"
#include "site/tree.h"
#include "weave/document.h"
#include "weave/rebuild.h"

static bool comes_before(struct span a, struct span b)
{
    return a.len != b.len ? a.len < b.len : span_compare(a, b) < 0;
}

/* Stages the bytes of the file FROM as the file TO. If a power cut destroyed FROM, nothing is copied: recover
 * writes TO. */
static int copy_file(struct mirror *mirror, const char *from, struct span to)
{
    uint64_t size = 0;
    char *bytes = NULL;
    int fd FILE_LOCAL, error = file_open(mirror->folder.site_dir, from, O_RDONLY, 0, &fd);

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    error = file_size(fd, &size);
    if (!error && size > 0) {
        bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        error = bytes == MAP_FAILED ? error_from_errno(errno) : 0;
    }
    if (!error)
        error = tree_stage(mirror->tree, to, span_make(bytes, size));
    if (!error && size > 0)
        (void)munmap(bytes, size);
    return error;
}

/* Claims weaver->path for the URL with this id; ERROR_LOCKED where HOLDER has it or one that is equal to it
 * on some file systems. */
static int claim_path(struct weaver *weaver, int64_t id, int64_t *holder)
{
    path_key(&weaver->key, buf_span(&weaver->path));
    return frontier_claim_path(weaver->mirror->frontier, id, buf_span(&weaver->path), buf_span(&weaver->key),
                               holder);
}

/* Gives HOLDER, whose file is PATH and whose URL is in weaver->holder, a twin's name. It stays in its folder,
 * so its own references stay right; what refers to it is woven again at the end. */
static int move_holder(struct weaver *weaver, int64_t holder, const char *path)
{
    struct mirror *mirror = weaver->mirror;
    int64_t other;
    int error;

    path_twin(&weaver->path, span_of(path), &weaver->holder);
    error = claim_path(weaver, holder, &other);
    if (!error)
        error = copy_file(mirror, path, buf_span(&weaver->path));
    if (!error)
        error = unexpected_note(weaver, holder, PAGES_SO_FAR);
    if (!error)
        error = original_leave_views(mirror, holder, span_of(path));
    if (!error)
        error = mirror_commit(mirror);
    return error ? error : tree_remove(mirror->tree, path);
}

/* Returns true if PATH needs a directory where the file FILE is. */
static bool is_inside(struct span path, struct span file)
{
    return path.len > file.len && path.at[file.len] == '/' &&
           span_equals_nocase(span_part(path, 0, file.len), file);
}

/* Returns true if URL has a better claim to weaver->path than HOLDER: it is of the site, which HOLDER was
 * before a move, it needs a directory where a file can have another name, or it comes first. */
static bool has_better_claim(struct weaver *weaver, const struct url *url, const struct frontier_row *holder)
{
    struct span site = buf_span(&weaver->mirror->site), path = buf_span(&weaver->path);
    bool own = span_equals(url_origin(url), site);

    if (is_inside(path, holder->visit.path) || is_inside(holder->visit.path, path))
        return path.len > holder->visit.path.len;
    if (own != span_equals(url_origin(&weaver->holder), site))
        return own;
    return comes_before(buf_span(&url->text), holder->item.url);
}

static int make_way(struct weaver *weaver, const struct url *url, int64_t holder, bool *made)
{
    char path[PATH_BYTES_MAX + 1];
    struct frontier_row row;
    int error = frontier_get(weaver->mirror->frontier, holder, &row);

    *made = false;
    if (error)
        return error;
    if (!row.answered || !path_copy(row.visit.path, path))
        return 0;
    if (url_parse(&weaver->holder, row.item.url, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    if (!has_better_claim(weaver, url, &row))
        return 0;
    error = mirror_commit(weaver->mirror); /* its file may be among those still to appear */
    if (!error)
        error = move_holder(weaver, holder, path);
    *made = !error;
    return error;
}

static bool has_same_extension(struct span a, struct span b)
{
    return span_equals(types_own_extension(a), types_own_extension(b));
}

/* Sets weaver->path to the first choice for URL. */
static void make_path(struct weaver *weaver, const struct url *url, struct span type)
{
    bool own = span_equals(url_origin(url), buf_span(&weaver->mirror->site));

    path_make(&weaver->path, url, own, type);
    path_fit(&weaver->path, weaver->mirror->name_max);
}

int naming_find_holder(struct weaver *weaver, const struct url *url, struct span type,
                       const struct frontier_visit *visit, struct frontier_row *row, bool *same)
{
    int64_t holder = 0;
    int error;

    make_path(weaver, url, type);
    path_key(&weaver->key, buf_span(&weaver->path));
    error = frontier_file_holder(weaver->mirror->frontier, buf_span(&weaver->key), &holder);
    if (!error)
        error = holder == visit->url ? ERROR_NOT_FOUND : frontier_get(weaver->mirror->frontier, holder, row);
    if (!error && (!row->answered || !span_equals(row->visit.path, buf_span(&weaver->path))))
        error = ERROR_NOT_FOUND;
    *same = !error && row->visit.state == FRONTIER_DONE && !row->visit.damaged &&
            !frontier_is_cut(&row->visit) && span_equals(row->visit.digest, visit->digest) &&
            span_equals(row->visit.content_type, visit->content_type);
    return error;
}

int naming_choose(struct weaver *weaver, int64_t id, const struct url *url, struct span type,
                  struct span kept, struct span *path)
{
    int64_t holder;
    bool made;
    int error;

    if (path->len == 0)
        make_path(weaver, url, type);
    if (kept.len > 0 && has_same_extension(kept, buf_span(&weaver->path)))
        (void)buf_set(&weaver->path, kept);
    error = claim_path(weaver, id, &holder);
    if (error == ERROR_LOCKED) {
        error = make_way(weaver, url, holder, &made);
        if (error)
            return error;
        make_path(weaver, url, type);
        if (!made) {
            (void)buf_set(&weaver->key, buf_span(&weaver->path));
            path_twin(&weaver->path, buf_span(&weaver->key), url);
        }
        error = claim_path(weaver, id, &holder);
    }
    *path = buf_span(&weaver->path);
    return error;
}

/* The cache: every page that has a link needs the file of its target again. Most files of the site are called
 * as the paths of their URLs, for which a bit suffices. */
enum { SLOTS = 4096, PATH_KEPT = 111 };

struct expected_slot {
    int64_t id; /* 0: empty */
    bool requisite;
    uint8_t len;
    char path[PATH_KEPT];
};

struct expected {
    struct frontier *frontier;
    struct expected_slot *slots; /* made before, for `site`; NULL: none */
    struct bits plain[2];        /* the ids of pages, and of requisites, with such files */
    struct buf site;
    struct buf path; /* of the URL at hand */
    struct url url;
    size_t name_max;
};

struct expected *expected_new(struct frontier *frontier, size_t name_max)
{
    struct expected *expected = MEM_NEW(struct expected);

    buf_init(&expected->site, LIMIT_URL_BYTES);
    buf_init(&expected->path, PATH_BUFFER_MAX);
    expected->frontier = frontier;
    expected->name_max = name_max;
    return expected;
}

static void forget_expected(struct expected *expected)
{
    free(expected->slots);
    expected->slots = NULL;
    bits_release(&expected->plain[false]);
    bits_release(&expected->plain[true]);
}

void expected_free(struct expected *expected)
{
    if (!expected)
        return;
    forget_expected(expected);
    buf_release(&expected->site);
    buf_release(&expected->path);
    url_release(&expected->url);
    free(expected);
}

struct span expected_file(struct expected *expected, const struct url *url, unsigned roles, struct span site)
{
    const char *fallback = roles & FRONTIER_AS_REQUISITE ? "" : "text/html";

    path_expect(&expected->path, url, span_equals(url_origin(url), site), span_of(fallback));
    path_fit(&expected->path, expected->name_max);
    return buf_span(&expected->path);
}

bool expected_set_site(struct expected *expected, struct span site)
{
    if (span_equals(buf_span(&expected->site), site))
        return false;
    forget_expected(expected);
    (void)buf_set(&expected->site, site);
    return true;
}

/* Returns the path of URL, without the first '/', if it is of the site and has one spelling; empty otherwise.
 */
static struct span plain_path(const struct expected *expected, struct span url)
{
    size_t len = expected->site.len;
    bool is_plain = span_equals(span_part(url, 0, len), buf_span(&expected->site)) &&
                    span_byte(url, len) == '/' && !memchr(url.at, '%', url.len);

    return is_plain ? span_part(url, len + 1, url.len) : span_of("");
}

struct span expected_file_of(struct expected *expected, int64_t id, struct span url, unsigned roles)
{
    bool requisite = roles & FRONTIER_AS_REQUISITE;
    struct span plain = plain_path(expected, url);
    struct expected_slot *slot;
    struct buf own BUF_LOCAL(LIMIT_URL_BYTES);
    struct span made;

    if (plain.len > 0 && bits_has(&expected->plain[requisite], id))
        return plain;
    if (!expected->slots)
        expected->slots = mem_new(SLOTS, sizeof *expected->slots);
    slot = &expected->slots[(uint64_t)id % SLOTS];
    if (slot->id == id && slot->requisite == requisite)
        return span_make(slot->path, slot->len);
    if (frontier_rename(expected->frontier, url, &own))
        url = buf_span(&own);
    if (url_parse(&expected->url, url, NULL, NULL) != URL_OK)
        return span_make(NULL, 0);
    made = expected_file(expected, &expected->url, roles, buf_span(&expected->site));
    if (plain.len > 0 && span_equals(made, plain)) {
        bits_add(&expected->plain[requisite], id);
    } else if (made.len <= PATH_KEPT) {
        *slot = (struct expected_slot){.id = id, .requisite = requisite, .len = (uint8_t)made.len};
        memcpy(slot->path, made.at, made.len);
    }
    return made;
}

/* Finds the file. Most targets have their expected one, so that the database has to be searched for them only
 * once. */
int expected_find(struct expected *expected, struct span url, struct target_file *found)
{
    struct frontier_target target;
    struct span file;
    bool is_fresh;
    int64_t id;
    unsigned flags;
    int error;

    *found = (struct target_file){.answer = 0};
    if (!frontier_known(expected->frontier, url, &id, &flags) || frontier_is_shut(expected->frontier, flags))
        return 0;
    file = expected_file_of(expected, id, url, flags);
    is_fresh = frontier_is_fresh(expected->frontier, flags);
    if (is_fresh || frontier_has_expected_file(expected->frontier, id)) {
        *found = (struct target_file){.file = file, .answer = is_fresh ? 0 : id};
        return 0;
    }
    error = frontier_target(expected->frontier, id, &target);
    if (error)
        return error;
    if (target.path.len > 0 || target.state != FRONTIER_QUEUED || target.id != id)
        *found = (struct target_file){.file = target.path, .answer = target.id, .fragment = target.fragment};
    else
        found->file = file;
    if (target.id == id && target.path.len > 0 && span_equals(target.path, file))
        frontier_note_expected_file(expected->frontier, id);
    return 0;
}
