/* SPDX-License-Identifier: MIT */
/* Keeps the bodies of answers. A table has a reference to each that may be needed again; where two fall into
 * one place, the later one stays. */
#include "config.h"

#include "serve/server.h"

#include <pthread.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/hash.h"

enum { PLACES = 4096 };

struct store {
    pthread_mutex_t lock;
    size_t memory; /* of all bodies */
    size_t next;   /* the place to empty next, for room */
    struct stored *places[PLACES];
};

struct store *store_new(void)
{
    struct store *store = MEM_NEW(struct store);

    (void)pthread_mutex_init(&store->lock, NULL);
    return store;
}

static struct stored **place_of(struct store *store, const char *key)
{
    static const uint64_t fixed[2] = {1, 2};

    return &store->places[siphash13(fixed, span_of(key)) % PLACES];
}

/* Takes one reference back. A file is kept only while clients read it. The caller holds the lock. */
static void leave(struct store *store, struct stored *stored)
{
    struct stored **place = stored->key ? place_of(store, stored->key) : NULL;

    stored->users--;
    if (stored->users == 1 && body_is_spooled(&stored->body) && place && *place == stored) {
        *place = NULL;
        stored->users--;
    }
    if (stored->users > 0)
        return;
    store->memory -= stored->memory;
    body_release(&stored->body);
    free(stored->key);
    free(stored);
}

static void empty(struct store *store, struct stored **place)
{
    struct stored *stored = *place;

    *place = NULL;
    if (stored)
        leave(store, stored);
}

void store_free(struct store *store)
{
    if (!store)
        return;
    for (size_t i = 0; i < PLACES; i++)
        empty(store, &store->places[i]);
    (void)pthread_mutex_destroy(&store->lock);
    free(store);
}

struct stored *store_find(struct store *store, const char *key)
{
    struct stored *stored;

    (void)pthread_mutex_lock(&store->lock);
    stored = *place_of(store, key);
    if (stored && strcmp(stored->key, key) != 0)
        stored = NULL;
    if (stored)
        stored->users++;
    (void)pthread_mutex_unlock(&store->lock);
    return stored;
}

/* Counts LEN bytes of memory, for which others that no client reads leave. Returns false without room, and
 * for a body so long that too many would leave. */
static bool make_room(struct store *store, size_t len)
{
    bool fits;

    if (len > STORE_BYTES / 4)
        return false;
    (void)pthread_mutex_lock(&store->lock);
    for (size_t i = 0; i < PLACES && store->memory + len > STORE_BYTES; i++) {
        struct stored **place = &store->places[store->next++ % PLACES];

        if (*place && (*place)->users == 1)
            empty(store, place);
    }
    fits = store->memory + len <= STORE_BYTES;
    if (fits)
        store->memory += len;
    (void)pthread_mutex_unlock(&store->lock);
    return fits;
}

int store_add(struct store *store, const char *key, struct span bytes, const char *tag, int dir,
              struct stored **stored)
{
    struct stored *added = MEM_NEW(struct stored);
    size_t memory = sizeof *added + (key ? strlen(key) : 0) + bytes.len;
    int error;

    added->users = 1;
    if (make_room(store, memory))
        added->memory = memory;
    body_init(&added->body, dir, added->memory > 0 ? bytes.len : 0, bytes.len);
    error = body_add(&added->body, bytes.at, bytes.len);
    if (!error)
        error = body_span(&added->body, &added->bytes);
    if (error) {
        store_release(store, added);
        return error;
    }
    (void)snprintf(added->tag, sizeof added->tag, "%s", tag);
    if (key) {
        added->key = mem_copy_text(key, strlen(key));
        added->users++;
        (void)pthread_mutex_lock(&store->lock);
        empty(store, place_of(store, key));
        *place_of(store, key) = added;
        (void)pthread_mutex_unlock(&store->lock);
    }
    *stored = added;
    return 0;
}

void store_release(struct store *store, struct stored *stored)
{
    if (!stored)
        return;
    (void)pthread_mutex_lock(&store->lock);
    leave(store, stored);
    (void)pthread_mutex_unlock(&store->lock);
}
