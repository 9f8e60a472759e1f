/* SPDX-License-Identifier: MIT */
/* Checks WARC files against WARC 1.1 (and 1.0, where it differs): the walk over records, framing and
 * digests. The payload of an HTTP message is its body without the transfer coding but with the content coding
 * (5.9). Both kinds of digest are computed, because which one a record has is read later. */
#include "config.h"

#include "archive/check.h"

#include <inttypes.h>
#include <stdarg.h>

#include "archive/check_inside.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/http.h"
#include "base/limits.h"

enum { CODED_MAX = 64 * 1024 * 1024 };

/* Begins the next block: an HTTP message, a warcinfo, or neither. */
static void warc_block_begin(struct warc_block *block, bool is_http, bool is_info)
{
    buf_clear(&block->head);
    body_clear(&block->coded, LIMIT_BODY_IN_MEMORY);
    block->is_http = is_http;
    block->is_info = is_info;
    block->head_ended = block->head_too_long = block->is_chunked = false;
    block->lacks_chunks = block->is_coded = false;
    block->coded_is_whole = true;
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

        if (head_is_interim(buf_span(&block->head)))
            buf_clear(&block->head);
        (void)span_take_until(piece, '\n');
        block->head_too_long = buf_add(&block->head, before.at, before.len - piece->len) != 0;
        block->head_ended = head_is_whole(buf_span(&block->head)) && !head_is_interim(buf_span(&block->head));
    }
    if (block->head_ended) {
        struct span value;

        block->is_chunked = head_is_chunked(buf_span(&block->head));
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

static void add_body(struct warc_block *block, struct span piece)
{
    struct span data;

    if (block->body_len == 0) {
        block->lacks_chunks = block->is_chunked && !chunked_may_start(piece);
        block->is_chunked &= !block->lacks_chunks;
    }
    block->body_len += piece.len;
    if (!block->is_chunked)
        add_payload(block, piece);
    while (block->is_chunked && chunked_next(&block->chunked, &piece, &data))
        add_payload(block, data);
}

static void warc_block_add(struct warc_block *block, struct span piece)
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

static void warc_block_end(struct warc_block *block)
{
    block->head_ended |= head_is_interim(buf_span(&block->head)); /* it is the only one */
    for (int part = 0; part < WARC_PARTS; part++)
        for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++)
            digest_finish(&block->digests[part][kind], block->results[part][kind]);
}

enum { LABEL_MAX = 4096, TEXT_MAX = 2 * LIMIT_URL_BYTES, PATH_WORD_MAX = 256 };

static const struct {
    unsigned fault;
    enum warc_severity severity;
    const char *code, *text;
} framing[] = {
    {WARC_NO_RECORD, WARC_ERROR, "damaged",
     "no record begins here; skipped everything up to the next record"},
    {WARC_OVERLAPS, WARC_ERROR, "damaged",
     "too many records reach into later ones; skipped everything up to the end of the file"},
    {WARC_CUT, WARC_ERROR, "cut", "the record is cut off, or its compressed data is damaged"},
    {WARC_NO_LENGTH, WARC_ERROR, "length", "Content-Length is missing or is not a number"},
    {WARC_BAD_END, WARC_ERROR, "end", "the block is not followed by CR LF CR LF: its length is wrong"},
    {WARC_BARE_LF, WARC_ERROR, "line end", "a line of the head ends without CR"},
    {WARC_SHARED_MEMBER, WARC_WARNING, "member",
     "the record shares its gzip member with another one, so replay cannot read it separately"},
    {WARC_SPLIT_MEMBER, WARC_WARNING, "member", "the record continues in another gzip member"},
};

struct warc_check *warc_check_new(struct warc_watch watch, int spool_dir)
{
    struct warc_check *check = MEM_NEW(struct warc_check);

    check->watch = watch;
    check->block.keeps_coded = watch.decode != NULL;
    buf_init(&check->label, LABEL_MAX);
    buf_init(&check->text, TEXT_MAX);
    for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++) {
        check->block.digests[WARC_WHOLE][kind].kind = (enum digest_kind)kind;
        check->block.digests[WARC_PAYLOAD][kind].kind = (enum digest_kind)kind;
    }
    buf_init(&check->block.head, LIMIT_HEADER_BYTES);
    body_init(&check->block.coded, -1, CODED_MAX, CODED_MAX);
    check->links = warc_links_new(spool_dir);
    check->now_us = clock_wall_us();
    return check;
}

static void report_answer(struct warc_check *check)
{
    const struct warc_subject *subject = &check->subject;
    struct warc_answer answer = {.file = buf_text(&check->label),
                                 .offset = subject->found->offset,
                                 .len = subject->found->len,
                                 .url = subject->url,
                                 .date = warc_walk_value(subject->head, "WARC-Date"),
                                 .digest = warc_walk_value(subject->head, "WARC-Payload-Digest"),
                                 .status = head_status(buf_span(&check->block.head)),
                                 .is_resource = subject->type == WARC_TYPE_RESOURCE};

    if (check->watch.see &&
        (answer.is_resource || subject->type == WARC_TYPE_RESPONSE || subject->type == WARC_TYPE_REVISIT))
        check->watch.see(check->watch.context, &answer);
}

void warc_check_free(struct warc_check *check)
{
    if (!check)
        return;
    buf_release(&check->label);
    buf_release(&check->text);
    for (int kind = 0; kind < WARC_DIGEST_KINDS; kind++) {
        digest_release(&check->block.digests[WARC_WHOLE][kind]);
        digest_release(&check->block.digests[WARC_PAYLOAD][kind]);
    }
    buf_release(&check->block.head);
    body_release(&check->block.coded);
    warc_links_free(check->links);
    url_release(&check->url);
    url_release(&check->other);
    free(check);
}

const struct warc_check_result *warc_check_result(const struct warc_check *check)
{
    return &check->result;
}

void warc_check_say(struct warc_check *check, const char *file, uint64_t offset, enum warc_severity severity,
                    const char *code, struct span text)
{
    struct warc_finding finding = {
        .severity = severity, .file = file, .offset = offset, .code = code, .text = text};

    *(severity == WARC_ERROR ? &check->result.errors : &check->result.warnings) += 1;
    check->watch.say(check->watch.context, &finding);
}

void warc_say(struct warc_check *check, enum warc_severity severity, const char *code, const char *format,
              ...)
{
    va_list args;

    buf_clear(&check->text);
    va_start(args, format);
    (void)buf_add_format_args(&check->text, format, args);
    va_end(args);
    warc_check_say(check, buf_text(&check->label), check->subject.found->offset, severity, code,
                   buf_span(&check->text));
}

static void check_framing(struct warc_check *check)
{
    const struct warc_found *found = check->subject.found;

    for (size_t i = 0; i < COUNT_OF(framing); i++) {
        if (found->faults & framing[i].fault & WARC_CUT && check->block.len < found->block_len)
            warc_say(check, framing[i].severity, framing[i].code,
                     "only %" PRIu64 " of the %" PRIu64 " bytes that Content-Length announces follow: the "
                     "record is cut off or damaged, or its length is wrong",
                     check->block.len, found->block_len);
        else if (found->faults & framing[i].fault)
            warc_say(check, framing[i].severity, framing[i].code, "%s", framing[i].text);
    }
}

/* Reads a digest field; false without a digest to compare with. */
static bool read_digest(struct warc_check *check, const char *name, enum digest_kind *kind,
                        unsigned char wanted[DIGEST_MAX_BYTES])
{
    struct span text;

    if (!head_value(check->subject.head, name, 0, &text))
        return false;
    if (digest_parse(text, kind, wanted))
        return true;
    if (span_find(text, ':') == text.len || span_starts_nocase(text, "sha256:") ||
        span_starts_nocase(text, "sha1:"))
        warc_say(check, WARC_ERROR, "digest", "%s is malformed", name);
    return false;
}

/* Compares the block with its digest. Where the payload is right, only the framing differs from what was
 * digested, as in files whose chunks were removed; import takes such records. */
static void check_block_digest(struct warc_check *check, bool payload_is_right)
{
    unsigned char wanted[DIGEST_MAX_BYTES];
    enum digest_kind kind;

    if (!read_digest(check, "WARC-Block-Digest", &kind, wanted) ||
        memcmp(wanted, check->block.results[WARC_WHOLE][kind], digest_len(kind)) == 0)
        return;
    if (payload_is_right)
        warc_say(check, WARC_WARNING, "block digest",
                 "the block does not match WARC-Block-Digest, but its payload matches WARC-Payload-Digest");
    else
        warc_say(check, WARC_ERROR, "block digest", "the block does not match WARC-Block-Digest");
}

/* Returns true if the payload is there and right. That of a segment is the whole record's (5.9). */
static bool check_payload_digest(struct warc_check *check)
{
    enum warc_type type = check->subject.type;
    unsigned char wanted[DIGEST_MAX_BYTES], nothing[DIGEST_MAX_BYTES];
    enum digest_kind kind;

    if (check->subject.is_segment || !read_digest(check, "WARC-Payload-Digest", &kind, wanted))
        return false;
    if (type == WARC_TYPE_REVISIT) {
        digest_finish(&check->block.digests[WARC_PAYLOAD][kind], nothing); /* it has begun again */
        check->subject.repeats_nothing = memcmp(wanted, nothing, digest_len(kind)) == 0;
        if (check->subject.repeats_nothing)
            warc_say(check, WARC_WARNING, "payload digest", "the revisit has the digest of empty input");
        return false;
    }
    if (type != WARC_TYPE_RESPONSE && type != WARC_TYPE_REQUEST && type != WARC_TYPE_RESOURCE)
        return false;
    if (memcmp(wanted, check->block.results[WARC_PAYLOAD][kind], digest_len(kind)) == 0)
        return true;
    warc_say(check, WARC_ERROR, "payload digest", "the payload does not match WARC-Payload-Digest");
    return false;
}

/* Checks that each record says which warcinfo it belongs to. */
static void check_order(struct warc_check *check)
{
    bool is_info = check->subject.type == WARC_TYPE_WARCINFO;
    struct span value;

    if (check->file_records == 1)
        check->has_info = is_info;
    if (check->file_records == 1 && !is_info)
        warc_say(check, WARC_WARNING, "warcinfo", "the file does not begin with a warcinfo record");
    if (check->has_info && !is_info && !head_value(check->subject.head, "WARC-Warcinfo-ID", 0, &value))
        warc_say(check, WARC_WARNING, "warcinfo", "WARC-Warcinfo-ID is missing");
}

/* Returns true if an absolute path begins at AT of TEXT: after a blank, a quotation mark or '='. */
static bool is_path(struct span text, size_t at)
{
    struct span word = span_part(text, at, PATH_WORD_MAX);
    bool begins = at == 0 || strchr(" \t\r\n\"'=,(", text.at[at - 1]);

    word = span_part(word, 0, span_find(word, ' '));
    if (!begins || word.len < 4)
        return false;
    return (word.at[0] == '/' && ascii_is_alpha(word.at[1]) &&
            span_find(span_part(word, 1, word.len), '/') < word.len - 1) ||
           (ascii_is_alpha(word.at[0]) && word.at[1] == ':' && word.at[2] == '\\') ||
           span_starts(word, "file:///");
}

static void check_info(struct warc_check *check)
{
    struct span text = buf_span(&check->block.head);

    for (size_t i = 0; i < text.len; i++) {
        if (is_path(text, i)) {
            warc_say(check, WARC_WARNING, "path",
                     "the warcinfo contains a path of the computer that made it");
            return;
        }
    }
}

static int check_record(void *context, struct warc_walk *walk, struct warc_found *found)
{
    struct warc_check *check = context;
    struct span piece;
    bool http;
    int error;

    check->subject = (struct warc_subject){.found = found, .head = buf_span(&found->head)};
    if (found->faults & WARC_NO_RECORD) {
        check_framing(check);
        return 0;
    }
    check->result.records++;
    check->file_records++;
    warc_check_fields(check);
    check_order(check);
    http = warc_check_is_http(&check->subject);
    warc_block_begin(&check->block, http, check->subject.type == WARC_TYPE_WARCINFO);
    while ((error = warc_walk_block(walk, &piece)) == 0 && piece.len > 0)
        warc_block_add(&check->block, piece);
    if (!error)
        error = warc_walk_end(walk);
    warc_block_end(&check->block);
    if (error)
        return error;
    check_framing(check);
    if (!(found->faults & (WARC_CUT | WARC_NO_LENGTH | WARC_BAD_END))) {
        check_block_digest(check, check_payload_digest(check));
        if (http && !check->subject.is_segment)
            warc_check_http(check);
        if (check->block.is_info)
            check_info(check);
        report_answer(check);
    }
    warc_links_add(check);
    return 0;
}

int warc_check_file(struct warc_check *check, int fd, uint64_t limit, const char *label)
{
    (void)buf_set(&check->label, span_of(label));
    check->result.files++;
    check->file_records = 0;
    check->has_info = false;
    return warc_walk_each(fd, limit, check_record, check);
}
