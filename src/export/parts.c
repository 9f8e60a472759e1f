/* SPDX-License-Identifier: MIT */
/* The WARC files of an export, and the words for an error of one. */
#include "config.h"

#include "export/parts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "export/export.h"
#include "export/site_files.h"
#include "frontier/archive.h"
#include "mirror/mirror.h"

static struct warc_file *add_part(struct parts *parts)
{
    parts->all = mem_extend(parts->all, parts->count, &parts->room, sizeof *parts->all);
    parts->all[parts->count] = (struct warc_file){.len = 0};
    return &parts->all[parts->count++];
}

int export_explain(int error, const char *path, struct buf *why)
{
    if (error && why->len == 0)
        (void)buf_add_format(why, "%s: %s", path, error_text(error));
    return error;
}

static int list_archive(struct parts *parts)
{
    struct frontier_archive kept = {0};
    int error;

    while ((error = frontier_archives(parts->mirror->frontier, kept.id, &kept)) == 0) {
        struct warc_file *file = add_part(parts);

        file->len = (uint64_t)kept.length;
        (void)snprintf(file->name, sizeof file->name, "%s", kept.name);
    }
    return error == ERROR_END ? 0 : error;
}

/* The last file has no name; it is written for every export. */
static int add_site_files(struct parts *parts)
{
    struct warc_file *file;
    uint64_t len = 0;
    int fd, error = file_open_unnamed(parts->mirror->folder.tmp_dir, &fd);

    if (error)
        return error;
    error = site_files_write(parts->mirror, fd, &len);
    if (error || len == 0) {
        close(fd);
        return error;
    }
    parts->site_files = fd;
    file = add_part(parts);
    (void)snprintf(file->name, sizeof file->name, "%s", SITE_FILES_NAME);
    file->len = len;
    return 0;
}

int parts_open(struct parts *parts, struct mirror *mirror, struct buf *why)
{
    int error;

    *parts = (struct parts){.mirror = mirror, .site_files = -1};
    error = list_archive(parts);
    if (error)
        return export_explain(error, "mirror.db", why);
    return export_explain(add_site_files(parts), SITE_FILES_NAME, why);
}

void parts_release(struct parts *parts)
{
    if (parts->site_files >= 0)
        close(parts->site_files);
    free(parts->all);
}

int parts_each(const struct parts *parts, part_reader *each, void *context, struct buf *why)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct warc_file *file = &parts->all[i];
        bool is_last = parts->site_files >= 0 && i == parts->count - 1;
        int fd = parts->site_files, error = 0;

        if (!is_last)
            error = file_open(parts->mirror->folder.archive_dir, file->name, O_RDONLY, 0, &fd);
        if (!error) {
            error = each(context, file, fd);
            if (!is_last)
                close(fd);
        }
        if (error)
            return export_explain(error, file->name, why);
    }
    return 0;
}
