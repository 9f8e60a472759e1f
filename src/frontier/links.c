/* SPDX-License-Identifier: MIT */
/* Lists of links as blobs: differences of ids as variable-length numbers, about two bytes for each link.
 * schema.sql describes the format. */
#include "config.h"

#include "frontier/links.h"

#include <inttypes.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/inside.h"

/* Numbers are below 2^29: at most five bytes of 7 bits. */
enum { NUMBER_BYTES = 5 };

void frontier_ids_add(struct frontier_ids *list, int64_t id)
{
    list->ids = mem_extend(list->ids, list->count, &list->room, sizeof *list->ids);
    list->ids[list->count++] = id;
}

void frontier_ids_release(struct frontier_ids *list)
{
    free(list->ids);
    *list = (struct frontier_ids){0};
}

static char *put_number(char *at, int64_t difference)
{
    uint64_t number = (uint64_t)difference << 1 ^ (uint64_t)(difference >> 63);

    for (; number >= 128; number >>= 7)
        *at++ = (char)(number | 128);
    *at++ = (char)number;
    return at;
}

int frontier_set_links(struct frontier *frontier, int64_t page, const struct frontier_ids *targets)
{
    struct query *use = db_use(frontier->db, LINKS_SET);
    int64_t last = page;
    char *start, *end;

    if (targets->count > LIMIT_LINKS)
        return db_fail(frontier->db, ERROR_TOO_LARGE, "more links than a page can have");
    buf_clear(&frontier->texts[TEXT_LINKS]);
    start = buf_reserve(&frontier->texts[TEXT_LINKS], targets->count * NUMBER_BYTES + 1);
    if (!start)
        return db_fail(frontier->db, ERROR_TOO_LARGE, "more links than a page can have");
    end = start;
    for (size_t i = 0; i < targets->count; i++) {
        end = put_number(end, targets->ids[i] - last);
        last = targets->ids[i];
    }
    db_bind_int(use, ":page", page);
    db_bind_blob(use, ":targets", span_make(start, (size_t)(end - start)));
    return db_run(frontier->db, use);
}

/* Removes one number from the front of REST; false if it is incomplete. */
static bool take_number(struct span *rest, int64_t *difference)
{
    uint64_t number = 0;

    for (unsigned i = 0; i < NUMBER_BYTES && i < rest->len; i++) {
        unsigned char byte = (unsigned char)rest->at[i];

        number |= (uint64_t)(byte & 127) << 7 * i;
        if (byte < 128) {
            *difference = (int64_t)(number >> 1) ^ -(int64_t)(number & 1);
            *rest = span_part(*rest, i + 1, rest->len);
            return true;
        }
    }
    return false;
}

int links_read(struct frontier *frontier, struct span bytes, int64_t page, struct frontier_ids *targets)
{
    int64_t last = page, difference;

    targets->count = 0;
    while (bytes.len > 0) {
        if (!take_number(&bytes, &difference))
            return db_fail(frontier->db, ERROR_CORRUPT, "the list of links of URL %" PRId64 " is damaged",
                           page);
        last += difference;
        frontier_ids_add(targets, last);
    }
    return 1;
}

int frontier_links(struct frontier *frontier, int64_t page, struct frontier_ids *targets)
{
    struct query *use = db_use(frontier->db, LINKS_GET);
    int got;

    db_bind_int(use, ":page", page);
    got = db_step(frontier->db, use);
    if (got > 0)
        got = links_read(frontier, db_column(use, 0), page, targets);
    return db_found(use, got);
}

int frontier_walk_links(struct frontier *frontier, frontier_links_reader *each, void *context)
{
    struct query *use = db_use(frontier->db, REPORT_LINKS);
    struct frontier_ids links = {0};
    int got;

    while ((got = db_step(frontier->db, use)) > 0) {
        int64_t page = db_int64(use, 0);

        got = links_read(frontier, db_column(use, 1), page, &links);
        if (got <= 0)
            break;
        each(context, page, &links);
    }
    db_done(use);
    frontier_ids_release(&links);
    return got;
}
