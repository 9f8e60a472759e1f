/* SPDX-License-Identifier: MIT */
/* The WARC files of an export, and the words for an error of one. */
#include "config.h"

#include "export/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "export/export.h"
#include "export/revisit_rewriter.h"
#include "export/site_files.h"
#include "frontier/archive.h"
#include "mirror/mirror.h"

/* At most one for each file of archive/, and one for the rest. */
static struct part *add_part(struct parts *parts)
{
    parts->all = mem_extend(parts->all, parts->count, &parts->room, sizeof *parts->all);
    parts->all[parts->count] = (struct part){.fd = -1};
    return &parts->all[parts->count++];
}

int export_explain(int error, const char *path, struct buf *why)
{
    if (error && why->len == 0)
        (void)buf_add_format(why, "%s: %s", path, error_reason(error, errno));
    return error;
}

static int list_archive(struct parts *parts)
{
    struct frontier_archive kept = {0};
    int error;

    while ((error = frontier_archives(parts->mirror->frontier, kept.id, &kept)) == 0) {
        struct part *part = add_part(parts);

        part->id = kept.id;
        part->file.len = (uint64_t)kept.length;
        (void)snprintf(part->file.name, sizeof part->file.name, "%s", kept.name);
    }
    return error == ERROR_END ? 0 : error;
}

/* Replaces PART by a copy without answers of withdrawn URLs, if it has any. */
static int cut_part(struct parts *parts, struct revisit_rewriter *rewriter, struct part *part)
{
    struct folder *folder = &parts->mirror->folder;
    struct withdrawn_file file = {.id = part->id, .len = part->file.len};
    int error = file_open(folder->archive_dir, part->file.name, O_RDONLY, 0, &file.fd);

    if (error)
        return error;
    error = withdrawn_cut(&parts->withdrawn, rewriter, &file, folder->tmp_dir, &part->fd, &part->file.len);
    close(file.fd);
    return error;
}

static int cut_archive(struct parts *parts, struct buf *why)
{
    struct revisit_rewriter *rewriter;
    int error;

    if (parts->withdrawn.count == 0)
        return 0;
    error = export_explain(revisit_rewriter_open(&rewriter, parts->mirror), "archive/", why);
    for (size_t i = 0; i < parts->count && !error; i++) {
        struct part *part = &parts->all[i];

        error = cut_part(parts, rewriter, part);
        if (error == ERROR_INVALID)
            (void)buf_add_format(why,
                                 "%s: records of withdrawn pages share gzip members with others, so they "
                                 "cannot be omitted; to export everything, add --with-withdrawn",
                                 part->file.name);
        (void)export_explain(error, part->file.name, why);
    }
    revisit_rewriter_close(rewriter);
    return error;
}

/* The last file is written for every export. */
static int add_site_files(struct parts *parts)
{
    struct part *part;
    uint64_t len = 0;
    int fd, error = file_open_unnamed(parts->mirror->folder.tmp_dir, &fd);

    if (error)
        return error;
    error = site_files_write(parts->mirror, &parts->withdrawn, fd, &len);
    if (error || len == 0) {
        close(fd);
        return error;
    }
    part = add_part(parts);
    (void)snprintf(part->file.name, sizeof part->file.name, "%s", SITE_FILES_NAME);
    part->file.len = len;
    part->fd = fd;
    return 0;
}

int parts_open(struct parts *parts, struct mirror *mirror, bool with_withdrawn, struct buf *why)
{
    int error;

    *parts = (struct parts){.mirror = mirror};
    error = list_archive(parts);
    if (!error && !with_withdrawn)
        error = withdrawn_read(&parts->withdrawn, mirror);
    if (error)
        return export_explain(error, "mirror.db", why);
    error = cut_archive(parts, why);
    return error ? error : export_explain(add_site_files(parts), SITE_FILES_NAME, why);
}

void parts_release(struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        if (parts->all[i].fd >= 0)
            close(parts->all[i].fd);
    }
    withdrawn_release(&parts->withdrawn);
    free(parts->all);
}

int parts_each(const struct parts *parts, part_reader *each, void *context, struct buf *why)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->all[i];
        int fd = part->fd, error = 0;

        if (part->fd < 0)
            error = file_open(parts->mirror->folder.archive_dir, part->file.name, O_RDONLY, 0, &fd);
        if (!error) {
            error = each(context, &part->file, fd);
            if (part->fd < 0)
                close(fd);
        }
        if (error)
            return export_explain(error, part->file.name, why);
    }
    return 0;
}
