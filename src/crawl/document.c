/* SPDX-License-Identifier: MIT */
/* Documents: what is one, reading it, and weaving it, when it arrives and again from the archive. */
#include "config.h"

#include "crawl/document.h"

#include "archive/warc.h"
#include "archive/warc_read.h"
#include "base/error.h"
#include "crawl/mirror.h"
#include "crawl/state.h"
#include "extract/css.h"
#include "fetch/decode.h"
#include "fetch/head.h"
#include "frontier/archive.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "site/tree.h"
#include "site/weave.h"

/* A document as it came, coded or not, and its head. */
enum { RECORD_MAX = 2 * LIMIT_DOCUMENT_BYTES };

enum document_form document_form(struct span content_type, struct span bytes)
{
    static const struct {
        const char *type;
        enum document_form form;
    } types[] = {
        {"text/html", DOCUMENT_HTML},
        {"application/xhtml+xml", DOCUMENT_HTML},
        {"image/svg+xml", DOCUMENT_HTML},
        {"text/css", DOCUMENT_CSS},
    };
    static const char *const html_starts[] = {"<!doctype html", "<html", "<head", "<!--"};
    struct span type = span_trim(span_take_until(&content_type, ';'), " \t");

    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (span_is_nocase(type, types[i].type))
            return types[i].form;
    }
    if (type.len > 0)
        return DOCUMENT_NONE;
    bytes = span_trim(span_part(bytes, 0, 512), "\xef\xbb\xbf \t\r\n\f");
    for (size_t i = 0; i < sizeof html_starts / sizeof html_starts[0]; i++) {
        if (span_starts_nocase(bytes, html_starts[i]))
            return DOCUMENT_HTML;
    }
    return DOCUMENT_NONE;
}

const struct link_list *document_read(struct crawl *crawl, enum document_form form, struct span bytes,
                                      struct span content_type, const struct url *url)
{
    if (form == DOCUMENT_HTML)
        return extract_html(&crawl->page, bytes, content_type, url) ? NULL : &crawl->page.links;
    if (form == DOCUMENT_CSS)
        return extract_css(&crawl->css_links, bytes, content_type, url, NULL) ? NULL : &crawl->css_links;
    return NULL;
}

int document_weave(struct crawl *crawl, int64_t id, struct span bytes, const struct link_list *links,
                   struct span path)
{
    struct span woven;
    int error = references_make(&crawl->references, crawl->frontier, bytes, links, path,
                                buf_span(&crawl->mirror->site));

    if (error)
        return error;
    body_release(&crawl->woven);
    error = weave(bytes, links, crawl->references.spans, &crawl->woven);
    if (!error)
        error = body_span(&crawl->woven, &woven);
    if (!error)
        error = tree_stage(crawl->mirror->tree, path, woven);
    if (!error)
        error = frontier_set_woven(crawl->frontier, id, frontier_sequence(crawl->frontier));
    return error;
}

/* The name of an archive file by its id, terminated, in NAME. */
static int archive_name(struct frontier *frontier, int64_t id, char name[WARC_NAME_SIZE])
{
    struct frontier_archive file;
    int error = frontier_archives(frontier, id - 1, &file);

    if (error)
        return error;
    if (file.id != id || file.name.len >= WARC_NAME_SIZE)
        return ERROR_CORRUPT;
    memcpy(name, file.name.at, file.name.len);
    name[file.name.len] = '\0';
    return 0;
}

/* The document in a record: transfer and content coding undone. */
static int decode_record(struct crawl *crawl, struct warc_record *record, struct span *content_type,
                         struct body *plain)
{
    struct span head, raw, codings = {0}, coded;
    struct body payload;
    bool mislabelled;
    int error = warc_http(record, &head, &raw);

    if (error)
        return error;
    body_init(&payload, crawl->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, LIMIT_DOCUMENT_BYTES);
    (void)head_value(head, "Content-Type", 0, content_type);
    (void)head_value(head, "Content-Encoding", 0, &codings);
    if (decode_transfer(head, raw, &payload) != DECODE_OK)
        error = ERROR_CORRUPT;
    if (!error)
        error = body_span(&payload, &coded);
    if (!error && decoder_run(crawl->decoder, codings, coded, plain, &mislabelled) != DECODE_OK)
        error = ERROR_CORRUPT;
    body_release(&payload);
    return error;
}

/* Reads and weaves what RECORD holds, the original of URL, as the file PATH. */
static int weave_record(struct crawl *crawl, int64_t id, struct span url, struct warc_record *record,
                        struct span path)
{
    struct span content_type = {0}, bytes;
    const struct link_list *links;
    struct body plain;
    int error;

    body_init(&plain, crawl->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, LIMIT_DOCUMENT_BYTES);
    error = decode_record(crawl, record, &content_type, &plain);
    if (!error)
        error = body_span(&plain, &bytes);
    if (!error && url_parse(&crawl->base, url, NULL, NULL) != URL_OK)
        error = ERROR_CORRUPT;
    if (!error) {
        links = document_read(crawl, document_form(content_type, bytes), bytes, content_type, &crawl->base);
        error = links ? document_weave(crawl, id, bytes, links, path) : ERROR_CORRUPT;
    }
    body_release(&plain);
    return error;
}

/* Reads the record of VISIT, which is invalid afterwards. */
static int read_record(struct crawl *crawl, const struct frontier_visit *visit, struct warc_record *record)
{
    uint64_t offset = (uint64_t)visit->archive_offset, length = (uint64_t)visit->archive_length;
    char name[WARC_NAME_SIZE];
    int error = archive_name(crawl->frontier, visit->archive, name);

    return error ? error : warc_read(crawl->mirror->folder.archive_dir, name, offset, length, record);
}

bool document_is_archived(struct crawl *crawl, const struct frontier_row *row)
{
    struct warc_record record;
    int error;

    warc_record_init(&record, crawl->mirror->folder.tmp_dir, RECORD_MAX);
    error = read_record(crawl, &row->visit, &record);
    warc_record_release(&record);
    return error == 0 || error == ERROR_TOO_LARGE;
}

int document_weave_again(struct crawl *crawl, const struct frontier_row *row)
{
    int64_t id = row->item.id;
    struct warc_record record;
    struct buf url, path;
    int error;

    buf_init(&url, LIMIT_URL_BYTES);
    buf_init(&path, LIMIT_URL_BYTES);
    warc_record_init(&record, crawl->mirror->folder.tmp_dir, RECORD_MAX);
    error = buf_add_span(&url, row->item.url);
    if (!error)
        error = buf_add_span(&path, row->visit.path);
    if (!error)
        error = read_record(crawl, &row->visit, &record);
    if (!error)
        error = weave_record(crawl, id, buf_span(&url), &record, buf_span(&path));
    warc_record_release(&record);
    buf_release(&url);
    buf_release(&path);
    return error;
}
