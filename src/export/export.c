/* SPDX-License-Identifier: MIT */
/* Exports a mirror in the formats of other programs. The archive is read up to its committed length. */
#include "config.h"

#include "export/export.h"

#include <fcntl.h>

#include "archive/warc.h"
#include "base/error.h"
#include "base/file.h"
#include "export/cdxj.h"
#include "export/parts.h"
#include "frontier/archive.h"
#include "mirror/mirror.h"

enum { WRITE_BYTES = 256 * 1024 };

/* Adds the files of the archive, each up to its committed length. */
static int make_index(struct mirror *mirror, struct cdxj *cdxj, struct buf *why)
{
    struct frontier_archive file = {0};
    int error;

    while ((error = frontier_archives(mirror->frontier, file.id, &file)) == 0) {
        int fd FILE_LOCAL;

        error = file_open(mirror->folder.archive_dir, file.name, O_RDONLY, 0, &fd);
        if (!error)
            error = cdxj_add_file(cdxj, fd, (uint64_t)file.length, span_of(file.name));
        if (error)
            return export_explain(error, file.name, why);
    }
    return error == ERROR_END ? 0 : error;
}

static int write_index(struct cdxj *cdxj, const char *legend, int fd)
{
    struct span line;
    struct buf text BUF_LOCAL(4 * WRITE_BYTES);
    int error = 0, end;

    (void)buf_add_text(&text, legend);
    while ((end = cdxj_next(cdxj, &line)) == 0 && !error) {
        (void)buf_add_span(&text, line);
        if (text.len < WRITE_BYTES)
            continue;
        error = file_write(fd, buf_text(&text), text.len);
        buf_clear(&text);
    }
    if (!error && end != ERROR_END)
        error = end;
    return error ? error : file_write(fd, buf_text(&text), text.len);
}

static int export_index(struct mirror *mirror, const char *path, bool with_withdrawn, bool is_cdx,
                        struct buf *why)
{
    struct withdrawn withdrawn = {.count = 0};
    struct cdxj *cdxj = cdxj_new(mirror->folder.tmp_dir, &withdrawn, is_cdx);
    struct output output;
    int error = with_withdrawn ? 0 : withdrawn_read(&withdrawn, mirror);

    if (!error)
        error = output_begin(&output, path);

    if (!error) {
        error = make_index(mirror, cdxj, why);
        if (!error)
            error = write_index(cdxj, is_cdx ? CDX_LEGEND : "", output.fd);
        error = output_end(&output, error);
    }
    cdxj_free(cdxj);
    withdrawn_release(&withdrawn);
    return export_explain(error, path, why);
}

int export_cdxj(struct mirror *mirror, const char *path, bool with_withdrawn, struct buf *why)
{
    return export_index(mirror, path, with_withdrawn, false, why);
}

int export_cdx(struct mirror *mirror, const char *path, bool with_withdrawn, struct buf *why)
{
    return export_index(mirror, path, with_withdrawn, true, why);
}

static int write_piece(void *fd, const void *bytes, size_t len)
{
    return file_write(*(const int *)fd, bytes, len);
}

/* Copies one of the files unchanged: concatenated WARC files are a WARC file. */
static int copy_part(void *to, const struct warc_file *file, int fd)
{
    return file_take(fd, 0, file->len, write_piece, to);
}

int export_warc(struct mirror *mirror, const char *path, bool with_withdrawn, struct buf *why)
{
    struct output output;
    struct parts parts;
    int error = parts_open(&parts, mirror, with_withdrawn, why);

    if (!error)
        error = output_begin(&output, path);
    if (!error) {
        error = parts_each(&parts, copy_part, &output.fd, why);
        error = output_end(&output, error);
    }
    parts_release(&parts);
    return export_explain(error, path, why);
}
