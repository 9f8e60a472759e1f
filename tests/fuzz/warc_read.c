/* SPDX-License-Identifier: MIT */
/* Records of an archive of another writer. Input that starts like gzip is a member; other input is the
 * content of a member, so that the fuzzer need not compress. */
#include "config.h"

#include "archive/warc_read.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/gzip.h"
#include "base/alloc.h"
#include "fuzz.h"

static void check(struct span coded)
{
    struct warc_record record;
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    struct span length, type, head, body, block = {0};
    uint64_t announced = 0;

    demand(fd >= 0 && write(fd, coded.at, coded.len) == (ssize_t)coded.len);
    warc_record_init(&record, AT_FDCWD, 1 << 20);
    if (warc_read_from(fd, 0, coded.len, &record) == 0) {
        demand(record.member_len <= coded.len);
        demand(warc_field(&record, "Content-Length", &length) && span_to_u64(length, &announced));
        demand(record.block.len == announced && body_span(&record.block, &block) == 0);
        if (warc_http(&record, &head, &body) == 0) {
            bool head_is_made = warc_field(&record, "WARC-Type", &type) && span_is_nocase(type, "resource");

            /* Interim heads, such as that of 100, may be before the head. */
            demand((head_is_made ? 0 : head.len) + body.len <= block.len);
            demand(body.len == 0 || body.at + body.len == block.at + block.len);
        }
    } else {
        demand(record.head.len == 0 && record.block.len == 0 && record.member_len == 0);
    }
    warc_record_release(&record);
    close(fd);
}

static struct span make_member(const uint8_t *bytes, size_t len, char *to, size_t room)
{
    struct gzip_maker *maker = gzip_maker_new();
    struct span in = span_make((const char *)bytes, len);
    size_t made;

    gzip_maker_start(maker, false);
    made = gzip_make(maker, &in, true, to, room);
    demand(in.len == 0 && made < room);
    gzip_maker_free(maker);
    return span_make(to, made);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    size_t most = 2 * len + 1024;
    char *member = mem_new(most, 1);

    if (len >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b)
        check(span_make((const char *)bytes, len));
    else
        check(make_member(bytes, len, member, most));
    free(member);
    return 0;
}
