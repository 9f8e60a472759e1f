/* SPDX-License-Identifier: MIT */
/* The index for full-text search: a database of its own, because it is derived and large. FTS5 keeps the text
 * of each page beside its words, for excerpts and to remove the words again. Its own snippet() compares each
 * hit with all others: a page that repeats one word 20,000 times takes it seconds. The function excerpt()
 * looks at the first hits only, and reads the text once. */
#include "config.h"

#include "frontier/search.h"

#include "base/buf.h"
#include "base/error.h"
#include "frontier/db.h"
#include "frontier/row.h"

#include "frontier/search_sql.h"

enum {
    HITS_MAX = 256,
    WINDOW_TOKENS = 32,
    TOKENS_BEFORE = 4, /* before the first hit of the window */
    EXCERPT_BYTES = 4 * 1024
};

/* Of the table page. */
enum { COLUMN_TITLE, COLUMN_HEADINGS, COLUMN_BODY };

#define ELLIPSIS "\xe2\x80\xa6"

struct hit {
    int phrase, at, len; /* its place and length in tokens */
};

struct excerpt {
    struct hit hits[HITS_MAX];
    int count, next;  /* the next hit that is not written yet */
    int first, token; /* of the window; the current one */
    int marked_until; /* the token behind the hit that is open; 0: none */
    struct span text;
    size_t copied; /* bytes of the text */
    bool is_cut;   /* before the end of the text */
    struct buf out;
};

/* Lists the first hits in the body, in the order of the text. */
static int list_hits(const Fts5ExtensionApi *api, Fts5Context *match, struct excerpt *excerpt)
{
    int count, code = api->xInstCount(match, &count);

    for (int i = 0; code == SQLITE_OK && i < count && excerpt->count < HITS_MAX; i++) {
        struct hit hit;
        int in;

        code = api->xInst(match, i, &hit.phrase, &in, &hit.at);
        if (code != SQLITE_OK || in != COLUMN_BODY)
            continue;
        hit.len = api->xPhraseSize(match, hit.phrase);
        excerpt->hits[excerpt->count++] = hit;
    }
    return code;
}

/* Returns the number of different phrases in the window that begins with hit FROM; those above 63 count as
 * one. */
static int count_phrases(const struct excerpt *excerpt, int from)
{
    uint64_t seen = 0;

    for (int i = from; i < excerpt->count && excerpt->hits[i].at < excerpt->hits[from].at + WINDOW_TOKENS;
         i++)
        seen |= UINT64_C(1) << (excerpt->hits[i].phrase < 63 ? excerpt->hits[i].phrase : 63);
    return __builtin_popcountll(seen);
}

/* Chooses the window with the most phrases; of several, the first. */
static void choose_window(struct excerpt *excerpt)
{
    int best = 0, most = 0;

    for (int i = 0; i < excerpt->count; i++) {
        int phrases = count_phrases(excerpt, i);

        best = phrases > most ? i : best;
        most = phrases > most ? phrases : most;
    }
    if (excerpt->count > 0 && excerpt->hits[best].at > TOKENS_BEFORE)
        excerpt->first = excerpt->hits[best].at - TOKENS_BEFORE;
    while (excerpt->next < excerpt->count && excerpt->hits[excerpt->next].at < excerpt->first)
        excerpt->next++;
}

/* Copies the text up to AT, and then the MARK. */
static void copy_until(struct excerpt *excerpt, size_t at, const char *mark)
{
    if (at > excerpt->copied)
        (void)buf_add_span(&excerpt->out, span_part(excerpt->text, excerpt->copied, at - excerpt->copied));
    excerpt->copied = at > excerpt->copied ? at : excerpt->copied;
    (void)buf_add_text(&excerpt->out, mark);
}

static int take_token(void *context, int flags, const char *token, int len, int from, int to)
{
    struct excerpt *excerpt = context;
    int at = excerpt->token;

    (void)token, (void)len;
    if (flags & FTS5_TOKEN_COLOCATED)
        return SQLITE_OK;
    excerpt->token++;
    if (at < excerpt->first)
        return SQLITE_OK;
    if (at == excerpt->first)
        excerpt->copied = at > 0 ? (size_t)from : 0;
    excerpt->is_cut = at >= excerpt->first + WINDOW_TOKENS || excerpt->out.len >= EXCERPT_BYTES / 2;
    if (excerpt->is_cut)
        return SQLITE_DONE; /* the tokenizer ends, as it does at the end of the text */
    if (excerpt->next < excerpt->count && excerpt->hits[excerpt->next].at == at && !excerpt->marked_until) {
        copy_until(excerpt, (size_t)from, "\1");
        excerpt->marked_until = at + excerpt->hits[excerpt->next].len;
    }
    while (excerpt->next < excerpt->count && excerpt->hits[excerpt->next].at <= at)
        excerpt->next++;
    copy_until(excerpt, (size_t)to, at + 1 == excerpt->marked_until ? "\2" : "");
    if (at + 1 == excerpt->marked_until)
        excerpt->marked_until = 0;
    return SQLITE_OK;
}

static void excerpt_of(const Fts5ExtensionApi *api, Fts5Context *match, sqlite3_context *result, int count,
                       sqlite3_value **values)
{
    struct excerpt excerpt = {.count = 0};
    int len = 0;
    const char *text = "";
    int code = list_hits(api, match, &excerpt);

    (void)count, (void)values;
    buf_init(&excerpt.out, EXCERPT_BYTES);
    if (code == SQLITE_OK)
        code = api->xColumnText(match, COLUMN_BODY, &text, &len);
    if (code == SQLITE_OK) {
        excerpt.text = span_make(text, (size_t)len);
        choose_window(&excerpt);
        if (excerpt.first > 0)
            (void)buf_add_text(&excerpt.out, ELLIPSIS);
        code = api->xTokenize(match, text, len, &excerpt, take_token);
    }
    copy_until(&excerpt, excerpt.is_cut ? 0 : excerpt.text.len, excerpt.marked_until ? "\2" : "");
    if (excerpt.is_cut)
        (void)buf_add_text(&excerpt.out, ELLIPSIS);
    if (code == SQLITE_OK)
        sqlite3_result_text(result, buf_text(&excerpt.out), (int)excerpt.out.len, SQLITE_TRANSIENT);
    else
        sqlite3_result_error_code(result, code);
    buf_release(&excerpt.out);
}

/* Counts the phrases that the title of a match has, and those that its title or headings have. */
static void count_on_top(const Fts5ExtensionApi *api, Fts5Context *match, sqlite3_context *result, int count,
                         sqlite3_value **values)
{
    int hits = 0, phrase = 0, column = 0, at = 0;
    int code = api->xInstCount(match, &hits);
    uint64_t titles = 0, all = 0;

    (void)count, (void)values;
    for (int i = 0; code == SQLITE_OK && i < hits; i++) {
        uint64_t bit;

        code = api->xInst(match, i, &phrase, &column, &at);
        bit = UINT64_C(1) << (phrase < 63 ? phrase : 63);
        titles |= column == COLUMN_TITLE ? bit : 0;
        all |= column < COLUMN_BODY ? bit : 0;
    }
    sqlite3_result_int(result, __builtin_popcountll(titles) + __builtin_popcountll(all));
}

/* Adds the SQL function on_top(TABLE), as above, and excerpt(TABLE) for tables of FTS5: the part of
 * the text of a match that has most of the words that were searched for, with each between the bytes 1 and 2,
 * and "…" where text is left out. Returns a code of SQLite. */
static int add_functions(sqlite3 *sqlite)
{
    sqlite3_stmt *statement = NULL;
    fts5_api *api = NULL;
    int code = sqlite3_prepare_v2(sqlite, "SELECT fts5(?1)", -1, &statement, NULL);

    if (code == SQLITE_OK)
        code = sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
    if (code == SQLITE_OK)
        (void)sqlite3_step(statement);
    (void)sqlite3_finalize(statement);
    if (code == SQLITE_OK && !api)
        code = SQLITE_ERROR;
    if (code == SQLITE_OK)
        code = api->xCreateFunction(api, "on_top", NULL, count_on_top, NULL);
    return code == SQLITE_OK ? api->xCreateFunction(api, "excerpt", NULL, excerpt_of, NULL) : code;
}

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

/* A word in the title counts as much as 2 in the rating of the text, and one in a heading as 1: in one sum of
 * FTS5, they have almost no weight beside a long text. Excerpts are made in a second step, only for pages
 * that are shown. */
static const struct db_statement statements[STATEMENTS] = {
    [STATE] = {.sql = "SELECT run, sequence FROM state WHERE id = 1"},
    [SET_STATE] = {.sql = "UPDATE state SET run = :run, sequence = :sequence WHERE id = 1"},
    [NEXT] = {.sql = "SELECT url, sequence FROM document WHERE url > :after ORDER BY url LIMIT 1"},
    [ADD_DOCUMENT] = {.sql = "INSERT INTO document VALUES (:url, :sequence)"},
    [ADD_PAGE] = {.sql = "INSERT INTO page (rowid, title, headings, body)"
                         " VALUES (:url, :title, :headings, :body)"},
    [REMOVE_DOCUMENT] = {.sql = "DELETE FROM document WHERE url = :url"},
    [REMOVE_PAGE] = {.sql = "DELETE FROM page WHERE rowid = :url"},
    [COUNT] = {.sql = "SELECT count(*) FROM page WHERE page MATCH :query"},
    [FIND] = {.sql = "WITH best AS MATERIALIZED (SELECT rowid AS url FROM page WHERE page MATCH :query"
                     " ORDER BY bm25(page, 0.0, 0.0, 1.0) - on_top(page) LIMIT -1)"
                     " SELECT best.url, excerpt(page) FROM best CROSS JOIN page ON page.rowid = best.url"
                     " WHERE page MATCH :query",
              .scans = true},
};

/* Version 2 has no headings, and version 1 lacks the text of large pages, too: all pages are read again. */
static const char *const upgrades[SEARCH_VERSION] = {
    NULL,
    "",
    "DROP TABLE page; DELETE FROM document; UPDATE state SET run = 0, sequence = 0;"
    "CREATE VIRTUAL TABLE page USING fts5(title, headings, body,"
    " tokenize = \"porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'\");",
};

const struct db_format search_format = {
    .application_id = SEARCH_APPLICATION,
    .version = SEARCH_VERSION,
    .schema = search_sql,
    .upgrades = upgrades,
    .statements = statements,
    .count = STATEMENTS,
    .prepare = add_functions,
    .keeps_log = true,
};

static const struct columns state_columns =
    COLUMNS("state", COLUMN(struct frontier_searched, run), COLUMN(struct frontier_searched, sequence));

int frontier_search_state(struct db *db, struct frontier_searched *state)
{
    int error;

    *state = (struct frontier_searched){0};
    error = columns_find(db, db_use(db, STATE), &state_columns, NULL, state);
    return error == ERROR_NOT_FOUND ? 0 : error;
}

int frontier_search_set_state(struct db *db, struct frontier_searched state)
{
    return db_run_with(db, SET_STATE,
                       VALUES(with_int(":run", state.run), with_int(":sequence", state.sequence)));
}

static const struct columns document_columns =
    COLUMNS("document", COLUMN(struct frontier_document, id), COLUMN(struct frontier_document, sequence));

int frontier_search_next(struct db *db, int64_t after, struct frontier_document *document)
{
    struct query *use = db_with(db, NEXT, VALUES(with_int(":after", after)));

    return columns_next(db, use, &document_columns, NULL, document);
}

int frontier_search_add(struct db *db, int64_t url, int64_t sequence, const struct frontier_words *words)
{
    int error = db_run_with(db, ADD_DOCUMENT, VALUES(with_int(":url", url), with_int(":sequence", sequence)));

    if (error || !words)
        return error;
    return db_run_with(db, ADD_PAGE,
                       VALUES(with_int(":url", url), with_text(":title", words->title),
                              with_text(":headings", words->headings), with_text(":body", words->body)));
}

int frontier_search_remove(struct db *db, int64_t url)
{
    int error = db_run_with(db, REMOVE_DOCUMENT, VALUES(with_int(":url", url)));

    return error ? error : db_run_with(db, REMOVE_PAGE, VALUES(with_int(":url", url)));
}

int frontier_search_count(struct db *db, struct span query, int64_t *count)
{
    return db_number(db, db_with(db, COUNT, VALUES(with_text(":query", query))), count);
}

int frontier_search_find(struct db *db, struct span query, frontier_search_reader *each, void *context)
{
    struct query *use QUERY_LOCAL = db_with(db, FIND, VALUES(with_text(":query", query)));
    int got;

    do
        got = db_step(db, use);
    while (got > 0 && each(context, db_int64(use, 0), db_column(use, 1)));
    return got < 0 ? got : 0;
}
