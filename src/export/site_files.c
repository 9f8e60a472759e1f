/* SPDX-License-Identifier: MIT */
/* Files of site/ as records. A mirror with --archive documents keeps images and similar files only there,
 * decoded and without heads: they become resource records, and no response is invented for them. */
#include "config.h"

#include "export/site_files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "export/resource.h"
#include "frontier/row.h"
#include "frontier/stats.h"
#include "frontier/visit.h"
#include "mirror/mirror.h"
#include "mirror/stored.h"
#include "site/path.h"
#include "term/message.h"
#include "url/percent.h"

enum { US_IN_MS = 1000 };

struct work {
    struct mirror *mirror;
    struct resource_writer *writer;
    struct buf url;
};

static bool is_compressed(struct span type)
{
    static const char *const kinds[] = {"image/png",       "image/jpeg",       "image/gif",      "image/webp",
                                        "image/avif",      "video/",           "audio/",         "font/woff",
                                        "application/zip", "application/gzip", "application/pdf"};

    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (span_starts_nocase(type, kinds[i]))
            return true;
    }
    return false;
}

/* Whether only site/ has the answer. */
static bool is_alone(const struct frontier_visit *visit)
{
    return visit->state == FRONTIER_DONE && visit->archive == 0 && visit->path.len > 0 &&
           visit->path.len <= PATH_BYTES_MAX;
}

static int begin(struct work *work)
{
    struct frontier_run run = {.started_ms = 0};
    int error = frontier_last_run(work->mirror->frontier, &run);

    if (error && error != ERROR_NOT_FOUND)
        return error;
    return resource_begin(work->writer, SITE_FILES_NAME, run.started_ms * US_IN_MS,
                          PACKAGE_NAME "/" PACKAGE_VERSION,
                          "files of the mirror that its archive lacks, as decoded bodies");
}

static int add_content(struct work *work, const struct frontier_visit *visit, struct span content)
{
    struct resource resource = {.url = buf_span(&work->url),
                                .wall_us = visit->requested_ms * US_IN_MS,
                                .type = visit->content_type,
                                .content = content,
                                .is_compressed = is_compressed(visit->content_type)};
    int error = resource_written(work->writer) == 0 ? begin(work) : 0;

    return error ? error : resource_add(work->writer, &resource);
}

/* The file is mapped: files of site/ are replaced, never changed in place. */
static int add_open_file(struct work *work, const struct frontier_visit *visit, int fd)
{
    uint64_t size;
    void *map;
    int error = file_size(fd, &size);

    if (error || size == 0)
        return error ? error : add_content(work, visit, span_make("", 0));
    map = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED)
        return ERROR_IO;
    error = add_content(work, visit, span_make(map, (size_t)size));
    (void)munmap(map, (size_t)size);
    return error;
}

static int add_file(struct work *work, const struct frontier_row *row)
{
    const struct frontier_visit *visit = &row->visit;
    char path[PATH_BYTES_MAX + 1];
    int fd, error;

    memcpy(path, visit->path.at, visit->path.len);
    path[visit->path.len] = '\0';
    if (!stored_is_whole(work->mirror, visit) ||
        file_open(work->mirror->folder.site_dir, path, O_RDONLY, 0, &fd) != 0) {
        message_warn("site/%s is missing, truncated or changed; skipping it (run tiptoe verify)", path);
        return 0;
    }
    buf_clear(&work->url);
    error = percent_add(&work->url, row->item.url, PERCENT_URI);
    if (!error)
        error = add_open_file(work, visit, fd);
    close(fd);
    return error;
}

int site_files_write(struct mirror *mirror, int fd, uint64_t *len)
{
    struct work work = {.mirror = mirror, .writer = resource_writer_new(fd)};
    struct frontier_row row;
    int64_t after = 0;
    int error;

    buf_init(&work.url, 3 * LIMIT_URL_BYTES);
    while ((error = frontier_visits(mirror->frontier, after, 0, &row)) == 0) {
        after = row.item.id;
        error = is_alone(&row.visit) ? add_file(&work, &row) : 0;
        if (error)
            break;
    }
    if (error == ERROR_END)
        error = 0;
    *len = resource_written(work.writer);
    resource_writer_free(work.writer);
    buf_release(&work.url);
    return error;
}
