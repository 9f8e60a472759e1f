/* SPDX-License-Identifier: MIT */
/* The pages of a mirror: everything stored as HTML. The start page is the one to open first. */
#include "config.h"

#include "export/pages.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "site/path.h"
#include "url/percent.h"

enum {
    LINE_MAX_BYTES = 8 * LIMIT_TAG_BYTES + 2 * VISIBLE_TEXT_MAX, /* only quotes and backslashes are escaped */
    TITLE_MAX_BYTES = LIMIT_TAG_BYTES
};

static int keep_main(struct pages *pages, const struct frontier_row *row)
{
    int error = percent_add(&pages->main_url, row->item.url, PERCENT_URI);

    pages->main_ms = row->visit.requested_ms;
    (void)buf_add_span(&pages->title, span_trim(row->visit.title, PLAIN_WHITE));
    (void)buf_add_span(&pages->path, row->visit.path);
    if (pages->title.len == 0)
        (void)buf_add_span(&pages->title, buf_span(&pages->main_url));
    return error;
}

static int add_line(struct pages *pages, struct body *to)
{
    (void)buf_add_byte(&pages->line, '\n');
    return pages->line.full ? 0 : body_add(to, pages->line.at, pages->line.len);
}

static int begin_list(struct pages *pages, struct body *to, const char *id, const char *title)
{
    struct json_writer json;

    buf_clear(&pages->line);
    json_begin(&json, &pages->line);
    json_member_text(&json, "format", span_of("json-pages-1.0"));
    json_member_text(&json, "id", span_of(id));
    json_member_text(&json, "title", span_of(title));
    json_close(&json);
    return add_line(pages, to);
}

/* Reads the text of a page; none of one that is withdrawn, or whose original is damaged. ROW is invalid
 * afterwards. */
static int read_text(struct pages *pages, struct mirror *mirror, const struct frontier_row *row)
{
    struct buf fragment BUF_LOCAL(1);
    struct original original;
    int error;

    buf_clear(&pages->text);
    if (frontier_is_withdrawn(row))
        return 0;
    error = original_read(&original, mirror, row, LIMIT_DOCUMENT_BYTES, &fragment);
    if (!error)
        visible_read(&pages->visible, original.bytes, original.content_type, &pages->text);
    original_release(&original);
    return error == ERROR_CORRUPT ? 0 : error;
}

/* Adds the line of a page. ROW is invalid afterwards. */
static int add_page(struct pages *pages, struct mirror *mirror, struct body *to,
                    const struct frontier_row *row)
{
    char date[CLOCK_TEXT_SIZE];
    struct json_writer json;
    struct buf url BUF_LOCAL(3 * LIMIT_URL_BYTES);
    int error = percent_add(&url, row->item.url, PERCENT_URI);

    clock_format(clock_us(row->visit.requested_ms), 3, date);
    buf_clear(&pages->line);
    json_begin(&json, &pages->line);
    json_member_text(&json, "url", buf_span(&url));
    json_member_text(&json, "ts", span_of(date));
    if (row->visit.title.len > 0)
        json_member_text(&json, "title", row->visit.title);
    if (!error)
        error = read_text(pages, mirror, row);
    if (pages->text.len > 0)
        json_member_text(&json, "text", buf_span(&pages->text));
    json_close(&json);
    return error ? error : add_line(pages, to);
}

/* Adds a row that is a page to one of the lists. */
static int add_row(struct pages *pages, struct mirror *mirror, const struct frontier_row *row,
                   int64_t main_id)
{
    int error = 0;

    if (row->item.id == main_id)
        error = keep_main(pages, row);
    if (error || !frontier_is_page(&row->visit))
        return error;
    if (row->item.id == main_id)
        return add_page(pages, mirror, &pages->seeds, row);
    if (pages->others.len == 0)
        error = begin_list(pages, &pages->others, "extraPages", "All other pages");
    return error ? error : add_page(pages, mirror, &pages->others, row);
}

int pages_read(struct pages *pages, struct mirror *mirror)
{
    struct frontier_row row;
    struct frontier_target main;
    int64_t id = 0;
    int error;

    body_init(&pages->seeds, mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    body_init(&pages->others, mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    buf_init(&pages->main_url, 3 * LIMIT_URL_BYTES);
    buf_init(&pages->title, TITLE_MAX_BYTES);
    buf_init(&pages->path, PATH_BYTES_MAX);
    buf_init(&pages->line, LINE_MAX_BYTES);
    buf_init(&pages->text, VISIBLE_TEXT_MAX);
    visible_init(&pages->visible);
    error = frontier_target_of(mirror->frontier, buf_span(&mirror->start), &main);
    if (!error)
        error = begin_list(pages, &pages->seeds, "pages", "Start pages");
    while (!error && (error = frontier_visits(mirror->frontier, id, &row)) == 0) {
        id = row.item.id;
        error = add_row(pages, mirror, &row, main.id);
    }
    if (error == ERROR_END)
        error = pages->main_url.len > 0 ? 0 : ERROR_NOT_FOUND;
    return error;
}

void pages_release(struct pages *pages)
{
    body_release(&pages->seeds);
    body_release(&pages->others);
    buf_release(&pages->main_url);
    buf_release(&pages->title);
    buf_release(&pages->path);
    buf_release(&pages->line);
    buf_release(&pages->text);
    visible_release(&pages->visible);
}
