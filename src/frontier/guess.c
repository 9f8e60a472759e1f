/* SPDX-License-Identifier: MIT */
/* What was guessed wrong about URLs when pages that link to them were woven. */
#include "config.h"

#include "frontier/guess.h"

#include "base/alloc.h"
#include "frontier/inside.h"

int frontier_misguessed(struct frontier *frontier, int64_t url, int64_t sequence)
{
    sqlite3_stmt *use = db_use(frontier->db, MISGUESS_SET);

    db_bind_int(use, ":url", url);
    db_bind_int(use, ":sequence", sequence);
    return db_run(frontier->db, use);
}

int frontier_misguesses(struct frontier *frontier, struct frontier_misguess **misguesses, size_t *count)
{
    sqlite3_stmt *use = db_use(frontier->db, MISGUESS_ALL);
    struct frontier_misguess *all = NULL;
    size_t used = 0, room = 0;
    int got;

    while ((got = db_step(frontier->db, use)) > 0) {
        if (used == room) {
            room = room ? room * 2 : 64;
            all = mem_grow(all, room, sizeof *all);
        }
        all[used++] = (struct frontier_misguess){sqlite3_column_int64(use, 0), sqlite3_column_int64(use, 1)};
    }
    db_done(frontier->db, use);
    if (got < 0) {
        free(all);
        return got;
    }
    *misguesses = all;
    *count = used;
    return 0;
}

int frontier_forget_misguesses(struct frontier *frontier)
{
    return db_run(frontier->db, db_use(frontier->db, MISGUESS_CLEAR));
}
