/* SPDX-License-Identifier: MIT */
/* Settings, which are small texts by name, and the one that says which script searches the site. */
#include "config.h"

#include "frontier/setting.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "frontier/columns.h"
#include "frontier/inside.h"
#include "frontier/row.h"

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

/* The setting with the id of a script, and the name of the service that it asks. */
static const char search_script[] = "search-service";

int64_t frontier_search_script(struct frontier *frontier, struct span *service)
{
    uint64_t id = 0;

    if (frontier_setting(frontier, search_script, service) ||
        !span_to_u64(span_take_until(service, ' '), &id) || id > INT64_MAX)
        return 0;
    return (int64_t)id;
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
