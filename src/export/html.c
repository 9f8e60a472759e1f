/* SPDX-License-Identifier: MIT */
/* Writes pages as single files: what a page needs is in it as data: URLs, in its order, up to PAGE_MOST, and
 * its links are those of the live site. A style sheet or frame is made in the same way before it becomes such
 * a URL. A file that exceeds the limit keeps its address, which the policy of the page keeps browsers from.
 */
#include "config.h"

#include "export/export.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "site/path.h"
#include "term/message.h"
#include "weave/document.h"
#include "weave/naming.h"

/* A page with a frame, whose sheet imports a sheet with an SVG that shows a picture. FILE_LEAST: what each
 * file counts at least, because it takes time. */
enum { DEPTH_MOST = 6, PAGE_MOST = 32 * 1000 * 1000, FILE_LEAST = 1024 };

struct html {
    struct mirror *mirror;
    size_t bytes;     /* of data: URLs in the page at hand */
    uint64_t left;    /* files of all pages that exceed the limit, */
    struct buf first; /* and the first of them */
    bool is_damaged;  /* the original of the page at hand, or its row */
};

/* A document that is being made. */
struct part {
    struct html *html;
    const struct part *outer; /* the document that it is in, or NULL */
    int64_t id;
    struct weaver weaver;
};

/* Returns whether the file of ROW may be in PART: it is shown and no script, not in itself, nor too deep. */
static bool may_be_in(const struct part *part, const struct frontier_row *row)
{
    unsigned depth = 0;

    for (; part && part->id != row->item.id; part = part->outer)
        depth++;
    return !part && depth < DEPTH_MOST && row->answered && row->visit.state == FRONTIER_DONE &&
           !frontier_is_withdrawn(row) && !types_is_script(row->visit.content_type);
}

static int make(struct html *html, const struct part *outer, const struct frontier_row *row, struct buf *out);

/* Adds the target of a link as a data: URL. DONE is false for one that the mirror lacks or no page without
 * scripts needs; FITS for one that exceeds the limit. */
static int embed(struct part *part, const struct link *link, bool *done, bool *fits)
{
    struct references *references = &part->weaver.references;
    struct mirror *mirror = part->html->mirror;
    size_t before = part->html->bytes;
    char path[PATH_BYTES_MAX + 1];
    const char *type;
    struct target_file found;
    struct frontier_row row;
    struct buf bytes BUF_LOCAL(PAGE_MOST);
    int error = expected_find(references->expected, link->url, &found);

    if (!error && found.answer > 0)
        error = frontier_get(mirror->frontier, found.answer, &row);
    if (error || found.answer == 0 || !may_be_in(part, &row) || !path_copy(row.visit.path, path))
        return error;
    type = types_of_extension(types_own_extension(span_of(path)));
    *fits = before + (size_t)row.visit.plain_bytes / 3 * 4 <= PAGE_MOST;
    if (*fits && row.visit.document)
        error = make(part->html, part, &row, &bytes);
    else if (*fits)
        error = file_read(mirror->folder.site_dir, path, &bytes);
    before += bytes.len / 3 * 4 + FILE_LEAST;
    *fits = *fits && before <= PAGE_MOST && !bytes.full;
    *done = *fits && !error;
    if (*done) {
        properties_add_data(&references->text, span_of(type ? type : "application/octet-stream"),
                            buf_span(&bytes), link->fragment);
        part->html->bytes = before;
    }
    return error_is_damage(error) || error == ERROR_TOO_LARGE ? 0 : error;
}

/* Refers to what browsers load for the page: to what is in it, the live site, or nothing. */
static int refer_to_loaded(struct part *part, const struct link *link)
{
    struct references *references = &part->weaver.references;
    size_t start = references->text.len;
    bool done = false, fits = true;
    int error = embed(part, link, &done, &fits);

    references->embedded_bytes += references->text.len - start;
    if (error || done)
        return error;
    if (!fits && part->html->left++ == 0)
        (void)buf_set(&part->html->first, link->url);
    if (fits || link->role == LINK_FRAME)
        return buf_add_text(&references->text, references_inert(link->role));
    return buf_add_span(&references->text, link->url);
}

/* Returns true for an address that browsers do not load, and whose spelling hides nothing. */
static bool is_harmless(const struct link *link, struct span written)
{
    return span_starts_one_of_nocase(
        written, link->role == LINK_REQUISITE ? "data:" : "# mailto: tel: sms: ftp: magnet:");
}

/* Decides what a link says: struct reference_names. */
static int decide(void *context, const struct link *link, struct span was, bool *written)
{
    struct part *part = context;
    struct buf *out = &part->weaver.references.text;
    const char *nothing = references_inert(link->role);
    bool has_url = link->url.len > 0;

    if (link->role == LINK_BASE || link->role == LINK_CONNECT || link->role >= LINK_INTEGRITY) {
        *written = link->role != LINK_POLICY;
        return 0;
    }
    *written = !link->same_page && !link->stands && link->role != LINK_CANDIDATE &&
               (has_url || !is_harmless(link, was));
    if (!*written)
        return 0;
    if (has_url && (link->role == LINK_FRAME || link->role == LINK_OBJECT || link->role == LINK_REQUISITE))
        return refer_to_loaded(part, link);
    if (nothing || !has_url)
        return buf_add_text(out, nothing ? nothing : "#");
    if (link->fragment.len == 0 || !span_equals(link->url, buf_span(&part->weaver.url.text)))
        (void)buf_add_span(out, link->url);
    return buf_add_span(out, link->fragment);
}

/* Adds the document of ROW, which is invalid afterwards, to OUT. OUTER: the document that it is in, or NULL.
 */
static int make(struct html *html, const struct part *outer, const struct frontier_row *row, struct buf *out)
{
    struct part part = {.html = html, .outer = outer, .id = row->item.id};
    struct reference_names names = {
        .decide = decide, .context = &part, .site = buf_span(&html->mirror->site)};
    struct buf refresh BUF_LOCAL(LIMIT_HEADER_BYTES);
    struct span woven;
    int error = weaver_open(&part.weaver, html->mirror);

    part.weaver.page.scripts = PAGE_WITHOUT_SCRIPTS;
    part.weaver.references.for_disk = false;
    if (!error)
        error = document_remake(&part.weaver, row, &names, &woven, &refresh);
    if (!error)
        error = buf_add_span(out, woven);
    weaver_close(&part.weaver);
    return error;
}

/* Writes the page of ROW, which is invalid afterwards, as the file PATH. */
static int write_page(struct html *html, const struct frontier_row *row, const char *path)
{
    char date[CLOCK_TEXT_SIZE];
    struct output output;
    struct buf page BUF_LOCAL(4 * PAGE_MOST), end BUF_LOCAL(2 * LIMIT_URL_BYTES);
    int error;

    clock_format(clock_us(row->visit.requested_ms), 0, date);
    (void)buf_add_format(&end, "\n<!-- %.*s as of %s, copied by " PACKAGE_NAME " -->\n",
                         (int)row->item.url.len, row->item.url.at, date);
    html->bytes = 0;
    error = make(html, NULL, row, &page);
    html->is_damaged = error_is_damage(error);
    if (!error)
        error = buf_add_span(&page, buf_span(&end));
    if (!error)
        error = output_begin(&output, path);
    return error ? error : output_end(&output, file_write(output.fd, page.at, page.len));
}

/* Writes the page of ROW as a file in FOLDER that has the name of its file in site/. */
static int write_below(struct html *html, const struct frontier_row *row, const char *folder)
{
    char path[PATH_BYTES_MAX + 1];
    struct buf file BUF_LOCAL(2 * PATH_BUFFER_MAX);
    int dir RELEASED_BY(file_close) = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int parent FILE_LOCAL;
    const char *name;
    int error = dir < 0 ? error_from_errno(errno) : 0;

    html->is_damaged = !error && !path_copy(row->visit.path, path);
    if (html->is_damaged)
        error = ERROR_CORRUPT;
    if (!error)
        error = file_open_parent(dir, path, true, &parent, &name);
    (void)buf_add_format(&file, "%s/%s", folder, path);
    return error ? error : write_page(html, row, buf_text(&file));
}

static bool is_shown(const struct frontier_row *row)
{
    return row->answered && frontier_is_page(&row->visit) && !frontier_is_withdrawn(row);
}

/* Writes all pages that FIT. Damaged ones are reported and left out. */
static int write_all(struct html *html, const char *folder, html_test *fits, void *context, struct buf *why)
{
    struct frontier_row row;
    uint64_t count = 0;
    int64_t id = 0;
    int error;

    while ((error = frontier_visits(html->mirror->frontier, id, &row)) == 0) {
        id = row.item.id;
        if (!is_shown(&row) || !fits(context, row.item.url))
            continue;
        (void)buf_set(why, row.item.url);
        if (count == 0)
            (void)mkdir(folder, 0777); /* it may be there */
        error = write_below(html, &row, folder);
        if (html->is_damaged)
            message_warn("%s: its original is damaged in the archive; left out", buf_text(why));
        else if (!error)
            count++;
        buf_clear(why);
        if (error && !html->is_damaged)
            return error;
    }
    if (error == ERROR_END && count == 0)
        (void)buf_add_text(why, "no page of the mirror matches");
    return error == ERROR_END && count > 0 ? 0 : error;
}

static int write_one(struct html *html, const char *path, struct span url, struct buf *why)
{
    struct frontier_target target;
    struct frontier_row row;
    int error = frontier_target_of(html->mirror->frontier, url, &target);

    if (!error)
        error = frontier_get(html->mirror->frontier, target.id, &row);
    if (!error && !is_shown(&row))
        error = ERROR_NOT_FOUND;
    if (error == ERROR_NOT_FOUND)
        (void)buf_add_format(why,
                             "%.*s is not a page of the mirror, or is withdrawn; see: tiptoe explain %s %.*s",
                             (int)url.len, url.at, html->mirror->path, (int)url.len, url.at);
    return error ? error : write_page(html, &row, path);
}

int export_html(struct mirror *mirror, const char *path, struct span url, html_test *fits, void *context,
                struct buf *why)
{
    struct html html = {.mirror = mirror};
    bool changed;
    int error = frontier_refresh(mirror->frontier, &changed);

    buf_init(&html.first, LIMIT_URL_BYTES);
    if (!error)
        error = fits ? write_all(&html, path, fits, context, why) : write_one(&html, path, url, why);
    if (!error && html.left > 0)
        message_note("a page has room for %d MB of files: %" PRIu64
                     " file%s left out, with only the address on "
                     "the live site, such as %s",
                     PAGE_MOST / 1000000, html.left, message_plural(html.left), buf_text(&html.first));
    buf_release(&html.first);
    return export_explain(error, path, why);
}
