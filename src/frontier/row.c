/* SPDX-License-Identifier: MIT */
/* Reads rows of single URLs: all that is known about one, how it was found, and the next of a walk. */
#include "config.h"

#include "frontier/row.h"

#include <inttypes.h>

#include "base/error.h"
#include "frontier/columns.h"
#include "frontier/inside.h"
#include "frontier/queue.h"
#include "frontier/table_columns.h"

#define OF_VISIT(name, kind) COLUMN_AT(struct frontier_row, visit.name, name, kind),

static const struct column row_list[] = {ITEM_COLUMNS(struct frontier_row, item.),
                                         COLUMN(struct frontier_row, state),
                                         COLUMN(struct frontier_row, reason),
                                         COLUMN(struct frontier_row, rule),
                                         COLUMN(struct frontier_row, via),
                                         COLUMN(struct frontier_row, referrer_url),
                                         COLUMN(struct frontier_row, answered),
                                         COLUMN(struct frontier_row, visit.path),
                                         COLUMNS_OF_VISIT(OF_VISIT)};
static const struct columns row_columns = COLUMNS(row_list, "row");

static const struct column document_list[] = {
    COLUMN(struct frontier_document, id),
    COLUMN(struct frontier_document, woven),
    COLUMN(struct frontier_document, sequence),
};
static const struct columns document_columns = COLUMNS(document_list, "document");

static const struct column beside_list[] = {COLUMN(struct frontier_beside, key),
                                            COLUMN(struct frontier_beside, path)};
static const struct columns beside_columns = COLUMNS(beside_list, "path");

bool frontier_is_withdrawn(const struct frontier_row *row)
{
    enum frontier_state answer = row->answered ? row->visit.state : row->state;
    bool withheld = answer == FRONTIER_WITHHELD && row->visit.reason != FRONTIER_BY_PATTERN;

    if (row->reason == FRONTIER_BY_PATTERN && answer != FRONTIER_DONE)
        return false; /* the user's choice, by type */
    return withheld || row->state == FRONTIER_WITHHELD ||
           (row->state == FRONTIER_REFUSED && row->reason == FRONTIER_BY_ROBOTS) ||
           (row->state == FRONTIER_QUEUED && row->answered && answer == FRONTIER_QUEUED);
}

int frontier_get(struct frontier *frontier, int64_t id, struct frontier_row *row)
{
    struct query *use = db_with(frontier->db, ROW_GET, VALUES(with_int(":id", id)));
    int error = columns_find(frontier->db, use, &row_columns, &frontier->texts[TEXT_ROW], row);

    if (error)
        return error;
    row->visit.rule = row->rule;
    row->visit.attempts = row->item.attempts;
    row->visit.gone = 0;
    if (!row->answered)
        row->visit = (struct frontier_visit){0};
    return 0;
}

int frontier_get_by_url(struct frontier *frontier, struct span url, struct frontier_row *row)
{
    unsigned flags;
    int64_t id = 0;
    int error = 0;

    if (frontier->writes)
        (void)frontier_known(frontier, url, &id, &flags);
    else
        error = db_number(frontier->db, db_with(frontier->db, URL_FIND, VALUES(with_text(":url", url))), &id);
    if (error)
        return error;
    return id > 0 ? frontier_get(frontier, id, row) : ERROR_NOT_FOUND;
}

int frontier_documents(struct frontier *frontier, int64_t after, int64_t woven_below,
                       struct frontier_document *document)
{
    struct query *use = db_with(frontier->db, ROW_NEXT_DOCUMENT,
                                VALUES(with_int(":after", after), with_int(":woven_below", woven_below)));

    return columns_next(frontier->db, use, &document_columns, NULL, document);
}

int frontier_shells(struct frontier *frontier, int64_t after, int64_t *url)
{
    struct query *use = db_with(frontier->db, ROW_NEXT_SHELL, VALUES(with_int(":after", after)));

    return db_find_number(frontier->db, use, ERROR_END, url);
}

int frontier_beside(struct frontier *frontier, struct span after, struct frontier_beside *beside)
{
    struct query *use = db_with(frontier->db, FILE_BESIDE, VALUES(with_text(":after", after)));

    return columns_next(frontier->db, use, &beside_columns, &frontier->texts[TEXT_ROW], beside);
}

bool frontier_is_page(const struct frontier_visit *visit)
{
    return visit->state == FRONTIER_DONE && visit->path.len > 0 &&
           (span_starts_nocase(visit->content_type, "text/html") ||
            span_starts_nocase(visit->content_type, "application/xhtml+xml"));
}

int frontier_visits(struct frontier *frontier, int64_t after, int64_t above, struct frontier_row *row)
{
    struct query *use =
        db_with(frontier->db, ROW_NEXT_VISIT, VALUES(with_int(":after", after), with_int(":above", above)));
    int64_t id;
    int error = db_find_number(frontier->db, use, ERROR_END, &id);

    if (error)
        return error;
    error = frontier_get(frontier, id, row);
    if (error == ERROR_NOT_FOUND)
        return db_fail(frontier->db, ERROR_CORRUPT, "the answer of URL %" PRId64 " belongs to no URL", id);
    return error;
}
