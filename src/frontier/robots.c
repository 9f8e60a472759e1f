/* SPDX-License-Identifier: MIT */
/* The robots.txt of each origin as it was answered, so that a restart requests it again only after it
 * expires. And the table of sitemaps: at most a few hundred rows, so they are searched without an index. */
#include "config.h"

#include "frontier/robots.h"

#include "base/error.h"
#include "base/limits.h"
#include "frontier/columns.h"
#include "frontier/inside.h"
#include "frontier/table_columns.h"

#define OF_ROBOTS(name, kind) COLUMN_AT(struct frontier_robots, name, name, kind),
static const struct column robots_list[] = {COLUMNS_OF_ROBOTS(OF_ROBOTS)};
static const struct columns robots_columns = COLUMNS(robots_list, "robots.txt");

static const struct column sitemap_list[] = {
    COLUMN(struct frontier_sitemap, id),     COLUMN(struct frontier_sitemap, url),
    COLUMN(struct frontier_sitemap, origin), COLUMN(struct frontier_sitemap, voucher),
    COLUMN(struct frontier_sitemap, level),
};
static const struct columns sitemap_columns = COLUMNS(sitemap_list, "sitemap's URL");

int frontier_set_robots(struct frontier *frontier, int64_t origin, const struct frontier_robots *robots)
{
    struct frontier_robots written = *robots;
    struct query *use = db_use(frontier->db, ROBOTS_SET);

    written.origin = origin;
    columns_bind(use, &robots_columns, &written);
    db_bind_blob(use, ":body", robots->body); /* not NULL if it is empty */
    return db_run(frontier->db, use);
}

int frontier_robots(struct frontier *frontier, int64_t origin, struct frontier_robots *robots)
{
    struct query *use = db_with(frontier->db, ROBOTS_GET, VALUES(with_int(":origin", origin)));

    return columns_find(frontier->db, use, &robots_columns, &frontier->texts[TEXT_ROBOTS], robots);
}

static bool has_row(struct frontier *frontier, enum statement statement, struct span url)
{
    int64_t found;
    struct query *use = db_with(frontier->db, statement, VALUES(with_text(":url", url)));

    return db_number(frontier->db, use, &found) == 0 && found > 0;
}

bool frontier_robots_led_to(struct frontier *frontier, struct span url)
{
    return has_row(frontier, ROBOTS_LED, url);
}

int frontier_add_sitemap(struct frontier *frontier, const struct frontier_sitemap *row, bool *added)
{
    struct query *use = db_with(frontier->db, SITEMAP_ADD,
                                VALUES(with_text(":url", row->url), with_int(":origin", row->origin),
                                       with_int(":voucher", row->voucher), with_int(":level", row->level),
                                       with_int(":most", LIMIT_SITEMAP_FILES)));
    int64_t id;
    int error = db_number(frontier->db, use, &id);

    *added = id > 0;
    return error;
}

int frontier_next_sitemap(struct frontier *frontier, int64_t origin, struct frontier_sitemap *row)
{
    struct query *use = db_with(frontier->db, SITEMAP_NEXT, VALUES(with_int(":origin", origin)));

    return columns_next(frontier->db, use, &sitemap_columns, &frontier->texts[TEXT_SITEMAP], row);
}

int frontier_settle_sitemap(struct frontier *frontier, int64_t id, int status, uint64_t pages)
{
    return db_run_with(
        frontier->db, SITEMAP_SETTLE,
        VALUES(with_int(":status", status), with_int(":pages", (int64_t)pages), with_int(":id", id)));
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
    struct query *use = db_with(frontier->db, SITEMAP_ORIGIN, VALUES(with_int(":after", after)));

    return db_find_number(frontier->db, use, ERROR_END, origin);
}

bool frontier_is_sitemap(struct frontier *frontier, struct span url)
{
    return has_row(frontier, SITEMAP_FIND, url);
}
