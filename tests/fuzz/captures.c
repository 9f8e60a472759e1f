/* SPDX-License-Identifier: MIT */
/* Any bytes as a WARC file to be indexed: every capture is in the file, and its body is that of a response. A
 * search for their start page ends with a URL or a reason. */
#include "config.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "archive/captures.h"
#include "fuzz.h"
#include "import/sources.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct captures *captures = captures_new();
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    struct source file = {.label = (char[]){"fuzz"}, .fd = fd};
    struct sources sources = {.all = &file, .count = 1};
    struct buf url, why;

    buf_init(&url, 64 * 1024);
    buf_init(&why, 64 * 1024);
    demand(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    demand(captures_add_file(captures, fd, UINT64_MAX, 1) == 0);
    captures_finish(captures);
    for (size_t i = 0; i < captures->all.count; i++) {
        const struct capture *capture = &captures->all.items[i];

        demand(capture->offset < size && capture->len <= size - capture->offset);
        demand(capture->body < captures->all.count);
        demand(captures->all.items[capture->body].kind == CAPTURE_RESPONSE);
        demand(captures->all.items[captures->order[i]].offset < size);
    }
    demand(start_find(&sources, &url, &why) == 0 ? url.len > 0 : url.len == 0 && why.len > 0);
    captures_free(captures);
    buf_release(&url);
    buf_release(&why);
    close(fd);
    return 0;
}
