/* SPDX-License-Identifier: MIT */
/* From a revisit and its original to a response record. Fields of the revisit that only a revisit has, or
 * that state its length, are replaced; the others are copied. */
#include "config.h"

#include "export/restorer.h"

#include <inttypes.h>
#include <stdlib.h>

#include "answer/answer.h"
#include "archive/member.h"
#include "base/alloc.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/limits.h"
#include "export/withdrawn.h"
#include "mirror/captured.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "url/url.h"

struct restorer {
    struct captured captured;
    size_t next; /* the next capture in the order of the files */
    struct url url;
    struct member_maker *maker;
    struct digest digest;
    struct buf head, before; /* of the record; of its block */
};

int restorer_open(struct restorer **opened, struct mirror *mirror)
{
    struct restorer *restorer = MEM_NEW(struct restorer);

    *opened = restorer;
    url_init(&restorer->url);
    restorer->maker = member_maker_new();
    digest_init(&restorer->digest, DIGEST_SHA256);
    buf_init(&restorer->head, 2 * LIMIT_WARC_HEAD_BYTES);
    buf_init(&restorer->before, 2 * LIMIT_HEADER_BYTES);
    return captured_open(&restorer->captured, mirror, INT64_MAX);
}

void restorer_close(struct restorer *restorer)
{
    if (!restorer)
        return;
    captured_close(&restorer->captured);
    url_release(&restorer->url);
    member_maker_free(restorer->maker);
    digest_release(&restorer->digest);
    buf_release(&restorer->head);
    buf_release(&restorer->before);
    free(restorer);
}

/* The capture at a place, or NULL. */
static const struct capture_entry *find_at(struct restorer *restorer, int64_t file, uint64_t offset)
{
    struct captures *index = restorer->captured.index;

    while (restorer->next < captures_count(index)) {
        const struct capture_entry *capture = captures_in_order(index, restorer->next);

        if (capture->file > file || (capture->file == file && capture->offset > offset))
            return NULL;
        restorer->next++;
        if (capture->file == file && capture->offset == offset)
            return capture;
    }
    return NULL;
}

int restorer_find(struct restorer *restorer, const struct withdrawn *withdrawn, int64_t file, uint64_t offset,
                  const struct capture_entry **found)
{
    const struct capture_entry *capture = find_at(restorer, file, offset), *original;
    int error;

    *found = NULL;
    if (!capture || capture->kind == CAPTURE_RESPONSE)
        return 0;
    original = captures_at(restorer->captured.index, capture->body);
    if (original->url == capture->url)
        return 0; /* which is not withdrawn */
    error = captured_url(&restorer->captured, original, &restorer->url);
    if (!error && withdrawn_find(withdrawn, buf_span(&restorer->url.text)))
        *found = capture;
    return error == ERROR_CORRUPT || error == ERROR_TOO_LARGE ? 0 : error;
}

/* Whether a response has LINE of a revisit's head as it is. */
static bool is_kept(struct span line)
{
    static const char *const names[] = {"WARC-Type:",      "WARC-Profile:",      "WARC-Refers-To",
                                        "WARC-Truncated:", "WARC-Block-Digest:", "Content-Length:"};

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (span_starts_nocase(line, names[i]))
            return false;
    }
    return line.len > 0;
}

/* Adds the head of the response with a block of LEN bytes. */
static void make_head(struct restorer *restorer, uint64_t len, const char *digest)
{
    struct span rest = buf_span(&restorer->captured.own.head), truncated;
    struct buf *head = &restorer->head;

    buf_clear(head);
    while (rest.len > 0) {
        struct span line = span_trim(span_take_until(&rest, '\n'), "\r");

        if (!is_kept(line))
            continue;
        (void)buf_add_span(head, line);
        (void)buf_add_text(head, head->len == line.len ? "\r\nWARC-Type: response\r\n" : "\r\n");
    }
    if (warc_field(&restorer->captured.record, "WARC-Truncated", &truncated))
        (void)buf_add_format(head, "WARC-Truncated: %.*s\r\n", (int)truncated.len, truncated.at);
    (void)buf_add_format(head, "WARC-Block-Digest: %s\r\nContent-Length: %" PRIu64 "\r\n\r\n", digest, len);
}

/* Makes the block: `before` and the answer's payload, in one chunk if its header block says so. */
static int make_block(struct restorer *restorer)
{
    struct answer *answer = restorer->captured.answer;
    struct buf *before = &restorer->before;
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

static int write_record(struct restorer *restorer, int to, uint64_t *written)
{
    struct body *body = &restorer->captured.answer->payload;
    struct member member = {.body = body, .after = span_of("\r\n\r\n")};
    unsigned char bytes[DIGEST_MAX_BYTES];
    char text[DIGEST_TEXT_SIZE];
    struct member_file file;
    int error = make_block(restorer);

    if (error)
        return error;
    member.before[1] = buf_span(&restorer->before);
    digest_add(&restorer->digest, member.before[1].at, member.before[1].len);
    error = digest_add_body(&restorer->digest, body);
    digest_finish(&restorer->digest, bytes);
    digest_text(DIGEST_SHA256, bytes, text);
    make_head(restorer, member.before[1].len + body->len, text);
    member.before[0] = buf_span(&restorer->head);
    member_file_init(&file, to, 0);
    if (!error)
        error = restorer->head.full || restorer->before.full ? ERROR_TOO_LARGE
                                                             : member_add(restorer->maker, &member, &file);
    if (!error)
        error = member_file_write(&file);
    *written += file.written;
    member_file_release(&file);
    return error;
}

int restorer_write(struct restorer *restorer, const struct capture_entry *capture, int to, uint64_t *written)
{
    struct captured *captured = &restorer->captured;
    int error = captured_url(captured, capture, &restorer->url);

    if (!error)
        error = captured_read(captured, capture, buf_span(&restorer->url.text));
    if (error == ERROR_CORRUPT || error == ERROR_TOO_LARGE) {
        message_warn("%s: its content is only in a damaged record of a withdrawn page; skipping it",
                     buf_text(&restorer->url.text));
        return 0;
    }
    if (!error)
        error = captured->answer->result.local_error;
    return error ? error : write_record(restorer, to, written);
}
