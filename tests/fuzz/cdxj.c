/* SPDX-License-Identifier: MIT */
/* Names in an index: the first line of the input is the name of a file, each other line the target of one of
 * its records. Whatever they are, the index has its lines in order, and each is one line of visible ASCII. */
#include "config.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include "export/cdxj.h"
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
    buf_release(&file);
    return 0;
}
