/* SPDX-License-Identifier: MIT */
/* Names in an index and in a package: the first line of the input is the name of a file, each other line the
 * target of one of its records. Whatever they are, the index has its lines in order, and each is one line of
 * visible ASCII; a package with a file without records has its name, and is sound. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#ifdef HAVE_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif

#include "export/cdxj.h"
#include "export/package.h"
#include "export/parts.h"
#include "fuzz.h"

enum { SIZE_MAX_OF_INPUT = 1 << 20 };

static void add_record(struct buf *file, struct span target)
{
    demand(buf_add_format(file,
                          "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
                          "WARC-Date: 2026-11-20T15:44:00Z\r\nWARC-Target-URI: %.*s\r\n"
                          "Content-Length: 0\r\n\r\n\r\n\r\n",
                          (int)target.len, target.at) == 0);
}

static void check_line(struct span line, struct span before)
{
    size_t len = line.len < before.len ? line.len : before.len;
    int order = len > 0 ? memcmp(before.at, line.at, len) : 0;

    demand(order < 0 || (order == 0 && before.len <= line.len));
    demand(line.len > 2 && line.at[line.len - 1] == '\n' && line.at[line.len - 2] == '}');
    for (size_t i = 0; i + 1 < line.len; i++)
        demand((unsigned char)line.at[i] >= ' ' && line.at[i] != 0x7f);
}

/* The names of a package's entries are read as they were written, and nothing follows them. */
static void check_package(int fd, struct span name)
{
#ifdef HAVE_ARCHIVE
    static const char *const others[] = {"datapackage.json", "datapackage-digest.json"};
    static int package = -1;
    struct archive *zip = archive_read_new();
    struct archive_entry *entry;
    struct wacz *wacz;
    char path[256];

    (void)snprintf(path, sizeof path, "archive/%.*s", (int)name.len, name.at);
    if (package < 0)
        package = memfd_create("package", MFD_CLOEXEC);
    fill_file(package, "", 0);
    wacz = wacz_new(package);
    if (wacz_add_file(wacz, path, fd, 0) == 0) {
        demand(wacz_finish(wacz, &(struct wacz_about){.title = name}) == 0);
        demand(lseek(package, 0, SEEK_SET) == 0 &&
               archive_read_support_format_zip_seekable(zip) == ARCHIVE_OK &&
               archive_read_open_fd(zip, package, 65536) == ARCHIVE_OK);
        for (size_t i = 0; i < 3; i++) {
            demand(archive_read_next_header(zip, &entry) == ARCHIVE_OK);
            demand(strcmp(archive_entry_pathname(entry), i == 0 ? path : others[i - 1]) == 0);
        }
        demand(archive_read_next_header(zip, &entry) == ARCHIVE_EOF);
    }
    wacz_free(wacz);
    (void)archive_read_free(zip);
#else
    (void)fd;
    (void)name;
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int fd = -1;
    struct span rest = span_make((const char *)data, size), name = span_take_until(&rest, '\n');
    struct span before = span_make("", 0), line;
    struct withdrawn withdrawn = {0};
    struct cdxj *cdxj;
    struct buf file;

    if (fd < 0)
        fd = memfd_create("warc", MFD_CLOEXEC);
    buf_init(&file, SIZE_MAX_OF_INPUT);
    while (rest.len > 0 && file.len < SIZE_MAX_OF_INPUT / 2)
        add_record(&file, span_take_until(&rest, '\n'));
    fill_file(fd, file.at, file.len);
    cdxj = cdxj_new(-1, &withdrawn);
    demand(cdxj_add_file(cdxj, fd, file.len, name) == 0);
    while (cdxj_next(cdxj, &line) == 0) {
        check_line(line, before); /* all are in memory */
        before = line;
    }
    cdxj_free(cdxj);
    if (file.len == 0)
        check_package(fd, name);
    buf_release(&file);
    return 0;
}
