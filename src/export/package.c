/* SPDX-License-Identifier: MIT */
/* libarchive writes the ZIP. Entries are stored, so that readers can read ranges of them. ZIP64 is used only
 * where it is needed. */
#include "config.h"

#ifdef HAVE_ARCHIVE
#include "export/package.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive/record.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"

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

int wacz_add_file(struct wacz *wacz, const char *path, int fd, uint64_t len)
{
    char digest[DIGEST_TEXT_SIZE];
    int error = begin_entry(wacz, path, len);

    if (!error)
        error = file_take(fd, 0, len, write_piece, wacz);
    if (!error)
        error = end_entry(wacz, digest);
    return error ? error : list_entry(wacz, path, digest, len);
}

/* Adds an entry without listing it. */
static int write_text(struct wacz *wacz, const char *path, struct span text, char digest[DIGEST_TEXT_SIZE])
{
    int error = begin_entry(wacz, path, text.len);

    if (!error && text.len > 0)
        error = write_piece(wacz, text.at, text.len);
    return error ? error : end_entry(wacz, digest);
}

int wacz_add_body(struct wacz *wacz, const char *path, struct body *body)
{
    char digest[DIGEST_TEXT_SIZE];
    struct span piece;
    int error = begin_entry(wacz, path, body->len);

    for (uint64_t at = 0; at < body->len && !error; at += piece.len) {
        error = body_piece(body, at, &piece);
        if (!error)
            error = write_piece(wacz, piece.at, piece.len);
    }
    if (!error)
        error = end_entry(wacz, digest);
    return error ? error : list_entry(wacz, path, digest, body->len);
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
#endif
