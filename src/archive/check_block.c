/* SPDX-License-Identifier: MIT */
/* Digests of blocks and payloads. The payload of an HTTP message is its body without the transfer coding but
 * with the content coding (WARC 1.1, 5.9). Both kinds of digest are computed, because check.c reads which one
 * a record has. */
#include "config.h"

#include "archive/check_inside.h"

#include "base/http.h"
#include "base/limits.h"

enum { CODED_MAX = 64 * 1024 * 1024 };

void warc_block_init(struct warc_block *block)
{
    *block = (struct warc_block){0};
    for (int part = 0; part < WARC_PARTS; part++)
        for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++)
            digest_init(&block->digests[part][kind], (enum digest_kind)kind);
    buf_init(&block->head, LIMIT_HEADER_BYTES);
    body_init(&block->coded, -1, CODED_MAX, CODED_MAX);
}

void warc_block_release(struct warc_block *block)
{
    for (int part = 0; part < WARC_PARTS; part++)
        for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++)
            digest_release(&block->digests[part][kind]);
    buf_release(&block->head);
    body_release(&block->coded);
}

void warc_block_begin(struct warc_block *block, bool is_http, bool is_info)
{
    buf_clear(&block->head);
    body_clear(&block->coded, LIMIT_BODY_IN_MEMORY);
    block->is_http = is_http;
    block->is_info = is_info;
    block->head_ended = block->head_too_long = block->is_chunked = false;
    block->lacks_chunks = block->start_is_known = block->is_coded = false;
    block->coded_is_whole = true;
    block->len = block->body_len = block->start_len = 0;
    chunked_init(&block->chunked);
}

static void add_to_part(struct warc_block *block, enum warc_part part, struct span piece)
{
    for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++)
        digest_add(&block->digests[part][kind], piece.at, piece.len);
}

/* Removes the header block from the front of PIECE. */
static void take_block_head(struct warc_block *block, struct span *piece)
{
    while (piece->len > 0 && !block->head_ended && !block->head_too_long) {
        struct span before = *piece;

        (void)span_take_until(piece, '\n');
        block->head_too_long = buf_add(&block->head, before.at, before.len - piece->len) != 0;
        block->head_ended = head_is_whole(buf_span(&block->head));
    }
    if (block->head_ended) {
        struct span value;

        block->is_chunked = head_has_token(buf_span(&block->head), "Transfer-Encoding", "chunked");
        block->is_coded =
            block->keeps_coded && head_value(buf_span(&block->head), "Content-Encoding", 0, &value);
    }
}

static void add_payload(struct warc_block *block, struct span piece)
{
    add_to_part(block, WARC_PAYLOAD, piece);
    if (block->is_coded && block->coded_is_whole)
        block->coded_is_whole = body_add(&block->coded, piece.at, piece.len) == 0;
}

static void add_unframed(struct warc_block *block, struct span piece)
{
    struct span data;

    if (!block->is_chunked)
        add_payload(block, piece);
    while (block->is_chunked && chunked_next(&block->chunked, &piece, &data))
        add_payload(block, data);
}

/* Looks at the start of a body. Some archives remove the chunks and keep the header: such a body does not
 * begin with the size of a chunk. */
static void use_start(struct warc_block *block)
{
    struct span start = span_make(block->start, block->start_len), rest = start, data;
    struct chunked probe;

    chunked_init(&probe);
    block->start_is_known = true;
    block->lacks_chunks = !chunked_next(&probe, &rest, &data) && probe.state == CHUNKED_BAD;
    block->is_chunked = !block->lacks_chunks;
    add_unframed(block, start);
}

static void add_body(struct warc_block *block, struct span piece)
{
    block->body_len += piece.len;
    add_to_part(block, WARC_FRAMED, piece);
    if (block->is_chunked && !block->start_is_known) {
        struct span part = span_part(piece, 0, WARC_START_BYTES - block->start_len);

        memcpy(block->start + block->start_len, part.at, part.len);
        block->start_len += part.len;
        if (block->start_len < WARC_START_BYTES)
            return;
        use_start(block);
        piece = span_part(piece, part.len, piece.len);
    }
    add_unframed(block, piece);
}

void warc_block_add(struct warc_block *block, struct span piece)
{
    block->len += piece.len;
    add_to_part(block, WARC_WHOLE, piece);
    if (block->is_info)
        (void)buf_add_span(&block->head, span_part(piece, 0, LIMIT_HEADER_BYTES - block->head.len));
    if (block->is_http && !block->head_ended)
        take_block_head(block, &piece);
    if (piece.len > 0 && (!block->is_http || block->head_ended))
        add_body(block, piece);
}

void warc_block_end(struct warc_block *block)
{
    if (block->start_len > 0 && !block->start_is_known)
        use_start(block);
    for (int part = 0; part < WARC_PARTS; part++)
        for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++)
            digest_finish(&block->digests[part][kind], block->results[part][kind]);
}
