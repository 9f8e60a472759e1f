/* SPDX-License-Identifier: MIT */
/* The archive's files, and the committed length of each. */
#include "config.h"

#include "frontier/archive.h"

#include "frontier/inside.h"

int frontier_add_archive(struct frontier *frontier, struct span name, int64_t *id)
{
    struct query *use = db_use(frontier->db, ARCHIVE_ADD);
    int got;

    db_bind_text(use, ":name", name);
    got = db_step(frontier->db, use);
    if (got > 0)
        *id = db_int64(use, 0);
    db_done(use);
    return got > 0 ? 0 : got;
}

int frontier_set_archive(struct frontier *frontier, int64_t id, int64_t length)
{
    struct query *use = db_use(frontier->db, ARCHIVE_SET);

    db_bind_int(use, ":id", id);
    db_bind_int(use, ":length", length);
    return db_run(frontier->db, use);
}

static int run_with_place(struct frontier *frontier, struct query *use, const struct frontier_place *place)
{
    db_bind_int(use, ":archive", place->archive);
    db_bind_int(use, ":archive_offset", place->offset);
    db_bind_int(use, ":archive_length", place->length);
    return db_run(frontier->db, use);
}

int frontier_place_visit(struct frontier *frontier, int64_t url, const struct frontier_place *at)
{
    struct query *use = db_use(frontier->db, VISIT_PLACE);

    db_bind_int(use, ":url", url);
    return run_with_place(frontier, use, at);
}

int frontier_place_payload(struct frontier *frontier, struct span digest, const struct frontier_place *at)
{
    struct query *use = db_use(frontier->db, PAYLOAD_PLACE);

    db_bind_blob(use, ":digest", digest);
    return run_with_place(frontier, use, at);
}

int frontier_archives(struct frontier *frontier, int64_t after, struct frontier_archive *archive)
{
    struct query *use = db_use(frontier->db, ARCHIVE_NEXT);
    struct span name;
    int got;

    db_bind_int(use, ":after", after);
    got = db_step(frontier->db, use);
    if (got > 0)
        got = text_copy(frontier, TEXT_ARCHIVE, use, 1, &name);
    if (got > 0)
        *archive =
            (struct frontier_archive){.id = db_int64(use, 0), .name = name, .length = db_int64(use, 2)};
    return db_next(use, got);
}
