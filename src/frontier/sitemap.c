/* SPDX-License-Identifier: MIT */
/* The table of sitemaps: at most a few hundred rows, so they are searched without an index. */
#include "config.h"

#include "frontier/sitemap.h"

#include "base/error.h"
#include "base/limits.h"
#include "frontier/inside.h"

int frontier_add_sitemap(struct frontier *frontier, const struct frontier_sitemap *row, bool *added)
{
    struct query *use = db_use(frontier->db, SITEMAP_ADD);
    int64_t id;
    int error;

    db_bind_text(use, ":url", row->url);
    db_bind_int(use, ":origin", row->origin);
    db_bind_int(use, ":voucher", row->voucher);
    db_bind_int(use, ":level", row->level);
    db_bind_int(use, ":most", LIMIT_SITEMAP_FILES);
    error = db_number(frontier->db, use, &id);
    *added = id > 0;
    return error;
}

int frontier_next_sitemap(struct frontier *frontier, int64_t origin, struct frontier_sitemap *row)
{
    struct query *use = db_use(frontier->db, SITEMAP_NEXT);
    struct span url;
    int got;

    db_bind_int(use, ":origin", origin);
    got = db_step(frontier->db, use);
    if (got > 0)
        got = text_copy(frontier, TEXT_SITEMAP, use, 1, &url);
    if (got > 0)
        *row = (struct frontier_sitemap){.id = db_int64(use, 0),
                                         .url = url,
                                         .origin = origin,
                                         .voucher = db_int64(use, 2),
                                         .level = db_int(use, 3)};
    return db_next(use, got);
}

int frontier_settle_sitemap(struct frontier *frontier, int64_t id, int status, uint64_t pages)
{
    struct query *use = db_use(frontier->db, SITEMAP_SETTLE);

    db_bind_int(use, ":id", id);
    db_bind_int(use, ":status", status);
    db_bind_int(use, ":pages", (int64_t)pages);
    return db_run(frontier->db, use);
}

int frontier_requeue_sitemaps(struct frontier *frontier)
{
    return db_run(frontier->db, db_use(frontier->db, SITEMAP_REQUEUE));
}

int frontier_queued_sitemaps(struct frontier *frontier, uint64_t *count)
{
    int64_t number;
    int error = db_number(frontier->db, db_use(frontier->db, SITEMAP_COUNT), &number);

    *count = (uint64_t)number;
    return error;
}

int frontier_sitemap_origin(struct frontier *frontier, int64_t after, int64_t *origin)
{
    struct query *use = db_use(frontier->db, SITEMAP_ORIGIN);

    db_bind_int(use, ":after", after);
    return db_find_number(frontier->db, use, ERROR_END, origin);
}

bool frontier_is_sitemap(struct frontier *frontier, struct span url)
{
    struct query *use = db_use(frontier->db, SITEMAP_FIND);
    int got;

    db_bind_text(use, ":url", url);
    got = db_step(frontier->db, use);
    db_done(use);
    return got > 0;
}
