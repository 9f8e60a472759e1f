/* SPDX-License-Identifier: MIT */
/* Makes a response record from a revisit and its original. Fields of the revisit that only a revisit has, or
 * that state its length, are replaced; the others are copied. */
#include "config.h"

#include "export/revisit_rewriter.h"

#include <inttypes.h>
#include <stdlib.h>

#include "answer/answer.h"
#include "archive/member.h"
#include "base/alloc.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/limits.h"
#include "export/withdrawn.h"
#include "mirror/capture_reader.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "url/url.h"

struct revisit_rewriter {
    struct capture_reader reader;
    size_t next; /* the next capture in the order of the files */
    struct url url;
    struct member_maker *maker;
    struct digest digest;
    struct buf head, before; /* of the record; of its block */
};

int revisit_rewriter_open(struct revisit_rewriter **opened, struct mirror *mirror)
{
    struct revisit_rewriter *rewriter = MEM_NEW(struct revisit_rewriter);

    *opened = rewriter;
    url_init(&rewriter->url);
    rewriter->maker = member_maker_new();
    digest_init(&rewriter->digest, DIGEST_SHA256);
    buf_init(&rewriter->head, 2 * LIMIT_WARC_HEAD_BYTES);
    buf_init(&rewriter->before, 2 * LIMIT_HEADER_BYTES);
    return capture_reader_open(&rewriter->reader, mirror, INT64_MAX);
}

void revisit_rewriter_close(struct revisit_rewriter *rewriter)
{
    if (!rewriter)
        return;
    capture_reader_close(&rewriter->reader);
    url_release(&rewriter->url);
    member_maker_free(rewriter->maker);
    digest_release(&rewriter->digest);
    buf_release(&rewriter->head);
    buf_release(&rewriter->before);
    free(rewriter);
}

/* The capture at a place, or NULL. */
static const struct capture *find_at(struct revisit_rewriter *rewriter, int64_t file, uint64_t offset)
{
    struct captures *index = rewriter->reader.index;

    while (rewriter->next < captures_count(index)) {
        const struct capture *capture = captures_in_order(index, rewriter->next);

        if (capture->file > file || (capture->file == file && capture->offset > offset))
            return NULL;
        rewriter->next++;
        if (capture->file == file && capture->offset == offset)
            return capture;
    }
    return NULL;
}

int revisit_rewriter_find(struct revisit_rewriter *rewriter, const struct withdrawn *withdrawn, int64_t file,
                          uint64_t offset, const struct capture **found)
{
    const struct capture *capture = find_at(rewriter, file, offset), *original;
    int error;

    *found = NULL;
    if (!capture || capture->kind == CAPTURE_RESPONSE)
        return 0;
    original = captures_at(rewriter->reader.index, capture->body);
    if (original->url == capture->url)
        return 0; /* which is not withdrawn */
    error = capture_reader_url(&rewriter->reader, original, &rewriter->url);
    if (!error && withdrawn_find(withdrawn, buf_span(&rewriter->url.text)))
        *found = capture;
    return error == ERROR_CORRUPT || error == ERROR_TOO_LARGE ? 0 : error;
}

/* Whether a response has LINE of a revisit's head as it is. */
static bool is_kept(struct span line)
{
    static const char *const names[] = {"WARC-Type:",      "WARC-Profile:",      "WARC-Refers-To",
                                        "WARC-Truncated:", "WARC-Block-Digest:", "Content-Length:"};

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (span_starts_nocase(line, names[i]))
            return false;
    }
    return line.len > 0;
}

/* Adds the head of the response with a block of LEN bytes. */
static void make_head(struct revisit_rewriter *rewriter, uint64_t len, const char *digest)
{
    struct span rest = buf_span(&rewriter->reader.own.head), truncated;
    struct buf *head = &rewriter->head;

    buf_clear(head);
    while (rest.len > 0) {
        struct span line = span_trim(span_take_until(&rest, '\n'), "\r");

        if (!is_kept(line))
            continue;
        (void)buf_add_span(head, line);
        (void)buf_add_text(head, head->len == line.len ? "\r\nWARC-Type: response\r\n" : "\r\n");
    }
    if (warc_field(&rewriter->reader.record, "WARC-Truncated", &truncated))
        (void)buf_add_format(head, "WARC-Truncated: %.*s\r\n", (int)truncated.len, truncated.at);
    (void)buf_add_format(head, "WARC-Block-Digest: %s\r\nContent-Length: %" PRIu64 "\r\n\r\n", digest, len);
}

/* Makes the block: `before` and the answer's payload, in one chunk if its header block says so. */
static int make_block(struct revisit_rewriter *rewriter)
{
    struct answer *answer = rewriter->reader.answer;
    struct buf *before = &rewriter->before;
    uint64_t len = answer->payload.len;

    buf_clear(before);
    (void)buf_add_span(before, buf_span(&answer->response_head));
    if (!answer_fields_is_chunked(&answer->fields))
        return 0;
    if (len > 0)
        (void)buf_add_format(before, "%" PRIx64 "\r\n", len);
    answer->payload.max = UINT64_MAX;
    return len > 0 ? body_add(&answer->payload, "\r\n0\r\n\r\n", 7)
                   : body_add(&answer->payload, "0\r\n\r\n", 5);
}

static int write_record(struct revisit_rewriter *rewriter, int to, uint64_t *written)
{
    struct body *body = &rewriter->reader.answer->payload;
    struct member member = {.body = body, .after = span_of("\r\n\r\n")};
    unsigned char bytes[DIGEST_MAX_BYTES];
    char text[DIGEST_TEXT_SIZE];
    struct member_file file;
    int error = make_block(rewriter);

    if (error)
        return error;
    member.before[1] = buf_span(&rewriter->before);
    digest_add(&rewriter->digest, member.before[1].at, member.before[1].len);
    error = digest_add_body(&rewriter->digest, body);
    digest_finish(&rewriter->digest, bytes);
    digest_text(DIGEST_SHA256, bytes, text);
    make_head(rewriter, member.before[1].len + body->len, text);
    member.before[0] = buf_span(&rewriter->head);
    member_file_init(&file, to, 0);
    if (!error)
        error = rewriter->head.full || rewriter->before.full ? ERROR_TOO_LARGE
                                                             : member_add(rewriter->maker, &member, &file);
    if (!error)
        error = member_file_write(&file);
    *written += file.written;
    member_file_release(&file);
    return error;
}

int revisit_rewriter_write(struct revisit_rewriter *rewriter, const struct capture *capture, int to,
                           uint64_t *written)
{
    struct capture_reader *reader = &rewriter->reader;
    int error = capture_reader_url(reader, capture, &rewriter->url);

    if (!error)
        error = capture_reader_read(reader, capture, buf_span(&rewriter->url.text));
    if (error == ERROR_CORRUPT || error == ERROR_TOO_LARGE) {
        message_warn("%s: its content is only in a damaged record of a withdrawn page; skipping it",
                     buf_text(&rewriter->url.text));
        return 0;
    }
    return error ? error : write_record(rewriter, to, written);
}
