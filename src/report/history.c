/* SPDX-License-Identifier: MIT */
/* What the runs of a mirror did: the changes that the last one found, the load on the site, and the runs. */
#include "config.h"

#include "report/history.h"

#include "report/facts.h"
#include "report/printer.h"

enum { RUNS_SHOWN = 20 };

const char *history_end_of(const struct frontier_run *run)
{
    return run->ended_ms > 0 ? run->why : "still running, or killed";
}

static void print_change_counts(const struct report_facts *facts, struct printer *printer)
{
    static const struct column columns[] = {{"change", "change", VALUE_TEXT},
                                            {"count", "addresses", VALUE_COUNT}};
    struct table table = {.key = "counts",
                          .title = "Number of changes",
                          .columns = columns,
                          .column_count = 2,
                          .nothing = "No update has found a difference."};

    for (int kind = 0; kind < REPORT_CHANGE_KINDS; kind++)
        table.total += facts->change_counts[kind] > 0;
    table.shown = table.total;
    printer->ops->table(printer, &table);
    for (int kind = 0; kind < REPORT_CHANGE_KINDS; kind++) {
        struct value values[] = {TEXT(span_of(printer->source->change_name(kind))),
                                 COUNT(facts->change_counts[kind])};

        if (facts->change_counts[kind] > 0)
            printer->ops->row(printer, &table, values);
    }
    printer->ops->end_table(printer, &table);
}

void history_print_changes(const struct report_facts *facts, struct printer *printer)
{
    static const struct column columns[] = {{"change", "change", VALUE_TEXT}, {"url", "address", VALUE_URL}};
    struct table table = {.key = "list",
                          .title = "All changes",
                          .columns = columns,
                          .column_count = 2,
                          .shown = facts->change_count};

    print_change_counts(facts, printer);
    for (int kind = 0; kind < REPORT_CHANGE_KINDS; kind++)
        table.total += (size_t)facts->change_counts[kind];
    printer->ops->table(printer, &table);
    for (size_t i = 0; i < facts->change_count; i++) {
        struct value values[] = {TEXT(span_of(printer->source->change_name(facts->changes[i].kind))),
                                 URL(facts->changes[i].id)};

        printer->ops->row(printer, &table, values);
    }
    printer->ops->end_table(printer, &table);
}

/* Adds up the load of all runs. */
static struct frontier_load sum_runs(const struct report_facts *facts)
{
    struct frontier_load sum = {.requests = 0};

    for (size_t i = 0; i < facts->run_count; i++) {
        const struct frontier_load *run = &facts->runs[i].load;
        bool has_gaps = run->longest_gap_ms > 0;

        if (has_gaps && (sum.longest_gap_ms == 0 || run->shortest_gap_ms < sum.shortest_gap_ms))
            sum.shortest_gap_ms = run->shortest_gap_ms;
        if (run->longest_gap_ms > sum.longest_gap_ms)
            sum.longest_gap_ms = run->longest_gap_ms;
        if (run->connections > sum.connections)
            sum.connections = run->connections;
        sum.requests += run->requests;
        sum.robots_requests += run->robots_requests;
        sum.not_modified += run->not_modified;
        sum.bytes += run->bytes;
        sum.waits += run->waits;
        sum.waited_ms += run->waited_ms;
    }
    return sum;
}

void history_print_courtesy(const struct report_facts *facts, struct printer *printer)
{
    struct frontier_load sum = sum_runs(facts);

    printer_count(printer, "requests", "requests in all runs, to all servers", sum.requests);
    printer_count(printer, "robots_requests", "of these, for robots.txt, which always comes first",
                  sum.robots_requests);
    printer_count(printer, "not_modified", "answered “not modified”, which costs a server very little",
                  sum.not_modified);
    printer_fact(printer, "bytes", "received, including headers", BYTES(sum.bytes), TONE_PLAIN);
    printer_fact(printer, "shortest_gap_ms", "shortest time between two requests to one server",
                 MS(sum.shortest_gap_ms), TONE_PLAIN);
    printer_fact(printer, "longest_gap_ms", "longest time between two requests to one server",
                 MS(sum.longest_gap_ms), TONE_PLAIN);
    printer_count(printer, "connections", "maximum of simultaneous requests to one server", sum.connections);
    printer_count(printer, "waits", "pauses that a server requested and tiptoe kept", sum.waits);
    printer_fact(printer, "waited_ms", "total length of these pauses", MS(sum.waited_ms), TONE_PLAIN);
}

void history_print_runs(const struct report_facts *facts, struct printer *printer)
{
    static const struct column columns[] = {
        {"run", "run", VALUE_COUNT},         {"started", "started", VALUE_TIME},
        {"took_ms", "took", VALUE_MS},       {"requests", "requests", VALUE_COUNT},
        {"bytes", "received", VALUE_BYTES},  {"exit", "exit status", VALUE_COUNT},
        {"why", "ended because", VALUE_TEXT}};
    struct table table = {.key = "list",
                          .title = "All runs",
                          .columns = columns,
                          .column_count = 7,
                          .shown = facts->run_count < facts->list_max ? facts->run_count : facts->list_max,
                          .total = facts->run_count};

    if (table.shown > RUNS_SHOWN && facts->list_max != SIZE_MAX)
        table.shown = RUNS_SHOWN;
    printer->ops->table(printer, &table);
    for (size_t i = 0; i < table.shown; i++) {
        const struct frontier_run *run = &facts->runs[i].run;
        bool has_ended = run->ended_ms > 0;
        struct value values[] = {COUNT(run->id),
                                 TIME(run->started_ms),
                                 MS(has_ended ? run->ended_ms - run->started_ms : 0),
                                 COUNT(facts->runs[i].load.requests),
                                 BYTES(facts->runs[i].load.bytes),
                                 COUNT(run->exit_status),
                                 TEXT(span_of(history_end_of(run)))};

        printer->ops->row(printer, &table, values);
    }
    printer->ops->end_table(printer, &table);
}
