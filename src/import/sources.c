/* SPDX-License-Identifier: MIT */
/* Finds out what a file is by its first bytes, and unpacks packages (WACZ 1.1.1, a ZIP) with libarchive, and
 * .warc.zst, whose dictionary is in a skippable frame before all others, with libzstd. Names in a package
 * never become paths. */
#include "config.h"

#include "import/sources.h"

#ifdef HAVE_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "markup/js_scan.h"
#include "markup/json_scan.h"
#include "term/message.h"
#include "url/url.h"

enum {
    FILES_MAX = 500, /* each is open */
    ENTRIES_MAX = 1 << 20,
    DEPTH_MAX = 3,
    LIST_MAX = 1 << 20,
    LABEL_MAX = 1024,
    PAGES_MAX = 1 << 20,
    PIECE_BYTES = 128 * 1024,
    DICTIONARY_MAX = 16 << 20,
    MAGIC_BYTES = 4,
    FRAME_HEAD_BYTES = 8
};

static int add_file(struct sources *sources, const char *label, int fd, int depth);

/* Adds the sentence unless there is one already, and returns ERROR. */
__attribute__((format(printf, 3, 4))) static int refuse(struct sources *sources, int error,
                                                        const char *format, ...)
{
    va_list args;

    va_start(args, format);
    if (sources->why->len == 0)
        (void)buf_add_format_args(sources->why, format, args);
    va_end(args);
    return error;
}

static int refuse_errno(struct sources *sources, const char *label)
{
    int error = error_from_errno(errno);

    return refuse(sources, error, "%s: %s", label, strerror(errno));
}

static int open_unpacked(struct sources *sources, const char *label, int *fd)
{
    const char *const folders[] = {".", file_tmpdir()};
    int error = ERROR_IO;

    for (size_t i = 0; i < COUNT_OF(folders) && error; i++) {
        int dir RELEASED_BY(file_close) = open(folders[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);

        error = dir < 0 ? ERROR_IO : file_open_unnamed(dir, fd);
    }
    return error ? refuse_errno(sources, label) : 0;
}

static int write_unpacked(struct sources *sources, const char *label, int fd, const void *bytes, size_t len)
{
    if (len > sources->budget)
        return refuse(sources, ERROR_INVALID, "%s: unpacks to more than %d times the size of its package",
                      label, LIMIT_DECODED_RATIO);
    sources->budget -= len;
    return file_write(fd, bytes, len) == 0 ? 0 : refuse_errno(sources, label);
}

static void leave_out(struct sources *sources, const char *label, const char *why)
{
    sources->damaged++;
    message_warn("%s: damaged (%s): skipping the rest of it", label, why);
}

/* Reads the dictionary of FD, if it has one. END is the offset after it. */
static int load_dictionary(struct sources *sources, const char *label, ZSTD_DCtx *zstd, int fd, uint64_t *end)
{
    unsigned char head[FRAME_HEAD_BYTES] = {0};
    unsigned long long plain;
    struct buf coded BUF_LOCAL(DICTIONARY_MAX);
    struct buf decoded BUF_LOCAL(DICTIONARY_MAX);
    struct span dictionary;
    uint32_t len;
    char *to;
    int error = 0;

    *end = 0;
    if (file_read_at(fd, 0, (char *)head, sizeof head) || memcmp(head, "\x5d\x2a\x4d\x18", MAGIC_BYTES) != 0)
        return 0;
    len = head[4] | (uint32_t)head[5] << 8 | (uint32_t)head[6] << 16 | (uint32_t)head[7] << 24;
    to = buf_reserve(&coded, len);
    if (!to || file_read_at(fd, sizeof head, to, len))
        error = refuse(sources, ERROR_INVALID, "%s: its zstd dictionary is cut off or too large", label);
    dictionary = span_make(to, len);
    plain = to && !error ? ZSTD_getFrameContentSize(to, len) : ZSTD_CONTENTSIZE_ERROR;
    if (plain < DICTIONARY_MAX && (to = buf_reserve(&decoded, (size_t)plain + 1)))
        dictionary = span_make(to, ZSTD_decompress(to, (size_t)plain, coded.at, len));
    if (!error && (ZSTD_isError(dictionary.len) ||
                   ZSTD_isError(ZSTD_DCtx_loadDictionary(zstd, dictionary.at, dictionary.len))))
        error = refuse(sources, ERROR_INVALID, "%s: its zstd dictionary cannot be read", label);
    *end = sizeof head + (uint64_t)len;
    return error;
}

static int unzstd_some(struct sources *sources, const char *label, ZSTD_DCtx *zstd, ZSTD_inBuffer *in, int to,
                       char *room)
{
    bool filled = true;
    int error = 0;

    while (!error && (in->pos < in->size || filled)) {
        ZSTD_outBuffer out = {room, PIECE_BYTES, 0};
        size_t code = ZSTD_decompressStream(zstd, &out, in);

        filled = out.pos == out.size;
        if (ZSTD_isError(code)) {
            leave_out(sources, label, ZSTD_getErrorName(code));
            return ERROR_END;
        }
        error = write_unpacked(sources, label, to, room, out.pos);
    }
    return error;
}

static int unzstd_to(struct sources *sources, const char *label, ZSTD_DCtx *zstd, int fd, int to)
{
    uint64_t size = 0, at = 0;
    char *room = mem_new(2, PIECE_BYTES);
    int error =
        file_size(fd, &size) ? refuse_errno(sources, label) : load_dictionary(sources, label, zstd, fd, &at);

    while (!error && at < size) {
        size_t len = size - at < PIECE_BYTES ? (size_t)(size - at) : PIECE_BYTES;
        ZSTD_inBuffer in = {room + PIECE_BYTES, len, 0};

        error = file_read_at(fd, at, room + PIECE_BYTES, len) ? refuse_errno(sources, label) : 0;
        if (!error)
            error = unzstd_some(sources, label, zstd, &in, to, room);
        at += len;
    }
    free(room);
    return error == ERROR_END ? 0 : error;
}

static int add_zstd(struct sources *sources, const char *label, int fd, int depth)
{
    ZSTD_DCtx *zstd = ZSTD_createDCtx();
    int to, error = open_unpacked(sources, label, &to);

    if (!zstd)
        die("out of memory in libzstd");
    if (!error) {
        error = unzstd_to(sources, label, zstd, fd, to);
        if (!error)
            error = add_file(sources, label, to, depth + 1);
        else
            close(to);
    }
    ZSTD_freeDCtx(zstd);
    close(fd);
    return error;
}

#ifdef HAVE_ARCHIVE
/* Adds to the pages the values of a member PATH that are URLs, of the JSON texts in TEXT: one each line if
 * LINES. */
static void take_pages(struct sources *sources, struct span text, bool lines, const char *path)
{
    struct buf scratch BUF_LOCAL(LIMIT_URL_BYTES);
    struct url url URL_LOCAL;

    while (text.len > 0) {
        struct span part = lines ? span_take_until(&text, '\n') : text;
        struct json_scan_string string;
        struct json_scan scan;

        if (!lines)
            text.len = 0;
        json_scan_start(&scan, part);
        while (json_scan_next(&scan, &string)) {
            struct span value = span_part(part, string.at, string.len);

            if (string.is_key || !json_scan_path_is(&scan, path) ||
                url_parse(&url, js_unescape(value, &scratch), NULL, NULL) != URL_OK)
                continue;
            url_strip(&url);
            if (buf_add_span(&sources->pages, buf_span(&url.text)) == 0)
                (void)buf_add_byte(&sources->pages, '\n');
        }
    }
}

/* Passes the bytes of the current entry on: to the file TO, unless that is -1, to TEXT, as much as it takes,
 * and to READER; TEXT and READER may be NULL. */
static int pass_bytes(struct sources *sources, const char *label, struct archive *zip, int to,
                      struct buf *text, const struct package_reader *reader)
{
    char *room = mem_new(PIECE_BYTES, 1);
    la_ssize_t got = 1;
    int error = 0;

    while (!error && (got = archive_read_data(zip, room, PIECE_BYTES)) > 0) {
        if (to >= 0)
            error = write_unpacked(sources, label, to, room, (size_t)got);
        if (text)
            (void)buf_add(text, room, (size_t)got);
        if (reader)
            reader->add(reader->context, span_make(room, (size_t)got));
    }
    free(room);
    if (got < 0 && to >= 0)
        leave_out(sources, label, archive_error_string(zip) ? archive_error_string(zip) : "no reason");
    if (reader)
        reader->end_entry(reader->context, got < 0);
    return error;
}

/* Reads the current entry of a package: an archive is added, and a list of pages says which pages it has. A
 * package may have these names many times, so the bytes of lists count as unpacked. */
static int read_entry(struct sources *sources, const char *label, const char *name, struct archive *zip,
                      int depth)
{
    const struct package_reader *reader = depth == 0 ? sources->reader : NULL;
    struct span path = span_of(name);
    bool is_archive = span_has_suffix(path, ".warc.gz") || span_has_suffix(path, ".warc") ||
                      span_has_suffix(path, ".warc.zst") || span_has_suffix(path, ".wacz");
    bool lines = strcmp(name, "pages/pages.jsonl") == 0;
    bool is_list = (lines || strcmp(name, "datapackage.json") == 0) && sources->budget >= PAGES_MAX;
    struct buf text BUF_LOCAL(PAGES_MAX);
    struct buf part BUF_LOCAL(LABEL_MAX);
    int to = -1, error = buf_add_format(&part, "%s: %s", label, name);

    error = !error && is_archive ? open_unpacked(sources, buf_text(&part), &to) : 0;
    if (error || (to < 0 && !is_list && !reader))
        return error;
    if (reader)
        reader->begin_entry(reader->context, label, name,
                            strstr(archive_format_name(zip), "(uncompressed)") != NULL);
    error = pass_bytes(sources, buf_text(&part), zip, to, is_list ? &text : NULL, reader);
    sources->budget -= text.len;
    take_pages(sources, buf_span(&text), lines, lines ? "url" : "mainPageUrl");
    if (!error && to >= 0)
        return add_file(sources, buf_text(&part), to, depth + 1);
    file_close(&to);
    return error;
}

static int add_entries(struct sources *sources, const char *label, struct archive *zip, int depth)
{
    struct archive_entry *entry;
    int error = 0, code = ARCHIVE_EOF;

    for (int i = 0; !error && i < ENTRIES_MAX; i++) {
        const char *name;

        code = archive_read_next_header(zip, &entry);
        if (code != ARCHIVE_OK && code != ARCHIVE_WARN)
            break;
        name = archive_entry_pathname(entry);
        if (name && !span_has_suffix(span_of(name), "/"))
            error = read_entry(sources, label, name, zip, depth);
    }
    if (!error && code != ARCHIVE_EOF)
        leave_out(sources, label, archive_error_string(zip) ? archive_error_string(zip) : "too many entries");
    if (!error && depth == 0 && sources->reader)
        sources->reader->end_package(sources->reader->context);
    return error;
}

static int add_package(struct sources *sources, const char *label, int fd, int depth)
{
    struct archive *zip = archive_read_new();
    size_t before = sources->count;
    int error = 0;

    if (!zip || archive_read_support_format_zip(zip) != ARCHIVE_OK)
        die("libarchive cannot read ZIP files; install one with ZIP support");
    if (depth > DEPTH_MAX)
        error = refuse(sources, ERROR_INVALID, "%s: packages are nested too deep", label);
    else if (lseek(fd, 0, SEEK_SET) < 0 || archive_read_open_fd(zip, fd, PIECE_BYTES) != ARCHIVE_OK)
        error = refuse(sources, ERROR_INVALID, "%s: %s", label, archive_error_string(zip));
    else
        error = add_entries(sources, label, zip, depth);
    if (!error && sources->count == before)
        error = refuse(sources, ERROR_INVALID, "%s: this ZIP file contains no WARC file, so it is not a WACZ",
                       label);
    (void)archive_read_free(zip);
    close(fd);
    return error;
}

#else
static int add_package(struct sources *sources, const char *label, int fd, int depth)
{
    (void)depth;
    close(fd);
    return refuse(
        sources, ERROR_INVALID,
        "%s: this tiptoe was built without libarchive, which reads packages; unzip it and import its "
        "archive/*.warc.gz",
        label);
}
#endif

/* Adds FD, which it takes over, or the files in it. */
static int add_file(struct sources *sources, const char *label, int fd, int depth)
{
    unsigned char magic[MAGIC_BYTES] = {0};
    struct source *source;

    if (pread(fd, magic, sizeof magic, 0) < 0) {
        close(fd);
        return refuse_errno(sources, label);
    }
    if (memcmp(magic, "PK\x03\x04", sizeof magic) == 0 || memcmp(magic, "PK\x05\x06", sizeof magic) == 0)
        return add_package(sources, label, fd, depth);
    if (depth <= DEPTH_MAX && (memcmp(magic, "\x28\xb5\x2f\xfd", sizeof magic) == 0 ||
                               memcmp(magic, "\x5d\x2a\x4d\x18", sizeof magic) == 0))
        return add_zstd(sources, label, fd, depth);
    if (sources->count >= FILES_MAX) {
        close(fd);
        return refuse(sources, ERROR_INVALID,
                      "%s: more than 500 files; import some of them, or one file that joins them", label);
    }
    source = MEM_ADD(sources->all, sources->count, sources->room);
    *source = (struct source){.label = mem_copy_text(label, strlen(label)), .fd = fd};
    return 0;
}

/* Replaces FD, the folder PATH, by a file with the records of what it has. */
static int read_folder(struct sources *sources, const char *path, int *fd)
{
    int dir = *fd, error = open_unpacked(sources, path, fd);

    if (error)
        return error;
    if (!file_exists(dir, "hts-cache/new.zip"))
        (void)buf_add_byte(&sources->list, '/');
    error = folder_read(dir, path, sources->start, *fd, &sources->damaged);
    close(dir);
    if (error == ERROR_NOT_FOUND)
        return refuse(sources, ERROR_INVALID,
                      "%s: contains no file of the start page; give the URL that wget or HTTrack had: tiptoe "
                      "import --start URL %s",
                      path, path);
    return error ? refuse_errno(sources, path) : 0;
}

static int add_path(struct sources *sources, const char *path)
{
    const char *slash = strrchr(path, '/');
    uint64_t size = 0;
    struct stat about = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int error = fd < 0 || fstat(fd, &about) < 0 ? refuse_errno(sources, path) : 0;

    if (!error && S_ISDIR(about.st_mode))
        error = read_folder(sources, path, &fd);
    if (!error && file_size(fd, &size))
        error = refuse_errno(sources, path);
    if (!error && buf_add_format(&sources->list, "%s %" PRIu64 "\n", slash ? slash + 1 : path, size))
        error = refuse(sources, ERROR_INVALID, "too many files; import fewer at once");
    if (error && fd >= 0)
        close(fd);
    sources->budget = size > UINT64_MAX / 2 / LIMIT_DECODED_RATIO
                          ? UINT64_MAX
                          : LIMIT_DECODED_FREE + size * LIMIT_DECODED_RATIO;
    return error ? error : add_file(sources, path, fd, 0);
}

int sources_open(struct sources *sources, char *const *paths, size_t count, const struct url *start,
                 const struct package_reader *reader, struct buf *why)
{
    int error = 0;

    *sources = (struct sources){.reader = reader, .start = start, .why = why};
    buf_init(&sources->list, LIST_MAX);
    buf_init(&sources->pages, PAGES_MAX);
    for (size_t i = 0; i < count && !error; i++)
        error = add_path(sources, paths[i]);
    return error;
}

void sources_release(struct sources *sources)
{
    for (size_t i = 0; i < sources->count; i++) {
        close(sources->all[i].fd);
        free(sources->all[i].label);
    }
    free(sources->all);
    buf_release(&sources->list);
    buf_release(&sources->pages);
}
