/* SPDX-License-Identifier: MIT */
/* `--dry-run`: the run fetches robots.txt and the start page into a temporary mirror; then the URLs found are
 * printed from its frontier. */
#include "config.h"

#include "cmd/dry_run.h"

#include <stdio.h>

#include "base/file.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "term/safe.h"

int dry_run_begin(struct buf *path)
{
    return file_make_temporary(path, "tiptoe-dry-run");
}

static void print_row(const struct frontier_row *row)
{
    struct buf line;

    buf_init(&line, 8 * LIMIT_URL_BYTES);
    (void)buf_add_format(&line, "%-8s ", frontier_state_name(row->state));
    (void)safe_add(&line, row->item.url);
    if (row->reason) {
        (void)buf_add_format(&line, "  %s%s", frontier_reason_name(row->reason),
                             row->rule.len > 0 ? ": " : "");
        (void)safe_add(&line, row->rule);
    }
    (void)puts(buf_text(&line));
    buf_release(&line);
}

void dry_run_print(struct mirror *mirror)
{
    struct frontier_row row;

    for (int64_t id = 1; frontier_get(mirror->frontier, id, &row) == 0; id++)
        print_row(&row);
}

void dry_run_end(const char *path)
{
    file_remove_all(path);
}
