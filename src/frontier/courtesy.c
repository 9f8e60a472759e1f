/* SPDX-License-Identifier: MIT */
/* The account of the load that a run has put on the sites: columns of its row. */
#include "config.h"

#include "frontier/courtesy.h"

#include "frontier/inside.h"

int frontier_set_courtesy(struct frontier *frontier, const struct frontier_courtesy *courtesy)
{
    struct query *use = db_use(frontier->db, RUN_SET_COURTESY);

    db_bind_int(use, ":id", frontier->run);
    db_bind_int(use, ":requests", courtesy->requests);
    db_bind_int(use, ":robots_requests", courtesy->robots_requests);
    db_bind_int(use, ":not_modified", courtesy->not_modified);
    db_bind_int(use, ":bytes", courtesy->bytes);
    db_bind_int(use, ":shortest_gap_ms", courtesy->shortest_gap_ms);
    db_bind_int(use, ":longest_gap_ms", courtesy->longest_gap_ms);
    db_bind_int(use, ":connections", courtesy->connections);
    db_bind_int(use, ":waits", courtesy->waits);
    db_bind_int(use, ":waited_ms", courtesy->waited_ms);
    return db_run(frontier->db, use);
}

void courtesy_read(struct query *use, int first, struct frontier_courtesy *courtesy)
{
    *courtesy = (struct frontier_courtesy){
        .requests = db_int64(use, first),
        .robots_requests = db_int64(use, first + 1),
        .not_modified = db_int64(use, first + 2),
        .bytes = db_int64(use, first + 3),
        .shortest_gap_ms = db_int64(use, first + 4),
        .longest_gap_ms = db_int64(use, first + 5),
        .connections = db_int64(use, first + 6),
        .waits = db_int64(use, first + 7),
        .waited_ms = db_int64(use, first + 8),
    };
}

int frontier_courtesy(struct frontier *frontier, int64_t run, struct frontier_courtesy *courtesy)
{
    struct query *use = db_use(frontier->db, RUN_COURTESY);
    int got;

    db_bind_int(use, ":id", run);
    got = db_step(frontier->db, use);
    if (got > 0)
        courtesy_read(use, 0, courtesy);
    return db_found(use, got);
}
