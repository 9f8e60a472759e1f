/* SPDX-License-Identifier: MIT */
/* The table of evidence about features of URLs without effect. */
#include "config.h"

#include "frontier/evidence.h"

#include "frontier/columns.h"
#include "frontier/inside.h"
#include "frontier/table_columns.h"

#define OF_EVIDENCE(name, kind) COLUMN_AT(struct frontier_evidence, name, name, kind),

static const struct columns evidence_columns = COLUMNS("kind of path", COLUMNS_OF_EVIDENCE(OF_EVIDENCE));

int frontier_set_evidence(struct frontier *frontier, const struct frontier_evidence *evidence)
{
    struct query *use = db_use(frontier->db, EVIDENCE_SET);

    columns_bind(use, &evidence_columns, evidence);
    return db_run(frontier->db, use);
}

int frontier_walk_evidence(struct frontier *frontier, frontier_evidence_reader *each, void *context)
{
    struct query *use QUERY_LOCAL = db_use(frontier->db, EVIDENCE_ALL);
    struct frontier_evidence evidence;
    int got;

    while ((got = db_step(frontier->db, use)) > 0) {
        got = columns_read(frontier->db, use, &evidence_columns, &frontier->texts[TEXT_ROW], &evidence);
        if (got < 0)
            break;
        each(context, &evidence);
    }
    return got;
}

int frontier_walk_pages(struct frontier *frontier, frontier_page_reader *each, void *context)
{
    struct query *use QUERY_LOCAL = db_use(frontier->db, EVIDENCE_PAGES);
    int got;

    while ((got = db_step(frontier->db, use)) > 0)
        each(context, db_int64(use, 0), db_column(use, 1), db_int64(use, 2));
    return got;
}
