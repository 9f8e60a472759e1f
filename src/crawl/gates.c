/* SPDX-License-Identifier: MIT */
/* Lets several origins and processes take turns at a server. The address of a name is known only when a
 * connection is made, so the first request to a name takes the turn of its server there, or is held and
 * repeated. A name with several addresses counts where it connects. The gap is --delay, or the rest of a
 * server that is slow or in trouble: gaps that robots.txt or RateLimit fields request are for one origin
 * alone. A request that is held does not count: nothing of it was sent. */
#include "config.h"

#include "crawl/state.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "frontier/frontier.h"
#include "judge/scope.h"
#include "mirror/mirror.h"
#include "pace/share.h"
#include "term/message.h"
#include "url/url.h"

struct gate {
    char address[FRONTIER_ADDRESS_SIZE]; /* "": it is the gate of an origin */
    char *domain;                        /* "": of all domains */
    int64_t last_ms;                     /* monotonic: the last request; PACE_NEVER: none */
    int64_t gap_ms;                      /* that follows it */
    int taken;                           /* turns that are not sent yet */
    bool is_alone;                       /* its shared file could not be used the last time */
    struct share share;
};

struct gates {
    struct crawl *crawl;
    struct gate **all;
    size_t count, room;
    struct share_folder folder;
    bool warned; /* the user knows that a shared file cannot be used */
};

/* Copies ADDRESS, with IPv4 in IPv6 as IPv4. */
static void set_address(char to[FRONTIER_ADDRESS_SIZE], const char *address)
{
    static const char mapped[] = "::ffff:";

    if (strncmp(address, mapped, sizeof mapped - 1) == 0 && strchr(address, '.'))
        address += sizeof mapped - 1;
    memset(to, 0, FRONTIER_ADDRESS_SIZE);
    memcpy(to, address, strnlen(address, FRONTIER_ADDRESS_SIZE - 1));
}

static struct gate *add_gate(struct gates *gates, const char *address, char *domain)
{
    struct gate *gate = MEM_NEW(struct gate);

    *MEM_ADD(gates->all, gates->count, gates->room) = gate;
    set_address(gate->address, address);
    gate->domain = domain;
    gate->last_ms = PACE_NEVER;
    return gate;
}

/* Returns the registrable domain of the host of an origin, which the caller frees; "" for another text. */
static char *domain_of(struct span origin)
{
    struct url url URL_LOCAL;
    struct span host;
    char *name, *domain;

    if (url_parse(&url, origin, NULL, NULL) != URL_OK)
        return mem_copy_text("", 0);
    host = url_host(&url);
    name = mem_copy_text(host.at, host.len);
    domain = scope_registrable(name);
    free(name);
    return domain;
}

/* Returns the gate of the server at ADDRESS that ORIGIN is at. */
static struct gate *find_server(struct gates *gates, const struct origin *origin, const char *address)
{
    char canonical[FRONTIER_ADDRESS_SIZE];
    struct gate *gate;
    char *domain;

    set_address(canonical, address);
    if (origin->server && strcmp(origin->server->address, canonical) == 0)
        return origin->server;
    domain = gates->folder.dir < 0 ? domain_of(span_of(origin->text)) : mem_copy_text("", 0);
    for (size_t i = 0; i < gates->count; i++) {
        gate = gates->all[i];
        if (strcmp(gate->address, canonical) == 0 && strcmp(gate->domain, domain) == 0) {
            free(domain);
            return gate;
        }
    }
    gate = add_gate(gates, canonical, domain);
    share_name(&gate->share, 'a', span_of(canonical));
    return gate;
}

/* Sets the gates of ORIGIN that are known. */
static void set_gates(struct gates *gates, struct origin *origin)
{
    struct frontier_origin kept;

    if (!origin->server && !gates->crawl->settings->proxy) {
        frontier_get_origin(gates->crawl->frontier, origin->id, &kept);
        if (*kept.pace.address)
            origin->server = find_server(gates, origin, kept.pace.address);
    }
    if (origin->own || gates->folder.dir < 0)
        return;
    origin->own = add_gate(gates, "", mem_copy_text("", 0));
    share_name(&origin->own->share, 'o', span_of(origin->text));
}

/* Adds the servers that earlier runs knew, with the time of their last request. */
static int restore_servers(struct gates *gates)
{
    struct crawl *crawl = gates->crawl;
    int64_t now_ms = clock_monotonic_ms() + 1, wall_ms = clock_wall_ms();
    int error = 0;

    for (int64_t id = 1; id <= frontier_origin_count(crawl->frontier) && !error; id++) {
        struct frontier_origin kept;
        struct origin *origin;
        int64_t ago_ms;

        frontier_get_origin(crawl->frontier, id, &kept);
        if (!*kept.pace.address)
            continue;
        error = site_origin(&crawl->site, id, &origin);
        if (error)
            break;
        set_gates(gates, origin);
        ago_ms = wall_ms - kept.pace.last_request_ms;
        if (ago_ms < 0 || crawl->mirror->was_killed)
            ago_ms = 0;
        if (origin->server && origin->server->last_ms < now_ms - ago_ms)
            origin->server->last_ms = now_ms - ago_ms;
        if (origin->server)
            origin->server->gap_ms = pace_user_delay(&origin->pace, &crawl->site.limits);
    }
    return error;
}

int gates_open(struct crawl *crawl)
{
    const char *folder = crawl->settings->share_pace;
    struct gates *gates = MEM_NEW(struct gates);
    int error;

    crawl->gates = gates;
    gates->crawl = crawl;
    gates->folder.dir = -1;
    error = folder ? share_open(&gates->folder, folder) : 0;
    if (error) {
        crawl->culprit = folder;
        return error;
    }
    return crawl->settings->proxy ? 0 : restore_servers(gates);
}

void gates_close(struct gates *gates)
{
    if (!gates)
        return;
    for (size_t i = 0; i < gates->count; i++) {
        free(gates->all[i]->domain);
        free(gates->all[i]);
    }
    free(gates->all);
    if (gates->folder.dir >= 0)
        close(gates->folder.dir);
    free(gates);
}

/* Notes whether the shared file of GATE could be used. If not, other processes do not know of our requests,
 * and the gap is twice as long: a pace for two. */
static void note_use(struct gates *gates, struct gate *gate, int error)
{
    gate->is_alone = error != 0;
    if (!error || gates->warned)
        return;
    gates->warned = true;
    message_warn("--share-pace: %s/%s: %s; waiting twice as long between two requests",
                 gates->crawl->settings->share_pace, gate->share.name,
                 error == ERROR_INVALID ? "left unchanged, because it has other content, a second name or "
                                          "another owner than a file of a shared pace"
                                        : error_reason(error, errno));
}

/* Takes a turn in the shared file of GATE. Returns NOW_MS, or when to try again. */
static int64_t take_shared(struct gates *gates, struct gate *gate, int64_t now_ms, int64_t gap_ms)
{
    bool was_alone = gate->is_alone;
    int64_t wait_ms = 0;

    note_use(gates, gate, share_take(&gates->folder, &gate->share, gap_ms, &wait_ms));
    if (gate->is_alone && !was_alone)
        wait_ms = 2 * gap_ms;
    return now_ms + wait_ms;
}

/* Takes a turn of GATE. Returns NOW_MS, or when to try again. */
static int64_t take(struct gates *gates, struct gate *gate, int64_t now_ms, int64_t gap_ms)
{
    int64_t next_ms = gate->last_ms == PACE_NEVER ? PACE_NEVER : gate->last_ms + gate->gap_ms;

    if (gap_ms <= 0)
        return now_ms;
    if (gate->taken > 0)
        next_ms = now_ms + gap_ms;
    if (next_ms <= now_ms)
        next_ms = gates->folder.dir >= 0 ? take_shared(gates, gate, now_ms, gap_ms) : now_ms;
    if (next_ms > now_ms)
        return next_ms;
    gate->taken++;
    gate->gap_ms = gap_ms;
    return now_ms;
}

/* Ends a turn of GATE in which nothing was sent. */
static void cancel(struct gates *gates, struct gate *gate)
{
    if (gate->taken == 0)
        return;
    gate->taken--;
    if (gates->folder.dir >= 0)
        note_use(gates, gate, share_cancel(&gates->folder, &gate->share));
}

void gates_pause(struct crawl *crawl, const struct origin *origin, int64_t wait_ms)
{
    struct gates *gates = crawl->gates;
    int64_t most_ms = crawl->settings->max_wait_ms;

    if (origin->own)
        note_use(gates, origin->own,
                 share_pause(&gates->folder, &origin->own->share, wait_ms < most_ms ? wait_ms : most_ms));
}

/* Returns the gap of ORIGIN's server. */
static int64_t server_gap(const struct gates *gates, const struct origin *origin)
{
    int64_t delay_ms = pace_user_delay(&origin->pace, &gates->crawl->site.limits);

    return origin->pace.rest_ms > delay_ms ? origin->pace.rest_ms : delay_ms;
}

/* Returns the gap of ORIGIN, at most a day, after which its robots.txt may be requested again. */
static int64_t origin_gap(const struct gates *gates, const struct origin *origin)
{
    int64_t delay_ms = pace_in_force(&origin->pace, &gates->crawl->site.limits).delay_ms;

    return delay_ms < PACE_BELIEVED_MS ? delay_ms : PACE_BELIEVED_MS;
}

int64_t gates_take(struct crawl *crawl, struct origin *origin, int64_t now_ms)
{
    struct gates *gates = crawl->gates;

    if (origin->gate_ms > now_ms || origin->has_turn)
        return origin->gate_ms;
    set_gates(gates, origin);
    origin->gate_ms = now_ms;
    if (origin->server)
        origin->gate_ms = take(gates, origin->server, now_ms, server_gap(gates, origin));
    if (origin->gate_ms <= now_ms && origin->own) {
        origin->gate_ms = take(gates, origin->own, now_ms, origin_gap(gates, origin));
        if (origin->own->share.pause_ms > 0) /* that the server requested of another process */
            pace_pause(&origin->pace, now_ms, origin->own->share.pause_ms, PACE_BY_RETRY_AFTER);
        if (origin->gate_ms > now_ms && origin->server)
            cancel(gates, origin->server);
    }
    origin->has_turn = origin->gate_ms <= now_ms;
    return origin->gate_ms;
}

void gates_leave(struct crawl *crawl, struct origin *origin)
{
    if (!origin->has_turn)
        return;
    origin->has_turn = false;
    if (origin->server)
        cancel(crawl->gates, origin->server);
    if (origin->own)
        cancel(crawl->gates, origin->own);
}

void gates_enter(struct job *job)
{
    struct origin *origin = job->asked;

    if (!origin->has_turn)
        return;
    origin->has_turn = false;
    if (origin->server)
        job->gates[job->gate_count++] = origin->server;
    if (origin->own)
        job->gates[job->gate_count++] = origin->own;
}

static bool has_gate(const struct job *job, const struct gate *gate)
{
    for (int i = 0; i < job->gate_count; i++) {
        if (job->gates[i] == gate)
            return true;
    }
    return false;
}

bool gates_may_connect(void *tag, const struct sockaddr *address)
{
    char text[FRONTIER_ADDRESS_SIZE] = "";
    struct job *job = tag;
    struct gates *gates = job->all_gates;
    struct gate *gate;
    int64_t now_ms = clock_monotonic_ms();
    union {
        const struct sockaddr *any;
        const struct sockaddr_in *v4;
        const struct sockaddr_in6 *v6;
    } of = {address};

    if (address->sa_family == AF_INET)
        (void)inet_ntop(AF_INET, &of.v4->sin_addr, text, sizeof text);
    else if (address->sa_family == AF_INET6)
        (void)inet_ntop(AF_INET6, &of.v6->sin6_addr, text, sizeof text);
    if (gates->crawl->settings->proxy || !*text)
        return true;
    gate = find_server(gates, job->asked, text);
    if (has_gate(job, gate))
        return true;
    job->is_held = job->gate_count == JOB_GATES_MAX;
    if (!job->is_held) {
        int64_t next_ms = take(gates, gate, now_ms, server_gap(gates, job->asked));

        job->is_held = next_ms > now_ms;
        job->asked->gate_ms = job->is_held ? next_ms : job->asked->gate_ms;
    }
    if (job->is_held) {
        job->asked->server = gate;
        return false;
    }
    job->gates[job->gate_count++] = gate;
    return true;
}

/* Notes that a request that was sent through GATE reaches the server at LATEST_MS at the latest. */
static void pass(struct gates *gates, struct gate *gate, int64_t latest_ms, int64_t gap_ms)
{
    gate->taken = 0;
    gate->last_ms = gate->last_ms > latest_ms ? gate->last_ms : latest_ms;
    if (gates->folder.dir >= 0 && gap_ms > 0)
        note_use(gates, gate,
                 share_sent(&gates->folder, &gate->share, latest_ms - clock_monotonic_ms(), gap_ms));
    gate->gap_ms = gate->is_alone ? 2 * gap_ms : gap_ms;
}

/* Notes the server that a request was sent to. One that uses a kept connection may go to another server than
 * its origin's last one. */
void gates_sent(struct job *job, const char *peer)
{
    struct gates *gates = job->all_gates;
    struct origin *origin = job->asked;

    if (!gates->crawl->settings->proxy && *peer)
        origin->server = find_server(gates, origin, peer);
    for (int i = 0; i < job->gate_count; i++) {
        if (job->gates[i] != origin->server && job->gates[i] != origin->own)
            cancel(gates, job->gates[i]);
    }
    job->gate_count = 0;
    if (origin->server)
        pass(gates, origin->server, job->latest_ms, server_gap(gates, origin));
    if (origin->own)
        pass(gates, origin->own, job->latest_ms, origin_gap(gates, origin));
}

/* Corrects the time of the last request of GATE, if it is JOB's and no other has a turn. */
static void correct(struct job *job, struct gate *gate, int64_t arrived_ms)
{
    if (!gate || gate->last_ms != job->latest_ms || arrived_ms >= gate->last_ms || gate->taken > 0)
        return;
    gate->last_ms = arrived_ms;
    pass(job->all_gates, gate, arrived_ms, gate->is_alone ? gate->gap_ms / 2 : gate->gap_ms);
}

void gates_arrived(struct job *job, int64_t arrived_ms)
{
    correct(job, job->asked->server, arrived_ms);
    correct(job, job->asked->own, arrived_ms);
}

/* Ends the turns of a request. A connection that failed counts as a request. */
void gates_ended(struct job *job, int64_t now_ms)
{
    struct gates *gates = job->all_gates;
    const struct origin *origin = job->asked;

    for (int i = 0; i < job->gate_count; i++) {
        struct gate *gate = job->gates[i];

        if (job->is_held)
            cancel(gates, gate);
        else
            pass(gates, gate, now_ms,
                 gate == origin->own ? origin_gap(gates, origin) : server_gap(gates, origin));
    }
    job->gate_count = 0;
}

const char *gates_address(const struct origin *origin)
{
    return origin->server ? origin->server->address : "";
}
