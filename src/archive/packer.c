/* SPDX-License-Identifier: MIT */
/* Records form groups, one for each capture. Each group is a task of the worker, and is reused after its end.
 * A group belongs to the caller until it is pushed, and again after its end. Only the caller's thread
 * accesses the file. */
#include "config.h"

#include "archive/packer.h"

#include <errno.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/worker.h"

enum { RECORDS_MAX = 4, RECORD_MAX = LIMIT_BODY_IN_MEMORY, ROOM_KEPT = 32 * 1024 };

/* A record within the bytes of its group. */
struct packet {
    struct record_marks marks;
    size_t head_len, len;
    struct member member; /* without its bytes */
    uint64_t member_len;  /* once it is packed */
};

struct group {
    struct packer *packer;
    struct task task;
    struct buf bytes; /* of its records, before gzip */
    struct packet packets[RECORDS_MAX];
    size_t count;
    struct member_file members; /* the result */
    int error;
    struct group *next; /* in the list of free groups */
};

/* The tools of one thread. */
struct tools {
    struct digest digest;
    struct gzip_maker *maker;
};

struct packer {
    struct worker *worker;
    struct member_file *file;
    struct tools tools[WORKER_THREADS];
    struct buf head; /* of the current record */
    LIST(struct packer_place) places;
    size_t number;
    struct group *open, *free; /* the current group; the first free one */
    uint64_t held;             /* bytes of pushed groups */
    int error, error_number;   /* the first error of a group that has ended, with its errno */
};

/* Packs a group: completes its records and deflates them. */
static void pack_group(void *context, size_t thread)
{
    struct group *group = context;
    struct tools *tools = &group->packer->tools[thread];
    unsigned char digest[DIGEST_MAX_BYTES];
    char *at = group->bytes.at;

    for (size_t i = 0; i < group->count && !group->error; i++) {
        struct packet *packet = &group->packets[i];
        uint64_t before = member_file_len(&group->members);

        digest_add(&tools->digest, at + packet->head_len,
                   packet->len - packet->head_len - strlen(RECORD_END));
        digest_finish(&tools->digest, digest);
        record_seal(at, &packet->marks, tools->digest.kind, digest);
        packet->member.before[0] = span_make(at, packet->len);
        group->error = member_add(tools->maker, &packet->member, &group->members);
        packet->member_len = member_file_len(&group->members) - before;
        at += packet->len;
    }
}

static void clear_group(struct group *group)
{
    buf_recycle(&group->bytes, ROOM_KEPT);
    buf_recycle(&group->members.pending, ROOM_KEPT);
    group->count = 0;
    group->error = 0;
}

/* Appends the members of GROUP, which is packed, to the file. */
static int add_members(struct packer *packer, struct group *group)
{
    uint64_t offset = member_file_len(packer->file);

    if (group->error)
        return group->error;
    for (size_t i = 0; i < group->count; i++) {
        *LIST_ADD(packer->places) = (struct packer_place){offset, group->packets[i].member_len};
        offset += group->packets[i].member_len;
    }
    return member_file_add(packer->file, buf_span(&group->members.pending));
}

static void end_group(void *context)
{
    struct group *group = context;
    struct packer *packer = group->packer;

    packer->held -= group->bytes.len;
    if (!packer->error) {
        packer->error = add_members(packer, group);
        packer->error_number = errno;
    }
    clear_group(group);
    group->next = packer->free;
    packer->free = group;
}

static void group_free(struct group *group)
{
    if (!group)
        return;
    buf_release(&group->bytes);
    member_file_release(&group->members);
    free(group);
}

/* Returns the first error of groups that have ended, and sets its errno. */
static int first_error(const struct packer *packer)
{
    if (packer->error)
        errno = packer->error_number;
    return packer->error;
}

static struct group *open_group(struct packer *packer)
{
    struct group *group = packer->open ? packer->open : packer->free;

    if (!group) {
        group = MEM_NEW(struct group);
        group->packer = packer;
        group->task = (struct task){.run = pack_group, .end = end_group, .context = group};
        buf_init(&group->bytes, RECORDS_MAX * (RECORD_MAX + LIMIT_WARC_HEAD_BYTES));
        member_file_init(&group->members, -1, 0);
    } else if (!packer->open)
        packer->free = group->next;
    packer->open = group;
    return group;
}

/* Passes the current group to the worker, if it has records. */
static void push_group(struct packer *packer)
{
    struct group *group = packer->open;

    if (!group || group->count == 0)
        return;
    packer->open = NULL;
    packer->held += group->bytes.len;
    group->task.cost = group->bytes.len;
    worker_add(packer->worker, &group->task);
}

int packer_push(struct packer *packer)
{
    push_group(packer);
    return first_error(packer);
}

int packer_finish(struct packer *packer)
{
    push_group(packer);
    if (packer->held > 0)
        worker_finish(packer->worker);
    return first_error(packer);
}

/* Writes the record into the file in pieces, on the caller's thread. */
static int add_large(struct packer *packer, const struct record *record)
{
    struct tools *tools = &packer->tools[WORKER_CALLER];
    uint64_t offset;
    int error = packer_finish(packer);

    if (error)
        return error;
    offset = member_file_len(packer->file);
    error = record_write(record, &packer->head, &tools->digest, tools->maker, packer->file);
    *LIST_ADD(packer->places) = (struct packer_place){offset, member_file_len(packer->file) - offset};
    return error;
}

static int add_small(struct packer *packer, struct group *group, const struct record *record)
{
    struct packet *packet = &group->packets[group->count];
    size_t before = group->bytes.len;
    struct span body = {0};
    int error = record_head(&packer->head, record, packer->tools[WORKER_CALLER].digest.kind, &packet->marks);

    if (!error && record->body)
        error = body_span(record->body, &body);
    if (error)
        return error;
    (void)buf_add_span(&group->bytes, buf_span(&packer->head));
    (void)buf_add_span(&group->bytes, record->block);
    (void)buf_add_span(&group->bytes, body);
    (void)buf_add_text(&group->bytes, RECORD_END);
    packet->head_len = packer->head.len;
    packet->len = group->bytes.len - before;
    packet->member = (struct member){.store = record->store, .is_page = record->is_page};
    group->count++;
    return group->bytes.full ? ERROR_TOO_LARGE : 0;
}

int packer_add(struct packer *packer, const struct record *record, size_t *number)
{
    int error =
        packer->open && packer->open->count == RECORDS_MAX ? packer_push(packer) : first_error(packer);

    *number = packer->number++;
    if (error)
        return error;
    if (record_block_len(record) > RECORD_MAX)
        return add_large(packer, record);
    return add_small(packer, open_group(packer), record);
}

uint64_t packer_held(const struct packer *packer)
{
    return packer->held + (packer->open ? packer->open->bytes.len : 0);
}

struct packer_place packer_place(const struct packer *packer, size_t number)
{
    if (number >= packer->places.count)
        die("packer: no record %zu", number);
    return packer->places.items[number];
}

void packer_forget(struct packer *packer)
{
    packer->number = packer->places.count = 0;
}

void packer_drop(struct packer *packer)
{
    packer->error = ERROR_INVALID; /* nothing more is added to the file */
    worker_finish(packer->worker);
    packer->error = 0;
    if (packer->open)
        clear_group(packer->open);
    packer_forget(packer);
}

struct packer *packer_new(enum digest_kind digest, struct member_file *file, struct worker *worker)
{
    struct packer *packer = MEM_NEW(struct packer);

    packer->worker = worker;
    packer->file = file;
    for (size_t i = 0; i < WORKER_THREADS; i++) {
        packer->tools[i].digest.kind = digest;
        packer->tools[i].maker = gzip_maker_new();
    }
    buf_init(&packer->head, LIMIT_WARC_HEAD_BYTES);
    return packer;
}

void packer_free(struct packer *packer)
{
    if (!packer)
        return;
    packer_drop(packer);
    for (struct group *group = packer->free, *next; group; group = next) {
        next = group->next;
        group_free(group);
    }
    group_free(packer->open);
    for (size_t i = 0; i < WORKER_THREADS; i++) {
        digest_release(&packer->tools[i].digest);
        gzip_maker_free(packer->tools[i].maker);
    }
    buf_release(&packer->head);
    free(packer->places.items);
    free(packer);
}
