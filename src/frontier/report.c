/* SPDX-License-Identifier: MIT */
/* Whole tables, read once. The tables url and visit have the same order of ids and are read in parallel,
 * which takes half the time of a join. */
#include "config.h"

#include "frontier/report.h"

#include <inttypes.h>

#include "base/error.h"
#include "frontier/columns.h"
#include "frontier/inside.h"
#include "frontier/visit.h"

static int read_url(struct frontier *frontier, struct query *use, struct frontier_known_url *url)
{
    int state = db_int(use, 2), kind = db_int(use, 3), reason = db_int(use, 7);

    if (state < 0 || state >= FRONTIER_STATES || kind < 0 || kind >= FRONTIER_KINDS || reason < 0 ||
        reason >= FRONTIER_REASONS)
        return db_fail(frontier->db, ERROR_CORRUPT, "URL %" PRId64 " has an unknown state, kind or reason",
                       db_int64(use, 0));
    *url = (struct frontier_known_url){
        .id = db_int64(use, 0),
        .origin = db_int64(use, 1),
        .state = (enum frontier_state)state,
        .kind = (enum frontier_kind)kind,
        .roles = (unsigned)db_int(use, 4),
        .depth = db_int(use, 5),
        .referrer = db_int64(use, 6),
        .reason = (enum frontier_reason)reason,
        .rule = db_int64(use, 8),
    };
    return 1;
}

static void read_answer(struct query *use, struct frontier_known_url *url)
{
    url->answered = true;
    url->stored = db_int(use, 1) == FRONTIER_DONE;
    url->status = db_int(use, 2);
    url->wire_bytes = db_int64(use, 3);
    url->plain_bytes = db_int64(use, 4);
    url->duration_ms = db_int64(use, 5);
    url->redirect_to = db_int64(use, 6);
    url->preferences = db_int64(use, 7);
    url->content_type = db_column(use, 8);
    url->shell = url->stored && db_int(use, 9) == FRONTIER_SHELL;
}

int frontier_walk_urls(struct frontier *frontier, frontier_url_reader *each, void *context)
{
    struct query *urls = db_use(frontier->db, REPORT_URLS), *answers = db_use(frontier->db, REPORT_ANSWERS);
    int answered = db_step(frontier->db, answers), got = answered < 0 ? answered : 1;

    while (got > 0 && (got = db_step(frontier->db, urls)) > 0) {
        struct frontier_known_url url;

        got = read_url(frontier, urls, &url);
        while (got > 0 && answered > 0 && db_int64(answers, 0) < url.id)
            answered = db_step(frontier->db, answers);
        if (answered < 0)
            got = answered;
        if (got <= 0)
            break;
        if (answered > 0 && db_int64(answers, 0) == url.id)
            read_answer(answers, &url);
        each(context, &url);
    }
    db_done(answers);
    db_done(urls);
    return got;
}

int frontier_walk_runs(struct frontier *frontier, frontier_run_reader *each, void *context)
{
    struct query *use = db_use(frontier->db, REPORT_RUNS);
    int got;

    while ((got = db_step(frontier->db, use)) > 0) {
        struct frontier_load load;
        struct frontier_run run;

        got = columns_read(frontier->db, use, &load_columns, NULL, &load);
        if (got < 0)
            break;
        run_read(use, (int)load_columns.count, &run);
        each(context, &run, &load);
    }
    db_done(use);
    return got;
}

int frontier_walk_changes(struct frontier *frontier, int64_t since, frontier_change_reader *each,
                          void *context)
{
    struct query *use = db_with(frontier->db, REPORT_CHANGES, VALUES(with_int(":since", since)));
    int got;

    while ((got = db_step(frontier->db, use)) > 0)
        each(context, db_int64(use, 0), db_int(use, 1));
    db_done(use);
    return got;
}

int frontier_walk_refused(struct frontier *frontier, frontier_refused_reader *each, void *context)
{
    struct query *use = db_use(frontier->db, REPORT_REFUSED);
    int got, error = 0;

    while (!error && (got = db_step(frontier->db, use)) > 0) {
        struct frontier_refused_url url = {.url = db_column(use, 0),
                                           .rule = db_column(use, 3),
                                           .state = (enum frontier_state)db_int(use, 1),
                                           .reason = (enum frontier_reason)db_int(use, 2)};

        error = each(context, &url);
    }
    db_done(use);
    return error ? error : got;
}

int frontier_rule_text(struct frontier *frontier, int64_t id, struct span *text)
{
    struct query *use = db_with(frontier->db, RULE_TEXT, VALUES(with_int(":id", id)));

    return columns_find_text(frontier->db, use, "rule", &frontier->texts[TEXT_ROW], text);
}
