/* SPDX-License-Identifier: MIT */
/* Reading whole rows. */
#include "config.h"

#include "frontier/row.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/inside.h"

/* The columns of ROW_GET, in their order. */
enum column {
    URL_ID,
    ORIGIN,
    URL,
    KIND,
    ROLES,
    DEPTH,
    REFERRER,
    ATTEMPTS,
    NOT_BEFORE,
    STATE,
    REASON,
    RULE,
    VIA,
    REFERRER_URL,
    VISIT_URL,
    RUN,
    SEQUENCE,
    WOVEN,
    DOCUMENT,
    REQUESTED_MS,
    DURATION_MS,
    STATUS,
    OUTCOME,
    CONTENT_TYPE,
    ETAG,
    LAST_MODIFIED,
    WIRE_BYTES,
    PLAIN_BYTES,
    DIGEST,
    ARCHIVE,
    ARCHIVE_OFFSET,
    ARCHIVE_LENGTH,
    REDIRECT_TO,
    TITLE,
    ROBOTS_TERMS,
    PATH,
    PREFERENCES,
    ANSWER_STATE,
    ANSWER_REASON,
    SEEN_RUN,
    SEEN_MS,
    SEEN_STATUS,
    REDIRECT_FRAGMENT,
    DAMAGED,
    FILE_DIGEST,
    UNAVAILABLE_MS,
    DOCUMENT_STATE,
    META_URL,
    CANONICAL,
    COLUMNS
};

static const enum column texts[] = {
    RULE,          VIA,      REFERRER_URL, URL,          OUTCOME, CONTENT_TYPE, ETAG,
    LAST_MODIFIED, DIGEST,   TITLE,        ROBOTS_TERMS, PATH,    PREFERENCES,  REDIRECT_FRAGMENT,
    FILE_DIGEST,   META_URL, CANONICAL};

/* A copy of a text column, in memory that was reserved for all of them. */
static struct span copy_column(struct frontier *frontier, struct query *use, enum column column)
{
    struct span text = db_column(use, (int)column);
    size_t start = frontier->texts[TEXT_ROW].len;

    buf_add_span(&frontier->texts[TEXT_ROW], text);
    return span_make(frontier->texts[TEXT_ROW].at + start, text.len);
}

static void read_queue_item(struct frontier *frontier, struct query *use, struct frontier_item *item)
{
    *item = (struct frontier_item){.id = db_int64(use, URL_ID),
                                   .origin = db_int64(use, ORIGIN),
                                   .referrer = db_int64(use, REFERRER),
                                   .url = copy_column(frontier, use, URL),
                                   .kind = (enum frontier_kind)db_int(use, KIND),
                                   .roles = (unsigned)db_int(use, ROLES),
                                   .depth = db_int(use, DEPTH),
                                   .attempts = db_int(use, ATTEMPTS),
                                   .not_before_ms = db_int64(use, NOT_BEFORE)};
}

static void read_visit(struct frontier *frontier, struct query *use, struct frontier_row *row)
{
    row->visit =
        (struct frontier_visit){.url = row->item.id,
                                .state = (enum frontier_state)db_int(use, ANSWER_STATE),
                                .reason = (enum frontier_reason)db_int(use, ANSWER_REASON),
                                .rule = row->rule,
                                .attempts = row->item.attempts,
                                .requested_ms = db_int64(use, REQUESTED_MS),
                                .duration_ms = db_int64(use, DURATION_MS),
                                .status = db_int(use, STATUS),
                                .outcome = copy_column(frontier, use, OUTCOME),
                                .content_type = copy_column(frontier, use, CONTENT_TYPE),
                                .etag = copy_column(frontier, use, ETAG),
                                .last_modified = copy_column(frontier, use, LAST_MODIFIED),
                                .wire_bytes = db_int64(use, WIRE_BYTES),
                                .plain_bytes = db_int64(use, PLAIN_BYTES),
                                .digest = copy_column(frontier, use, DIGEST),
                                .document = db_int(use, DOCUMENT),
                                .shell = db_int(use, DOCUMENT) == DOCUMENT_SHELL,
                                .archive = db_int64(use, ARCHIVE),
                                .archive_offset = db_int64(use, ARCHIVE_OFFSET),
                                .archive_length = db_int64(use, ARCHIVE_LENGTH),
                                .redirect_to = db_int64(use, REDIRECT_TO),
                                .redirect_fragment = copy_column(frontier, use, REDIRECT_FRAGMENT),
                                .title = copy_column(frontier, use, TITLE),
                                .robots_terms = copy_column(frontier, use, ROBOTS_TERMS),
                                .preferences = copy_column(frontier, use, PREFERENCES),
                                .run = db_int64(use, RUN),
                                .sequence = db_int64(use, SEQUENCE),
                                .woven = db_int64(use, WOVEN),
                                .seen_run = db_int64(use, SEEN_RUN),
                                .seen_ms = db_int64(use, SEEN_MS),
                                .seen_status = db_int(use, SEEN_STATUS),
                                .damaged = db_int(use, DAMAGED) != 0,
                                .file_digest = copy_column(frontier, use, FILE_DIGEST),
                                .unavailable_ms = db_int64(use, UNAVAILABLE_MS),
                                .document_state = (enum frontier_document_state)db_int(use, DOCUMENT_STATE),
                                .meta_url = copy_column(frontier, use, META_URL),
                                .canonical = copy_column(frontier, use, CANONICAL),
                                .path = copy_column(frontier, use, PATH)};
}

static int read_whole_row(struct frontier *frontier, struct query *use, struct frontier_row *row)
{
    size_t len = 0;

    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        len += db_column(use, (int)texts[i]).len;
    buf_clear(&frontier->texts[TEXT_ROW]);
    if (!buf_reserve(&frontier->texts[TEXT_ROW], len + 1))
        return db_fail(frontier->db, ERROR_CORRUPT, "a row is longer than any that tiptoe writes");
    *row = (struct frontier_row){.state = (enum frontier_state)db_int(use, STATE),
                                 .reason = (enum frontier_reason)db_int(use, REASON),
                                 .rule = copy_column(frontier, use, RULE),
                                 .via = copy_column(frontier, use, VIA),
                                 .referrer_url = copy_column(frontier, use, REFERRER_URL),
                                 .answered = !db_is_null(use, VISIT_URL)};
    read_queue_item(frontier, use, &row->item);
    if (row->answered)
        read_visit(frontier, use, row);
    return 1;
}

bool frontier_is_withdrawn(const struct frontier_row *row)
{
    enum frontier_state answer = row->answered ? row->visit.state : row->state;
    bool withheld = answer == FRONTIER_WITHHELD && row->visit.reason != FRONTIER_BY_PATTERN;

    if (row->reason == FRONTIER_BY_PATTERN && answer != FRONTIER_DONE)
        return false; /* the user's choice, by type */
    return withheld || row->state == FRONTIER_WITHHELD ||
           (row->state == FRONTIER_REFUSED && row->reason == FRONTIER_BY_ROBOTS) ||
           (row->state == FRONTIER_QUEUED && row->answered && answer == FRONTIER_QUEUED);
}

int frontier_get(struct frontier *frontier, int64_t id, struct frontier_row *row)
{
    struct query *use = db_use(frontier->db, ROW_GET);
    int got;

    db_bind_int(use, ":id", id);
    got = db_step(frontier->db, use);
    if (got > 0)
        got = read_whole_row(frontier, use, row);
    return db_found(use, got);
}

int frontier_get_by_url(struct frontier *frontier, struct span url, struct frontier_row *row)
{
    struct query *use;
    const uint32_t *word;
    int64_t id = 0;
    int error = 0;

    if (frontier->writes) {
        word = known_find(frontier->known, known_hash(frontier->known, url));
        id = word ? *word >> KNOWN_FLAG_BITS : 0;
    } else {
        use = db_use(frontier->db, URL_FIND);
        db_bind_text(use, ":url", url);
        error = db_number(frontier->db, use, &id);
    }
    if (error)
        return error;
    return id > 0 ? frontier_get(frontier, id, row) : ERROR_NOT_FOUND;
}

static struct hop *hop_of(struct frontier *frontier, int64_t id)
{
    return &frontier->hops[(uint64_t)id % HOPS_KEPT];
}

void hop_forget(struct frontier *frontier, int64_t id)
{
    struct hop *hop = hop_of(frontier, id);

    if (hop->id == id)
        hop->id = 0;
}

static int load_hop(struct frontier *frontier, int64_t id, struct hop *hop)
{
    struct query *use = db_use(frontier->db, ROW_HOP);
    struct span via;
    int got, kind;

    hop->id = 0;
    db_bind_int(use, ":id", id);
    got = db_step(frontier->db, use);
    if (got > 0) {
        kind = db_int(use, 0);
        via = span_part(db_column(use, 2), 0, HOP_TEXT_MAX);
        buf_clear(&hop->text);
        (void)buf_add_span(&hop->text, via);
        if (buf_add_span(&hop->text, db_column(use, 3)))
            got = db_fail(frontier->db, ERROR_CORRUPT, "a URL is longer than any that tiptoe writes");
        else
            hop->id = id;
        hop->kind = kind >= 0 && kind < FRONTIER_KINDS ? (enum frontier_kind)kind : FRONTIER_PAGE;
        hop->referrer = db_int64(use, 1);
        hop->via_len = via.len;
    }
    return db_found(use, got);
}

int frontier_hop(struct frontier *frontier, int64_t id, struct frontier_hop *hop)
{
    struct hop *kept = hop_of(frontier, id);
    int error = kept->id == id ? 0 : load_hop(frontier, id, kept);

    if (!error)
        *hop = (struct frontier_hop){.kind = kept->kind,
                                     .referrer = kept->referrer,
                                     .via = span_part(buf_span(&kept->text), 0, kept->via_len),
                                     .url = span_part(buf_span(&kept->text), kept->via_len, kept->text.len)};
    return error;
}

int frontier_documents(struct frontier *frontier, int64_t after, int64_t woven_below,
                       struct frontier_document *document)
{
    struct query *use = db_use(frontier->db, ROW_NEXT_DOCUMENT);
    int got;

    db_bind_int(use, ":after", after);
    db_bind_int(use, ":woven_below", woven_below);
    got = db_step(frontier->db, use);
    if (got > 0)
        *document = (struct frontier_document){
            .id = db_int64(use, 0), .woven = db_int64(use, 1), .sequence = db_int64(use, 2)};
    return db_next(use, got);
}

int frontier_shells(struct frontier *frontier, int64_t after, int64_t *url)
{
    struct query *use = db_use(frontier->db, ROW_NEXT_SHELL);

    db_bind_int(use, ":after", after);
    return db_find_number(frontier->db, use, ERROR_END, url);
}

/* The setting with the id of a script, and the name of the service that it asks. */
static const char searcher[] = "search-service";

int64_t frontier_searcher(struct frontier *frontier, struct span *service)
{
    uint64_t id = 0;

    if (frontier_setting(frontier, searcher, service) || !span_to_u64(span_take_until(service, ' '), &id) ||
        id > INT64_MAX)
        return 0;
    return (int64_t)id;
}

int frontier_search_service(struct frontier *frontier, struct span *service)
{
    int64_t id = frontier_searcher(frontier, service);
    struct frontier_row row;
    int error = id ? frontier_get(frontier, id, &row) : ERROR_NOT_FOUND;

    if (!error && (!row.answered || row.visit.state != FRONTIER_DONE || frontier_is_withdrawn(&row) ||
                   row.state == FRONTIER_GONE))
        error = ERROR_NOT_FOUND;
    return error;
}

int frontier_set_searcher(struct frontier *frontier, int64_t id, const char *service)
{
    char value[80];

    (void)snprintf(value, sizeof value, "%" PRId64 " %s", id, service);
    return frontier_set_setting(frontier, searcher, span_of(value));
}

int frontier_beside(struct frontier *frontier, struct span after, struct span *key, struct span *path)
{
    struct query *use = db_use(frontier->db, FILE_BESIDE);
    int got;

    db_bind_text(use, ":after", after);
    got = db_step(frontier->db, use);
    if (got > 0)
        got = text_copy(frontier, TEXT_ROW, use, 0, key);
    if (got > 0)
        got = text_copy(frontier, TEXT_ITEM, use, 1, path);
    return db_next(use, got);
}

bool frontier_is_page(const struct frontier_visit *visit)
{
    return visit->state == FRONTIER_DONE && visit->path.len > 0 &&
           (span_starts_nocase(visit->content_type, "text/html") ||
            span_starts_nocase(visit->content_type, "application/xhtml+xml"));
}

int frontier_visits(struct frontier *frontier, int64_t after, int64_t above, struct frontier_row *row)
{
    struct query *use = db_use(frontier->db, ROW_NEXT_VISIT);
    int64_t id;
    int error;

    db_bind_int(use, ":after", after);
    db_bind_int(use, ":above", above);
    error = db_find_number(frontier->db, use, ERROR_END, &id);
    if (error)
        return error;
    error = frontier_get(frontier, id, row);
    if (error == ERROR_NOT_FOUND)
        return db_fail(frontier->db, ERROR_CORRUPT, "the answer of URL %" PRId64 " belongs to no URL", id);
    return error;
}
