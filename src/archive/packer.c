/* SPDX-License-Identifier: MIT */
/* Records stand in groups, one a capture, in a ring. Two threads take groups from it, the first that nobody
 * has: one of our own, which is woken when there is enough to do, and the caller's when it wants the end or
 * when too much waits. So a caller that adds little and wants it at once, as a crawl at its usual pace, never
 * wakes the other. A group belongs to the caller until it is pushed, then to who takes it, and when all are
 * packed to the caller again; the lock guards who has which. Files are touched by the caller alone. */
#include "config.h"

#include "archive/packer.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/die.h"
#include "base/error.h"
#include "base/limits.h"

enum {
    GROUPS = 16,
    RECORDS_MAX = 4,
    RECORD_MAX = LIMIT_BODY_IN_MEMORY,
    WAKE_ABOVE = 64 * 1024, /* waking costs as much as packing 2 KB */
    HELD_MAX = LIMIT_BODY_IN_MEMORY,
    ROOM_KEPT = 32 * 1024
};

/* A record within the bytes of its group. */
struct packet {
    struct record_marks marks;
    size_t head_len, len;
    bool store;
    uint64_t member_len; /* when it is packed */
};

struct group {
    struct buf bytes; /* of its records, as they stand in a file before gzip */
    struct packet packets[RECORDS_MAX];
    size_t count;
    struct member_file members; /* what comes of them */
    int error;
};

/* What a thread packs with. */
struct tools {
    struct digest digest;
    struct member_maker *maker;
};

struct packer {
    struct member_file *file;
    struct tools own, helping;
    struct buf head; /* of a large record */
    uint64_t held;   /* bytes of pushed groups */
    struct packer_place *places;
    size_t place_count, place_room, number;

    struct group groups[GROUPS];
    size_t collected; /* groups so far whose members are in the file */
    pthread_t thread;
    bool started;

    pthread_mutex_t lock; /* for these: */
    pthread_cond_t wanted, idle;
    size_t pushed, taken; /* groups so far; the one at PUSHED is the caller's */
    size_t waiting;       /* bytes in groups that nobody has taken */
    bool busy, asleep, leaving;
};

static void tools_init(struct tools *tools, enum digest_kind digest)
{
    digest_init(&tools->digest, digest);
    tools->maker = member_maker_new();
}

static void tools_release(struct tools *tools)
{
    digest_release(&tools->digest);
    member_maker_free(tools->maker);
}

static void check(int failure)
{
    if (failure)
        die("threads: the lock fails");
}

struct packer *packer_new(enum digest_kind digest, struct member_file *file)
{
    struct packer *packer = MEM_NEW(struct packer);

    packer->file = file;
    tools_init(&packer->own, digest);
    tools_init(&packer->helping, digest);
    buf_init(&packer->head, LIMIT_WARC_HEAD_BYTES);
    for (size_t i = 0; i < GROUPS; i++) {
        buf_init(&packer->groups[i].bytes, RECORDS_MAX * (RECORD_MAX + LIMIT_WARC_HEAD_BYTES));
        member_file_init(&packer->groups[i].members, -1, 0);
    }
    check(pthread_mutex_init(&packer->lock, NULL));
    check(pthread_cond_init(&packer->wanted, NULL));
    check(pthread_cond_init(&packer->idle, NULL));
    return packer;
}

void packer_free(struct packer *packer)
{
    if (!packer)
        return;
    packer_drop(packer);
    if (packer->started) {
        check(pthread_mutex_lock(&packer->lock));
        packer->leaving = true;
        check(pthread_cond_signal(&packer->wanted));
        check(pthread_mutex_unlock(&packer->lock));
        check(pthread_join(packer->thread, NULL));
    }
    for (size_t i = 0; i < GROUPS; i++) {
        buf_release(&packer->groups[i].bytes);
        member_file_release(&packer->groups[i].members);
    }
    (void)pthread_cond_destroy(&packer->idle);
    (void)pthread_cond_destroy(&packer->wanted);
    (void)pthread_mutex_destroy(&packer->lock);
    tools_release(&packer->own);
    tools_release(&packer->helping);
    buf_release(&packer->head);
    free(packer->places);
    free(packer);
}

/* Completes the records of GROUP and deflates them. */
static void pack(struct group *group, struct tools *tools)
{
    unsigned char digest[DIGEST_MAX_BYTES];
    char *at = group->bytes.at;

    for (size_t i = 0; i < group->count && !group->error; i++) {
        struct packet *packet = &group->packets[i];
        struct member member = {.before = {span_make(at, packet->len)}, .store = packet->store};
        uint64_t before = member_file_len(&group->members);

        digest_add(&tools->digest, at + packet->head_len,
                   packet->len - packet->head_len - strlen(RECORD_END));
        digest_finish(&tools->digest, digest);
        record_seal(at, &packet->marks, tools->digest.kind, digest);
        group->error = member_add(tools->maker, &member, &group->members);
        packet->member_len = member_file_len(&group->members) - before;
        at += packet->len;
    }
}

/* The next group that nobody has; NULL when there is none. With the lock held. */
static struct group *take(struct packer *packer)
{
    struct group *group = &packer->groups[packer->taken % GROUPS];

    if (packer->taken == packer->pushed)
        return NULL;
    packer->taken++;
    packer->waiting -= group->bytes.len;
    return group;
}

static void *help(void *context)
{
    struct packer *packer = context;

    check(pthread_mutex_lock(&packer->lock));
    while (!packer->leaving) {
        struct group *group = take(packer);

        packer->busy = group != NULL;
        if (group) {
            check(pthread_mutex_unlock(&packer->lock));
            pack(group, &packer->helping);
            check(pthread_mutex_lock(&packer->lock));
            continue;
        }
        check(pthread_cond_signal(&packer->idle));
        packer->asleep = true;
        check(pthread_cond_wait(&packer->wanted, &packer->lock));
        packer->asleep = false;
    }
    check(pthread_mutex_unlock(&packer->lock));
    return NULL;
}

/* Signals are for the thread that crawls. Where there can be no other thread it does all. */
static void start_helper(struct packer *packer)
{
    sigset_t all, before;

    (void)sigfillset(&all);
    check(pthread_sigmask(SIG_SETMASK, &all, &before));
    packer->started = pthread_create(&packer->thread, NULL, help, packer) == 0;
    check(pthread_sigmask(SIG_SETMASK, &before, NULL));
}

static struct packer_place *add_place(struct packer *packer)
{
    if (packer->place_count == packer->place_room) {
        packer->place_room = 2 * packer->place_room + 16;
        packer->places = mem_grow(packer->places, packer->place_room, sizeof *packer->places);
    }
    return &packer->places[packer->place_count++];
}

static void clear_group(struct group *group)
{
    buf_recycle(&group->bytes, ROOM_KEPT);
    buf_recycle(&group->members.pending, ROOM_KEPT);
    group->count = 0;
    group->error = 0;
}

/* Adds the members of GROUP, which is packed, to the file. */
static int collect(struct packer *packer, struct group *group)
{
    uint64_t offset = member_file_len(packer->file);

    if (group->error)
        return group->error;
    for (size_t i = 0; i < group->count; i++) {
        *add_place(packer) = (struct packer_place){offset, group->packets[i].member_len};
        offset += group->packets[i].member_len;
    }
    return member_file_add(packer->file, buf_span(&group->members.pending));
}

/* Collects the groups below END, which are packed. */
static int collect_until(struct packer *packer, size_t end)
{
    int error = 0;

    for (; packer->collected < end && !error; packer->collected++) {
        struct group *group = &packer->groups[packer->collected % GROUPS];

        packer->held -= group->bytes.len;
        error = collect(packer, group);
        clear_group(group);
    }
    return error;
}

/* Collects what the other thread has packed. */
static int collect_packed(struct packer *packer)
{
    size_t packed;

    check(pthread_mutex_lock(&packer->lock));
    packed = packer->taken - (packer->busy ? 1 : 0);
    check(pthread_mutex_unlock(&packer->lock));
    return collect_until(packer, packed);
}

/* Packs what nobody has, and waits for the other thread. */
static void pack_all(struct packer *packer)
{
    struct group *group;

    check(pthread_mutex_lock(&packer->lock));
    while ((group = take(packer))) {
        check(pthread_mutex_unlock(&packer->lock));
        pack(group, &packer->own);
        check(pthread_mutex_lock(&packer->lock));
    }
    while (packer->busy)
        check(pthread_cond_wait(&packer->idle, &packer->lock));
    check(pthread_mutex_unlock(&packer->lock));
}

/* Lets go of the group at hand, if it has records. */
static void push(struct packer *packer)
{
    struct group *group = &packer->groups[packer->pushed % GROUPS];

    if (group->count == 0)
        return;
    packer->held += group->bytes.len;
    check(pthread_mutex_lock(&packer->lock));
    packer->pushed++;
    packer->waiting += group->bytes.len;
    check(pthread_mutex_unlock(&packer->lock));
}

/* Has the other thread begin where there is enough to do. */
static void wake(struct packer *packer)
{
    check(pthread_mutex_lock(&packer->lock));
    if (packer->asleep && packer->waiting > WAKE_ABOVE) {
        packer->asleep = false;
        check(pthread_cond_signal(&packer->wanted));
    }
    check(pthread_mutex_unlock(&packer->lock));
    if (!packer->started && packer->held > WAKE_ABOVE)
        start_helper(packer);
}

static bool has_room(const struct packer *packer)
{
    return packer->held <= HELD_MAX && packer->pushed - packer->collected < GROUPS - 1;
}

int packer_push(struct packer *packer)
{
    int error;

    push(packer);
    wake(packer);
    error = has_room(packer) ? 0 : collect_packed(packer);
    return error || has_room(packer) ? error : packer_finish(packer);
}

int packer_finish(struct packer *packer)
{
    push(packer);
    if (packer->collected == packer->pushed)
        return 0;
    pack_all(packer);
    return collect_until(packer, packer->pushed);
}

/* By way of the file, in pieces. */
static int add_large(struct packer *packer, const struct record *record)
{
    uint64_t offset;
    int error = packer_finish(packer);

    if (error)
        return error;
    offset = member_file_len(packer->file);
    error = record_write(record, &packer->head, &packer->own.digest, packer->own.maker, packer->file);
    *add_place(packer) = (struct packer_place){offset, member_file_len(packer->file) - offset};
    return error;
}

static int add_small(struct packer *packer, struct group *group, const struct record *record)
{
    struct packet *packet = &group->packets[group->count];
    size_t before = group->bytes.len;
    struct span body = {0};
    int error = record_head(&packer->head, record, packer->own.digest.kind, &packet->marks);

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
    packet->store = record->store;
    group->count++;
    return group->bytes.full ? ERROR_TOO_LARGE : 0;
}

int packer_add(struct packer *packer, const struct record *record, size_t *number)
{
    int error = packer->groups[packer->pushed % GROUPS].count == RECORDS_MAX ? packer_push(packer) : 0;

    *number = packer->number++;
    if (error)
        return error;
    if (record_block_len(record) > RECORD_MAX)
        return add_large(packer, record);
    return add_small(packer, &packer->groups[packer->pushed % GROUPS], record);
}

uint64_t packer_held(const struct packer *packer)
{
    return packer->held + packer->groups[packer->pushed % GROUPS].bytes.len;
}

struct packer_place packer_place(const struct packer *packer, size_t number)
{
    if (number >= packer->place_count)
        die("packer: no record %zu", number);
    return packer->places[number];
}

void packer_forget(struct packer *packer)
{
    packer->number = packer->place_count = 0;
}

void packer_drop(struct packer *packer)
{
    check(pthread_mutex_lock(&packer->lock));
    packer->taken = packer->pushed;
    packer->waiting = 0;
    while (packer->busy)
        check(pthread_cond_wait(&packer->idle, &packer->lock));
    check(pthread_mutex_unlock(&packer->lock));
    for (size_t i = 0; i < GROUPS; i++)
        clear_group(&packer->groups[i]);
    packer->collected = packer->pushed;
    packer->held = 0;
    packer_forget(packer);
}
