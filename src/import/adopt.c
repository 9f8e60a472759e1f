/* SPDX-License-Identifier: MIT */
/* Makes WARC files of other programs the archive of a mirror. All files are in place and on the disk before
 * the one transaction that refers to them; the next attempt overwrites what a kill before it leaves. A record
 * that is divided into segments (WARC 1.1, clause 7) becomes one record again. */
#include "config.h"

#include "import/sources.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "archive/record.h"
#include "archive/walk.h"
#include "archive/warc.h"
#include "base/alloc.h"
#include "base/body.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/http.h"
#include "base/limits.h"
#include "base/sorted.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "term/message.h"

enum {
    STEM_MAX = 90,
    LIST_MAX = 1 << 20,
    UNUSABLE = WARC_NO_LENGTH | WARC_NO_RECORD,
    IRREGULAR = UNUSABLE | WARC_CUT | WARC_BARE_LF | WARC_BAD_END | WARC_SHARED_MEMBER | WARC_SPLIT_MEMBER
};

/* A file that is being imported. */
struct adopted {
    const char *path;
    int fd;
    uint64_t records, damaged;
    bool regular; /* one gzip member for each record, none damaged, and none in segments */
    char name[WARC_NAME_SIZE];
};

/* A continuation record, which has a further part of a divided record. */
struct segment {
    uint64_t origin; /* the hash of the first record's id */
    uint64_t number; /* from 2 */
    uint64_t offset;
    int fd; /* of its file */
    bool is_used;
};

struct adoption {
    struct adopted *files;
    LIST(struct segment) segments; /* by origin and number, once all files were looked at */
    uint64_t key[2];
};

/* Returns true if a record can be framed. The end of its block may be missing: a part of an answer is kept.
 */
static bool is_usable(const struct warc_found *found)
{
    struct span head = buf_span(&found->head), type = warc_walk_value(head, "WARC-Type");

    return !(found->faults & UNUSABLE) && head_is_whole(head) &&
           (!(found->faults & WARC_CUT) || span_is_nocase(type, "response") ||
            span_is_nocase(type, "resource"));
}

static uint64_t hash_id(const struct adoption *adoption, struct span head, const char *name)
{
    return siphash13(adoption->key, warc_walk_value(head, name));
}

/* Notes a continuation record. Returns true for any part of a divided record. */
static bool note_segment(struct adoption *adoption, const struct adopted *source,
                         const struct warc_found *found)
{
    struct span head = buf_span(&found->head);
    struct segment segment = {.offset = found->offset, .fd = source->fd};

    if (found->faults & UNUSABLE ||
        !span_to_u64(warc_walk_value(head, "WARC-Segment-Number"), &segment.number))
        return false;
    segment.origin = hash_id(adoption, head, "WARC-Segment-Origin-ID");
    if (segment.number > 1)
        *LIST_ADD(adoption->segments) = segment;
    return true;
}

/* The block of a record, which may differ from what its head says. */
struct trimmed {
    struct span block;
    bool is_other;  /* it does; */
    bool is_part;   /* its end is missing */
    bool is_joined; /* it is of several segments */
};

/* Makes a head with correct line ends that fits the block. */
static int make_head(struct buf *out, struct span head, const struct trimmed *trimmed)
{
    static const char of_part[] = "WARC-Truncated: WARC-Payload-Digest: Content-Length: WARC-Segment-Number: "
                                  "WARC-Block-Digest:";
    static const char of_joined[] = "Content-Length: WARC-Segment-Number: WARC-Block-Digest:";

    buf_clear(out);
    record_copy_lines(out, head,
                      trimmed->is_part     ? of_part
                      : trimmed->is_joined ? of_joined
                      : trimmed->is_other  ? "Content-Length:"
                                           : "");
    if (trimmed->is_other)
        (void)buf_add_format(out, "Content-Length: %zu\r\n%s", trimmed->block.len,
                             trimmed->is_part ? "WARC-Truncated: unspecified\r\n" : "");
    return buf_add_text(out, "\r\n");
}

/* The state of rewriting between records. */
struct rewriting {
    struct adoption *adoption;
    struct adopted *source;
    struct gzip_maker *maker;
    struct member_file to;
    struct buf head;
    struct body block;
};

/* Counts a record of a file, and finds out whether the file has another form than those of tiptoe. */
static int look_at(void *context, struct warc_walk *walk, struct warc_found *found)
{
    struct rewriting *looking = context;
    int error = warc_walk_end(walk);

    looking->source->regular &=
        !note_segment(looking->adoption, looking->source, found) && !(found->faults & IRREGULAR);
    looking->source->regular &= warc_walk_is_coded(walk);
    looking->source->records += is_usable(found);
    return error;
}

/* Returns true if BLOCK ends with the mark after a record, and not with the empty line after the head of
 * HTTP. */
static bool has_end(struct span block)
{
    struct span rest = span_part(block, 0, block.len - (sizeof RECORD_END - 1));

    return span_has_suffix(block, RECORD_END) &&
           (!span_starts(block, "HTTP/") || span_has(rest, RECORD_END) || span_has(rest, "\n\n"));
}

/* Finds the part of a block that belongs to its record, if the block ends too early or reaches into the next
 * record. */
static int trim(struct rewriting *rewriting, const struct warc_walk *walk, const struct warc_found *found,
                struct trimmed *trimmed)
{
    struct body *block = &rewriting->block;
    uint64_t room = warc_walk_is_coded(walk) ? UINT64_MAX : found->len - found->head.len;
    struct span *kept = &trimmed->block;
    int error = body_span(block, kept);

    trimmed->is_other = block->len < found->block_len || block->len > room;
    if (error || !trimmed->is_other)
        return error;
    *kept = span_part(*kept, 0, room < SIZE_MAX ? (size_t)room : SIZE_MAX);
    trimmed->is_part = !has_end(*kept);
    if (!trimmed->is_part)
        *kept = span_part(*kept, 0, kept->len - (sizeof RECORD_END - 1));
    return 0;
}

/* Appends the block of SEGMENT, and sets WHOLE if nothing is missing at its end, and TOTAL if it is the last
 * one. */
static int append_segment(struct rewriting *rewriting, struct segment *segment, bool *whole, uint64_t *total)
{
    struct warc_walk *walk = warc_walk_new(segment->fd, UINT64_MAX);
    struct warc_found *found;
    int error;

    segment->is_used = true;
    warc_walk_open(walk, segment->fd, segment->offset, UINT64_MAX);
    error = warc_walk_next(walk, &found);
    if (!error && !span_to_u64(warc_walk_value(buf_span(&found->head), "WARC-Segment-Total-Length"), total))
        *total = 0;
    if (!error)
        error = warc_walk_body(walk, &rewriting->block);
    *whole = !error && !(found->faults & (UNUSABLE | WARC_CUT | WARC_BAD_END));
    warc_walk_free(walk);
    return error;
}

/* Appends the blocks of the segments after the first, as far as they follow each other. */
static int join(struct rewriting *rewriting, struct span head, struct trimmed *trimmed)
{
    struct adoption *adoption = rewriting->adoption;
    struct segment wanted = {.origin = hash_id(adoption, head, "WARC-Record-ID"), .number = 2};
    bool whole = true;
    uint64_t total = 0;
    int error = 0;

    while (!error && whole && total == 0 && adoption->segments.count > 0) {
        struct segment *next = bsearch(&wanted, adoption->segments.items, adoption->segments.count,
                                       sizeof wanted, compare_numbers);

        if (!next || next->is_used)
            break;
        error = append_segment(rewriting, next, &whole, &total);
        wanted.number++;
    }
    trimmed->is_other = trimmed->is_joined = true;
    trimmed->is_part = total != rewriting->block.len;
    return error ? error : body_span(&rewriting->block, &trimmed->block);
}

/* Reads the block of a usable record, and finds out what it has. */
static int read_whole(struct rewriting *rewriting, struct warc_walk *walk, const struct warc_found *found,
                      struct trimmed *trimmed)
{
    struct span head = buf_span(&found->head);

    if (span_is(warc_walk_value(head, "WARC-Segment-Number"), "1") && !(found->faults & WARC_CUT))
        return join(rewriting, head, trimmed);
    return trim(rewriting, walk, found, trimmed);
}

static int rewrite_record(void *context, struct warc_walk *walk, struct warc_found *found)
{
    struct rewriting *rewriting = context;
    struct adopted *source = rewriting->source;
    struct member member = {.after = span_of(RECORD_END)};
    struct trimmed trimmed = {0};
    bool usable;
    int error;

    if (span_is_nocase(warc_walk_value(buf_span(&found->head), "WARC-Type"), "continuation"))
        return 0; /* join reads it */
    body_clear(&rewriting->block, LIMIT_BODY_IN_MEMORY);
    error = warc_walk_body(walk, &rewriting->block);
    if (error)
        return error;
    usable = is_usable(found);
    if (usable)
        error = read_whole(rewriting, walk, found, &trimmed);
    if (!usable || found->faults & WARC_CUT || (trimmed.is_other && !trimmed.is_joined) || trimmed.is_part) {
        source->damaged++;
        message_warn("%s: byte %" PRIu64 ": %s", source->path, found->offset,
                     !usable             ? "skipping a damaged record"
                     : trimmed.is_joined ? "a segment of this record is missing; keeping those before it"
                                         : "keeping the readable part of a damaged record");
    }
    if (found->faults & WARC_OVERLAPS)
        message_warn("%s: too many records reach into later ones; skipping the rest of the file",
                     source->path);
    if (error || !usable)
        return error;
    error = make_head(&rewriting->head, buf_span(&found->head), &trimmed);
    member.before[0] = buf_span(&rewriting->head);
    member.before[1] = trimmed.block;
    return error ? error : member_add(rewriting->maker, &member, &rewriting->to);
}

static int rewrite(struct adoption *adoption, struct adopted *source, int to, int spool_dir)
{
    struct rewriting rewriting = {.adoption = adoption, .source = source, .maker = gzip_maker_new()};
    int error;

    member_file_init(&rewriting.to, to, 0);
    buf_init(&rewriting.head, 2 * LIMIT_WARC_HEAD_BYTES);
    body_init(&rewriting.block, spool_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    error = warc_walk_each(source->fd, UINT64_MAX, rewrite_record, &rewriting);
    if (!error)
        error = member_file_write(&rewriting.to);
    member_file_release(&rewriting.to);
    buf_release(&rewriting.head);
    body_release(&rewriting.block);
    gzip_maker_free(rewriting.maker);
    return error;
}

/* Names the INDEX-th file after its source. */
static void choose_name(struct adopted *source, size_t index)
{
    const char *slash = strrchr(source->path, '/');
    struct span stem = span_of(slash ? slash + 1 : source->path);
    char text[STEM_MAX + 1];
    size_t len;

    stem.len -= span_has_suffix(stem, ".gz") ? 3 : 0;
    stem.len -= span_has_suffix(stem, ".warc") ? 5 : 0;
    for (len = 0; len < stem.len && len < STEM_MAX; len++)
        text[len] = ascii_is_alphanumeric(stem.at[len]) || byte_is_in(stem.at[len], len > 0 ? "-_." : "-_")
                        ? stem.at[len]
                        : '-';
    text[len] = '\0';
    (void)snprintf(source->name, sizeof source->name, "%s-import%zu.warc.gz", text, index + 1);
}

static int write_file(struct mirror *mirror, struct adoption *adoption, struct adopted *source, uint64_t *len,
                      struct buf *digests)
{
    int tmp = mirror->folder.tmp_dir, to FILE_LOCAL;
    int error = file_open(tmp, source->name, O_RDWR | O_CREAT | O_TRUNC, 0666, &to);

    if (error)
        return error;
    if (!source->regular)
        error = rewrite(adoption, source, to, tmp);
    else
        error = lseek(source->fd, 0, SEEK_SET) < 0 ? error_from_errno(errno) : file_copy(source->fd, to);
    if (!error)
        error = file_sync(to);
    if (!error)
        error = file_size(to, len);
    if (!error)
        error = imported_add_digest(source->name, to, digests);
    return error ? error : file_rename(tmp, source->name, mirror->folder.archive_dir, source->name);
}

/* Copies one file to archive/ and adds it to the current transaction. */
static int take(struct mirror *mirror, struct adoption *adoption, size_t index, int64_t *id,
                struct buf *digests)
{
    struct adopted *source = &adoption->files[index];
    uint64_t len = 0;
    int error;

    choose_name(source, index);
    error = write_file(mirror, adoption, source, &len, digests);
    if (!error)
        error = frontier_add_archive(mirror->frontier, span_of(source->name), id);
    if (!error)
        error = frontier_set_archive(mirror->frontier, *id, (int64_t)len);
    message_debug("%s: %" PRIu64 " records, %s as archive/%s", source->path, source->records,
                  source->regular ? "copied" : "written again", source->name);
    return error;
}

/* Looks at all files, before any is copied: a segment may be in a later file. */
static int look_at_all(struct adoption *adoption, const struct sources *sources, struct buf *why)
{
    int error = 0;

    adoption->files = mem_new(sources->count, sizeof *adoption->files);
    random_fill(adoption->key, sizeof adoption->key);
    for (size_t i = 0; i < sources->count && !error; i++) {
        struct adopted *source = &adoption->files[i];
        struct rewriting looking = {.adoption = adoption, .source = source};

        *source = (struct adopted){.path = sources->all[i].label, .fd = sources->all[i].fd, .regular = true};
        error = warc_walk_each(source->fd, UINT64_MAX, look_at, &looking);
        if (error)
            (void)buf_add_format(why, "%s: %s", source->path, error_reason(error, errno));
        else if (source->records == 0) {
            (void)buf_add_format(why, "%s: contains no WARC record; give WARC files", source->path);
            error = ERROR_INVALID;
        }
    }
    if (adoption->segments.count > 0)
        qsort(adoption->segments.items, adoption->segments.count, sizeof(struct segment), compare_numbers);
    return error;
}

static int take_all(struct mirror *mirror, const struct sources *sources, struct buf *why)
{
    uint64_t damaged = sources->damaged, orphans = 0; /* segments whose first one is missing */
    struct adoption adoption = {0};
    struct buf digests BUF_LOCAL(LIST_MAX);
    int64_t id = 0;
    int error = look_at_all(&adoption, sources, why);

    for (size_t i = 0; i < sources->count && !error; i++) {
        error = take(mirror, &adoption, i, &id, &digests);
        if (error && why->len == 0)
            (void)buf_add_format(why, "%s: %s", adoption.files[i].path, error_reason(error, errno));
        damaged += adoption.files[i].damaged;
    }
    for (size_t i = 0; i < adoption.segments.count && !error; i++)
        orphans += !adoption.segments.items[i].is_used;
    if (orphans > 0)
        message_warn("skipping %" PRIu64 " segments of records: these files lack the segments before them",
                     orphans);
    damaged += orphans;
    free(adoption.files);
    free(adoption.segments.items);
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
