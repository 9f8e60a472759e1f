/* SPDX-License-Identifier: MIT */
/* Makes WARC files of other programs the archive of a mirror. All files are in place and on the disk before
 * the one transaction that refers to them; the next attempt overwrites what a kill before it leaves. */
#include "config.h"

#include "import/adopt.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "archive/record.h"
#include "archive/walk.h"
#include "archive/warc.h"
#include "base/body.h"
#include "base/error.h"
#include "base/file.h"
#include "base/http.h"
#include "base/limits.h"
#include "frontier/archive.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "import/sources.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "term/message.h"

enum {
    STEM_MAX = 90,
    LIST_MAX = 1 << 20,
    UNUSABLE = WARC_NO_LENGTH | WARC_NO_RECORD,
    IRREGULAR = UNUSABLE | WARC_CUT | WARC_BARE_LF | WARC_BAD_END | WARC_SHARED_MEMBER | WARC_SPLIT_MEMBER
};

static const char end_mark[] = "\r\n\r\n";

/* A file that is being imported. */
struct adopted {
    const char *path;
    int fd;
    uint64_t records, damaged;
    bool regular; /* one gzip member for each record, and none damaged */
    char name[WARC_NAME_SIZE];
};

/* Returns true if a record can be framed. The end of its block may be missing: a part of an answer is kept.
 */
static bool is_usable(const struct warc_found *found)
{
    struct span head = buf_span(&found->head), type = warc_walk_value(head, "WARC-Type");

    return !(found->faults & UNUSABLE) && head_is_whole(head) &&
           (!(found->faults & WARC_CUT) || span_is(type, "response") || span_is(type, "resource"));
}

/* Counts the records of SOURCE and finds out its form. */
static int look_at(struct adopted *source)
{
    struct warc_walk *walk = warc_walk_new(source->fd, UINT64_MAX);
    struct warc_found *found;
    int error;

    source->regular = warc_walk_is_coded(walk);
    while ((error = warc_walk_next(walk, &found)) == 0 && (error = warc_walk_end(walk)) == 0) {
        source->regular = source->regular && !(found->faults & IRREGULAR);
        source->records += is_usable(found);
    }
    warc_walk_free(walk);
    return error == ERROR_END ? 0 : error;
}

/* A block that is not as long as its record says. */
struct trimmed {
    bool is_other; /* otherwise it is */
    bool is_part;  /* its end is missing */
    struct span block;
};

/* Returns true if LINE is a field that contradicts the block. */
static bool is_wrong(struct span line, const struct trimmed *trimmed)
{
    static const char *const of_block[] = {
        "Content-Length:", "WARC-Truncated:", "WARC-Block-Digest:", "WARC-Payload-Digest:"};
    size_t count = trimmed->is_part ? COUNT_OF(of_block) : trimmed->is_other;

    for (size_t i = 0; i < count; i++) {
        if (span_starts_nocase(line, of_block[i]))
            return true;
    }
    return false;
}

/* Adds a head with correct line ends that fits the block. */
static int add_head(struct buf *out, struct span head, const struct trimmed *trimmed)
{
    int error = 0;

    buf_clear(out);
    while (head.len > 0 && !error) {
        struct span line = span_trim(span_take_until(&head, '\n'), "\r");

        if (line.len == 0 && trimmed->is_other)
            error = buf_add_format(out, "Content-Length: %zu\r\n%s", trimmed->block.len,
                                   trimmed->is_part ? "WARC-Truncated: unspecified\r\n" : "");
        if (error || is_wrong(line, trimmed))
            continue;
        error = buf_add_span(out, line);
        if (!error)
            error = buf_add_text(out, "\r\n");
    }
    return error;
}

/* The state of rewriting between records. */
struct rewriting {
    struct adopted *source;
    struct member_maker *maker;
    struct member_file to;
    struct buf head;
    struct body block;
};

static int read_block(struct rewriting *rewriting, struct warc_walk *walk)
{
    struct span piece;
    int error;

    body_clear(&rewriting->block, LIMIT_BODY_IN_MEMORY);
    while ((error = warc_walk_block(walk, &piece)) == 0 && piece.len > 0 &&
           (error = body_add(&rewriting->block, piece.at, piece.len)) == 0)
        continue;
    return error ? error : warc_walk_end(walk);
}

/* Returns true if BLOCK ends with the mark after a record, and not with the empty line after the head of
 * HTTP. */
static bool has_end(struct span block)
{
    struct span rest = span_part(block, 0, block.len - (sizeof end_mark - 1));

    return span_has_suffix(block, end_mark) &&
           (!span_starts(block, "HTTP/") || span_has(rest, end_mark) || span_has(rest, "\n\n"));
}

/* Finds the part of a block that belongs to its record, if the block ends too early or reaches into the next
 * record. */
static int trim(struct rewriting *rewriting, const struct warc_walk *walk, const struct warc_found *found,
                struct trimmed *trimmed)
{
    struct body *block = &rewriting->block;
    uint64_t room = warc_walk_is_coded(walk) ? UINT64_MAX : found->len - found->head.len;
    struct span *kept = &trimmed->block;
    int error;

    trimmed->is_other = block->len < found->block_len || block->len > room;
    if (!trimmed->is_other)
        return 0;
    error = body_span(block, kept);
    *kept = span_part(*kept, 0, room < SIZE_MAX ? (size_t)room : SIZE_MAX);
    trimmed->is_part = !has_end(*kept);
    if (!trimmed->is_part)
        *kept = span_part(*kept, 0, kept->len - (sizeof end_mark - 1));
    return error;
}

static int rewrite_record(struct rewriting *rewriting, struct warc_walk *walk, const struct warc_found *found)
{
    struct adopted *source = rewriting->source;
    struct member member = {.body = &rewriting->block, .after = span_of(end_mark)};
    struct trimmed trimmed = {0};
    bool usable;
    int error = read_block(rewriting, walk);

    if (error)
        return error;
    usable = is_usable(found);
    if (usable)
        error = trim(rewriting, walk, found, &trimmed);
    if (!usable || found->faults & WARC_CUT || trimmed.is_other) {
        source->damaged++;
        message_warn("%s: byte %" PRIu64 ": %s", source->path, found->offset,
                     usable ? "keeping the readable part of a damaged record" : "skipping a damaged record");
    }
    if (found->faults & WARC_OVERLAPS)
        message_warn("%s: too many records reach into later ones; skipping the rest of the file",
                     source->path);
    if (error || !usable)
        return error;
    error = add_head(&rewriting->head, buf_span(&found->head), &trimmed);
    member.before[0] = buf_span(&rewriting->head);
    if (trimmed.is_other) {
        member.before[1] = trimmed.block;
        member.body = NULL;
    }
    return error ? error : member_add(rewriting->maker, &member, &rewriting->to);
}

static int rewrite(struct adopted *source, int to, int spool_dir)
{
    struct warc_walk *walk = warc_walk_new(source->fd, UINT64_MAX);
    struct rewriting rewriting = {.source = source, .maker = member_maker_new()};
    struct warc_found *found;
    int error;

    member_file_init(&rewriting.to, to, 0);
    buf_init(&rewriting.head, 2 * LIMIT_WARC_HEAD_BYTES);
    body_init(&rewriting.block, spool_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    while ((error = warc_walk_next(walk, &found)) == 0 &&
           (error = rewrite_record(&rewriting, walk, found)) == 0)
        continue;
    if (error == ERROR_END)
        error = member_file_write(&rewriting.to);
    member_file_release(&rewriting.to);
    buf_release(&rewriting.head);
    body_release(&rewriting.block);
    member_maker_free(rewriting.maker);
    warc_walk_free(walk);
    return error;
}

static bool is_plain(char c)
{
    return ascii_is_alphanumeric(c) || c == '-' || c == '_' || c == '.';
}

/* Names the INDEX-th file after its source. */
static void choose_name(struct adopted *source, size_t index)
{
    const char *slash = strrchr(source->path, '/');
    struct span stem = span_of(slash ? slash + 1 : source->path);
    char text[STEM_MAX + 1];
    size_t len;

    stem = span_part(stem, 0,
                     stem.len > 3 && memcmp(stem.at + stem.len - 3, ".gz", 3) == 0 ? stem.len - 3 : stem.len);
    stem = span_part(
        stem, 0, stem.len > 5 && memcmp(stem.at + stem.len - 5, ".warc", 5) == 0 ? stem.len - 5 : stem.len);
    for (len = 0; len < stem.len && len < STEM_MAX; len++)
        text[len] = is_plain(stem.at[len]) && (len > 0 || stem.at[len] != '.') ? stem.at[len] : '-';
    text[len] = '\0';
    (void)snprintf(source->name, sizeof source->name, "%s-import%zu.warc.gz", text, index + 1);
}

static int write_file(struct mirror *mirror, struct adopted *source, uint64_t *len, struct buf *digests)
{
    int tmp = mirror->folder.tmp_dir, to;
    int error = file_open(tmp, source->name, O_RDWR | O_CREAT | O_TRUNC, 0666, &to);

    if (error)
        return error;
    if (!source->regular)
        error = rewrite(source, to, tmp);
    else
        error = lseek(source->fd, 0, SEEK_SET) < 0 ? error_from_errno(errno) : file_copy(source->fd, to);
    if (!error)
        error = file_sync(to);
    if (!error)
        error = file_size(to, len);
    if (!error)
        error = imported_add_digest(source->name, to, digests);
    close(to);
    if (!error)
        error = file_rename(tmp, source->name, mirror->folder.archive_dir, source->name);
    return error;
}

/* Copies one file to archive/ and adds it to the current transaction. */
static int take(struct mirror *mirror, struct adopted *source, size_t index, int64_t *id, struct buf *digests,
                struct buf *why)
{
    uint64_t len = 0;
    int error = look_at(source);

    if (!error && source->records == 0) {
        (void)buf_add_format(why, "%s: contains no WARC record; give WARC files", source->path);
        return ERROR_INVALID;
    }
    choose_name(source, index);
    if (!error)
        error = write_file(mirror, source, &len, digests);
    if (!error)
        error = frontier_add_archive(mirror->frontier, span_of(source->name), id);
    if (!error)
        error = frontier_set_archive(mirror->frontier, *id, (int64_t)len);
    message_debug("%s: %" PRIu64 " records, %s as archive/%s", source->path, source->records,
                  source->regular ? "copied" : "written again", source->name);
    return error;
}

static int take_all(struct mirror *mirror, const struct sources *sources, struct buf *why)
{
    uint64_t damaged = sources->damaged;
    struct buf digests BUF_LOCAL(LIST_MAX);
    int64_t id = 0;
    int error = 0;

    for (size_t i = 0; i < sources->count && !error; i++) {
        struct adopted source = {.path = sources->all[i].label, .fd = sources->all[i].fd};

        error = take(mirror, &source, i, &id, &digests, why);
        if (error && why->len == 0)
            (void)buf_add_format(why, "%s: %s", source.path, error_reason(error, errno));
        damaged += source.damaged;
    }
    if (!error)
        error = file_sync_dir(mirror->folder.archive_dir);
    if (!error)
        error = frontier_set_setting(mirror->frontier, "import-digests", buf_span(&digests));
    if (!error)
        error = frontier_set_number(mirror->frontier, "imported", id);
    return error ? error : frontier_set_number(mirror->frontier, "import-damaged", (int64_t)damaged);
}

int adopt(struct mirror *mirror, const struct sources *sources, struct buf *why)
{
    struct span list = buf_span(&sources->list), made_of = {0};
    struct frontier_archive file;
    bool begun = frontier_setting(mirror->frontier, "import-files", &made_of) == 0 ||
                 frontier_archives(mirror->frontier, 0, &file) == 0 ||
                 frontier_sequence(mirror->frontier) > 0;
    int error;

    if (begun && span_equals(made_of, list))
        return 0;
    if (begun) {
        (void)buf_add_format(why, "%s is already a mirror, made from other files; choose another --output",
                             mirror->path);
        return ERROR_INVALID;
    }
    error = take_all(mirror, sources, why);
    if (!error)
        error = frontier_set_setting(mirror->frontier, "import-files", list);
    if (!error)
        error = frontier_set_setting(mirror->frontier, "import", span_of("begun"));
    return error ? error : frontier_commit(mirror->frontier);
}
