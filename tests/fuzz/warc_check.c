/* SPDX-License-Identifier: MIT */
/* Any bytes as a WARC file: the check ends, and every finding names a place in the file. */
#include "config.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "archive/check.h"
#include "fuzz.h"

static void look(void *context, const struct warc_finding *finding)
{
    const size_t *size = context;

    demand(finding->offset <= *size && finding->text.len != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct warc_check *check = warc_check_new((struct warc_watch){.context = &size, .say = look}, -1);
    int fd = memfd_create("fuzz", MFD_CLOEXEC);

    demand(fd >= 0 && write(fd, data, size) == (ssize_t)size);
    demand(warc_check_file(check, fd, UINT64_MAX, "fuzz") == 0);
    demand(warc_check_links(check) == 0);
    warc_check_free(check);
    close(fd);
    return 0;
}
