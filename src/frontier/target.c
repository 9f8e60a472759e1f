/* SPDX-License-Identifier: MIT */
/* Targets of links. The pages of a site link to the same few hundred URLs, so their rows are cached in a
 * table of a fixed size, with a slot for each URL. Redirects are followed through the cache on each call, so
 * a change of a row empties only one slot. Long paths are not cached. On a site of many pages, most targets
 * are in no slot; of those that have the file that everyone expects, a bit says so. */
#include "config.h"

#include "frontier/target.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/inside.h"
#include "frontier/row.h"

enum { SLOTS = 8192, PATH_KEPT = 110, PATH_MAX_BYTES = 64 * 1024 };

struct slot {
    int64_t id; /* 0: empty */
    int64_t redirect_to;
    uint8_t state;
    uint8_t path_len;
    char path[PATH_KEPT]; /* in state REDIRECTED: the fragment */
};

struct target_cache {
    struct slot *slots; /* NULL: all are empty */
    uint8_t *expected;  /* a bit for each id: frontier_has_expected_file */
    size_t expected_bytes;
    struct buf long_path;
    struct buf fragment;
};

struct target_cache *target_cache_new(void)
{
    struct target_cache *cache = MEM_NEW(struct target_cache);

    buf_init(&cache->long_path, PATH_MAX_BYTES);
    buf_init(&cache->fragment, PATH_MAX_BYTES);
    return cache;
}

void target_cache_free(struct target_cache *cache)
{
    if (!cache)
        return;
    free(cache->slots);
    free(cache->expected);
    buf_release(&cache->long_path);
    buf_release(&cache->fragment);
    free(cache);
}

static struct slot *slot_of(struct frontier *frontier, int64_t id)
{
    struct target_cache *cache = frontier->targets;

    if (!cache->slots)
        cache->slots = mem_new(SLOTS, sizeof *cache->slots);
    return &cache->slots[(uint64_t)id % SLOTS];
}

void target_forget(struct frontier *frontier, int64_t id)
{
    struct slot *slot = frontier->targets->slots ? slot_of(frontier, id) : NULL;

    if (slot && slot->id == id)
        slot->id = 0;
    frontier_forget_expected_file(frontier, id);
}

void target_forget_all(struct frontier *frontier)
{
    free(frontier->targets->slots);
    frontier->targets->slots = NULL;
    frontier_forget_expected_files(frontier);
}

bool frontier_has_expected_file(const struct frontier *frontier, int64_t id)
{
    const struct target_cache *cache = frontier->targets;
    uint64_t byte = (uint64_t)id / 8;

    return byte < cache->expected_bytes && (cache->expected[byte] >> id % 8 & 1);
}

void frontier_note_expected_file(struct frontier *frontier, int64_t id)
{
    struct target_cache *cache = frontier->targets;
    size_t byte = (size_t)id / 8;

    if (byte >= cache->expected_bytes) {
        size_t bytes = (size_t)frontier->last_url / 4 + 1024;

        cache->expected = mem_grow(cache->expected, bytes, 1);
        memset(cache->expected + cache->expected_bytes, 0, bytes - cache->expected_bytes);
        cache->expected_bytes = bytes;
    }
    cache->expected[byte] |= (uint8_t)(1U << id % 8);
}

void frontier_forget_expected_file(struct frontier *frontier, int64_t id)
{
    if (frontier_has_expected_file(frontier, id))
        frontier->targets->expected[id / 8] &= (uint8_t) ~(1U << id % 8);
}

void frontier_forget_expected_files(struct frontier *frontier)
{
    free(frontier->targets->expected);
    frontier->targets->expected = NULL;
    frontier->targets->expected_bytes = 0;
}

void target_put(struct frontier *frontier, const struct frontier_visit *visit)
{
    bool moved = visit->state == FRONTIER_REDIRECTED;
    struct span path = moved ? visit->redirect_fragment : visit->path;
    struct slot *slot = slot_of(frontier, visit->url);

    if (path.len > PATH_KEPT || !(moved || (visit->state == FRONTIER_DONE && path.len > 0)))
        return;
    *slot = (struct slot){.id = visit->url,
                          .redirect_to = visit->redirect_to,
                          .state = (uint8_t)visit->state,
                          .path_len = (uint8_t)path.len};
    if (path.len > 0)
        memcpy(slot->path, path.at, path.len);
}

static int fill_slot(struct frontier *frontier, struct query *use, int64_t id, struct slot *slot,
                     struct span *path)
{
    struct buf *long_path = &frontier->targets->long_path;
    struct span seen = db_column(use, 2);
    int64_t state = db_int64(use, 0);

    if (state < 0 || state >= FRONTIER_STATES)
        return db_fail(frontier->db, ERROR_CORRUPT, "URL %" PRId64 " has an unknown state", id);
    *slot = (struct slot){.id = id, .redirect_to = db_int64(use, 1), .state = (uint8_t)state};
    if (seen.len <= PATH_KEPT) {
        slot->path_len = (uint8_t)seen.len;
        if (seen.len > 0)
            memcpy(slot->path, seen.at, seen.len);
        *path = span_make(slot->path, slot->path_len);
        return 1;
    }
    slot->id = 0;
    buf_clear(long_path);
    if (buf_add_span(long_path, seen) != 0)
        return db_fail(frontier->db, ERROR_CORRUPT, "the path of URL %" PRId64 " is too long", id);
    *path = buf_span(long_path);
    return 1;
}

/* Reads the row of ID into SLOT, which is filled even if it cannot be kept. */
static int load_slot(struct frontier *frontier, int64_t id, struct slot *slot, struct span *path)
{
    struct query *use = db_with(frontier->db, TARGET_GET, VALUES(with_int(":id", id)));
    int got = db_step(frontier->db, use);

    if (got > 0)
        got = fill_slot(frontier, use, id, slot, path);
    return db_found(use, got);
}

int frontier_target(struct frontier *frontier, int64_t id, struct frontier_target *target)
{
    struct span path = {0};
    struct slot *slot = NULL;
    struct buf *fragment = &frontier->targets->fragment;

    buf_clear(fragment);
    for (int hops = 0; hops <= LIMIT_REDIRECTS; hops++) {
        slot = slot_of(frontier, id);
        if (slot->id == id) {
            path = span_make(slot->path, slot->path_len);
        } else {
            int error = load_slot(frontier, id, slot, &path);

            if (error)
                return error;
        }
        if (slot->state != FRONTIER_REDIRECTED || slot->redirect_to == 0)
            break;
        if (path.len > 0) {
            buf_clear(fragment);
            (void)buf_add_span(fragment, path);
        }
        if (hops < LIMIT_REDIRECTS)
            id = slot->redirect_to;
    }
    *target = (struct frontier_target){
        .id = id, .state = (enum frontier_state)slot->state, .fragment = buf_span(fragment)};
    if (slot->state == FRONTIER_DONE)
        target->path = path;
    return 0;
}
