/* SPDX-License-Identifier: MIT */
/* Records of an archive of another writer. Input that starts like gzip is a member; other input is the
 * content of a member, so that the fuzzer need not compress. */
#include "config.h"

#include "archive/warc_read.h"

#include <fcntl.h>

#include <isa-l.h>

#include "base/alloc.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len);

static void demand(bool holds)
{
    if (!holds)
        abort();
}

static void check(struct span coded)
{
    struct warc_record record;
    struct span length, head, body, block = {0};
    uint64_t announced = 0;

    warc_record_init(&record, AT_FDCWD, 1 << 20);
    if (warc_parse(coded, &record) == 0) {
        demand(record.member_len <= coded.len);
        demand(warc_field(&record, "Content-Length", &length) && span_to_u64(length, &announced));
        demand(record.block.len == announced && body_span(&record.block, &block) == 0);
        if (warc_http(&record, &head, &body) == 0)
            demand(head.len + body.len == block.len);
    } else {
        demand(record.head.len == 0 && record.block.len == 0 && record.member_len == 0);
    }
    warc_record_release(&record);
}

/* At level 0 without a level buffer: at worst a stored block with its frame. */
static struct span make_member(const uint8_t *bytes, size_t len, char *to, size_t room)
{
    struct isal_zstream stream;

    isal_deflate_stateless_init(&stream);
    stream.gzip_flag = IGZIP_GZIP;
    stream.end_of_stream = 1;
    stream.next_in = (uint8_t *)(uintptr_t)bytes; /* it is only read */
    stream.avail_in = (uint32_t)len;
    stream.next_out = (uint8_t *)to;
    stream.avail_out = (uint32_t)room;
    demand(isal_deflate_stateless(&stream) == COMP_OK);
    return span_make(to, stream.total_out);
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
