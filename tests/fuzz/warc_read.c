/* SPDX-License-Identifier: MIT */
/* Records of an archive somebody else wrote. Input that starts like gzip is taken as a member; any other is
 * what stands in one, so that the fuzzer need not learn to compress. */
#include "config.h"

#include "archive/warc_read.h"

#include <fcntl.h>

#include <libdeflate.h>

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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(1);
    size_t most = libdeflate_gzip_compress_bound(compressor, len);
    char *member = mem_new(most, 1);

    if (len >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b)
        check(span_make((const char *)bytes, len));
    else
        check(span_make(member, libdeflate_gzip_compress(compressor, bytes, len, member, most)));
    libdeflate_free_compressor(compressor);
    free(member);
    return 0;
}
