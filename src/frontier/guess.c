/* SPDX-License-Identifier: MIT */
/* What was guessed wrong about URLs when pages that link to them were woven. */
#include "config.h"

#include "frontier/guess.h"

#include "frontier/inside.h"

int frontier_misguessed(struct frontier *frontier, int64_t url, int64_t sequence)
{
    struct query *use = db_use(frontier->db, MISGUESS_SET);

    db_bind_int(use, ":url", url);
    db_bind_int(use, ":sequence", sequence);
    return db_run(frontier->db, use);
}

int frontier_misguesses(struct frontier *frontier, struct frontier_misguess *misguesses, size_t room,
                        size_t *count)
{
    struct query *use = db_use(frontier->db, MISGUESS_FIRST);
    size_t used = 0;
    int got = 0;

    while (used < room && (got = db_step(frontier->db, use)) > 0)
        misguesses[used++] = (struct frontier_misguess){db_int64(use, 0), db_int64(use, 1)};
    db_done(use);
    if (got < 0)
        return got;
    *count = used;
    return 0;
}

int frontier_forget_misguesses(struct frontier *frontier, int64_t last)
{
    struct query *use = db_use(frontier->db, MISGUESS_FORGET);

    db_bind_int(use, ":last", last);
    return db_run(frontier->db, use);
}
