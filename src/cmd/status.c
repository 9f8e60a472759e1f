/* SPDX-License-Identifier: MIT */
/* `tiptoe status`: prints the progress of mirrors. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/json.h"
#include "cmd/command.h"
#include "cmd/kept.h"
#include "cmd/open.h"
#include "cmd/options.h"
#include "crawl/crawl.h"
#include "frontier/frontier.h"
#include "frontier/origin.h"
#include "frontier/stats.h"
#include "report/overview.h"
#include "term/message.h"
#include "term/safe.h"

enum { TEXT_MAX = 16 * 1024, JSON_MAX = 1024 * 1024 };

static const struct option_row rows[] = {
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object for each mirror"},
    {.kind = OPTION_END},
};

/* Prints TEXT, of several lines, beside NAME. */
static void print_lines(const char *name, struct span text)
{
    struct buf line BUF_LOCAL(TEXT_MAX);

    for (; text.len > 0; name = "") {
        buf_clear(&line);
        (void)safe_add(&line, span_take_until(&text, '\n'));
        printf("%-10s %s\n", name, buf_text(&line));
    }
}

/* The most servers that are listed as text. */
enum { SERVERS_MAX = 10 };

/* A server: the address of origins that count as one, with --share-pace of all domains. */
struct counted {
    char address[FRONTIER_ADDRESS_SIZE];
    char *domain;
    unsigned origins;
};

struct servers {
    struct counted *all;
    size_t count, room;
    bool is_shared;
};

static void count_origin(struct servers *servers, const char *address, char *domain)
{
    struct counted *server;

    for (size_t i = 0; i < servers->count; i++) {
        server = &servers->all[i];
        if (strcmp(server->address, address) == 0 && strcmp(server->domain, domain) == 0) {
            server->origins++;
            free(domain);
            return;
        }
    }
    server = MEM_ADD(servers->all, servers->count, servers->room);
    *server = (struct counted){.domain = domain, .origins = 1};
    memcpy(server->address, address, FRONTIER_ADDRESS_SIZE);
}

/* Returns the folder of --share-pace, which is empty without one. Borrowed. */
static struct span shared_folder(struct frontier *frontier)
{
    return frontier_setting_text(frontier, "share-pace");
}

static void read_servers(struct frontier *frontier, struct servers *servers)
{
    struct span text;

    *servers = (struct servers){.is_shared = shared_folder(frontier).len > 0};
    for (int64_t id = 1; id <= frontier_origin_count(frontier); id++) {
        struct frontier_origin kept;

        frontier_get_origin(frontier, id, &kept);
        if (!*kept.pace.address || frontier_origin_text(frontier, id, &text))
            continue;
        count_origin(servers, kept.pace.address,
                     servers->is_shared ? mem_copy_text("", 0) : gates_domain(text));
    }
}

static void release_servers(struct servers *servers)
{
    for (size_t i = 0; i < servers->count; i++)
        free(servers->all[i].domain);
    free(servers->all);
}

/* Adds the servers of several origins to TEXT, a line each. */
static void describe_servers(struct frontier *frontier, struct buf *text)
{
    struct servers servers;
    size_t lines = 0, many = 0;

    read_servers(frontier, &servers);
    if (servers.is_shared)
        (void)buf_add_format(text, "the pace is shared with all processes that use %.*s\n",
                             (int)shared_folder(frontier).len, shared_folder(frontier).at);
    for (size_t i = 0; i < servers.count; i++) {
        const struct counted *server = &servers.all[i];

        if (server->origins < 2 || ++many > SERVERS_MAX)
            continue;
        lines++;
        (void)buf_add_format(text, "%s: %u origins%s%s count as one server%s\n", server->address,
                             server->origins, *server->domain ? " of " : "", server->domain,
                             servers.is_shared ? ", together with those of other processes" : "");
    }
    if (many > lines)
        (void)buf_add_format(text, "and %zu more servers\n", many - lines);
    release_servers(&servers);
}

/* Adds the members "share_pace", if the mirror has a shared folder, and "servers". */
static void add_servers(struct frontier *frontier, struct json_writer *json)
{
    struct servers servers;

    read_servers(frontier, &servers);
    if (servers.is_shared)
        json_member_text(json, "share_pace", shared_folder(frontier));
    json_open_member(json, "servers", '[');
    for (size_t i = 0; i < servers.count; i++) {
        const struct counted *server = &servers.all[i];

        json_open(json, '{');
        json_member_text(json, "address", span_of(server->address));
        if (*server->domain)
            json_member_text(json, "domain", span_of(server->domain));
        json_member_integer(json, "origins", server->origins);
        json_close(json);
    }
    json_close(json);
    release_servers(&servers);
}

/* Adds the account of what a run costs the sites to OUT, each line with a line end. */
static void describe_load(const struct frontier_load *load, struct buf *out)
{
    (void)buf_add_format(out,
                         "%" PRId64 " request%s, %" PRId64 " of them for robots.txt; %" PRId64
                         " answered with 304 (%" PRId64 " %%); %" PRId64 " bytes received\n",
                         load->requests, message_plural((uint64_t)load->requests), load->robots_requests,
                         load->not_modified,
                         load->requests > 0 ? 100 * load->not_modified / load->requests : 0, load->bytes);
    (void)buf_add_format(
        out, "gaps between two requests to one origin: %.3f to %.3f s; at most %" PRId64 " at once\n",
        (double)load->shortest_gap_ms / 1000, (double)load->longest_gap_ms / 1000, load->connections);
    (void)buf_add_format(out, "%" PRId64 " pause%s requested by servers and kept, %.1f s in total\n",
                         load->waits, message_plural((uint64_t)load->waits), (double)load->waited_ms / 1000);
}

/* Prints the load that the last run has put on the site, what counted as one server, and what to ask its
 * owner for if it refused that run. */
static void print_load(struct frontier *frontier, const struct frontier_load *load)
{
    struct buf text BUF_LOCAL(TEXT_MAX);

    describe_load(load, &text);
    print_lines("courtesy", buf_span(&text));
    buf_clear(&text);
    describe_servers(frontier, &text);
    print_lines("servers", buf_span(&text));
    buf_clear(&text);
    permission_describe(frontier, &text);
    print_lines("permission", buf_span(&text));
}

static void print_text(const struct mirror *mirror, const struct frontier_stats *stats,
                       const struct frontier_run *run)
{
    struct buf options BUF_LOCAL(JSON_MAX);
    char started[CLOCK_TEXT_SIZE];
    bool is_running;

    clock_format(clock_us(run->started_ms), 0, started);
    print_lines("start", buf_span(&mirror->start));
    printf("last run   %s, %s\n", run->id > 0 ? started : "-", overview_run(mirror, run, &is_running));
    printf("known      %" PRIu64 "\n", stats->known);
    for (int state = 0; state < FRONTIER_STATES; state++) {
        printf("%-10s %" PRIu64 "\n", frontier_state_name(state), stats->states[state]);
        for (int reason = 1; reason < FRONTIER_REASONS; reason++) {
            if (stats->reasons[state][reason] > 0)
                printf("           %" PRIu64 " %s\n", stats->reasons[state][reason],
                       frontier_reason_name(reason));
        }
    }
    print_lines("sandbox", frontier_setting_text(mirror->frontier, "sandbox"));
    if (message_level() >= MESSAGE_VERBOSE) {
        kept_describe(mirror->frontier, &options);
        print_lines("options", buf_span(&options));
    }
    printf("bytes      %" PRIu64 " received, %" PRIu64 " decoded\n", stats->wire_bytes, stats->plain_bytes);
    if (run->id > 0)
        print_load(mirror->frontier, &run->load);
}

/* Adds members such as "refused robots" for counts above 0. */
static void add_reasons(struct json_writer *json, const struct frontier_stats *stats)
{
    char key[64];

    json_open_member(json, "reasons", '{');
    for (int state = 0; state < FRONTIER_STATES; state++) {
        for (int reason = 1; reason < FRONTIER_REASONS; reason++) {
            if (stats->reasons[state][reason] == 0)
                continue;
            (void)snprintf(key, sizeof key, "%s %s", frontier_state_name(state),
                           frontier_reason_name(reason));
            json_member_integer(json, key, (int64_t)stats->reasons[state][reason]);
        }
    }
    json_close(json);
}

static void print_json(const struct mirror *mirror, const struct frontier_stats *stats,
                       const struct frontier_run *run)
{
    struct json_writer json;
    struct buf out BUF_LOCAL(JSON_MAX);
    struct buf permission BUF_LOCAL(TEXT_MAX);
    bool is_running;

    (void)overview_run(mirror, run, &is_running);
    json_begin(&json, &out);
    json_member_text(&json, "directory", span_of(mirror->path));
    json_member_text(&json, "start", buf_span(&mirror->start));
    json_member_integer(&json, "run", run->id);
    json_member_bool(&json, "running", is_running);
    json_member_integer(&json, "exit", run->exit_status);
    json_member_text(&json, "sandbox", frontier_setting_text(mirror->frontier, "sandbox"));
    json_member_integer(&json, "known", (int64_t)stats->known);
    for (int state = 0; state < FRONTIER_STATES; state++)
        json_member_integer(&json, frontier_state_name(state), (int64_t)stats->states[state]);
    json_member_integer(&json, "wire_bytes", (int64_t)stats->wire_bytes);
    json_member_integer(&json, "plain_bytes", (int64_t)stats->plain_bytes);
    add_reasons(&json, stats);
    json_open_member(&json, "courtesy", '{');
    load_add_members(&json, &run->load);
    json_close(&json);
    add_servers(mirror->frontier, &json);
    permission_describe(mirror->frontier, &permission);
    if (permission.len > 0)
        json_member_text(&json, "permission", buf_span(&permission));
    json_close(&json);
    puts(buf_text(&out));
}

static void print_one(const struct mirror *mirror, bool as_json)
{
    struct frontier_run run = {0};
    struct frontier_stats stats;

    frontier_stats(mirror->frontier, &stats);
    if (frontier_last_run(mirror->frontier, &run))
        run.id = 0;
    (as_json ? print_json : print_text)(mirror, &stats, &run);
}

static int status_run(const struct options *given)
{
    bool as_json = options_flag(given, "json");
    int status = EXIT_COMPLETE;

    for (size_t i = 0; i < given->operand_count; i++) {
        struct mirror mirror;

        if (open_mirror(&mirror, given->operands[i], FOLDER_READ)) {
            status = EXIT_LOCAL;
            continue;
        }
        if (as_json || given->operand_count == 1)
            print_one(&mirror, as_json);
        else
            open_print_line(&mirror);
        mirror_close(&mirror);
    }
    return status;
}

const struct command command_status = {
    .name = "status",
    .usage = "[--json] [DIR…]",
    .summary = "show the progress of a mirror, or one line for each of several",
    .options = rows,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MIRRORS,
    .run = status_run,
};
