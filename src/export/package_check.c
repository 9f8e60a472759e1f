/* SPDX-License-Identifier: MIT */
/* Reads a package from its start to its end once. The digests in datapackage.json are compared afterwards,
 * because it may be the last entry. */
#include "config.h"

#include "export/package_check.h"

#ifdef HAVE_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "archive/check.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/alloc.h"
#include "export/index_check.h"
#include "markup/json_scan.h"

enum {
    PIECE_BYTES = 128 * 1024,
    LIST_MAX = 64 * 1024 * 1024,
    TEXT_MAX = 2 * LIMIT_URL_BYTES,
    ENTRIES_MAX = 20000 /* each is searched for by its name */
};

struct entry {
    char *path, digest[DIGEST_TEXT_SIZE];
    bool listed;
};

struct package {
    struct warc_check *check;
    struct index_check *index;
    const char *path;
    LIST(struct entry) entries;
    struct digest digest;
    struct buf list, list_digest, text;
    bool has_index, has_pages, has_packages;
};

static void say(struct package *package, enum warc_severity severity, struct span name, const char *what)
{
    (void)buf_set(&package->text, name);
    (void)buf_add_text(&package->text, what);
    warc_check_say(package->check, package->path, 0, severity, "package", buf_span(&package->text));
}

/* Begins an index or a list of pages; false for other entries. */
static bool begin_list(struct package *package, const char *name)
{
    bool is_index = span_starts(span_of(name), "indexes/") && !span_has_suffix(span_of(name), ".idx"),
         is_pages = span_starts(span_of(name), "pages/");
    struct buf label BUF_LOCAL(TEXT_MAX);

    package->has_index |= is_index;
    package->has_pages |= strcmp(name, "pages/pages.jsonl") == 0;
    package->has_packages |= span_has_suffix(span_of(name), ".wacz");
    if (!is_index && !is_pages)
        return false;
    (void)buf_add_format(&label, "%s: %s", package->path, name);
    index_check_begin(package->index, is_index ? INDEX_CHECK_CDXJ : INDEX_CHECK_PAGES, buf_text(&label),
                      package->path);
    return true;
}

static void read_entry(struct package *package, struct archive *zip, const char *name, char *room)
{
    bool is_list = begin_list(package, name);
    struct buf *kept = strcmp(name, "datapackage.json") == 0          ? &package->list
                       : strcmp(name, "datapackage-digest.json") == 0 ? &package->list_digest
                                                                      : NULL;
    struct entry *entry = LIST_ADD(package->entries);
    unsigned char digest[DIGEST_MAX_BYTES];
    la_ssize_t got;

    *entry = (struct entry){.path = mem_copy_text(name, strlen(name)), .listed = kept != NULL};
    while ((got = archive_read_data(zip, room, PIECE_BYTES)) > 0) {
        digest_add(&package->digest, room, (size_t)got);
        if (is_list)
            index_check_add(package->index, span_make(room, (size_t)got));
        if (kept)
            (void)buf_add(kept, room, (size_t)got);
    }
    if (is_list)
        index_check_end(package->index);
    digest_finish(&package->digest, digest);
    digest_text(DIGEST_SHA256, digest, entry->digest);
    if (got < 0)
        say(package, WARC_ERROR, span_of(name), ": the entry is damaged");
    if (span_starts(span_of(name), "archive/") && !span_has_suffix(span_of(name), ".warc") &&
        !strstr(archive_format_name(zip), "(uncompressed)"))
        say(package, WARC_WARNING, span_of(name),
            ": the entry is compressed, so replay cannot read parts of it");
}

static struct entry *find(struct package *package, struct span path)
{
    struct entry *entries = package->entries.items;

    for (size_t i = 0; i < package->entries.count; i++) {
        if (span_is(path, entries[i].path))
            return &entries[i];
    }
    return NULL;
}

static void check_resource(struct package *package, struct span path, struct span digest)
{
    struct entry *entry = find(package, path);

    if (!entry) {
        say(package, WARC_ERROR, path, ": datapackage.json lists it, but the package lacks it");
        return;
    }
    entry->listed = true;
    if (digest.len == 0)
        say(package, WARC_ERROR, path, ": datapackage.json has no hash of it");
    else if (span_starts(digest, "sha256:") && !span_is(digest, entry->digest))
        say(package, WARC_ERROR, path, ": differs from its hash in datapackage.json");
}

/* Compares what datapackage.json lists with the entries. Each resource has a path and a hash, in any order.
 */
static void check_list(struct package *package)
{
    struct span text = buf_span(&package->list), path = {0}, digest = {0};
    bool has_profile = false, has_version = false;
    struct json_scan_string string;
    struct json_scan scan;
    uint32_t number = 0;

    json_scan_start(&scan, text);
    while (json_scan_next(&scan, &string)) {
        struct span value = span_part(text, string.at, string.len);

        if (string.is_key)
            continue;
        has_profile |= json_scan_path_is(&scan, "profile");
        has_version |= json_scan_path_is(&scan, "wacz_version");
        if (!json_scan_path_is(&scan, "resources/[]/path") && !json_scan_path_is(&scan, "resources/[]/hash"))
            continue;
        if (scan.levels[1].index != number && path.len > 0) {
            check_resource(package, path, digest);
            path = digest = span_make(NULL, 0);
        }
        number = scan.levels[1].index;
        *(json_scan_path_is(&scan, "resources/[]/path") ? &path : &digest) = value;
    }
    if (path.len > 0)
        check_resource(package, path, digest);
    if (!json_scan_is_whole(&scan))
        say(package, WARC_ERROR, span_of("datapackage.json"), " is missing or is not JSON");
    else if (!has_profile || !has_version)
        say(package, WARC_ERROR, span_of("datapackage.json"), " lacks profile or wacz_version");
}

/* Checks that datapackage-digest.json has the hash of datapackage.json. */
static void check_list_digest(struct package *package)
{
    struct entry *list = find(package, span_of("datapackage.json"));
    struct span text = buf_span(&package->list_digest);

    if (text.len == 0)
        say(package, WARC_WARNING, span_of("datapackage-digest.json"), " is missing");
    else if (list && !memmem(text.at, text.len, list->digest, strlen(list->digest)))
        say(package, WARC_ERROR, span_of("datapackage-digest.json"),
            " does not have the hash of datapackage.json");
}

static void check_entries(struct package *package)
{
    struct entry *entries = package->entries.items;

    if (package->entries.count == ENTRIES_MAX) {
        say(package, WARC_ERROR, span_of("this package"),
            " has 20,000 entries or more: they are not checked");
        return;
    }
    check_list(package);
    check_list_digest(package);
    for (size_t i = 0; i < package->entries.count; i++) {
        if (!entries[i].listed && package->list.len > 0)
            say(package, WARC_ERROR, span_of(entries[i].path), ": datapackage.json does not list it");
    }
    if (!package->has_packages && !package->has_index)
        say(package, WARC_ERROR, span_of("indexes/"), " has no index");
    if (!package->has_packages && !package->has_pages)
        say(package, WARC_ERROR, span_of("pages/pages.jsonl"), " is missing");
}

static void read_entries(struct package *package, struct archive *zip)
{
    char *room = mem_new(PIECE_BYTES, 1);
    struct archive_entry *entry;
    int code;

    while (package->entries.count < ENTRIES_MAX &&
           ((code = archive_read_next_header(zip, &entry)) == ARCHIVE_OK || code == ARCHIVE_WARN)) {
        const char *name = archive_entry_pathname(entry);

        if (name && !span_has_suffix(span_of(name), "/"))
            read_entry(package, zip, name, room);
    }
    free(room);
}

static void check_zip(struct package *package, int fd)
{
    struct archive *zip = archive_read_new();

    if (!zip || archive_read_support_format_zip(zip) != ARCHIVE_OK)
        die("libarchive cannot read ZIP files; install one with ZIP support");
    digest_init(&package->digest, DIGEST_SHA256);
    buf_init(&package->list, LIST_MAX);
    buf_init(&package->list_digest, TEXT_MAX);
    buf_init(&package->text, TEXT_MAX);
    if (archive_read_open_fd(zip, fd, PIECE_BYTES) == ARCHIVE_OK) {
        read_entries(package, zip);
        check_entries(package);
    }
    (void)archive_read_free(zip);
    for (size_t i = 0; i < package->entries.count; i++)
        free(package->entries.items[i].path);
    free(package->entries.items);
    digest_release(&package->digest);
    buf_release(&package->list);
    buf_release(&package->list_digest);
    buf_release(&package->text);
}

void package_check(struct warc_check *check, struct index_check *index, const char *path)
{
    struct package package = {.check = check, .index = index, .path = path};
    int fd RELEASED_BY(file_close) = open(path, O_RDONLY | O_CLOEXEC);
    char head[4] = "";

    if (fd >= 0 && pread(fd, head, sizeof head, 0) == sizeof head &&
        memcmp(head, "PK\x03\x04", sizeof head) == 0)
        check_zip(&package, fd);
}
#else
void package_check(struct warc_check *check, struct index_check *index, const char *path)
{
    (void)check;
    (void)index;
    (void)path;
}
#endif
