/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_LIBROBOTS_INSIDE_H
#define TIPTOE_ROBOTS_LIBROBOTS_INSIDE_H

/* The state that the files of librobots share. */
#include "robots/librobots.h"

struct robots;

/* A host name has at most 253 bytes. */
enum { ORIGIN_MAX = 320 };

/* Checks a value that the public and the inner interface share. */
#define SAME(public, inner) _Static_assert((int)(public) == (int)(inner), "one is passed as the other")

/* A site and its answer. Its origin never changes, because the tree is sorted by it. */
struct site_rules {
    char *origin;
    char *body;
    size_t len;
    int status;
    int64_t read_at, fresh_until;
    struct robots *robots; /* for the current agent and mode */
    struct robots *next;   /* for those that may replace them */
};

/* How files are read. */
struct reading {
    char *agent;
    bool strict;
    char *also_obey[ROBOTS_ALSO_MAX];
    size_t also_obey_count;
};

struct robots_rules {
    struct reading reading;
    void *sites;           /* tsearch(3)'s tree of struct site_rules */
    struct robots *closed; /* the rules of an unknown site */
};

/* The origin of the URL of a call; empty without one. */
struct origin {
    char text[ORIGIN_MAX + 1];
};

/* Finds the origin of URL without allocating. Returns false if it has no origin. */
bool robots_read_origin(struct origin *origin, const char *url) __attribute__((nonnull(1)));

/* Returns the site at ORIGIN; NULL if it is unknown. */
struct site_rules *robots_site_of(const struct robots_rules *rules, struct origin *origin)
    __attribute__((nonnull));

/* Keeps ANSWER with a copy of BODY for the site at ORIGIN. Returns false, with nothing changed, if memory
 * runs out. */
bool robots_keep_answer(struct robots_rules *rules, struct origin *origin, const struct site_rules *answer,
                        const void *body) __attribute__((nonnull(1, 2, 3)));

#endif
