/* SPDX-License-Identifier: MIT */
/* Which origins of a mirror count as one server, by the addresses that its runs have connected to. */
#include "config.h"

#include "cmd/servers.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "frontier/frontier.h"
#include "frontier/origin.h"
#include "frontier/setting.h"
#include "judge/scope.h"
#include "url/url.h"

/* The most lines of text. */
enum { LINES_MAX = 10 };

struct counted {
    char address[FRONTIER_ADDRESS_SIZE];
    char *domain;
    unsigned origins;
};

struct servers {
    struct counted *all;
    size_t count, room;
    bool is_shared;
    char *folder; /* of --share-pace, or "" */
};

static char *domain_of(struct span origin)
{
    char *host, *domain;
    struct url url;

    url_init(&url);
    if (url_parse(&url, origin, NULL, NULL) != URL_OK) {
        url_release(&url);
        return mem_copy_text("", 0);
    }
    host = mem_copy_text(url_host(&url).at, url_host(&url).len);
    domain = scope_registrable(host);
    free(host);
    url_release(&url);
    return domain;
}

static void count(struct servers *servers, const char *address, char *domain)
{
    for (size_t i = 0; i < servers->count; i++) {
        struct counted *server = &servers->all[i];

        if (strcmp(server->address, address) == 0 && strcmp(server->domain, domain) == 0) {
            server->origins++;
            free(domain);
            return;
        }
    }
    servers->all = mem_extend(servers->all, servers->count, &servers->room, sizeof *servers->all);
    servers->all[servers->count] = (struct counted){.domain = domain, .origins = 1};
    memcpy(servers->all[servers->count++].address, address, FRONTIER_ADDRESS_SIZE);
}

static void read_servers(struct frontier *frontier, struct servers *servers)
{
    struct span text = {0};

    *servers = (struct servers){0};
    servers->is_shared = frontier_setting(frontier, "share-pace", &text) == 0 && text.len > 0;
    servers->folder = mem_copy_text(text.at ? text.at : "", text.len);
    for (int64_t id = 1; id <= frontier_origin_count(frontier); id++) {
        struct frontier_origin kept;

        frontier_get_origin(frontier, id, &kept);
        if (!*kept.pace.address || frontier_origin_text(frontier, id, &text))
            continue;
        count(servers, kept.pace.address, servers->is_shared ? mem_copy_text("", 0) : domain_of(text));
    }
}

static void release(struct servers *servers)
{
    for (size_t i = 0; i < servers->count; i++)
        free(servers->all[i].domain);
    free(servers->all);
    free(servers->folder);
}

void servers_describe(struct frontier *frontier, struct buf *text)
{
    struct servers servers;
    size_t lines = 0, many = 0;

    read_servers(frontier, &servers);
    if (servers.is_shared)
        (void)buf_add_format(text, "the pace is shared with all processes that use %s\n", servers.folder);
    for (size_t i = 0; i < servers.count; i++) {
        const struct counted *server = &servers.all[i];

        if (server->origins < 2 || ++many > LINES_MAX)
            continue;
        lines++;
        (void)buf_add_format(text, "%s: %u origins%s%s count as one server%s\n", server->address,
                             server->origins, *server->domain ? " of " : "", server->domain,
                             servers.is_shared ? ", together with those of other processes" : "");
    }
    if (many > lines)
        (void)buf_add_format(text, "and %zu more servers\n", many - lines);
    release(&servers);
}

void servers_add(struct frontier *frontier, struct json_writer *json)
{
    struct servers servers;

    read_servers(frontier, &servers);
    if (servers.is_shared)
        json_member_text(json, "share_pace", span_of(servers.folder));
    json_key(json, "servers");
    json_open(json, '[');
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
    release(&servers);
}
