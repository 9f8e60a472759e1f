/* SPDX-License-Identifier: MIT */
/* Digests of blocks and payloads. The payload of an HTTP message is its body without the transfer coding but
 * with the content coding (WARC 1.1, 5.9). Both kinds of digest are computed, because check.c reads which one
 * a record has. */
#include "config.h"

#include "archive/check_inside.h"

#include "base/head.h"
#include "base/limits.h"

void warc_block_init(struct warc_block *block)
{
    *block = (struct warc_block){0};
    for (int part = 0; part < WARC_PARTS; part++)
        for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++)
            digest_init(&block->digests[part][kind], (enum digest_kind)kind);
    buf_init(&block->head, LIMIT_HEADER_BYTES);
}

void warc_block_release(struct warc_block *block)
{
    for (int part = 0; part < WARC_PARTS; part++)
        for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++)
            digest_release(&block->digests[part][kind]);
    buf_release(&block->head);
}

void warc_block_begin(struct warc_block *block, bool is_http)
{
    buf_clear(&block->head);
    block->is_http = is_http;
    block->head_ended = block->head_too_long = block->is_chunked = false;
    block->len = block->body_len = 0;
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
    if (block->head_ended)
        block->is_chunked = head_has_token(buf_span(&block->head), "Transfer-Encoding", "chunked");
}

static void add_body(struct warc_block *block, struct span piece)
{
    struct span data;

    block->body_len += piece.len;
    add_to_part(block, WARC_FRAMED, piece);
    if (!block->is_chunked)
        add_to_part(block, WARC_PAYLOAD, piece);
    while (block->is_chunked && chunked_next(&block->chunked, &piece, &data))
        add_to_part(block, WARC_PAYLOAD, data);
}

void warc_block_add(struct warc_block *block, struct span piece)
{
    block->len += piece.len;
    add_to_part(block, WARC_WHOLE, piece);
    if (block->is_http && !block->head_ended)
        take_block_head(block, &piece);
    if (piece.len > 0 && (!block->is_http || block->head_ended))
        add_body(block, piece);
}

void warc_block_end(struct warc_block *block)
{
    for (int part = 0; part < WARC_PARTS; part++)
        for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++)
            digest_finish(&block->digests[part][kind], block->results[part][kind]);
}
