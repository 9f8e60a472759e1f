/* SPDX-License-Identifier: MIT */
/* A mirror as ZIM, by zimwriterfs (Debian: zim-tools), which packs a tree of files. libzim is under the GPL,
 * so its program is run. The tree is made in tmp/ of the mirror, where files can be hard links; the ZIM is
 * made beside the requested file, in a directory that is removed with everything that zimwriterfs leaves. */
#include "config.h"

#include "archive/record.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/program.h"
#include "export/export.h"
#include "export/pages.h"
#include "export/zim_page.h"
#include "export/zim_tree.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "weave/weaver.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* No path of the mirror contains this: there, '#' is followed by '/', the end, or one of a few characters. */
#define ICON_NAME "#icon.png"

enum {
    PATH_MAX_BYTES = 4096,
    ICON_MAX = 1024 * 1024,
    SAID_MAX = 600,
    TITLE_MOST = 30,
    DESCRIPTION_MOST = 80,
    LONG_DESCRIPTION_MOST = 4000,
    TEXT_MAX = LIMIT_TAG_BYTES,
    ARGUMENTS_MAX = 20
};

struct zim {
    struct weaver weaver;
    struct url site; /* the page that the site is known by */
    struct pages pages;
    struct buf tree, into,
        file;             /* paths of the tree, of the directory beside the ZIM, and of the file in it */
    struct buf arguments; /* one after the other, each with its NUL */
    const char *list[ARGUMENTS_MAX];
};

/* Makes a temporary directory; TEMPLATE ends in XXXXXX, and is emptied on failure. */
static int make_dir(struct buf *template)
{
    int error = template->full ? ERROR_TOO_LARGE : 0;

    if (!error && !mkdtemp(template->at))
        error = error_from_errno(errno);
    if (error)
        buf_clear(template);
    return error;
}

static int make_tree(struct zim *zim, struct buf *png)
{
    struct mirror *mirror = zim->weaver.mirror;
    int fd, error;

    /* A path that starts with '-' would be an option. */
    (void)buf_add_format(&zim->tree, "%s%s/tmp/zim-XXXXXX", mirror->path[0] == '/' ? "" : "./", mirror->path);
    error = make_dir(&zim->tree);
    if (error)
        return error;
    fd = open(buf_text(&zim->tree), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return error_from_errno(errno);
    error = zim_icon(mirror, png);
    if (!error)
        error = zim_tree_add(fd, ICON_NAME, buf_span(png));
    if (!error)
        error = zim_tree_make(&zim->weaver, fd);
    close(fd);
    return error;
}

/* Adds "--NAME=TEXT", cut to MOST characters. */
static void add_argument(struct zim *zim, const char *name, struct span text, size_t most)
{
    (void)buf_add_format(&zim->arguments, "--%s=", name);
    zim_page_cut(text, most, &zim->arguments);
    (void)buf_add_byte(&zim->arguments, '\0');
}

/* What the user says goes before what the mirror says. */
static void add_about(struct zim *zim, const char *name, struct span text, size_t most)
{
    struct span given = record_find_info(archiving_info(zim->weaver.mirror), name);

    add_argument(zim, name, given.len > 0 ? given : text, most);
}

/* zimwriterfs 3.2 requires one that is not shorter than the other; 3.1 ignores the option. */
static void add_long_description(struct zim *zim, struct span description)
{
    struct span given = record_find_info(archiving_info(zim->weaver.mirror), "description");
    struct span best = given.len > 0 ? given : description;
    struct buf text;

    buf_init(&text, 2 * TEXT_MAX);
    (void)buf_add_format(&text, "%.*s: %s", (int)best.len, best.at, buf_text(&zim->pages.main_url));
    add_argument(zim, "longDescription", buf_span(&text), LONG_DESCRIPTION_MOST);
    buf_release(&text);
}

static int add_facts(struct zim *zim)
{
    struct mirror *mirror = zim->weaver.mirror;
    char language[ZIM_LANGUAGE_SIZE];
    struct buf page, description;
    int error;

    buf_init(&page, LIMIT_DOCUMENT_BYTES);
    buf_init(&description, TEXT_MAX);
    error = file_read(mirror->folder.site_dir, buf_text(&zim->pages.path), &page);
    zim_page_read(buf_span(&page), language, &description);
    if (description.len == 0)
        (void)buf_add_format(&description, "Mirror of %s", buf_text(&zim->pages.main_url));
    add_argument(zim, "welcome", buf_span(&zim->pages.path), PATH_MAX_BYTES);
    add_argument(zim, "illustration", span_of(ICON_NAME), PATH_MAX_BYTES);
    add_argument(zim, "language", span_of(language), ZIM_LANGUAGE_SIZE);
    add_about(zim, "title", buf_span(&zim->pages.title), TITLE_MOST);
    add_about(zim, "description", buf_span(&description), DESCRIPTION_MOST);
    add_long_description(zim, buf_span(&description));
    add_about(zim, "creator", url_host(&zim->site), TEXT_MAX);
    add_about(zim, "publisher", span_of(PACKAGE_NAME), TEXT_MAX);
    add_argument(zim, "name", url_host(&zim->site), TEXT_MAX);
    add_argument(zim, "source", buf_span(&zim->pages.main_url), TEXT_MAX);
    add_argument(zim, "scraper", span_of(PACKAGE_NAME " " PACKAGE_VERSION), TEXT_MAX);
    buf_release(&page);
    buf_release(&description);
    return error;
}

/* The command line, once all of its text is there. */
static int make_list(struct zim *zim)
{
    size_t count = 0;

    if (zim->arguments.full)
        return ERROR_TOO_LARGE;
    zim->list[count++] = "zimwriterfs";
    for (size_t at = 0; at < zim->arguments.len; at += strlen(zim->arguments.at + at) + 1)
        zim->list[count++] = zim->arguments.at + at;
    zim->list[count++] = buf_text(&zim->tree);
    zim->list[count++] = buf_text(&zim->file);
    zim->list[count] = NULL;
    return 0;
}

/* Adds the end of what it printed to WHY. */
static int tell(int said, int status, struct buf *why)
{
    char text[SAID_MAX];
    uint64_t size = 0, from;
    int error = file_size(said, &size);

    from = size > SAID_MAX ? size - SAID_MAX : 0;
    if (!error)
        error = file_read_at(said, from, text, (size_t)(size - from));
    (void)buf_add_format(why, "zimwriterfs failed with status %d; no ZIM file was written", status);
    if (!error && size > 0)
        (void)buf_add_format(why, "; it said: %.*s", (int)(size - from), text);
    return ERROR_INVALID;
}

static int run(struct zim *zim, struct buf *why)
{
    int said, status = 0;
    int error = file_open_unnamed(zim->weaver.mirror->folder.tmp_dir, &said);

    if (error)
        return error;
    error = program_run(zim->list, said, &status);
    if (error == ERROR_NOT_FOUND)
        (void)buf_add_text(
            why,
            "zimwriterfs is not installed; no ZIM file was written. On Debian: apt-get install zim-tools");
    else if (!error && (status != 0 || access(buf_text(&zim->file), R_OK) != 0))
        error = tell(said, status, why);
    close(said);
    return error;
}

static int put_in_place(struct zim *zim, const char *path)
{
    int fd = open(buf_text(&zim->file), O_RDONLY | O_CLOEXEC), error;

    if (fd < 0)
        return error_from_errno(errno);
    error = file_sync(fd);
    close(fd);
    if (!error && rename(buf_text(&zim->file), path) < 0)
        error = error_from_errno(errno);
    return error;
}

static int make(struct zim *zim, const char *path, struct buf *why)
{
    struct buf png;
    int error;

    (void)buf_add_format(&zim->into, "%s%s.XXXXXX", path[0] == '/' ? "" : "./", path);
    error = make_dir(&zim->into);
    if (error)
        return error;
    (void)buf_add_format(&zim->file, "%s/zim", buf_text(&zim->into));
    buf_init(&png, ICON_MAX);
    error = make_tree(zim, &png);
    buf_release(&png);
    if (!error)
        error = add_facts(zim);
    if (!error)
        error = make_list(zim);
    if (!error)
        error = run(zim, why);
    return error ? error : put_in_place(zim, path);
}

int export_zim(struct mirror *mirror, const char *path, bool with_withdrawn, struct buf *why)
{
    struct zim zim = {.list = {NULL}};
    int error = pages_read(&zim.pages, mirror), ready;

    (void)with_withdrawn;
    buf_init(&zim.tree, PATH_MAX_BYTES);
    buf_init(&zim.into, PATH_MAX_BYTES);
    buf_init(&zim.file, PATH_MAX_BYTES);
    buf_init(&zim.arguments, 8 * TEXT_MAX);
    url_init(&zim.site);
    ready = weaver_open(&zim.weaver, mirror);
    if (!ready)
        ready = mirror_locate(mirror, &zim.site);
    if (!error)
        error = ready;
    if (error == ERROR_NOT_FOUND || (!error && zim.pages.path.len == 0)) {
        (void)buf_add_format(why, "%s: the start page is not in the mirror; run tiptoe resume first",
                             mirror->path);
        error = ERROR_NOT_FOUND;
    }
    if (!error)
        error = make(&zim, path, why);
    if (zim.tree.len > 0)
        file_remove_all(buf_text(&zim.tree));
    if (zim.into.len > 0)
        file_remove_all(buf_text(&zim.into));
    buf_release(&zim.tree);
    buf_release(&zim.into);
    buf_release(&zim.file);
    buf_release(&zim.arguments);
    pages_release(&zim.pages);
    url_release(&zim.site);
    weaver_close(&zim.weaver);
    return export_explain(error, path, why);
}
