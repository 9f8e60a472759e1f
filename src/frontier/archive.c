/* SPDX-License-Identifier: MIT */
/* The archive's files, the committed length of each, and the bodies in it by digest. */
#include "config.h"

#include "frontier/archive.h"

#include "base/error.h"
#include "frontier/inside.h"

int frontier_add_archive(struct frontier *frontier, struct span name, int64_t *id)
{
    struct query *use = db_use(frontier->db, ARCHIVE_ADD);

    db_bind_text(use, ":name", name);
    return db_number(frontier->db, use, id);
}

int frontier_set_archive(struct frontier *frontier, int64_t id, int64_t length)
{
    struct query *use = db_use(frontier->db, ARCHIVE_SET);

    db_bind_int(use, ":id", id);
    db_bind_int(use, ":length", length);
    return db_run(frontier->db, use);
}

static int run_with_place(struct frontier *frontier, struct query *use, const struct frontier_place *place)
{
    db_bind_int(use, ":archive", place->archive);
    db_bind_int(use, ":archive_offset", place->offset);
    db_bind_int(use, ":archive_length", place->length);
    return db_run(frontier->db, use);
}

int frontier_place_visit(struct frontier *frontier, int64_t url, const struct frontier_place *at)
{
    struct query *use = db_use(frontier->db, VISIT_PLACE);

    db_bind_int(use, ":url", url);
    return run_with_place(frontier, use, at);
}

int frontier_place_payload(struct frontier *frontier, struct span digest, const struct frontier_place *at)
{
    struct query *use = db_use(frontier->db, PAYLOAD_PLACE);

    db_bind_blob(use, ":digest", digest);
    return run_with_place(frontier, use, at);
}

int frontier_archives(struct frontier *frontier, int64_t after, struct frontier_archive *archive)
{
    struct query *use = db_use(frontier->db, ARCHIVE_NEXT);
    struct span name;
    int got;

    db_bind_int(use, ":after", after);
    got = db_step(frontier->db, use);
    if (got > 0)
        got = text_copy(frontier, TEXT_ARCHIVE, use, 1, &name);
    if (got > 0)
        *archive =
            (struct frontier_archive){.id = db_int64(use, 0), .name = name.at, .length = db_int64(use, 2)};
    return db_next(use, got);
}

int frontier_get_archive(struct frontier *frontier, int64_t id, struct frontier_archive *archive)
{
    int error = frontier_archives(frontier, id - 1, archive);

    return error == ERROR_END || (!error && archive->id != id) ? ERROR_CORRUPT : error;
}

int frontier_add_payload(struct frontier *frontier, const struct frontier_payload *payload)
{
    struct query *use = db_use(frontier->db, PAYLOAD_ADD);

    db_bind_blob(use, ":digest", payload->digest);
    db_bind_text(use, ":url", payload->url);
    db_bind_int(use, ":date_us", payload->date_us);
    db_bind_text(use, ":record", payload->record);
    db_bind_int(use, ":archive", payload->archive);
    db_bind_int(use, ":archive_offset", payload->archive_offset);
    db_bind_int(use, ":archive_length", payload->archive_length);
    return db_run(frontier->db, use);
}

int frontier_payload(struct frontier *frontier, struct span digest, struct frontier_payload *payload)
{
    struct query *use = db_use(frontier->db, PAYLOAD_GET);
    struct buf *text = &frontier->texts[TEXT_PAYLOAD];
    struct span url, record;
    int got;

    db_bind_blob(use, ":digest", digest);
    got = db_step(frontier->db, use);
    if (got > 0) {
        url = db_column(use, 0);
        record = db_column(use, 2);
        buf_clear(text);
        (void)buf_add_span(text, url);
        if (buf_add_span(text, record))
            got =
                db_fail(frontier->db, ERROR_CORRUPT, "a payload's URL is longer than any that tiptoe writes");
        *payload = (struct frontier_payload){.digest = digest,
                                             .url = span_part(buf_span(text), 0, url.len),
                                             .date_us = db_int64(use, 1),
                                             .record = span_part(buf_span(text), url.len, record.len),
                                             .archive = db_int64(use, 3),
                                             .archive_offset = db_int64(use, 4),
                                             .archive_length = db_int64(use, 5)};
    }
    return db_found(use, got);
}

int frontier_lose_payload(struct frontier *frontier, struct span digest)
{
    struct query *use = db_use(frontier->db, PAYLOAD_LOSE_ONE);

    db_bind_blob(use, ":digest", digest);
    return db_run(frontier->db, use);
}

int frontier_lose_payloads(struct frontier *frontier, int64_t archive, int64_t offset)
{
    struct query *use = db_use(frontier->db, PAYLOAD_LOSE);

    db_bind_int(use, ":archive", archive);
    db_bind_int(use, ":archive_offset", offset);
    return db_run(frontier->db, use);
}
