/* SPDX-License-Identifier: MIT */
/* How URLs were found: the hops from one to its referrer. Successive pages of a site were found on few
 * others, so a few hops are kept in memory. */
#include "config.h"

#include "frontier/hop.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "frontier/columns.h"
#include "frontier/inside.h"

enum { HOPS_KEPT = 64 };

struct kept_hop {
    int64_t id; /* 0: empty */
    struct frontier_hop hop;
    struct buf text;
};

struct hop_cache {
    struct kept_hop hops[HOPS_KEPT];
};

static const struct column list[] = {
    COLUMN(struct frontier_hop, kind),
    COLUMN(struct frontier_hop, referrer),
    COLUMN(struct frontier_hop, via),
    COLUMN(struct frontier_hop, url),
};
static const struct columns columns = COLUMNS(list, "URL");

struct hop_cache *hop_cache_new(void)
{
    struct hop_cache *cache = MEM_NEW(struct hop_cache);

    for (size_t i = 0; i < HOPS_KEPT; i++)
        buf_init(&cache->hops[i].text, 2 * LIMIT_URL_BYTES);
    return cache;
}

void hop_cache_free(struct hop_cache *cache)
{
    for (size_t i = 0; cache && i < HOPS_KEPT; i++)
        buf_release(&cache->hops[i].text);
    free(cache);
}

static struct kept_hop *hop_of(struct frontier *frontier, int64_t id)
{
    return &frontier->hops->hops[(uint64_t)id % HOPS_KEPT];
}

void hop_forget(struct frontier *frontier, int64_t id)
{
    struct kept_hop *kept = hop_of(frontier, id);

    if (kept->id == id)
        kept->id = 0;
}

static int load_hop(struct frontier *frontier, int64_t id, struct kept_hop *kept)
{
    struct query *use = db_with(frontier->db, ROW_HOP, VALUES(with_int(":id", id)));
    int error;

    kept->id = 0;
    error = columns_find(frontier->db, use, &columns, &kept->text, &kept->hop);
    if (error)
        return error;
    kept->id = id;
    if (kept->hop.kind >= FRONTIER_KINDS)
        kept->hop.kind = FRONTIER_PAGE;
    return 0;
}

int frontier_hop(struct frontier *frontier, int64_t id, struct frontier_hop *hop)
{
    struct kept_hop *kept = hop_of(frontier, id);
    int error = kept->id == id ? 0 : load_hop(frontier, id, kept);

    if (!error)
        *hop = kept->hop;
    return error;
}
