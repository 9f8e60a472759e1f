/* SPDX-License-Identifier: MIT */
/* The index for full-text search: a database of its own, because it is derived and large. FTS5 keeps the text
 * of each page beside its words, for snippets and to remove the words again. */
#include "config.h"

#include "frontier/search.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "frontier/db.h"

#include "frontier/search_sql.h"

struct frontier_search {
    struct db *db;
};

enum {
    STATE,
    SET_STATE,
    NEXT,
    ADD_DOCUMENT,
    ADD_PAGE,
    REMOVE_DOCUMENT,
    REMOVE_PAGE,
    COUNT,
    FIND,
    STATEMENTS
};

/* A word in the title counts as much as five in the text. */
static const struct db_statement statements[STATEMENTS] = {
    [STATE] = {.sql = "SELECT run, sequence FROM state WHERE id = 1"},
    [SET_STATE] = {.sql = "UPDATE state SET run = :run, sequence = :sequence WHERE id = 1"},
    [NEXT] = {.sql = "SELECT url, sequence FROM document WHERE url > :after ORDER BY url LIMIT 1"},
    [ADD_DOCUMENT] = {.sql = "INSERT INTO document VALUES (:url, :sequence)"},
    [ADD_PAGE] = {.sql = "INSERT INTO page (rowid, title, body) VALUES (:url, :title, :body)"},
    [REMOVE_DOCUMENT] = {.sql = "DELETE FROM document WHERE url = :url"},
    [REMOVE_PAGE] = {.sql = "DELETE FROM page WHERE rowid = :url"},
    [COUNT] = {.sql = "SELECT count(*) FROM page WHERE page MATCH :query"},
    [FIND] = {.sql = "SELECT rowid, snippet(page, 1, char(1), char(2), char(8230), 32) FROM page"
                     " WHERE page MATCH :query AND rank MATCH 'bm25(5.0, 1.0)' ORDER BY rank"},
};

static const char *const upgrades[SEARCH_VERSION] = {NULL};

static const struct db_format format = {
    .application_id = SEARCH_APPLICATION,
    .version = SEARCH_VERSION,
    .schema = search_sql,
    .upgrades = upgrades,
    .statements = statements,
    .count = STATEMENTS,
    .keeps_log = true,
};

struct frontier_search *frontier_search_new(void)
{
    struct frontier_search *search = MEM_NEW(struct frontier_search);

    search->db = db_new();
    return search;
}

void frontier_search_free(struct frontier_search *search)
{
    if (!search)
        return;
    db_free(search->db);
    free(search);
}

int frontier_search_open(struct frontier_search *search, const char *path, bool writes)
{
    return db_open(search->db, path, &format, writes ? DB_CREATE : DB_READ);
}

const char *frontier_search_error(const struct frontier_search *search)
{
    return db_error_text(search->db);
}

int frontier_search_state(struct frontier_search *search, struct frontier_searched *state)
{
    struct query *use = db_use(search->db, STATE);
    int got = db_step(search->db, use);

    *state = (struct frontier_searched){0};
    if (got > 0)
        *state = (struct frontier_searched){db_int64(use, 0), db_int64(use, 1)};
    db_done(use);
    return got < 0 ? got : 0;
}

int frontier_search_set_state(struct frontier_search *search, struct frontier_searched state)
{
    struct query *use = db_use(search->db, SET_STATE);

    db_bind_int(use, ":run", state.run);
    db_bind_int(use, ":sequence", state.sequence);
    return db_run(search->db, use);
}

int frontier_search_next(struct frontier_search *search, int64_t after, int64_t *url, int64_t *sequence)
{
    struct query *use = db_use(search->db, NEXT);
    int got;

    db_bind_int(use, ":after", after);
    got = db_step(search->db, use);
    if (got > 0) {
        *url = db_int64(use, 0);
        *sequence = db_int64(use, 1);
    }
    return db_next(use, got);
}

int frontier_search_add(struct frontier_search *search, int64_t url, int64_t sequence,
                        const struct frontier_words *words)
{
    struct query *use = db_use(search->db, ADD_DOCUMENT);
    int error;

    db_bind_int(use, ":url", url);
    db_bind_int(use, ":sequence", sequence);
    error = db_run(search->db, use);
    if (error || !words)
        return error;
    use = db_use(search->db, ADD_PAGE);
    db_bind_int(use, ":url", url);
    db_bind_text(use, ":title", words->title);
    db_bind_text(use, ":body", words->body);
    return db_run(search->db, use);
}

static int remove_from(struct frontier_search *search, size_t statement, int64_t url)
{
    struct query *use = db_use(search->db, statement);

    db_bind_int(use, ":url", url);
    return db_run(search->db, use);
}

int frontier_search_remove(struct frontier_search *search, int64_t url)
{
    int error = remove_from(search, REMOVE_DOCUMENT, url);

    return error ? error : remove_from(search, REMOVE_PAGE, url);
}

int frontier_search_commit(struct frontier_search *search)
{
    return db_commit(search->db);
}

int frontier_search_count(struct frontier_search *search, struct span query, int64_t *count)
{
    struct query *use = db_use(search->db, COUNT);

    db_bind_text(use, ":query", query);
    return db_number(search->db, use, count);
}

int frontier_search_find(struct frontier_search *search, struct span query, frontier_search_reader *each,
                         void *context)
{
    struct query *use = db_use(search->db, FIND);
    int got;

    db_bind_text(use, ":query", query);
    do
        got = db_step(search->db, use);
    while (got > 0 && each(context, db_int64(use, 0), db_column(use, 1)));
    db_done(use);
    return got < 0 ? got : 0;
}
