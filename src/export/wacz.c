/* SPDX-License-Identifier: MIT */
/* A mirror as WACZ 1.1.1: WARC files, their index, pages. A large index has the form cdxj-gzip-1.0. */
#include "config.h"

#include "base/buf.h"
#include "base/error.h"
#include "export/export.h"

#ifdef HAVE_ARCHIVE
#include <stdio.h>

#include "archive/record.h"
#include "base/body.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/json.h"
#include "base/limits.h"
#include "base/output.h"
#include "export/cdxj.h"
#include "export/package.h"
#include "export/pages.h"
#include "export/parts.h"
#include "frontier/stats.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"

enum { LINES = 256, BLOCK_MAX = LINES * 4 * LIMIT_WARC_HEAD_BYTES };

struct work {
    struct cdxj *cdxj;
    struct gzip_maker *maker;
    struct digest digest;
    struct member_file member;
    struct buf text; /* the lines of a member */
    size_t count;
    struct buf line;
    struct body blocks, index;
};

static struct span key_of(struct span line)
{
    size_t space = span_find(line, ' ');

    return span_part(line, 0, space + 1 + span_find(span_part(line, space + 1, line.len), ' '));
}

/* Adds the line with the first key and the position of the member. */
static int add_line(struct work *work)
{
    unsigned char bytes[DIGEST_MAX_BYTES];
    char digest[DIGEST_TEXT_SIZE];
    struct span member = buf_span(&work->member.pending);
    struct json_writer json;

    digest_add(&work->digest, member.at, member.len);
    digest_finish(&work->digest, bytes);
    digest_text(DIGEST_SHA256, bytes, digest);
    buf_clear(&work->line);
    (void)buf_add_span(&work->line, key_of(buf_span(&work->text)));
    (void)buf_add_byte(&work->line, ' ');
    json_begin(&json, &work->line);
    json_member_integer(&json, "offset", (int64_t)work->blocks.len);
    json_member_integer(&json, "length", (int64_t)member.len);
    json_member_text(&json, "digest", span_of(digest));
    json_member_text(&json, "filename", span_of("index.cdx.gz"));
    json_close(&json);
    (void)buf_add_byte(&work->line, '\n');
    return work->line.full ? ERROR_TOO_LARGE : body_add(&work->index, work->line.at, work->line.len);
}

static int add_block(struct work *work)
{
    struct member member = {0};
    int error;

    buf_clear(&work->member.pending);
    member.before[0] = buf_span(&work->text);
    error = work->text.full ? ERROR_TOO_LARGE : member_add(work->maker, &member, &work->member);
    if (!error)
        error = add_line(work);
    if (!error)
        error = body_add(&work->blocks, work->member.pending.at, work->member.pending.len);
    buf_clear(&work->text);
    work->count = 0;
    return error;
}

static int add_all_blocks(struct work *work)
{
    struct span line;
    int error = 0, end;

    while (!error && (end = cdxj_next(work->cdxj, &line)) != ERROR_END) {
        if (end)
            return end;
        (void)buf_add_span(&work->text, line);
        if (++work->count == LINES)
            error = add_block(work);
    }
    return !error && work->count > 0 ? add_block(work) : error;
}

/* A larger index is cut into compressed blocks, so that readers need not load all of it. */
enum { PLAIN_INDEX_MAX = 50 * 1000, PATH_SIZE = WARC_NAME_SIZE + 16 };

struct package {
    struct wacz *wacz;
    struct cdxj *cdxj;
    struct mirror *mirror;
};

static int add_part(void *context, const struct warc_file *file, int fd)
{
    struct package *package = context;
    char path[PATH_SIZE];
    int error;

    (void)snprintf(path, sizeof path, "archive/%s", file->name);
    error = wacz_add_file(package->wacz, path, fd, file->len);
    return error ? error : cdxj_add_file(package->cdxj, fd, file->len, span_of(file->name));
}

/* Adds an index in the form that a WACZ uses for large ones: index.cdx.gz has a gzip member for every 256
 * lines, and index.idx has a line for every member, with its first key. */
static int add_blocks(struct package *package)
{
    static const char meta[] = "!meta 0 {\"format\":\"cdxj-gzip-1.0\",\"filename\":\"index.cdx.gz\"}\n";
    struct work work = {.cdxj = package->cdxj, .maker = gzip_maker_new()};
    int tmp = package->mirror->folder.tmp_dir, error;

    digest_init(&work.digest, DIGEST_SHA256);
    buf_init(&work.text, BLOCK_MAX);
    member_file_init(&work.member, -1, 0);
    buf_init(&work.line, 4 * LIMIT_WARC_HEAD_BYTES);
    body_init(&work.blocks, tmp, PLAIN_INDEX_MAX, UINT64_MAX);
    body_init(&work.index, tmp, PLAIN_INDEX_MAX, UINT64_MAX);
    error = body_add(&work.index, meta, sizeof meta - 1);
    if (!error)
        error = add_all_blocks(&work);
    if (!error)
        error = wacz_add_body(package->wacz, "indexes/index.cdx.gz", &work.blocks);
    if (!error)
        error = wacz_add_body(package->wacz, "indexes/index.idx", &work.index);
    gzip_maker_free(work.maker);
    digest_release(&work.digest);
    buf_release(&work.text);
    member_file_release(&work.member);
    buf_release(&work.line);
    body_release(&work.blocks);
    body_release(&work.index);
    return error;
}

static int add_plain(struct package *package)
{
    struct body index;
    struct span line;
    int error = 0, end = 0;

    body_init(&index, -1, PLAIN_INDEX_MAX, PLAIN_INDEX_MAX);
    while (!error && (end = cdxj_next(package->cdxj, &line)) == 0)
        error = body_add(&index, line.at, line.len);
    if (!error)
        error = end == ERROR_END ? wacz_add_body(package->wacz, "indexes/index.cdx", &index) : end;
    body_release(&index);
    return error;
}

static int add_index(struct package *package)
{
    return cdxj_bytes(package->cdxj) > PLAIN_INDEX_MAX ? add_blocks(package) : add_plain(package);
}

static int add_pages(struct package *package, struct pages *pages)
{
    int error = wacz_add_body(package->wacz, "pages/pages.jsonl", &pages->seeds);

    if (!error && pages->others.len > 0)
        error = wacz_add_body(package->wacz, "pages/extraPages.jsonl", &pages->others);
    return error;
}

/* Ends the package. Its dates are those of the mirror, not of the export. */
static int finish(struct package *package, struct pages *pages)
{
    char created[CLOCK_TEXT_SIZE], main_date[CLOCK_TEXT_SIZE];
    struct frontier_run run;
    struct buf description BUF_LOCAL(2 * pages->main_url.max);
    int error = frontier_last_run(package->mirror->frontier, &run);

    if (error)
        return error;
    clock_format(clock_us(run.ended_ms > 0 ? run.ended_ms : run.started_ms), 3, created);
    clock_format(clock_us(pages->main_ms), 3, main_date);
    (void)buf_add_format(&description, "Mirror of %s", buf_text(&pages->main_url));
    return wacz_finish(package->wacz,
                       &(struct wacz_about){.title = buf_span(&pages->title),
                                            .description = buf_span(&description),
                                            .created = span_of(created),
                                            .software = span_of(PACKAGE_NAME "/" PACKAGE_VERSION),
                                            .main_url = buf_span(&pages->main_url),
                                            .main_date = span_of(main_date),
                                            .info = archiving_info(package->mirror)});
}

static int write_package(struct mirror *mirror, const struct parts *parts, struct pages *pages, int fd,
                         struct buf *why)
{
    struct package package = {.wacz = wacz_new(fd),
                              .cdxj = cdxj_new(mirror->folder.tmp_dir, &parts->withdrawn, false),
                              .mirror = mirror};
    int error = parts_each(parts, add_part, &package, why);

    if (!error)
        error = add_index(&package);
    if (!error)
        error = add_pages(&package, pages);
    if (!error)
        error = finish(&package, pages);
    cdxj_free(package.cdxj);
    wacz_free(package.wacz);
    return error;
}

int export_wacz(struct mirror *mirror, const char *path, bool with_withdrawn, struct buf *why)
{
    struct output output;
    struct parts parts;
    struct pages pages;
    int error = parts_open(&parts, mirror, with_withdrawn, why), read = pages_read(&pages, mirror);

    if (!error)
        error = read;
    if (error == ERROR_NOT_FOUND && why->len == 0)
        (void)buf_add_format(why, "%s: the start page is not in the mirror; run tiptoe resume first",
                             mirror->path);
    if (!error)
        error = output_begin(&output, path);
    if (!error) {
        error = write_package(mirror, &parts, &pages, output.fd, why);
        error = output_end(&output, error);
    }
    parts_release(&parts);
    pages_release(&pages);
    return export_explain(error, path, why);
}
#else
int export_wacz(struct mirror *mirror, const char *path, bool with_withdrawn, struct buf *why)
{
    (void)mirror;
    (void)with_withdrawn;
    (void)buf_add_format(
        why, "%s: this tiptoe was built without libarchive, which writes packages; --warc works", path);
    return ERROR_INVALID;
}
#endif
