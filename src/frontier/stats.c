/* SPDX-License-Identifier: MIT */
/* Sums by state, kind and reason, in memory and, with every commit, in the table tally. The account of the
 * load that a run has put on the sites: columns of its row. And whole tables, for reports and as evidence
 * about URLs: url and visit have the same order of ids and are read in parallel, which takes half the time of
 * a join. */
#include "config.h"

#include <inttypes.h>

#include "base/error.h"
#include "frontier/inside.h"
#include "frontier/row.h"
#include "frontier/table_columns.h"

void tally_count(struct frontier *frontier, const struct facts *facts, int sign)
{
    struct url_sum *sum = &frontier->sums[facts->state][facts->kind][facts->reason];

    sum->urls += (uint64_t)sign;
    sum->wire_bytes += (uint64_t)sign * facts->wire_bytes;
    sum->plain_bytes += (uint64_t)sign * facts->plain_bytes;
    sum->changed = true;
}

static int load_tally(struct frontier *frontier, struct query *use)
{
    int64_t state = db_int64(use, 0), kind = db_int64(use, 1), reason = db_int64(use, 2);

    if (state < 0 || state >= FRONTIER_STATES || kind < 0 || kind >= FRONTIER_KINDS || reason < 0 ||
        reason >= FRONTIER_REASONS)
        return db_fail(frontier->db, ERROR_CORRUPT, "the table tally has an unknown state, kind or reason");
    frontier->sums[state][kind][reason] = (struct url_sum){.urls = (uint64_t)db_int64(use, 3),
                                                           .wire_bytes = (uint64_t)db_int64(use, 4),
                                                           .plain_bytes = (uint64_t)db_int64(use, 5)};
    return 1;
}

int tally_load(struct frontier *frontier)
{
    struct query *use QUERY_LOCAL = db_use(frontier->db, TALLY_ALL);
    int got;

    while ((got = db_step(frontier->db, use)) > 0 && (got = load_tally(frontier, use)) > 0)
        continue;
    return got;
}

int tally_save(struct frontier *frontier)
{
    int error = 0;

    for (int state = 0; state < FRONTIER_STATES; state++)
        for (int kind = 0; kind < FRONTIER_KINDS; kind++)
            for (int reason = 0; reason < FRONTIER_REASONS && !error; reason++) {
                struct url_sum *sum = &frontier->sums[state][kind][reason];

                if (sum->changed)
                    error =
                        db_run_with(frontier->db, TALLY_SET,
                                    VALUES(with_int(":state", state), with_int(":kind", kind),
                                           with_int(":reason", reason), with_int(":urls", (int64_t)sum->urls),
                                           with_int(":wire_bytes", (int64_t)sum->wire_bytes),
                                           with_int(":plain_bytes", (int64_t)sum->plain_bytes)));
                sum->changed = false;
            }
    return error;
}

void frontier_stats(const struct frontier *frontier, struct frontier_stats *stats)
{
    *stats = (struct frontier_stats){0};
    for (int state = 0; state < FRONTIER_STATES; state++)
        for (int kind = 0; kind < FRONTIER_KINDS; kind++)
            for (int reason = 0; reason < FRONTIER_REASONS; reason++) {
                const struct url_sum *sum = &frontier->sums[state][kind][reason];

                stats->known += sum->urls;
                stats->states[state] += sum->urls;
                stats->kinds[state][kind] += sum->urls;
                stats->reasons[state][reason] += sum->urls;
                if (kind == FRONTIER_CANDIDATE)
                    stats->guesses[state][reason] += sum->urls;
                stats->wire_bytes += sum->wire_bytes;
                stats->plain_bytes += sum->plain_bytes;
            }
}

uint64_t frontier_failures(const struct frontier_stats *stats)
{
    uint64_t count = 0;

    for (int reason = 0; reason < FRONTIER_REASONS; reason++) {
        count += stats->reasons[FRONTIER_GONE][reason] - stats->guesses[FRONTIER_GONE][reason];
        if (reason != FRONTIER_BY_MAX_FILE_SIZE && reason != FRONTIER_BY_MAX_BYTES &&
            reason != FRONTIER_BY_LIVE)
            count += stats->reasons[FRONTIER_FAILED][reason] - stats->guesses[FRONTIER_FAILED][reason];
    }
    return count;
}

/* The columns of the list "load" (statements.sql). */
#define LOAD_COLUMNS(type, path)                                                                             \
    COLUMN(type, path requests), COLUMN(type, path robots_requests), COLUMN(type, path not_modified),        \
        COLUMN(type, path bytes), COLUMN(type, path shortest_gap_ms), COLUMN(type, path longest_gap_ms),     \
        COLUMN(type, path connections), COLUMN(type, path waits), COLUMN(type, path waited_ms)

static const struct columns load_columns = COLUMNS("load", LOAD_COLUMNS(struct frontier_load, ));

static const struct columns run_columns =
    COLUMNS("run", LOAD_COLUMNS(struct frontier_run, load.), COLUMN(struct frontier_run, id),
            COLUMN(struct frontier_run, started_ms), COLUMN(struct frontier_run, ended_ms),
            COLUMN(struct frontier_run, exit_status), COLUMN(struct frontier_run, why));

int frontier_last_run(struct frontier *frontier, struct frontier_run *run)
{
    return columns_find(frontier->db, db_use(frontier->db, REPORT_RUNS), &run_columns, NULL, run);
}

int frontier_continue_run(struct frontier *frontier, int64_t *run, struct frontier_load *load)
{
    struct frontier_run last;
    int error = frontier_last_run(frontier, &last);

    if (error)
        return error;
    frontier->run = *run = last.id;
    *load = last.load;
    return frontier_end_run(frontier, 0, 0, "");
}

int frontier_set_load(struct frontier *frontier, const struct frontier_load *load)
{
    struct query *use = db_use(frontier->db, RUN_SET_LOAD);

    columns_bind(use, &load_columns, load);
    db_bind(use, VALUES(with_int(":id", frontier->run)));
    return db_run(frontier->db, use);
}

int frontier_load_sum(struct frontier *frontier, struct frontier_load *load)
{
    return columns_find(frontier->db, db_use(frontier->db, RUN_LOAD_SUM), &load_columns, NULL, load);
}

static const struct columns url_columns =
    COLUMNS("URL", COLUMN(struct frontier_known_url, id), COLUMN(struct frontier_known_url, origin),
            COLUMN(struct frontier_known_url, state), COLUMN(struct frontier_known_url, kind),
            COLUMN(struct frontier_known_url, roles), COLUMN(struct frontier_known_url, depth),
            COLUMN(struct frontier_known_url, referrer), COLUMN(struct frontier_known_url, reason),
            COLUMN(struct frontier_known_url, rule));

static int read_url(struct frontier *frontier, struct query *use, struct frontier_known_url *url)
{
    int got = columns_read(frontier->db, use, &url_columns, NULL, url);

    if (got > 0 &&
        (url->state >= FRONTIER_STATES || url->kind >= FRONTIER_KINDS || url->reason >= FRONTIER_REASONS))
        got = db_fail(frontier->db, ERROR_CORRUPT, "URL %" PRId64 " has an unknown state, kind or reason",
                      url->id);
    return got;
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
    url->rendered = db_int(use, 10);
    url->why = db_int64(use, 11);
}

int frontier_walk_urls(struct frontier *frontier, frontier_url_reader *each, void *context)
{
    struct query *urls = db_use(frontier->db, REPORT_URLS), *answers = db_use(frontier->db, REPORT_ANSWERS);
    int answered = db_step(frontier->db, answers), got = answered < 0 ? answered : 1;

    while (got > 0 && (got = db_step(frontier->db, urls)) > 0) {
        struct frontier_known_url url = {.id = 0};

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
    struct query *use QUERY_LOCAL = db_use(frontier->db, REPORT_RUNS);
    struct frontier_run run;
    int got;

    while ((got = columns_step(frontier->db, use, &run_columns, NULL, &run)) > 0)
        each(context, &run);
    return got;
}

int frontier_walk_refused(struct frontier *frontier, frontier_refused_reader *each, void *context)
{
    struct query *use QUERY_LOCAL = db_use(frontier->db, REPORT_REFUSED);
    int got, error = 0;

    while (!error && (got = db_step(frontier->db, use)) > 0) {
        struct frontier_refused_url url = {.url = db_column(use, 0),
                                           .rule = db_column(use, 3),
                                           .state = (enum frontier_state)db_int(use, 1),
                                           .reason = (enum frontier_reason)db_int(use, 2)};

        error = each(context, &url);
    }
    return error ? error : got;
}

int frontier_rule_text(struct frontier *frontier, int64_t id, struct span *text)
{
    struct query *use = db_with(frontier->db, RULE_TEXT, VALUES(with_int(":id", id)));

    return columns_find_text(frontier->db, use, "rule", &frontier->texts[TEXT_RULE], text);
}

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

    while ((got = columns_step(frontier->db, use, &evidence_columns, &frontier->texts[TEXT_ROW], &evidence)) >
           0)
        each(context, &evidence);
    return got;
}

int frontier_walk_pages(struct frontier *frontier, int64_t since, int64_t most, frontier_page_reader *each,
                        void *context)
{
    struct query *use QUERY_LOCAL =
        db_with(frontier->db, EVIDENCE_PAGES, VALUES(with_int(":since", since), with_int(":most", most)));
    int got;

    while ((got = db_step(frontier->db, use)) > 0)
        each(context, db_int64(use, 0), db_column(use, 1), db_int64(use, 2));
    return got;
}
