/* SPDX-License-Identifier: MIT */
/* Changes that updates found: one row for each URL and run. */
#include "config.h"

#include "frontier/changes.h"

#include "frontier/frontier.h"
#include "frontier/inside.h"

static const char *const names[FRONTIER_CHANGE_KINDS] = {
    [FRONTIER_IS_NEW] = "new",           [FRONTIER_IS_CHANGED] = "changed",
    [FRONTIER_IS_MOVED] = "moved",       [FRONTIER_IS_GONE] = "gone",
    [FRONTIER_IS_DELETED] = "deleted",   [FRONTIER_IS_NOW_REFUSED] = "refused",
    [FRONTIER_IS_WITHHELD] = "withheld", [FRONTIER_IS_FAILING] = "failing",
};

const char *frontier_change_name(int kind)
{
    return kind >= 0 && kind < FRONTIER_CHANGE_KINDS ? names[kind] : "?";
}

int frontier_note_change(struct frontier *frontier, int64_t url, enum frontier_change_kind kind)
{
    struct query *use = db_use(frontier->db, CHANGE_SET);

    db_bind_int(use, ":run", frontier->run);
    db_bind_int(use, ":url", url);
    db_bind_int(use, ":kind", kind);
    return db_run(frontier->db, use);
}

int64_t frontier_last_update(struct frontier *frontier)
{
    struct span value;
    uint64_t run;

    if (frontier_setting(frontier, "update", &value) || !span_to_u64(span_take_until(&value, ' '), &run))
        return 0;
    return (int64_t)run;
}

int frontier_next_change(struct frontier *frontier, int64_t run, int64_t url, struct frontier_change *change)
{
    struct query *use = db_use(frontier->db, CHANGE_NEXT);
    struct span text;
    int got;

    db_bind_int(use, ":run", run);
    db_bind_int(use, ":url", url);
    got = db_step(frontier->db, use);
    if (got > 0)
        got = text_copy(frontier, TEXT_ROW, use, 4, &text);
    if (got > 0)
        *change = (struct frontier_change){.run = db_int64(use, 0),
                                           .url = db_int64(use, 1),
                                           .kind = db_int(use, 2),
                                           .run_started_ms = db_int64(use, 3),
                                           .text = text};
    return db_next(use, got);
}
