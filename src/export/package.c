/* SPDX-License-Identifier: MIT */
/* Writes a mirror as WACZ 1.1.1: WARC files, their index, pages, and the list of all that. libarchive writes
 * the ZIP. Entries are stored, so that readers can read ranges of them. ZIP64 is used only where it is
 * needed. The index has the form cdxj-gzip-1.0. */
#include "config.h"

#include "export/package.h"

#include "base/buf.h"
#include "base/error.h"
#include "export/export.h"

#ifdef HAVE_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive/record.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/limits.h"
#include "export/cdxj.h"
#include "export/pages.h"
#include "export/parts.h"
#include "frontier/stats.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"

enum { PACKAGE_MAX = 16 * 1024 * 1024, NAME_MAX_BYTES = 256, ENTRY_MODE = 0644 };

struct wacz {
    struct archive *zip;
    struct digest digest;
    struct buf resources, package; /* the list of entries, and datapackage.json */
    struct json_writer list;
};

struct wacz *wacz_new(int fd)
{
    struct wacz *wacz = MEM_NEW(struct wacz);

    wacz->zip = archive_write_new();
    if (!wacz->zip || archive_write_set_format_zip(wacz->zip) != ARCHIVE_OK ||
        archive_write_set_options(wacz->zip, "zip:compression=store") != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(wacz->zip, 1) != ARCHIVE_OK ||
        archive_write_open_fd(wacz->zip, fd) != ARCHIVE_OK)
        die("libarchive cannot write ZIP files; install one with ZIP support");
    digest_init(&wacz->digest, DIGEST_SHA256);
    buf_init(&wacz->resources, PACKAGE_MAX);
    buf_init(&wacz->package, 2 * PACKAGE_MAX);
    json_init(&wacz->list, &wacz->resources);
    json_open(&wacz->list, '[');
    return wacz;
}

void wacz_free(struct wacz *wacz)
{
    if (!wacz)
        return;
    (void)archive_write_free(wacz->zip);
    digest_release(&wacz->digest);
    buf_release(&wacz->resources);
    buf_release(&wacz->package);
    free(wacz);
}

/* Returns the enum error of libarchive's last failure. */
static int zip_error(struct wacz *wacz)
{
    int number = archive_errno(wacz->zip);

    errno = number > 0 ? number : EIO;
    return error_from_errno(errno);
}

static int begin_entry(struct wacz *wacz, const char *path, uint64_t len)
{
    struct archive_entry *entry = archive_entry_new();
    int code;

    if (!entry)
        die("out of memory in libarchive");
    archive_entry_set_pathname(entry, path);
    archive_entry_set_size(entry, (la_int64_t)len);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, ENTRY_MODE);
    code = archive_write_header(wacz->zip, entry);
    archive_entry_free(entry);
    return code == ARCHIVE_OK ? 0 : zip_error(wacz);
}

static int write_piece(void *context, const void *bytes, size_t len)
{
    struct wacz *wacz = context;

    digest_add(&wacz->digest, bytes, len);
    return archive_write_data(wacz->zip, bytes, len) == (la_ssize_t)len ? 0 : zip_error(wacz);
}

/* Ends the entry; TEXT becomes its digest. */
static int end_entry(struct wacz *wacz, char text[DIGEST_TEXT_SIZE])
{
    unsigned char bytes[DIGEST_MAX_BYTES];

    digest_finish(&wacz->digest, bytes);
    digest_text(DIGEST_SHA256, bytes, text);
    return archive_write_finish_entry(wacz->zip) == ARCHIVE_OK ? 0 : zip_error(wacz);
}

/* Adds a line to datapackage.json. Names are in lower case, as Frictionless Data requires. */
static int list_entry(struct wacz *wacz, const char *path, const char *digest, uint64_t len)
{
    const char *slash = strrchr(path, '/');
    char name[NAME_MAX_BYTES];
    size_t name_len = 0;

    for (const char *at = slash ? slash + 1 : path; *at && name_len < sizeof name; at++)
        name[name_len++] = ascii_lower(*at);
    json_line(&wacz->list);
    json_open(&wacz->list, '{');
    json_member_text(&wacz->list, "name", span_make(name, name_len));
    json_member_text(&wacz->list, "path", span_of(path));
    json_member_text(&wacz->list, "hash", span_of(digest));
    json_member_integer(&wacz->list, "bytes", (int64_t)len);
    json_close(&wacz->list);
    return wacz->resources.full ? ERROR_TOO_LARGE : 0;
}

/* Adds an entry: BODY, or the first LEN bytes of the file FD if that is NULL. */
static int add_entry(struct wacz *wacz, const char *path, struct body *body, int fd, uint64_t len)
{
    char digest[DIGEST_TEXT_SIZE];
    struct span piece;
    int error = begin_entry(wacz, path, len);

    if (!error && !body)
        error = file_take(fd, 0, len, write_piece, wacz);
    for (uint64_t at = 0; body && at < len && !error; at += piece.len) {
        error = body_piece(body, at, &piece);
        if (!error)
            error = write_piece(wacz, piece.at, piece.len);
    }
    if (!error)
        error = end_entry(wacz, digest);
    return error ? error : list_entry(wacz, path, digest, len);
}

int wacz_add_file(struct wacz *wacz, const char *path, int fd, uint64_t len)
{
    return add_entry(wacz, path, NULL, fd, len);
}

static int add_body(struct wacz *wacz, const char *path, struct body *body)
{
    return add_entry(wacz, path, body, -1, body->len);
}

/* Adds an entry without listing it. */
static int write_text(struct wacz *wacz, const char *path, struct span text, char digest[DIGEST_TEXT_SIZE])
{
    int error = begin_entry(wacz, path, text.len);

    if (!error && text.len > 0)
        error = write_piece(wacz, text.at, text.len);
    return error ? error : end_entry(wacz, digest);
}

static void add_member(struct json_writer *json, const char *key, struct span text)
{
    if (text.len == 0)
        return;
    json_line(json);
    json_member_text(json, key, text);
}

/* Adds the text that the user gave, otherwise that of the mirror. */
static void add_about(struct json_writer *json, const struct wacz_about *about, const char *key,
                      struct span text)
{
    struct span given = record_find_info(about->info, key);

    add_member(json, key, given.len > 0 ? given : text);
}

/* Adds the texts that the user gave, as they are in the warcinfo records. */
static void add_info(struct json_writer *json, struct span lines)
{
    struct span name, value;
    char key[RECORD_INFO_NAME_MAX + 1];

    if (lines.len == 0)
        return;
    json_line(json);
    json_open_member(json, "info", '{');
    while (record_take_info(&lines, &name, &value)) {
        (void)snprintf(key, sizeof key, "%.*s", (int)name.len, name.at);
        json_member_text(json, key, value);
    }
    json_close(json);
}

static int make_package(struct wacz *wacz, const struct wacz_about *about)
{
    struct json_writer json;

    json_close(&wacz->list);
    json_begin(&json, &wacz->package);
    add_member(&json, "profile", span_of("data-package"));
    add_member(&json, "wacz_version", span_of("1.1.1"));
    add_about(&json, about, "title", about->title);
    add_about(&json, about, "description", about->description);
    add_member(&json, "created", about->created);
    add_member(&json, "software", about->software);
    add_member(&json, "mainPageUrl", about->main_url);
    add_member(&json, "mainPageDate", about->main_date);
    add_info(&json, about->info);
    json_line(&json);
    json_key(&json, "resources");
    (void)buf_add_span(&wacz->package, buf_span(&wacz->resources));
    (void)buf_add_text(&wacz->package, "\n}\n");
    return wacz->package.full ? ERROR_TOO_LARGE : 0;
}

int wacz_finish(struct wacz *wacz, const struct wacz_about *about)
{
    char digest[DIGEST_TEXT_SIZE];
    struct json_writer json;
    int error = make_package(wacz, about);

    if (!error)
        error = write_text(wacz, "datapackage.json", buf_span(&wacz->package), digest);
    if (error)
        return error;
    buf_clear(&wacz->package);
    json_begin(&json, &wacz->package);
    json_member_text(&json, "path", span_of("datapackage.json"));
    json_member_text(&json, "hash", span_of(digest));
    json_close(&json);
    error = write_text(wacz, "datapackage-digest.json", buf_span(&wacz->package), digest);
    if (!error && archive_write_close(wacz->zip) != ARCHIVE_OK)
        error = zip_error(wacz);
    return error;
}

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
    (void)buf_set(&work->line, key_of(buf_span(&work->text)));
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

enum { PATH_SIZE = WARC_NAME_SIZE + 16 };

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

/* Adds the index, so that readers need not load all of it: index.cdx.gz has a gzip member for every 256
 * lines, and index.idx has a line for every member, with its first key. */
static int add_index(struct package *package)
{
    static const char meta[] = "!meta 0 {\"format\":\"cdxj-gzip-1.0\",\"filename\":\"index.cdx.gz\"}\n";
    struct work work = {.cdxj = package->cdxj, .maker = gzip_maker_new()};
    int tmp = package->mirror->folder.tmp_dir, error;

    digest_init(&work.digest, DIGEST_SHA256);
    buf_init(&work.text, BLOCK_MAX);
    member_file_init(&work.member, -1, 0);
    buf_init(&work.line, 4 * LIMIT_WARC_HEAD_BYTES);
    body_init(&work.blocks, tmp, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    body_init(&work.index, tmp, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    error = body_add(&work.index, meta, sizeof meta - 1);
    if (!error)
        error = add_all_blocks(&work);
    if (!error)
        error = add_body(package->wacz, "indexes/index.cdx.gz", &work.blocks);
    if (!error)
        error = add_body(package->wacz, "indexes/index.idx", &work.index);
    gzip_maker_free(work.maker);
    digest_release(&work.digest);
    buf_release(&work.text);
    member_file_release(&work.member);
    buf_release(&work.line);
    body_release(&work.blocks);
    body_release(&work.index);
    return error;
}

static int add_pages(struct package *package, struct pages *pages)
{
    int error = add_body(package->wacz, "pages/pages.jsonl", &pages->seeds);

    if (!error && pages->others.len > 0)
        error = add_body(package->wacz, "pages/extraPages.jsonl", &pages->others);
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

static int write_package(struct mirror *mirror, const struct withdrawn *withdrawn, struct pages *pages,
                         int fd, struct buf *why)
{
    struct package package = {
        .wacz = wacz_new(fd), .cdxj = cdxj_new(mirror->folder.tmp_dir, withdrawn), .mirror = mirror};
    int error = parts_each(mirror, withdrawn, add_part, &package, why);

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

int export_wacz(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
{
    struct output output;
    struct pages pages;
    int error = pages_read(&pages, mirror);

    if (error == ERROR_NOT_FOUND)
        (void)buf_add_format(why, "%s: the start page is not in the mirror; run tiptoe resume first",
                             mirror->path);
    if (!error)
        error = output_begin(&output, path);
    if (!error) {
        error = write_package(mirror, withdrawn, &pages, output.fd, why);
        error = output_end(&output, error);
    }
    pages_release(&pages);
    return export_explain(error, path, why);
}
#else
int export_wacz(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
{
    (void)mirror;
    (void)withdrawn;
    (void)buf_add_format(
        why, "%s: this tiptoe was built without libarchive, which writes packages; --warc works", path);
    return ERROR_INVALID;
}
#endif
