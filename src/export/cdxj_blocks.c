/* SPDX-License-Identifier: MIT */
/* The form cdxj-gzip-1.0. */
#include "config.h"

#include "export/cdxj_blocks.h"

#include "archive/member.h"
#include "base/buf.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/json.h"
#include "base/limits.h"
#include "export/cdxj.h"

enum { LINES = 256, BLOCK_MAX = LINES * 4 * LIMIT_WARC_HEAD_BYTES };

struct work {
    const struct cdxj *cdxj;
    struct member_maker *maker;
    struct digest digest;
    struct member_file member;
    struct buf text, line;
    struct body *blocks, *index;
};

static struct span key_of(struct span line)
{
    size_t space = span_find(line, ' ');

    return span_part(line, 0, space + 1 + span_find(span_part(line, space + 1, line.len), ' '));
}

/* Adds the line with the position of the member. */
static int add_line(struct work *work, struct span key)
{
    unsigned char bytes[DIGEST_MAX_BYTES];
    char digest[DIGEST_TEXT_SIZE];
    struct span member = buf_span(&work->member.pending);
    struct json_writer json;

    digest_add(&work->digest, member.at, member.len);
    digest_finish(&work->digest, bytes);
    digest_text(DIGEST_SHA256, bytes, digest);
    buf_clear(&work->line);
    (void)buf_add_span(&work->line, key);
    (void)buf_add_byte(&work->line, ' ');
    json_init(&json, &work->line);
    json_open(&json, '{');
    json_member_integer(&json, "offset", (int64_t)work->blocks->len);
    json_member_integer(&json, "length", (int64_t)member.len);
    json_member_text(&json, "digest", span_of(digest));
    json_member_text(&json, "filename", span_of("index.cdx.gz"));
    json_close(&json);
    (void)buf_add_byte(&work->line, '\n');
    return work->line.full ? ERROR_TOO_LARGE : body_add(work->index, work->line.at, work->line.len);
}

static int add_block(struct work *work, size_t first)
{
    struct member member = {0};
    int error;

    buf_clear(&work->text);
    buf_clear(&work->member.pending);
    for (size_t i = first; i < first + LINES && i < cdxj_count(work->cdxj); i++)
        (void)buf_add_span(&work->text, cdxj_line(work->cdxj, i));
    member.before[0] = buf_span(&work->text);
    error = work->text.full ? ERROR_TOO_LARGE : member_add(work->maker, &member, &work->member);
    if (!error)
        error = add_line(work, key_of(cdxj_line(work->cdxj, first)));
    return error ? error : body_add(work->blocks, work->member.pending.at, work->member.pending.len);
}

int cdxj_blocks(const struct cdxj *cdxj, struct body *blocks, struct body *index)
{
    static const char meta[] = "!meta 0 {\"format\":\"cdxj-gzip-1.0\",\"filename\":\"index.cdx.gz\"}\n";
    struct work work = {.cdxj = cdxj, .maker = member_maker_new(), .blocks = blocks, .index = index};
    int error = body_add(index, meta, sizeof meta - 1);

    digest_init(&work.digest, DIGEST_SHA256);
    buf_init(&work.text, BLOCK_MAX);
    member_file_init(&work.member, -1, 0);
    buf_init(&work.line, 4 * LIMIT_WARC_HEAD_BYTES);
    for (size_t first = 0; first < cdxj_count(cdxj) && !error; first += LINES)
        error = add_block(&work, first);
    member_maker_free(work.maker);
    digest_release(&work.digest);
    buf_release(&work.text);
    member_file_release(&work.member);
    buf_release(&work.line);
    return error;
}
