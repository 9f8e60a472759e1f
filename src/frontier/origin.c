/* SPDX-License-Identifier: MIT */
/* Origins. A page that links to a thousand hosts adds a thousand origins, but few of them are ever requested.
 * Those have a place in memory; the others take 20 bytes. Pace and queue counts are written with the
 * transaction that changes them. The robots.txt of each is kept as it was answered, so that a restart
 * requests it again only after it expires. Sitemaps are a few hundred rows, searched without an index. */
#include "config.h"

#include "frontier/frontier.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/inside.h"
#include "frontier/table_columns.h"

void origins_release(struct origins *origins)
{
    intern_release(&origins->texts);
    free(origins->places);
    free(origins->lively);
    *origins = (struct origins){0};
}

static const struct lively *find_lively(const struct origins *origins, int64_t id)
{
    uint32_t place;

    if (id < 1 || id > origins->texts.count)
        die("frontier: there is no origin %" PRId64, id);
    place = (size_t)id < origins->place_room ? origins->places[id] : 0;
    return place ? &origins->lively[place - 1] : NULL;
}

struct lively *origins_lively(struct frontier *frontier, int64_t id)
{
    struct origins *origins = &frontier->origins;
    size_t room = origins->place_room;

    if (find_lively(origins, id))
        return &origins->lively[origins->places[id] - 1];
    /* There are at most as many as origins with URLs of the mirror, which scope and --max-pages bound. */
    if ((size_t)id >= room) {
        origins->place_room = (size_t)id + (size_t)id / 4 + 64;
        origins->places = mem_grow(origins->places, origins->place_room, sizeof *origins->places);
        memset(origins->places + room, 0, (origins->place_room - room) * sizeof *origins->places);
    }
    *MEM_ADD(origins->lively, origins->lively_count, origins->lively_room) = (struct lively){.id = id};
    origins->places[id] = (uint32_t)origins->lively_count;
    return &origins->lively[origins->lively_count - 1];
}

/* The list "pace" of statements.sql. */
#define PACE(name)         COLUMN_AT(struct frontier_origin, pace.name, name, COLUMN_PLAIN)
#define QUEUED(name, kind) COLUMN_AT(struct frontier_origin, queued[kind], name, COLUMN_PLAIN)
static const struct columns pace_columns =
    COLUMNS("pace", PACE(last_request_ms), PACE(pause_until_ms), PACE(delay_ms), PACE(pause_reason),
            PACE(delay_reason), PACE(connections), PACE(limit_ms), PACE(rest_ms), PACE(answer_ms),
            PACE(usual_ms), PACE(address), QUEUED(starts, FRONTIER_START),
            QUEUED(requisites, FRONTIER_REQUISITE), QUEUED(pages, FRONTIER_PAGE),
            QUEUED(candidates, FRONTIER_CANDIDATE), COLUMN(struct frontier_origin, waiting));

static int load_origin(struct frontier *frontier, struct query *use)
{
    int id_at = (int)pace_columns.count;
    struct lively read = {.id = db_int64(use, id_at)};
    int got = columns_read(frontier->db, use, &pace_columns, NULL, &read.kept);
    bool lively = read.kept.pace.last_request_ms || read.kept.pace.pause_until_ms || read.kept.pace.delay_ms;

    if (!intern_put(&frontier->origins.texts, read.id, db_column(use, id_at + 1)))
        return db_fail(frontier->db, ERROR_CORRUPT, "rows are missing from the table origin");
    for (int kind = 0; kind < FRONTIER_KINDS; kind++)
        lively = lively || read.kept.queued[kind];
    if (lively)
        *origins_lively(frontier, read.id) = read;
    return got;
}

int origins_load(struct frontier *frontier)
{
    struct query *use QUERY_LOCAL = db_use(frontier->db, ORIGIN_ALL);
    int got;

    while ((got = db_step(frontier->db, use)) > 0 && (got = load_origin(frontier, use)) > 0)
        continue;
    return got;
}

int origins_save(struct frontier *frontier)
{
    struct origins *origins = &frontier->origins;
    int error = 0;

    for (size_t i = 0; origins->changed && i < origins->lively_count && !error; i++) {
        struct lively *lively = &origins->lively[i];
        struct query *use;

        if (!lively->changed)
            continue;
        use = db_with(frontier->db, ORIGIN_SET, VALUES(with_int(":id", lively->id)));
        columns_bind(use, &pace_columns, &lively->kept);
        error = db_run(frontier->db, use);
        lively->changed = false;
    }
    origins->changed = false;
    return error;
}

int frontier_origin(struct frontier *frontier, struct span origin, int64_t *id)
{
    return intern_id(&frontier->origins.texts, frontier->db, origin, id);
}

int64_t frontier_origin_count(const struct frontier *frontier)
{
    return frontier->origins.texts.count;
}

void frontier_get_origin(const struct frontier *frontier, int64_t id, struct frontier_origin *origin)
{
    const struct lively *lively = find_lively(&frontier->origins, id);

    *origin = lively ? lively->kept : (struct frontier_origin){0};
}

int64_t frontier_busy_origin(const struct frontier *frontier, int64_t after)
{
    for (int64_t id = after + 1; id <= frontier->origins.texts.count; id++) {
        const struct lively *lively = find_lively(&frontier->origins, id);

        for (int kind = 0; lively && kind < FRONTIER_KINDS; kind++)
            if (lively->kept.queued[kind])
                return id;
    }
    return 0;
}

int frontier_origin_text(struct frontier *frontier, int64_t id, struct span *text)
{
    struct query *use = db_with(frontier->db, ORIGIN_TEXT, VALUES(with_int(":id", id)));

    return columns_find_text(frontier->db, use, "origin", &frontier->texts[TEXT_ORIGIN], text);
}

void frontier_set_pace(struct frontier *frontier, int64_t id, const struct frontier_pace *pace)
{
    struct lively *lively = origins_lively(frontier, id);

    lively->kept.pace = *pace;
    lively->changed = true;
    frontier->origins.changed = true;
}

#define OF_ROBOTS(name, kind)  COLUMN_AT(struct frontier_robots, name, name, kind),
#define OF_SITEMAP(name, kind) COLUMN_AT(struct frontier_sitemap, name, name, kind),
static const struct columns robots_columns = COLUMNS("robots.txt", COLUMNS_OF_ROBOTS(OF_ROBOTS));
static const struct columns sitemap_columns = COLUMNS("sitemap's URL", COLUMNS_OF_SITEMAP(OF_SITEMAP));

int frontier_set_robots(struct frontier *frontier, int64_t origin, const struct frontier_robots *robots)
{
    struct frontier_robots written = *robots;
    struct query *use = db_use(frontier->db, ROBOTS_SET);

    written.origin = origin;
    columns_bind(use, &robots_columns, &written);
    db_bind(use, VALUES(with_blob(":body", robots->body))); /* not NULL if it is empty */
    return db_run(frontier->db, use);
}

int frontier_robots(struct frontier *frontier, int64_t origin, struct frontier_robots *robots)
{
    struct query *use = db_with(frontier->db, ROBOTS_GET, VALUES(with_int(":origin", origin)));

    return columns_find(frontier->db, use, &robots_columns, &frontier->texts[TEXT_ROBOTS], robots);
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

int frontier_sitemap_origin(struct frontier *frontier, int64_t after, int64_t *origin)
{
    struct query *use = db_with(frontier->db, SITEMAP_ORIGIN, VALUES(with_int(":after", after)));

    return db_find_number(frontier->db, use, ERROR_END, origin);
}

int frontier_find_sitemap(struct frontier *frontier, struct span url, struct frontier_sitemap *row)
{
    struct query *use = db_with(frontier->db, SITEMAP_FIND, VALUES(with_text(":url", url)));

    return columns_find(frontier->db, use, &sitemap_columns, &frontier->texts[TEXT_SITEMAP], row);
}
