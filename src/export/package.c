/* SPDX-License-Identifier: MIT */
/* Writes a mirror as WACZ 1.1.1: WARC files, their index, pages, and the list of all that. libarchive writes
 * the ZIP. Entries are stored, so that readers can read ranges of them. ZIP64 is used only where it is
 * needed. The index has the form cdxj-gzip-1.0. */
#include "config.h"

#include "export/export.h"

#include "base/buf.h"
#include "base/error.h"

#ifdef HAVE_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>

#include "archive/record.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/json.h"
#include "base/limits.h"
#include "export/cdxj.h"
#include "export/pages.h"
#include "export/parts.h"
#include "frontier/frontier.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"

enum { PACKAGE_MAX = 16 * 1024 * 1024, NAME_MAX_BYTES = 256, ENTRY_MODE = 0644 };
enum { PATH_SIZE = WARC_NAME_SIZE + 16, LINES = 256, BLOCK_MAX = LINES * 4 * LIMIT_WARC_HEAD_BYTES };

/* A package that is being written. Its entries have no time (those of ZIP are local times), so the same
 * mirror gives the same bytes. */
struct package {
    struct mirror *mirror;
    struct archive *zip;
    struct digest digest;      /* of the entry, or of the member of the index, at hand */
    struct buf entries, about; /* the list of entries, and datapackage.json */
    struct json_writer list;
    struct cdxj *cdxj;
};

/* Begins to write to FD, a seekable file, which the caller keeps. */
static void package_open(struct package *package, struct mirror *mirror, const struct withdrawn *withdrawn,
                         int fd)
{
    *package = (struct package){.mirror = mirror, .zip = archive_write_new()};
    if (!package->zip || archive_write_set_format_zip(package->zip) != ARCHIVE_OK ||
        archive_write_set_options(package->zip, "zip:compression=store") != ARCHIVE_OK ||
        archive_write_set_bytes_in_last_block(package->zip, 1) != ARCHIVE_OK ||
        archive_write_open_fd(package->zip, fd) != ARCHIVE_OK)
        die("libarchive cannot write ZIP files; install one with ZIP support");
    buf_init(&package->entries, PACKAGE_MAX);
    buf_init(&package->about, 2 * PACKAGE_MAX);
    json_init(&package->list, &package->entries);
    json_open(&package->list, '[');
    package->cdxj = cdxj_new(mirror->folder.tmp_dir, withdrawn);
}

static void package_close(struct package *package)
{
    (void)archive_write_free(package->zip);
    digest_release(&package->digest);
    buf_release(&package->entries);
    buf_release(&package->about);
    cdxj_free(package->cdxj);
}

/* Returns the enum error of libarchive's last failure. */
static int zip_error(struct package *package)
{
    int number = archive_errno(package->zip);

    errno = number > 0 ? number : EIO;
    return error_from_errno(errno);
}

static int begin_entry(struct package *package, const char *path, uint64_t len)
{
    struct archive_entry *entry = archive_entry_new();
    int code;

    if (!entry)
        die("out of memory in libarchive");
    archive_entry_set_pathname(entry, path);
    archive_entry_set_size(entry, (la_int64_t)len);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, ENTRY_MODE);
    code = archive_write_header(package->zip, entry);
    archive_entry_free(entry);
    return code == ARCHIVE_OK ? 0 : zip_error(package);
}

static int write_piece(void *context, const void *bytes, size_t len)
{
    struct package *package = context;

    digest_add(&package->digest, bytes, len);
    return archive_write_data(package->zip, bytes, len) == (la_ssize_t)len ? 0 : zip_error(package);
}

/* Ends the entry; TEXT becomes its digest. */
static int end_entry(struct package *package, char text[DIGEST_TEXT_SIZE])
{
    unsigned char bytes[DIGEST_MAX_BYTES];

    digest_finish(&package->digest, bytes);
    digest_text(DIGEST_SHA256, bytes, text);
    return archive_write_finish_entry(package->zip) == ARCHIVE_OK ? 0 : zip_error(package);
}

/* Adds a line to datapackage.json. Names are in lower case, as Frictionless Data requires. */
static int list_entry(struct package *package, const char *path, const char *digest, uint64_t len)
{
    const char *slash = strrchr(path, '/');
    char name[NAME_MAX_BYTES];
    size_t name_len = 0;

    for (const char *at = slash ? slash + 1 : path; *at && name_len < sizeof name; at++)
        name[name_len++] = ascii_lower(*at);
    json_line(&package->list);
    json_open(&package->list, '{');
    json_member_text(&package->list, "name", span_make(name, name_len));
    json_member_text(&package->list, "path", span_of(path));
    json_member_text(&package->list, "hash", span_of(digest));
    json_member_integer(&package->list, "bytes", (int64_t)len);
    json_close(&package->list);
    return package->entries.full ? ERROR_TOO_LARGE : 0;
}

/* Adds an entry: BODY, or the first LEN bytes of the file FD if that is NULL. */
static int add_entry(struct package *package, const char *path, struct body *body, int fd, uint64_t len)
{
    char digest[DIGEST_TEXT_SIZE];
    struct span piece;
    int error = begin_entry(package, path, len);

    if (!error && !body)
        error = file_take(fd, 0, len, write_piece, package);
    for (uint64_t at = 0; body && at < len && !error; at += piece.len) {
        error = body_piece(body, at, &piece);
        if (!error)
            error = write_piece(package, piece.at, piece.len);
    }
    if (!error)
        error = end_entry(package, digest);
    return error ? error : list_entry(package, path, digest, len);
}

static int add_body(struct package *package, const char *path, struct body *body)
{
    return add_entry(package, path, body, -1, body->len);
}

/* Adds an entry without listing it. */
static int write_text(struct package *package, const char *path, struct span text,
                      char digest[DIGEST_TEXT_SIZE])
{
    int error = begin_entry(package, path, text.len);

    if (!error && text.len > 0)
        error = write_piece(package, text.at, text.len);
    return error ? error : end_entry(package, digest);
}

static void add_member(struct json_writer *json, const char *key, struct span text)
{
    if (text.len == 0)
        return;
    json_line(json);
    json_member_text(json, key, text);
}

/* Adds the text that the user gave, otherwise that of the mirror. */
static void add_about(struct json_writer *json, struct span info, const char *key, struct span text)
{
    struct span given = record_find_info(info, key);

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

/* Makes datapackage.json. Its dates, RFC 3339, are those of the mirror, not of the export. */
static int make_about(struct package *package, const struct pages *pages)
{
    struct span info = archiving_info(package->mirror);
    char created[CLOCK_TEXT_SIZE], main_date[CLOCK_TEXT_SIZE];
    struct frontier_run run;
    struct json_writer json;
    struct buf description BUF_LOCAL(2 * pages->main_url.max);
    int error = frontier_last_run(package->mirror->frontier, &run);

    if (error)
        return error;
    clock_format(clock_us(run.ended_ms > 0 ? run.ended_ms : run.started_ms), 3, created);
    clock_format(clock_us(pages->main_ms), 3, main_date);
    (void)buf_add_format(&description, "Mirror of %s", buf_text(&pages->main_url));
    json_close(&package->list);
    json_begin(&json, &package->about);
    add_member(&json, "profile", span_of("data-package"));
    add_member(&json, "wacz_version", span_of("1.1.1"));
    add_about(&json, info, "title", buf_span(&pages->title));
    add_about(&json, info, "description", buf_span(&description));
    add_member(&json, "created", span_of(created));
    add_member(&json, "software", span_of(PACKAGE_NAME "/" PACKAGE_VERSION));
    add_member(&json, "mainPageUrl", buf_span(&pages->main_url));
    add_member(&json, "mainPageDate", span_of(main_date));
    add_info(&json, info);
    json_line(&json);
    json_key(&json, "resources");
    (void)buf_add_span(&package->about, buf_span(&package->entries));
    (void)buf_add_text(&package->about, "\n}\n");
    return package->about.full ? ERROR_TOO_LARGE : 0;
}

/* Adds datapackage.json and datapackage-digest.json, and ends the ZIP. */
static int finish(struct package *package, const struct pages *pages)
{
    char digest[DIGEST_TEXT_SIZE];
    struct json_writer json;
    int error = make_about(package, pages);

    if (!error)
        error = write_text(package, "datapackage.json", buf_span(&package->about), digest);
    if (error)
        return error;
    buf_clear(&package->about);
    json_begin(&json, &package->about);
    json_member_text(&json, "path", span_of("datapackage.json"));
    json_member_text(&json, "hash", span_of(digest));
    json_close(&json);
    error = write_text(package, "datapackage-digest.json", buf_span(&package->about), digest);
    if (!error && archive_write_close(package->zip) != ARCHIVE_OK)
        error = zip_error(package);
    return error;
}

/* The index while it is made, and its lines. */
struct work {
    struct package *package;
    struct gzip_maker *maker;
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

    digest_add(&work->package->digest, member.at, member.len);
    digest_finish(&work->package->digest, bytes);
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

    while (!error && (end = cdxj_next(work->package->cdxj, &line)) != ERROR_END) {
        if (end)
            return end;
        (void)buf_add_span(&work->text, line);
        if (++work->count == LINES)
            error = add_block(work);
    }
    return !error && work->count > 0 ? add_block(work) : error;
}

static int add_part(void *context, const struct warc_file *file, int fd)
{
    struct package *package = context;
    char path[PATH_SIZE];
    int error;

    (void)snprintf(path, sizeof path, "archive/%s", file->name);
    error = add_entry(package, path, NULL, fd, file->len);
    return error ? error : cdxj_add_file(package->cdxj, fd, file->len, span_of(file->name));
}

/* Adds the index, so that readers need not load all of it: index.cdx.gz has a gzip member for every 256
 * lines, and index.idx has a line for every member, with its first key. */
static int add_index(struct package *package)
{
    static const char meta[] = "!meta 0 {\"format\":\"cdxj-gzip-1.0\",\"filename\":\"index.cdx.gz\"}\n";
    struct work work = {.package = package, .maker = gzip_maker_new()};
    int tmp = package->mirror->folder.tmp_dir, error;

    buf_init(&work.text, BLOCK_MAX);
    member_file_init(&work.member, -1, 0);
    buf_init(&work.line, 4 * LIMIT_WARC_HEAD_BYTES);
    body_init(&work.blocks, tmp, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    body_init(&work.index, tmp, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    error = body_add(&work.index, meta, sizeof meta - 1);
    if (!error)
        error = add_all_blocks(&work);
    if (!error)
        error = add_body(package, "indexes/index.cdx.gz", &work.blocks);
    if (!error)
        error = add_body(package, "indexes/index.idx", &work.index);
    gzip_maker_free(work.maker);
    buf_release(&work.text);
    member_file_release(&work.member);
    buf_release(&work.line);
    body_release(&work.blocks);
    body_release(&work.index);
    return error;
}

static int write_package(struct package *package, struct pages *pages, const struct withdrawn *withdrawn,
                         struct buf *why)
{
    int error = parts_each(package->mirror, withdrawn, add_part, package, why);

    if (!error)
        error = add_index(package);
    if (!error)
        error = add_body(package, "pages/pages.jsonl", &pages->seeds);
    if (!error && pages->others.len > 0)
        error = add_body(package, "pages/extraPages.jsonl", &pages->others);
    return error ? error : finish(package, pages);
}

int export_wacz(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
{
    struct package package;
    struct output output;
    struct pages pages;
    int error = pages_read(&pages, mirror);

    if (error == ERROR_NOT_FOUND)
        (void)buf_add_format(why, "%s: the start page is not in the mirror; run tiptoe resume first",
                             mirror->path);
    if (!error)
        error = output_begin(&output, path);
    if (!error) {
        package_open(&package, mirror, withdrawn, output.fd);
        error = write_package(&package, &pages, withdrawn, why);
        package_close(&package);
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
