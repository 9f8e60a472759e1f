/* SPDX-License-Identifier: MIT */
/* Any file, imported into a new mirror. The first byte of an input says what the rest is: a file as it is; or
 * a line, which names a member of a package, and the member. Whatever it is, the result is a mirror or an
 * error, and nothing else changes; a mirror is sound. */
#include "config.h"

#ifdef HAVE_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "frontier/frontier.h"
#include "fuzz.h"
#include "import/adopt.h"
#include "import/import.h"
#include "import/sources.h"
#include "import/start.h"
#include "intake/intake.h"
#include "judge/discover.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "mirror/verify.h"
#include "term/message.h"
#include "weave/weaver.h"

enum { IS_PACKAGE = 1, IS_VERIFIED = 2, TURNS_MAX = 1000, WHY_MAX = 64 * 1024, DATABASE_MAX = 4 << 20 };

/* A folder with the input, and the mirror while it is needed. */
static struct {
    char folder[32], input[48], mirror[48];
    int dir;
    struct buf database; /* of an empty mirror */
    struct buf why;
} place;

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status, (void)type, (void)at;
    return remove(path);
}

static void remove_mirror(void)
{
    demand(nftw(place.mirror, remove_entry, 8, FTW_DEPTH | FTW_PHYS) == 0);
}

static void remove_place(void)
{
    (void)nftw(place.folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void make_place(void)
{
    struct mirror mirror;
    int dir;

    (void)snprintf(place.folder, sizeof place.folder, "%s/tiptoe-import-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    demand(mkdtemp(place.folder) != NULL);
    (void)atexit(remove_place);
    (void)snprintf(place.input, sizeof place.input, "%s/input", place.folder);
    (void)snprintf(place.mirror, sizeof place.mirror, "%s/m", place.folder);
    place.dir = open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    buf_init(&place.why, WHY_MAX);
    buf_init(&place.database, DATABASE_MAX);
    message_redirect(open("/dev/null", O_WRONLY | O_CLOEXEC), 0);
    demand(mirror_open(&mirror, place.mirror, FOLDER_CREATE, &place.why) == 0);
    mirror_close(&mirror);
    dir = open(place.mirror, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    demand(file_read(dir, "mirror.db", &place.database) == 0);
    close(dir);
    remove_mirror();
}

static void write_package(int fd, struct span rest)
{
#ifdef HAVE_ARCHIVE
    struct span name = span_take_until(&rest, '\n');
    struct archive *zip = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    char path[1000];

    (void)snprintf(path, sizeof path, "%.*s", (int)name.len, name.at);
    if (!*path) /* libarchive refuses that, and then leaks */
        (void)snprintf(path, sizeof path, "a.warc");
    archive_entry_set_pathname(entry, path);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, (la_int64_t)rest.len);
    demand(archive_write_set_format_zip(zip) == ARCHIVE_OK &&
           archive_write_zip_set_compression_store(zip) == ARCHIVE_OK &&
           archive_write_open_fd(zip, fd) == ARCHIVE_OK);
    if (archive_write_header(zip, entry) == ARCHIVE_OK)
        (void)!archive_write_data(zip, rest.at, rest.len);
    archive_entry_free(entry);
    (void)archive_write_free(zip);
#else
    fill_file(fd, rest.at, rest.len);
#endif
}

static void write_input(struct span input, bool is_package)
{
    int fd = open(place.input, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

    demand(fd >= 0);
    if (is_package)
        write_package(fd, input);
    else
        fill_file(fd, input.at, input.len);
    close(fd);
}

static void write_database(void)
{
    int fd;

    demand(mkdir(place.mirror, 0700) == 0);
    fd = openat(place.dir, "m/mirror.db", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    demand(fd >= 0);
    fill_file(fd, place.database.at, place.database.len);
    close(fd);
}

static int read_archive(struct mirror *mirror, struct intake *intake)
{
    struct import *import;
    bool more = true;
    int error = import_open(&import, intake), turns = 0;

    while (!error && more && turns++ < TURNS_MAX) {
        error = import_some(import, &more);
        if (!error)
            error = mirror_commit(mirror);
    }
    demand(error || !more);
    if (!error)
        error = import_end(mirror, import_damage(import));
    import_close(import);
    return error;
}

static int run_import(struct mirror *mirror)
{
    struct settings settings = {
        .scope = {.max_depth = -1}, .max_pages = -1, .max_bytes = -1, .max_disk = -1, .max_file_size = -1};
    struct site site;
    struct intake intake;
    int64_t run;
    int error = frontier_begin_run(mirror->frontier, "fuzz", 1000, &run);

    import_adjust(&settings);
    if (error || (error = site_open(&site, mirror, &settings)) != 0)
        return error;
    error = discover_start(&site, &site.weaver.url);
    intake_init(&intake, &site);
    if (!error)
        error = read_archive(mirror, &intake);
    intake_release(&intake);
    site_close(&site);
    return error;
}

static void check_mirror(struct mirror *mirror)
{
    struct verify_result result = {0};
    struct weaver weaver;
    struct documents documents = weaver_documents(&weaver);

    demand(weaver_open(&weaver, mirror) == 0);
    demand(verify(mirror, &documents, false, &result) == 0 && result.problems == 0);
    weaver_close(&weaver);
}

static int adopt_input(const struct sources *sources, struct mirror *mirror)
{
    struct buf start;
    struct url url;
    int error;

    buf_init(&start, WHY_MAX);
    url_init(&url);
    error = start_find(sources, &start, &place.why);
    demand(error == 0 || place.why.len > 0);
    if (!error && url_parse(&url, buf_span(&start), NULL, NULL) == URL_OK) {
        url_strip(&url);
        error = adopt(mirror, sources, &place.why);
        demand(error == 0 || place.why.len > 0);
        if (!error)
            error = mirror_set(mirror, "start", buf_span(&url.text));
        if (!error)
            error = buf_add_span(&mirror->start, buf_span(&url.text));
        if (!error)
            error = run_import(mirror);
    }
    buf_release(&start);
    url_release(&url);
    return error;
}

static void import_input(const struct sources *sources, bool is_verified)
{
    struct stat before, after;
    struct mirror mirror;

    write_database();
    demand(fstat(place.dir, &before) == 0);
    demand(mirror_open(&mirror, place.mirror, FOLDER_CREATE, &place.why) == 0);
    if (adopt_input(sources, &mirror) == 0 && is_verified)
        check_mirror(&mirror);
    mirror_close(&mirror);
    demand(fstat(place.dir, &after) == 0);
    demand(before.st_mtim.tv_sec == after.st_mtim.tv_sec && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
    remove_mirror();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sources sources;
    char *path = place.input;

    if (place.dir == 0)
        make_place();
    if (size == 0)
        return 0;
    write_input(span_make((const char *)data + 1, size - 1), data[0] & IS_PACKAGE);
    buf_clear(&place.why);
    if (sources_open(&sources, &path, 1, &place.why) == 0)
        import_input(&sources, data[0] & IS_VERIFIED);
    else
        demand(place.why.len > 0);
    sources_release(&sources);
    return 0;
}
