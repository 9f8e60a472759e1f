/* SPDX-License-Identifier: MIT */
/* From a rule and a request to the bytes of an answer: body, coding, framing and head, in this order; then
 * the place of its end. */
#include "config.h"

#include "answer.h"

#include <time.h>
#include <zlib.h>

#include "tree.h"

enum { ENDLESS_BYTES = 64 * 1024 };

/* An answer that is being made. */
struct making {
    struct answer *answer;
    const struct site *site;
    const struct rule *rule;
    struct expansion values;
    struct buf body;   /* coded, without framing */
    struct buf status; /* "200 OK" */
    struct buf extra;  /* header lines that a tree or a validator adds */
    const char *failure;
};

void answer_init(struct answer *answer)
{
    *answer = (struct answer){.end_at = ANSWER_NEVER};
    buf_init(&answer->wire, ANSWER_BYTES);
    buf_init(&answer->endless, 2 * ENDLESS_BYTES);
}

void answer_release(struct answer *answer)
{
    buf_release(&answer->wire);
    buf_release(&answer->endless);
}

static void fail(struct making *making, const char *why)
{
    if (!making->failure)
        making->failure = why;
}

static void add_expanded(struct making *making, struct buf *out, struct span text)
{
    if (!expand(out, text, &making->values))
        fail(making, "unknown word or text too long");
}

static void add_text_piece(struct making *making, const struct piece *piece)
{
    for (uint64_t i = 1; i <= piece->count && !making->failure; i++) {
        making->values.index = i;
        add_expanded(making, &making->body, piece->text);
    }
    making->values.index = 0;
    if (making->body.full)
        fail(making, "body too long");
}

/* Text that compresses like usual text: numbered lines. */
static void add_fill(struct making *making, uint64_t bytes)
{
    size_t end = making->body.len;

    if (bytes > ANSWER_BYTES || !buf_reserve(&making->body, bytes)) {
        fail(making, "body too long");
        return;
    }
    end += bytes;
    for (unsigned line = 1; making->body.len < end; line++)
        (void)buf_add_format(&making->body, "line %u of this fill\n", line);
    buf_cut(&making->body, end);
}

static void add_file(struct making *making, struct span path)
{
    struct buf disk;

    buf_init(&disk, 4096);
    if (path.at[0] != '/')
        (void)buf_add_format(&disk, "%s/", making->site->directory);
    (void)buf_add_span(&disk, path);
    if (tree_read(buf_text(&disk), &making->body) != 0)
        fail(making, "file cannot be read");
    buf_release(&disk);
}

static void add_piece(struct making *making, const struct piece *piece)
{
    switch (piece->kind) {
    case PIECE_TEXT:
        add_text_piece(making, piece);
        break;
    case PIECE_FILL:
        add_fill(making, piece->count);
        break;
    case PIECE_FILE:
        add_file(making, piece->text);
        break;
    case PIECE_ECHO:
        (void)buf_add_span(&making->body, making->values.request->head);
        break;
    }
}

static void set_status(struct making *making, const char *status)
{
    buf_clear(&making->status);
    (void)buf_add_text(&making->status, status);
}

/* Whether TAG is among the tags of If-None-Match. */
static bool matches_tag(const struct request *request, struct span tag)
{
    struct span list = request_header(request, "If-None-Match");

    while (list.len > 0) {
        struct span one = span_trim(span_take_until(&list, ','), " ");

        if (span_equals(one, tag) || span_is(one, "*"))
            return true;
    }
    return false;
}

/* Sends VALIDATOR in the field NAME; a request that contains it gets 304 without a body. */
static void add_validator(struct making *making, const char *name, struct span validator)
{
    const struct request *request = making->values.request;
    struct span since = request_header(request, "If-Modified-Since");
    bool held;

    (void)buf_add_format(&making->extra, "%s: %.*s\r\n", name, (int)validator.len, validator.at);
    if (span_is(span_of(name), "ETag"))
        held = matches_tag(request, validator);
    else
        held = !request_header(request, "If-None-Match").at && since.at && span_equals(since, validator);
    if (held) {
        set_status(making, "304 Not Modified");
        buf_clear(&making->body);
    }
}

static void add_tree_file(struct making *making, const struct buf *disk, const struct tree_file *file)
{
    time_t modified = (time_t)file->modified;
    char text[64];
    struct tm parts;

    if (tree_read(buf_text(disk), &making->body) != 0)
        fail(making, "file cannot be read");
    (void)buf_add_format(&making->extra, "Content-Type: %s\r\n", file->type);
    if (!gmtime_r(&modified, &parts))
        return;
    (void)strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts);
    add_validator(making, "Last-Modified", span_of(text));
}

static void add_tree(struct making *making)
{
    const struct rule *rule = making->rule;
    struct span path = making->values.request->path;
    struct tree_file file = {0};
    struct buf root, disk;

    buf_init(&root, 4096);
    buf_init(&disk, 8192);
    if (rule->tree.at[0] != '/')
        (void)buf_add_format(&root, "%s/", making->site->directory);
    (void)buf_add_span(&root, rule->tree);
    switch (tree_find(buf_text(&root), span_part(path, rule->pattern.len, path.len), &disk, &file)) {
    case TREE_MISSING:
        set_status(making, "404 Not Found");
        (void)buf_add_text(&making->extra, "Content-Type: text/plain\r\n");
        (void)buf_add_text(&making->body, "There is no such file.\n");
        break;
    case TREE_DIRECTORY:
        set_status(making, "301 Moved Permanently");
        (void)buf_add_format(&making->extra, "Location: %.*s/\r\n", (int)path.len, path.at);
        break;
    case TREE_FILE:
        add_tree_file(making, &disk, &file);
        break;
    }
    buf_release(&root);
    buf_release(&disk);
}

static void gzip_body(struct making *making)
{
    z_stream stream = {0};
    struct buf coded;
    char *to;

    buf_init(&coded, ANSWER_BYTES);
    if (deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        fail(making, "zlib refuses");
        return;
    }
    to = buf_reserve(&coded, deflateBound(&stream, making->body.len));
    if (!to) {
        fail(making, "body too long");
    } else {
        stream.next_in = (Bytef *)(making->body.at ? making->body.at : to);
        stream.avail_in = (uInt)making->body.len;
        stream.next_out = (Bytef *)to;
        stream.avail_out = (uInt)deflateBound(&stream, making->body.len);
        if (deflate(&stream, Z_FINISH) != Z_STREAM_END)
            fail(making, "zlib refuses");
        buf_grew(&coded, stream.total_out);
    }
    (void)deflateEnd(&stream);
    buf_release(&making->body);
    making->body = coded;
}

static void make_body(struct making *making)
{
    const struct rule *rule = making->rule;

    if (rule->tree.len > 0)
        add_tree(making);
    for (size_t i = 0; i < rule->piece_count; i++)
        add_piece(making, &rule->pieces[i]);
    if (rule->etag.len > 0 || rule->modified.len > 0) {
        struct buf validator;

        buf_init(&validator, 4096);
        add_expanded(making, &validator, rule->modified);
        if (validator.len > 0)
            add_validator(making, "Last-Modified", buf_span(&validator));
        buf_clear(&validator);
        add_expanded(making, &validator, rule->etag);
        if (validator.len > 0)
            add_validator(making, "ETag", buf_span(&validator));
        buf_release(&validator);
    }
    for (unsigned i = 0; i < rule->gzip && !making->failure && making->body.len > 0; i++)
        gzip_body(making);
    if (rule->keeps && rule->keep < making->body.len)
        buf_cut(&making->body, rule->keep);
    (void)buf_add_span(&making->body, rule->append);
}

/* Adds header lines of one kind. The connection repeats an endless one; nothing follows it. */
static bool add_lines(struct making *making, const struct header_line *lines, size_t count,
                      const char *before, const char *after)
{
    struct answer *answer = making->answer;

    for (size_t i = 0; i < count; i++) {
        bool endless = lines[i].count == REPEAT_ENDLESS;
        struct buf *to = endless ? &answer->endless : &answer->wire;
        uint64_t times = endless ? 1 : lines[i].count;

        for (making->values.index = 1; making->values.index <= times; making->values.index++) {
            (void)buf_add_text(to, before);
            add_expanded(making, to, lines[i].text);
            (void)buf_add_text(to, after);
        }
        making->values.index = 0;
        if (endless)
            return false;
    }
    return true;
}

static void add_interims(struct making *making)
{
    struct buf after;

    buf_init(&after, 4096);
    (void)buf_add_text(&after, "\r\n");
    if (making->rule->interim_header.len > 0) {
        (void)buf_add_span(&after, making->rule->interim_header);
        (void)buf_add_text(&after, "\r\n");
    }
    (void)buf_add_text(&after, "\r\n");
    (void)add_lines(making, making->rule->interims, making->rule->interim_count, "HTTP/1.1 ",
                    buf_text(&after));
    buf_release(&after);
}

/* By its status. A rule may still give such a status a body. */
static bool has_no_body(const struct making *making)
{
    struct span status = buf_span(&making->status);

    return making->body.len == 0 && (span_starts(status, "204") || span_starts(status, "304"));
}

static void add_framing_headers(struct making *making)
{
    const struct rule *rule = making->rule;
    struct buf *wire = &making->answer->wire;
    unsigned codings = making->body.len > 0 ? rule->gzip : 0;
    bool bodiless = has_no_body(making);

    for (unsigned i = 0; i < codings; i++)
        (void)buf_add_text(wire, i == 0 ? "Content-Encoding: gzip" : ", gzip");
    if (codings > 0)
        (void)buf_add_text(wire, "\r\n");
    if (rule->chunked && !bodiless)
        (void)buf_add_text(wire, "Transfer-Encoding: chunked\r\n");
    if (rule->length_given && rule->length.len > 0)
        (void)buf_add_format(wire, "Content-Length: %.*s\r\n", (int)rule->length.len, rule->length.at);
    else if (!rule->length_given && !rule->chunked && rule->endless.len == 0 && !bodiless)
        (void)buf_add_format(wire, "Content-Length: %zu\r\n", making->body.len);
    if (rule->end == END_CLOSE && rule->end_place == AT_END)
        (void)buf_add_text(wire, "Connection: close\r\n");
}

/* Whether a body can follow: not after endless headers. */
static bool make_head(struct making *making)
{
    const struct rule *rule = making->rule;
    struct buf *wire = &making->answer->wire;

    if (rule->raw)
        return true;
    add_interims(making);
    if (making->answer->endless.len > 0)
        return false;
    (void)buf_add_text(wire, "HTTP/1.1 ");
    add_expanded(making, wire, buf_span(&making->status));
    (void)buf_add_text(wire, "\r\n");
    (void)buf_add_span(wire, buf_span(&making->extra));
    if (!add_lines(making, rule->headers, rule->header_count, "", "\r\n"))
        return false;
    add_framing_headers(making);
    (void)buf_add_text(wire, "\r\n");
    return true;
}

static void add_chunks(struct making *making)
{
    const struct rule *rule = making->rule;
    struct buf *wire = &making->answer->wire;
    struct span rest = buf_span(&making->body);

    for (size_t i = 0; rest.len > 0; i++) {
        uint64_t size = rest.len;

        if (rule->chunk_count > 0)
            size = rule->chunks[i < rule->chunk_count ? i : rule->chunk_count - 1];
        if (size > rest.len)
            size = rest.len;
        (void)buf_add_format(wire, "%llx", (unsigned long long)size);
        (void)buf_add_span(wire, rule->chunk_extension);
        (void)buf_add_text(wire, "\r\n");
        (void)buf_add_span(wire, span_part(rest, 0, size));
        (void)buf_add_text(wire, "\r\n");
        rest = span_part(rest, size, rest.len);
    }
    if (rule->endless.len > 0)
        return;
    (void)buf_add_text(wire, "0\r\n");
    (void)add_lines(making, rule->trailers, rule->trailer_count, "", "\r\n");
    (void)buf_add_text(wire, "\r\n");
}

static void add_endless(struct making *making)
{
    const struct rule *rule = making->rule;
    struct buf *endless = &making->answer->endless;
    struct buf once;

    buf_init(&once, ENDLESS_BYTES);
    add_expanded(making, &once, rule->endless);
    while (once.len > 0 && !once.full && endless->len < ENDLESS_BYTES) {
        if (rule->chunked)
            (void)buf_add_format(endless, "%zx\r\n", once.len);
        (void)buf_add_span(endless, buf_span(&once));
        if (rule->chunked)
            (void)buf_add_text(endless, "\r\n");
    }
    buf_release(&once);
}

static void add_body(struct making *making)
{
    struct answer *answer = making->answer;
    const struct rule *rule = making->rule;

    if (!rule->raw && (span_is(making->values.request->method, "HEAD") || has_no_body(making)))
        return;
    if (rule->chunked && !rule->raw)
        add_chunks(making);
    else
        (void)buf_add_span(&answer->wire, buf_span(&making->body));
    add_endless(making);
    if (answer->wire.full)
        fail(making, "answer too long");
}

static void set_end(struct answer *answer, const struct rule *rule)
{
    answer->end = rule->end;
    switch (rule->end_place) {
    case AT_END:
        answer->end_at = ANSWER_NEVER;
        break;
    case AT_START:
        answer->end_at = 0;
        break;
    case AT_HEAD:
        answer->end_at = (int64_t)(answer->head_len / 2);
        break;
    case AT_BODY:
        answer->end_at = (int64_t)(answer->head_len + rule->end_bytes);
        break;
    }
}

/* An answer that does not depend on the site. */
static void make_plain(struct answer *answer, const char *status, const char *text)
{
    buf_clear(&answer->wire);
    buf_clear(&answer->endless);
    (void)buf_add_format(&answer->wire,
                         "HTTP/1.1 %s\r\nContent-Type: text/plain\r\nContent-Length: %zu\r\n\r\n", status,
                         strlen(text));
    answer->head_len = answer->wire.len;
    (void)buf_add_text(&answer->wire, text);
}

static void make_by_rule(struct making *making)
{
    struct answer *answer = making->answer;
    const struct rule *rule = making->rule;

    add_expanded(making, &making->status, rule->status);
    make_body(making);
    if (make_head(making)) {
        answer->head_len = answer->wire.len;
        add_body(making);
    } else {
        answer->head_len = SIZE_MAX / 2;
    }
    set_end(answer, rule);
    answer->drip_head = rule->drip_head;
    answer->drip_body = rule->drip_body;
    answer->hold = rule->hold;
    answer->delay_ms = rule->delay_ms + rule->delay_per_open_ms * (making->values.open - 1);
}

static unsigned status_number(struct span status)
{
    uint64_t number = 0;

    return span_to_u64(span_part(status, 0, 3), &number) ? (unsigned)number : 0;
}

void answer_make(struct answer *answer, const struct site *site, const struct rule *rule,
                 const struct expansion *values)
{
    struct making making = {.answer = answer, .site = site, .rule = rule, .values = *values};

    if (!rule) {
        make_plain(answer, "404 Not Found", "The site file has no such path.\n");
        answer->status = 404;
        return;
    }
    buf_init(&making.body, ANSWER_BYTES);
    buf_init(&making.status, 4096);
    buf_init(&making.extra, 16384);
    make_by_rule(&making);
    answer->status = rule->raw ? 0 : status_number(buf_span(&making.status));
    if (making.failure) {
        make_plain(answer, "500 Broken Site File", making.failure);
        answer->status = 500;
        answer->end_at = ANSWER_NEVER;
    }
    buf_release(&making.body);
    buf_release(&making.status);
    buf_release(&making.extra);
}

struct span answer_part(const struct answer *answer, int64_t from)
{
    struct span wire = buf_span(&answer->wire);
    struct span endless = buf_span(&answer->endless);

    if ((uint64_t)from < wire.len)
        return span_part(wire, (size_t)from, wire.len);
    if (endless.len == 0)
        return span_make(NULL, 0);
    return span_part(endless, ((size_t)from - wire.len) % endless.len, endless.len);
}
