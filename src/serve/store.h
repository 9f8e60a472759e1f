/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_STORE_H
#define TIPTOE_SERVE_STORE_H

#include "base/body.h"

/* The bodies of answers, each once for all clients that get it, and then for later ones as long as there is
 * room. All together take at most STORE_BYTES of memory; others are in unnamed files. For any thread. */
struct store;

enum { STORE_BYTES = 24 * 1024 * 1024, STORED_TAG_SIZE = 40 };

struct stored {
    struct span bytes;
    char tag[STORED_TAG_SIZE]; /* the entity tag */

    struct body body; /* the rest is the store's */
    char *key;        /* NULL: only for one client */
    size_t memory, users;
};

struct store *store_new(void) __attribute__((returns_nonnull));

/* Frees the store; all bodies are released before. Accepts NULL. */
void store_free(struct store *store);

/* Returns the body with this KEY, for store_release; NULL if it is not kept. */
struct stored *store_find(struct store *store, const char *key) NONNULL;

/* Adds a copy of BYTES as STORED, for store_release; a file is made in DIR. KEY is NULL, or names the
 * content. Returns 0, or an enum error of the file. */
int store_add(struct store *store, const char *key, struct span bytes, const char *tag, int dir,
              struct stored **stored) __attribute__((nonnull(1, 4, 6), warn_unused_result));

/* Accepts NULL. */
void store_release(struct store *store, struct stored *stored) __attribute__((nonnull(1)));

#endif
