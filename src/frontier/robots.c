/* SPDX-License-Identifier: MIT */
/* The robots.txt of each origin as it was answered, so that a restart requests it again only after it
 * expires. And the table of sitemaps: at most a few hundred rows, so they are searched without an index. */
#include "config.h"

#include "frontier/robots.h"

#include "base/error.h"
#include "base/limits.h"
#include "frontier/inside.h"

int frontier_set_robots(struct frontier *frontier, int64_t origin, const struct frontier_robots *robots)
{
    struct query *use = db_use(frontier->db, ROBOTS_SET);

    db_bind_int(use, ":origin", origin);
    db_bind_int(use, ":answer", robots->answer);
    db_bind_int(use, ":status", robots->status);
    db_bind_any_text(use, ":error", robots->error);
    db_bind_int(use, ":fetched_ms", robots->fetched_ms);
    db_bind_int(use, ":expires_ms", robots->expires_ms);
    db_bind_any_text(use, ":final_url", robots->final_url);
    db_bind_int(use, ":redirects", robots->redirects);
    db_bind_int(use, ":attempts", robots->attempts);
    db_bind_int(use, ":next_try_ms", robots->next_try_ms);
    db_bind_int(use, ":truncated", robots->truncated);
    db_bind_blob(use, ":body", robots->body);
    db_bind_any_text(use, ":etag", robots->etag);
    db_bind_any_text(use, ":last_modified", robots->last_modified);
    return db_run(frontier->db, use);
}

/* Copies the columns that are texts into memory that was reserved for all of them, so it does not move. */
static int copy_texts(struct frontier *frontier, struct query *use, struct frontier_robots *robots)
{
    struct {
        int column;
        struct span *text;
    } const columns[] = {{2, &robots->error},
                         {5, &robots->final_url},
                         {10, &robots->body},
                         {11, &robots->etag},
                         {12, &robots->last_modified}};
    enum { COLUMNS = sizeof columns / sizeof columns[0] };
    struct buf *texts = &frontier->texts[TEXT_ROBOTS];
    size_t len = 0;

    for (size_t i = 0; i < COLUMNS; i++)
        len += db_column(use, columns[i].column).len;
    buf_clear(texts);
    if (!buf_reserve(texts, len))
        return db_fail(frontier->db, ERROR_CORRUPT, "a robots.txt is longer than any that tiptoe writes");
    for (size_t i = 0; i < COLUMNS; i++) {
        struct span text = db_column(use, columns[i].column);

        *columns[i].text = span_make(texts->at + texts->len, text.len);
        (void)buf_add_span(texts, text);
    }
    return 1;
}

static int read_robots(struct frontier *frontier, struct query *use, struct frontier_robots *robots)
{
    *robots = (struct frontier_robots){.answer = db_int(use, 0),
                                       .status = db_int(use, 1),
                                       .truncated = db_int(use, 9),
                                       .fetched_ms = db_int64(use, 3),
                                       .expires_ms = db_int64(use, 4),
                                       .redirects = db_int(use, 6),
                                       .attempts = db_int(use, 7),
                                       .next_try_ms = db_int64(use, 8)};
    return copy_texts(frontier, use, robots);
}

int frontier_robots(struct frontier *frontier, int64_t origin, struct frontier_robots *robots)
{
    struct query *use = db_use(frontier->db, ROBOTS_GET);
    int got;

    db_bind_int(use, ":origin", origin);
    got = db_step(frontier->db, use);
    if (got > 0)
        got = read_robots(frontier, use, robots);
    return db_found(use, got);
}

bool frontier_robots_led_to(struct frontier *frontier, struct span url)
{
    struct query *use = db_use(frontier->db, ROBOTS_LED);
    int got;

    db_bind_text(use, ":url", url);
    got = db_step(frontier->db, use);
    db_done(use);
    return got > 0;
}

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
