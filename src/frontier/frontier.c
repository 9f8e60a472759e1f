/* SPDX-License-Identifier: MIT */
/* Opening and closing, groups, settings and runs, and the format of mirror.db: the schema (schema.sql and
 * names.list) and the statements (statements.sql), which are embedded when building, and the upgrades from
 * older formats. The start of a run reads the whole table of URLs once, to fill the set of known ones. Sums
 * and queue counts are stored, so they are never recounted. */
#include "config.h"

#include "frontier/frontier.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/inside.h"
#include "frontier/row.h"

#include "frontier/name_sql.h"
#include "frontier/schema_sql.h"

static const struct db_statement statements[STATEMENT_COUNT] = {
#include "frontier/statement_sql.h"
};

/* From version v to v + 1. Versions below 7 were never released. SQL_NAMES writes the lookup tables again, as
 * names.list has them now. */
static const char *const upgrades[SCHEMA_VERSION] = {
    [7] = "ALTER TABLE origin ADD COLUMN address TEXT NOT NULL DEFAULT '';",
    [8] = SQL_NAMES,
    [9] = "CREATE TABLE held (url INTEGER PRIMARY KEY REFERENCES url(id), requested_ms INTEGER NOT NULL, "
          "duration_ms INTEGER NOT NULL, digest BLOB NOT NULL, archive INTEGER NOT NULL REFERENCES "
          "archive_file(id), archive_offset INTEGER NOT NULL, archive_length INTEGER NOT NULL, wordings "
          "BLOB NOT NULL) STRICT;" SQL_NAMES,
    [10] = "ALTER TABLE visit ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;"
           "CREATE TABLE evidence (id INTEGER PRIMARY KEY, kind TEXT NOT NULL, sort INTEGER NOT NULL, "
           "name TEXT NOT NULL, equal INTEGER NOT NULL, pages INTEGER NOT NULL, different INTEGER NOT NULL, "
           "proof INTEGER NOT NULL, held INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;" SQL_NAMES,
    [11] = SQL_NAMES,
    [12] = "UPDATE visit SET shown = 0;" SQL_NAMES,
    [13] = "CREATE TABLE view (id INTEGER PRIMARY KEY, url INTEGER NOT NULL REFERENCES url(id), "
           "fragment TEXT NOT NULL, rounds INTEGER NOT NULL, inputs BLOB NOT NULL, seen INTEGER NOT NULL, "
           "sequence INTEGER NOT NULL, why INTEGER REFERENCES rule(id), digest BLOB, archive INTEGER "
           "REFERENCES archive_file(id), archive_offset INTEGER NOT NULL, archive_length INTEGER NOT NULL, "
           "UNIQUE (url, fragment)) STRICT;",
    [14] = "DELETE FROM setting WHERE name = 'for' AND value = 'server';" SQL_NAMES,
    [15] = SQL_NAMES,
};

/* Deletes all that a mirror without files and archive knows, except its runs, and the pace and the rules of
 * origins. */
static const char forget_sql[] =
    "DELETE FROM view; DELETE FROM held; DELETE FROM evidence;"
    "DELETE FROM url; DELETE FROM visit; DELETE FROM tally; DELETE FROM sitemap; DELETE FROM change;"
    "DELETE FROM misguess; DELETE FROM link_list; DELETE FROM setting WHERE name <> 'forgotten';"
    "UPDATE origin SET starts = 0, requisites = 0, pages = 0, candidates = 0, waiting = 0;";

const struct db_format mirror_format = {
    .application_id = SCHEMA_APPLICATION,
    .version = SCHEMA_VERSION,
    .schema = schema_sql,
    .upgrades = upgrades,
    .statements = statements,
    .count = STATEMENT_COUNT,
};

/* tiptoe writes no longer texts than these. */
static const size_t text_limits[TEXTS] = {
    [TEXT_ITEM] = LIMIT_URL_BYTES + 1,
    [TEXT_ROW] = FRONTIER_ROW_BYTES,
    [TEXT_LAST] = FRONTIER_ROW_BYTES,
    [TEXT_RULE] = FRONTIER_ROW_BYTES,
    [TEXT_SETTING] = SETTING_MAX,
    [TEXT_ROBOTS] = LIMIT_ROBOTS_BYTES + 64 * 1024,
    [TEXT_ORIGIN] = LIMIT_URL_BYTES + 1,
    [TEXT_ARCHIVE] = LIMIT_NAME_BYTES * 16,
    [TEXT_SITEMAP] = LIMIT_URL_BYTES + 1,
    [TEXT_PAYLOAD] = 2 * LIMIT_URL_BYTES,
    [TEXT_HELD] = 4096,
    [TEXT_NAMES] = SETTING_MAX,
    [TEXT_LINKS] = LIMIT_LINKS * 8,
    [TEXT_FOLDER] = FRONTIER_ROW_BYTES,
};

static const char names_setting[] = "names";

struct frontier *frontier_new(void)
{
    struct frontier *frontier = MEM_NEW(struct frontier);

    frontier->db = db_new();
    frontier->known = known_new();
    frontier->data_version = -1;
    intern_init(&frontier->rules, RULE_ADD);
    intern_init(&frontier->vias, VIA_ADD);
    intern_init(&frontier->origins.texts, ORIGIN_ADD);
    frontier->rows = row_cache_new();
    for (size_t i = 0; i < TEXTS; i++)
        buf_init(&frontier->texts[i], text_limits[i]);
    return frontier;
}

void frontier_free(struct frontier *frontier)
{
    if (!frontier)
        return;
    db_free(frontier->db);
    known_free(frontier->known);
    intern_release(&frontier->rules);
    intern_release(&frontier->vias);
    origins_release(&frontier->origins);
    row_cache_free(frontier->rows);
    free(frontier->flying.flights);
    for (size_t i = 0; i < TEXTS; i++)
        buf_release(&frontier->texts[i]);
    free(frontier);
}

/* Known URLs are added in batches of this size. */
enum { KNOWN_AT_ONCE = 64 };

/* Reads a row of URL_ALL. A reader's memory is never updated, so a reader keeps no flags that can change. */
static int load_known_row(struct frontier *frontier, struct query *use, struct known_text *text)
{
    int64_t id = db_int64(use, 0);

    if (id != frontier->last_url + 1 || id > KNOWN_ID_MAX)
        return db_fail(frontier->db, ERROR_CORRUPT, "rows are missing from the table url");
    *text = (struct known_text){
        .hash = url_hash(frontier, db_column(use, 1)),
        .id = (uint32_t)id,
        .flags = known_flags(frontier->writes ? db_int64(use, 2) : FRONTIER_QUEUED, db_int64(use, 3))};
    frontier->last_url = id;
    return 1;
}

/* Reads the rows of the table of URLs that were not read yet. */
static int load_known(struct frontier *frontier)
{
    struct known_text texts[KNOWN_AT_ONCE];
    struct query *use QUERY_LOCAL =
        db_with(frontier->db, URL_ALL, VALUES(with_int(":after", frontier->last_url)));
    struct frontier_stats stats;
    size_t count = 0;
    int got;

    frontier_stats(frontier, &stats);
    if (frontier->last_url == 0 && stats.known <= KNOWN_ID_MAX)
        known_expect(frontier->known, stats.known);
    do {
        got = db_step(frontier->db, use);
        if (got > 0)
            got = load_known_row(frontier, use, &texts[count]);
        count += got > 0;
        if (got <= 0 || count == KNOWN_AT_ONCE) {
            known_add_all(frontier->known, texts, count);
            count = 0;
        }
    } while (got > 0);
    return got;
}

/* Looks for a queued URL that has an answer. */
static int load_revisits(struct frontier *frontier)
{
    int64_t found;
    int error = db_number(frontier->db, db_use(frontier->db, URL_REVISITED), &found);

    frontier->revisits = found > 0;
    if (!error)
        frontier->updated = frontier_last_update(frontier) > 0;
    return error;
}

/* Reads the names of the site, unless it has only one. */
static int load_names(struct frontier *frontier)
{
    struct span kept = frontier_setting_text(frontier, names_setting);
    struct buf *names = &frontier->texts[TEXT_NAMES];

    buf_clear(names);
    return span_find(kept, '\n') + 1 < kept.len ? buf_add_span(names, kept) : 0;
}

int frontier_set_names(struct frontier *frontier, struct span names, bool *changed)
{
    int error = 0;

    *changed = !span_equals(frontier_setting_text(frontier, names_setting), names);
    if (*changed)
        error = frontier_set_setting(frontier, names_setting, names);
    return error ? error : load_names(frontier);
}

struct span frontier_twin_note(struct frontier *frontier)
{
    struct span note = frontier_setting_text(frontier, FRONTIER_TWIN);

    (void)span_take_until(&note, '\n');
    (void)span_take_until(&note, '\n');
    return note;
}

bool frontier_rename(const struct frontier *frontier, struct span url, struct buf *out)
{
    struct span names = buf_span(&frontier->texts[TEXT_NAMES]), main, port, authority, host;
    size_t at;

    if (names.len == 0)
        return false;
    main = span_take_until(&names, '\n');
    at = span_find_end(url, 0, "://");
    authority = span_part(url, at, url.len);
    authority = span_part(authority, 0, span_find(authority, '/'));
    port = span_part(main, span_find(main, ':'), main.len); /* also of names without one */
    host = authority.len > port.len &&
                   span_equals(span_part(authority, authority.len - port.len, port.len), port)
               ? span_part(authority, 0, authority.len - port.len)
               : authority;
    while (names.len > 0) {
        struct span name = span_take_until(&names, '\n');

        if (!span_equals(authority, name) && !span_equals(host, name))
            continue;
        return buf_add_span(out, span_part(url, 0, at)) == 0 && buf_add_span(out, main) == 0 &&
               buf_add_span(out, span_part(url, at + authority.len, url.len)) == 0;
    }
    return false;
}

static int load_sequence(struct frontier *frontier)
{
    int error = db_number(frontier->db, db_use(frontier->db, RUN_SEQUENCE), &frontier->sequence);

    frontier->sequence_written = frontier->sequence;
    return error;
}

int frontier_open(struct frontier *frontier, const char *path, enum frontier_mode mode)
{
    static const enum db_mode modes[] = {
        [FRONTIER_CREATE] = DB_CREATE, [FRONTIER_OPEN] = DB_WRITE, [FRONTIER_READ] = DB_READ};
    int error = db_open(frontier->db, path, &mirror_format, modes[mode]);

    frontier->writes = mode != FRONTIER_READ;
    if (!error)
        error = load_sequence(frontier);
    if (!error)
        error = origins_load(frontier);
    if (!error)
        error = tally_load(frontier);
    if (!error)
        error = load_names(frontier);
    if (error || !frontier->writes)
        return error;
    error = intern_load(&frontier->rules, frontier->db, RULE_ALL);
    if (!error)
        error = intern_load(&frontier->vias, frontier->db, VIA_ALL);
    if (!error)
        error = load_revisits(frontier);
    return error ? error : load_known(frontier);
}

int frontier_refresh(struct frontier *frontier, bool *changed)
{
    int64_t version;
    int error = db_number(frontier->db, db_use(frontier->db, DATA_VERSION), &version);

    if (error)
        return error;
    *changed = version != frontier->data_version;
    if (!*changed)
        return 0;
    frontier->data_version = version;
    row_forget_targets(frontier);
    error = load_sequence(frontier);
    if (!error)
        error = load_names(frontier);
    return error ? error : load_known(frontier);
}

const char *frontier_error_text(const struct frontier *frontier)
{
    return db_error_text(frontier->db);
}

int frontier_commit(struct frontier *frontier)
{
    int error = origins_save(frontier);

    if (!error)
        error = tally_save(frontier);
    if (!error && frontier->sequence != frontier->sequence_written)
        error =
            db_run_with(frontier->db, RUN_SET_SEQUENCE, VALUES(with_int(":sequence", frontier->sequence)));
    frontier->sequence_written = frontier->sequence;
    return error ? error : db_commit(frontier->db);
}

int frontier_check(struct frontier *frontier)
{
    return db_check(frontier->db);
}

bool frontier_has_changes(const struct frontier *frontier)
{
    return frontier->origins.changed || db_has_changes(frontier->db);
}

int frontier_forget(struct frontier *frontier, bool *forgotten)
{
    int64_t stored;
    int error = db_number(frontier->db, db_use(frontier->db, STORED_ANY), &stored);

    *forgotten = !error && !stored;
    if (*forgotten)
        error = db_execute(frontier->db, forget_sql);
    return error || !*forgotten ? error : db_commit(frontier->db);
}

int frontier_begin_run(struct frontier *frontier, const char *version, int64_t now_ms, int64_t *run)
{
    struct query *use =
        db_with(frontier->db, RUN_ADD,
                VALUES(with_text(":version", span_of(version)), with_int(":started_ms", now_ms),
                       with_int(":sequence", frontier->sequence)));
    int error = db_number(frontier->db, use, run);

    if (!error)
        frontier->run = *run;
    return error;
}

int frontier_end_run(struct frontier *frontier, int64_t now_ms, int exit_status, const char *why)
{
    return db_run(frontier->db,
                  db_with(frontier->db, RUN_END,
                          VALUES(with_int(":id", frontier->run), with_int(":ended_ms", now_ms),
                                 with_int(":exit_status", exit_status), with_text(":why", span_of(why)))));
}

int frontier_setting(struct frontier *frontier, const char *name, struct span *value)
{
    struct query *use = db_with(frontier->db, SETTING_GET, VALUES(with_text(":name", span_of(name))));

    return columns_find_text(frontier->db, use, "setting", &frontier->texts[TEXT_SETTING], value);
}

int frontier_set_setting(struct frontier *frontier, const char *name, struct span value)
{
    if (value.len > SETTING_MAX - 1)
        return db_fail(frontier->db, ERROR_TOO_LARGE, "the setting %s is too large", name);
    return db_run(frontier->db,
                  db_with(frontier->db, SETTING_SET,
                          VALUES(with_text(":name", span_of(name)), with_text(":value", value))));
}

int frontier_drop_setting(struct frontier *frontier, const char *name)
{
    return db_run_with(frontier->db, SETTING_DROP, VALUES(with_text(":name", span_of(name))));
}

struct span frontier_setting_text(struct frontier *frontier, const char *name)
{
    struct span value;

    return frontier_setting(frontier, name, &value) == 0 ? value : span_of("");
}

int64_t frontier_setting_number(struct frontier *frontier, const char *name)
{
    struct span value = frontier_setting_text(frontier, name);
    uint64_t number;

    return span_to_u64(span_take_until(&value, ' '), &number) && number <= INT64_MAX ? (int64_t)number : 0;
}

int frontier_set_number(struct frontier *frontier, const char *name, int64_t number)
{
    char value[24];

    (void)snprintf(value, sizeof value, "%" PRId64, number);
    return frontier_set_setting(frontier, name, span_of(value));
}

/* The setting with the id of a script, and the name of the service that it asks. */
static const char search_script[] = "search-service";

int64_t frontier_search_script(struct frontier *frontier, struct span *service)
{
    int64_t id = frontier_setting_number(frontier, search_script);

    *service = frontier_setting_text(frontier, search_script);
    (void)span_take_until(service, ' ');
    return id;
}

int frontier_search_service(struct frontier *frontier, struct span *service)
{
    int64_t id = frontier_search_script(frontier, service);
    struct frontier_row row;
    int error = id ? frontier_get(frontier, id, &row) : ERROR_NOT_FOUND;

    if (!error && (!row.answered || row.visit.state != FRONTIER_DONE || frontier_is_withdrawn(&row) ||
                   row.state == FRONTIER_GONE))
        error = ERROR_NOT_FOUND;
    return error;
}

int frontier_set_search_script(struct frontier *frontier, int64_t id, const char *service)
{
    char value[80];

    (void)snprintf(value, sizeof value, "%" PRId64 " %s", id, service);
    return frontier_set_setting(frontier, search_script, span_of(value));
}
