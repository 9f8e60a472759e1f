/* SPDX-License-Identifier: MIT */
/* The index for full-text search: a database of its own, because it is derived and large. FTS5 keeps the text
 * of each page beside its words, for snippets and to remove the words again. */
#include "config.h"

#include "frontier/search.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/error.h"
#include "frontier/db.h"
#include "frontier/excerpt.h"

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
    [FIND] = {.sql = "SELECT rowid, excerpt(page, 1) FROM page"
                     " WHERE page MATCH :query AND rank MATCH 'bm25(5.0, 1.0)' ORDER BY rank"},
};

/* Version 1 lacked the text of large pages that serve had read: all pages are read again. */
static const char *const upgrades[SEARCH_VERSION] = {
    NULL,
    "DELETE FROM page; DELETE FROM document; UPDATE state SET run = 0, sequence = 0;",
};

static const struct db_format format = {
    .application_id = SEARCH_APPLICATION,
    .version = SEARCH_VERSION,
    .schema = search_sql,
    .upgrades = upgrades,
    .statements = statements,
    .count = STATEMENTS,
    .prepare = excerpt_add,
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

static const struct columns state_columns =
    COLUMNS("state", COLUMN(struct frontier_searched, run), COLUMN(struct frontier_searched, sequence));

int frontier_search_state(struct frontier_search *search, struct frontier_searched *state)
{
    int error;

    *state = (struct frontier_searched){0};
    error = columns_find(search->db, db_use(search->db, STATE), &state_columns, NULL, state);
    return error == ERROR_NOT_FOUND ? 0 : error;
}

int frontier_search_set_state(struct frontier_search *search, struct frontier_searched state)
{
    return db_run_with(search->db, SET_STATE,
                       VALUES(with_int(":run", state.run), with_int(":sequence", state.sequence)));
}

static const struct columns document_columns =
    COLUMNS("document", COLUMN(struct frontier_searched_document, url),
            COLUMN(struct frontier_searched_document, sequence));

int frontier_search_next(struct frontier_search *search, int64_t after,
                         struct frontier_searched_document *document)
{
    struct query *use = db_with(search->db, NEXT, VALUES(with_int(":after", after)));

    return columns_next(search->db, use, &document_columns, NULL, document);
}

int frontier_search_add(struct frontier_search *search, int64_t url, int64_t sequence,
                        const struct frontier_words *words)
{
    int error =
        db_run_with(search->db, ADD_DOCUMENT, VALUES(with_int(":url", url), with_int(":sequence", sequence)));

    if (error || !words)
        return error;
    return db_run_with(
        search->db, ADD_PAGE,
        VALUES(with_int(":url", url), with_text(":title", words->title), with_text(":body", words->body)));
}

int frontier_search_remove(struct frontier_search *search, int64_t url)
{
    int error = db_run_with(search->db, REMOVE_DOCUMENT, VALUES(with_int(":url", url)));

    return error ? error : db_run_with(search->db, REMOVE_PAGE, VALUES(with_int(":url", url)));
}

int frontier_search_commit(struct frontier_search *search)
{
    return db_commit(search->db);
}

void frontier_search_set_deadline(struct frontier_search *search, int64_t until_ms)
{
    db_set_deadline(search->db, until_ms);
}

int frontier_search_count(struct frontier_search *search, struct span query, int64_t *count)
{
    return db_number(search->db, db_with(search->db, COUNT, VALUES(with_text(":query", query))), count);
}

int frontier_search_find(struct frontier_search *search, struct span query, frontier_search_reader *each,
                         void *context)
{
    struct query *use QUERY_LOCAL = db_with(search->db, FIND, VALUES(with_text(":query", query)));
    int got;

    do
        got = db_step(search->db, use);
    while (got > 0 && each(context, db_int64(use, 0), db_column(use, 1)));
    return got < 0 ? got : 0;
}
