/* SPDX-License-Identifier: MIT */
/* From the target of a request to what the mirror has for it. Whatever the request says, only paths from the
 * database are opened, in site/ or archive/. */
#include "config.h"

#include "serve/serving.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sys/stat.h>
#include <unistd.h>

#include "answer/answer.h"
#include "base/error.h"
#include "base/file.h"
#include "base/utf8.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/versions.h"
#include "term/message.h"
#include "url/percent.h"

enum {
    OK = 200,
    FOUND = 302,
    TAG_BYTES = 16 /* of a digest */
};

static void name_target(const struct reference_names *names, struct buf *out, const struct link *link,
                        struct span file)
{
    (void)file;
    target_make(out, link->url, link->fragment, names->site);
}

static struct span site_of(const struct serving *serving)
{
    return buf_span(&serving->mirror.site);
}

static void set_tag(struct serving *serving, const unsigned char *bytes)
{
    buf_clear(&serving->tag);
    for (size_t i = 0; i < TAG_BYTES; i++)
        (void)buf_add_format(&serving->tag, "%02x", bytes[i]);
}

/* Answers with a page of the server, in serving->page, instead of what was begun. */
static void answer_ourselves(int status, struct server_answer *answer)
{
    answer->ours = true;
    answer->status = status;
    answer->type = span_of("text/html; charset=utf-8");
}

static void answer_failure(struct serving *serving, int error, struct server_answer *answer)
{
    const char *reason = error_reason(error, errno);
    struct span url = buf_span(&serving->wanted);
    int status = page_of_unreadable(&serving->page, url, reason, error_is_damage(error));

    message_error("%.*s: %s", (int)url.len, url.at, reason);
    answer_ourselves(status, answer);
}

/* Answers with a redirect. FRAGMENT is empty or has its '#'. */
static void redirect(struct serving *serving, struct span url, struct span fragment, int status,
                     struct server_answer *answer)
{
    target_make(&serving->location, url, fragment, site_of(serving));
    answer->status = status >= 301 && status <= 308 && status != 304 ? status : FOUND;
    answer->location = buf_span(&serving->location);
}

/* Keeps BODY for clients of the answer, as store_add. */
static int keep_body(struct serving *serving, const char *key, struct span body, struct server_answer *answer)
{
    return store_add(serving->store, key, body, buf_text(&serving->tag), serving->mirror.folder.tmp_dir,
                     &answer->stored);
}

/* Answers with a document. One that was woven before is used again until the mirror has a later answer. */
static int answer_document(struct serving *serving, const struct frontier_row *row,
                           struct server_answer *answer)
{
    struct reference_names names = {.name = name_target, .site = site_of(serving)};
    unsigned char digest[DIGEST_MAX_BYTES];
    struct buf key BUF_LOCAL(2 * LIMIT_URL_BYTES);
    struct span woven;
    int error;

    if (serving->then == PAST_SAME)
        (void)buf_add_format(&key, "%s %" PRId64 " %" PRId64 " %.*s", serving->mirror.path,
                             frontier_sequence(serving->mirror.frontier), row->visit.sequence,
                             (int)row->item.url.len, row->item.url.at);
    answer->stored = store_find(serving->store, buf_text(&key));
    serving->postponed = serving->is_quick && !answer->stored;
    if (answer->stored || serving->postponed)
        return 0;
    error = document_remake(&serving->weaver, row, &names, &woven, &serving->refresh);
    if (error)
        return error;
    digest_add(&serving->digest, woven.at, woven.len);
    digest_finish(&serving->digest, digest);
    set_tag(serving, digest);
    answer->refresh = buf_span(&serving->refresh);
    error =
        keep_body(serving, key.len > 0 && answer->refresh.len == 0 ? buf_text(&key) : NULL, woven, answer);
    if (error || woven.len <= LIMIT_BODY_IN_MEMORY)
        return error;
    weaver_close(&serving->weaver); /* with the memory that it keeps for a document of this size */
    return serving_open_weaver(serving);
}

static int answer_file(struct serving *serving, const struct frontier_visit *visit,
                       struct server_answer *answer)
{
    char path[PATH_BYTES_MAX + 1];
    struct stat facts;
    int fd, error;

    if (!path_copy(visit->path, path))
        return ERROR_CORRUPT;
    error = file_open(serving->mirror.folder.site_dir, path, O_RDONLY, 0, &fd);
    if (error)
        return error;
    if (fstat(fd, &facts) < 0 || !S_ISREG(facts.st_mode)) {
        (void)close(fd);
        return ERROR_CORRUPT;
    }
    answer->fd = fd;
    answer->size = (uint64_t)facts.st_size;
    if (visit->digest.len >= TAG_BYTES)
        set_tag(serving, (const unsigned char *)visit->digest.at);
    return 0;
}

/* Answers with the body of a capture, as it came. */
static int answer_captured(struct serving *serving, const struct frontier_visit *visit,
                           struct server_answer *answer)
{
    struct span body;
    int error = body_span(serving->past->reader.answer->result.plain, &body);

    set_tag(serving, (const unsigned char *)visit->digest.at);
    return error ? error : keep_body(serving, NULL, body, answer);
}

/* Shows the answer of another time. */
static int show_past(struct serving *serving, const struct frontier_row *row, struct server_answer *answer)
{
    int error = row->visit.document ? answer_document(serving, row, answer) : ERROR_CORRUPT;

    return error == ERROR_CORRUPT ? answer_captured(serving, &row->visit, answer)
                                  : error; /* it was not a feed */
}

/* Shows a row that has a file. */
static int show(struct serving *serving, const struct frontier_row *row, struct server_answer *answer)
{
    int error;

    (void)buf_set(&serving->type, span_part(row->visit.content_type, 0, SERVING_HEADER_MAX));
    (void)buf_set(&serving->modified, span_part(row->visit.last_modified, 0, SERVING_HEADER_MAX));
    buf_clear(&serving->tag);
    if (serving->then == PAST_CAPTURE)
        error = show_past(serving, row, answer);
    else
        error = row->visit.document ? answer_document(serving, row, answer)
                                    : answer_file(serving, &row->visit, answer);
    answer->type = buf_span(&serving->type);
    answer->modified = buf_span(&serving->modified);
    answer->tag = answer->stored ? span_of(answer->stored->tag) : buf_span(&serving->tag);
    return error;
}

/* Finds the row for the INDEX-th reading of a target. ERROR_NOT_FOUND: it is unknown; ERROR_INVALID: there
 * are not so many readings. */
static int look_up(struct serving *serving, struct span target, unsigned index, struct frontier_row *row)
{
    int64_t id;
    unsigned flags;
    int error;

    if (!target_url(&serving->wanted, target, site_of(serving), index))
        return ERROR_INVALID;
    if (serving->wanted.full)
        buf_clear(&serving->wanted); /* longer than any known URL */
    if (url_parse(&serving->url, buf_span(&serving->wanted), NULL, NULL) != URL_OK)
        return ERROR_NOT_FOUND;
    url_strip(&serving->url);
    (void)buf_set(&serving->wanted, buf_span(&serving->url.text));
    if (!frontier_known(serving->mirror.frontier, buf_span(&serving->wanted), &id, &flags))
        return ERROR_NOT_FOUND;
    error = frontier_get(serving->mirror.frontier, id, row);
    if (!error && !span_equals(row->item.url, buf_span(&serving->wanted)))
        error = ERROR_NOT_FOUND;
    serving->then = PAST_SAME;
    return error || !serving->past ? error : past_recall(serving->past, row, &serving->then);
}

static bool is_shown(const struct serving *serving, const struct frontier_row *row)
{
    bool captured = serving->then == PAST_CAPTURE;

    return row->answered && !frontier_is_withdrawn(row) && serving->then != PAST_NOTHING &&
           serving->then != PAST_NOT_KEPT &&
           ((row->visit.state == FRONTIER_DONE && (captured || row->visit.path.len > 0)) ||
            (row->visit.state == FRONTIER_REDIRECTED && (captured || row->visit.redirect_to > 0)));
}

static int answer_redirect(struct serving *serving, const struct frontier_row *row,
                           struct server_answer *answer)
{
    const struct frontier_visit *visit = &row->visit;
    struct frontier_row next;
    struct buf fragment BUF_LOCAL(2 * LIMIT_URL_BYTES);
    int status = visit->status, error = 0;

    if (serving->then == PAST_CAPTURE) {
        struct url *location = &serving->past->location;

        if (url_has_fragment(location))
            (void)buf_add_format(&fragment, "#%.*s", (int)url_fragment(location).len,
                                 url_fragment(location).at);
        url_strip(location);
        redirect(serving, buf_span(&location->text), buf_span(&fragment), status, answer);
        return 0;
    }
    (void)buf_set(&fragment, visit->redirect_fragment);
    error = frontier_get(serving->mirror.frontier, visit->redirect_to, &next);
    if (!error && frontier_is_same(visit))
        return show(serving, &next, answer);
    if (!error)
        redirect(serving, next.item.url, buf_span(&fragment), status, answer);
    return error;
}

/* Answers with a row that is shown. A URL of the site that was requested as another host's is redirected to
 * its own place, where its scripts expect it. */
static int answer_row(struct serving *serving, const struct server_request *request,
                      const struct frontier_row *row, struct server_answer *answer)
{
    target_make(&serving->location, row->item.url, span_of(""), site_of(serving));
    if (span_starts(request->target, "/_hosts/") && !span_starts(buf_span(&serving->location), "/_hosts/")) {
        redirect(serving, row->item.url, span_of(""), FOUND, answer);
        return 0;
    }
    return row->visit.state == FRONTIER_DONE ? show(serving, row, answer)
                                             : answer_redirect(serving, row, answer);
}

/* Chooses among the readings of a target: one that is shown, else the first that is known, else the first.
 * KNOWN says whether ROW is set. */
static int choose(struct serving *serving, struct span target, struct frontier_row *row, bool *known)
{
    unsigned best = 0;
    int error = 0;

    *known = false;
    for (unsigned i = 0; error != ERROR_INVALID; i++) {
        error = look_up(serving, target, i, row);
        if (error && error != ERROR_NOT_FOUND && error != ERROR_INVALID)
            return error;
        if (!error && is_shown(serving, row)) {
            *known = true;
            return 0;
        }
        if (!error && !*known) {
            *known = true;
            best = i;
        }
    }
    error = look_up(serving, target, best, row);
    return *known || error != ERROR_NOT_FOUND ? error : 0;
}

/* Redirects the root of a site whose mirror starts deeper, and the name of its signpost, to the start page.
 */
static bool answer_start(struct serving *serving, struct span target, struct server_answer *answer)
{
    struct span path = span_part(target, 0, span_find(target, '?'));

    if (!span_is(target, "/") && !span_is(path, "/index.html"))
        return false;
    redirect(serving, buf_span(&serving->mirror.start), span_of(""), FOUND, answer);
    return !span_is(answer->location, "/") && !span_equals(answer->location, path);
}

/* Redirects the name of a file of site/, from a link on disk or at another server, to what the file shows. */
static int answer_name(struct serving *serving, struct span target, struct server_answer *answer,
                       bool *answered)
{
    struct frontier_row row;
    struct buf path BUF_LOCAL(PATH_BUFFER_MAX);
    struct buf key BUF_LOCAL(PATH_BUFFER_MAX);
    int64_t id;
    int error;

    *answered = false;
    (void)span_take_until(&target, '/');
    (void)percent_decode(&path, span_take_until(&target, '?'));
    if (path.len == 0 || path.len > PATH_BYTES_MAX || !utf8_is_valid(buf_span(&path)))
        return 0;
    path_key(&key, buf_span(&path));
    error = frontier_file_holder(serving->mirror.frontier, buf_span(&key), &id);
    if (!error)
        error = frontier_get(serving->mirror.frontier, id, &row);
    serving->then = PAST_SAME;
    if (!error && is_shown(serving, &row)) {
        redirect(serving, row.item.url, span_of(""), FOUND, answer);
        *answered = true;
    }
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Answers with the page of the path alone. A query that no page links to comes from a script or a reader. As
 * on most file servers, the path alone decides, and scripts find the query in the address. */
static int answer_path(struct serving *serving, const struct server_request *request,
                       struct server_answer *answer, bool *answered)
{
    struct span path = span_part(request->target, 0, span_find(request->target, '?'));
    struct frontier_row row;
    bool known = false;
    int error;

    if (path.len == request->target.len)
        return 0;
    error = choose(serving, path, &row, &known);
    *answered = !error && known && is_shown(serving, &row);
    if (*answered)
        return answer_row(serving, request, &row, answer);
    return error ? error : choose(serving, request->target, &row, &known);
}

/* Returns the facts of the mirror that the server's own pages show. */
static struct page_mirror about_mirror(struct serving *serving)
{
    struct mirror *mirror = &serving->mirror;
    struct page_mirror about = {.mirror = mirror,
                                .site = site_of(serving),
                                .start = buf_span(&mirror->start),
                                .index = serving->past ? NULL : mirror->path,
                                .search = serving->search};
    struct frontier_run last;

    if (frontier_last_run(mirror->frontier, &last) == 0)
        about.date_ms = last.ended_ms > 0 ? last.ended_ms : last.started_ms;
    target_make(&serving->location, about.start, span_of(""), site_of(serving));
    about.target = buf_span(&serving->location);
    return about;
}

/* Returns the title of the start page, or of the page to which it redirects; empty if that is not shown. */
static struct span find_title(struct serving *serving)
{
    struct frontier_target start;
    struct frontier_row row;

    buf_clear(&serving->title);
    serving->then = PAST_SAME;
    if (frontier_target_of(serving->mirror.frontier, buf_span(&serving->mirror.start), &start) == 0 &&
        frontier_get(serving->mirror.frontier, start.id, &row) == 0 && is_shown(serving, &row))
        (void)buf_set(&serving->title, span_part(row.visit.title, 0, SERVING_HEADER_MAX));
    return buf_span(&serving->title);
}

/* Answers with the start page if it is a shell, for pages that no page links to: reloading one works. Live
 * servers of such a site answer every path with its shell, whose scripts read the path. */
static int answer_shell(struct serving *serving, const struct server_request *request,
                        struct server_answer *answer, bool *answered)
{
    struct frontier_row row;
    int error;

    if (!request->wants_page || serving->past)
        return 0;
    error = frontier_get_by_url(serving->mirror.frontier, buf_span(&serving->mirror.start), &row);
    serving->then = PAST_SAME;
    *answered = !error && row.visit.document == FRONTIER_SHELL && is_shown(serving, &row) &&
                row.visit.state == FRONTIER_DONE;
    if (*answered)
        return show(serving, &row, answer);
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Explains why nothing is shown for the URL, which ROW describes unless the mirror does not know it. */
static void answer_missing(struct serving *serving, const struct frontier_row *row,
                           struct server_answer *answer)
{
    struct page_mirror about = about_mirror(serving);
    bool then = serving->past && (!row || serving->then != PAST_SAME);
    int status = page_of_missing(&serving->page, buf_span(&serving->wanted), row,
                                 then ? serving->past->until_us : 0, serving->then, &about);

    answer->location = span_of("");
    answer_ourselves(status, answer);
}

static int answer_request(struct serving *serving, const struct server_request *request,
                          struct server_answer *answer)
{
    struct frontier_row row;
    bool known, answered = false;
    int error = choose(serving, request->target, &row, &known);

    if (error)
        return error;
    if (known && is_shown(serving, &row))
        return answer_row(serving, request, &row, answer);
    if (answer_start(serving, request->target, answer))
        return 0;
    if (!known)
        error = answer_path(serving, request, answer, &answered);
    if (!known && !error && !answered)
        error = answer_name(serving, request->target, answer, &answered);
    if (!known && !error && !answered)
        error = answer_shell(serving, request, answer, &answered);
    if (error || answered)
        return error;
    answer_missing(serving, known ? &row : NULL, answer);
    return 0;
}

int serving_open_times(struct serving *serving)
{
    size_t forgotten = frontier_setting_text(serving->mirror.frontier, FRONTIER_FORGOTTEN).len;
    int error;

    if (serving->has_times && serving->times.forgotten == forgotten)
        return 0;
    if (serving->has_times)
        past_close(&serving->times);
    error = past_open(&serving->times, &serving->mirror);
    serving->times.forgotten = forgotten;
    serving->has_times = !error;
    if (error)
        past_close(&serving->times);
    return error;
}

/* Sets the time as of which this request is answered. */
static int set_time(struct serving *serving, const struct past_wish *wish)
{
    bool now = !wish->has_time && serving->at_us == 0;
    int error = now ? 0 : serving_open_times(serving);

    serving->past = now || error ? NULL : &serving->times;
    if (serving->past)
        serving->past->until_us = wish->has_time ? wish->until_us : serving->at_us;
    return error;
}

/* Answers with the versions of a URL of the mirror; for others, with the page that they have themselves. */
static int answer_versions(struct serving *serving, const struct server_request *request,
                           struct server_answer *answer)
{
    struct frontier_row row;
    struct versions versions;
    bool known = false;
    int error = serving_open_times(serving);

    if (!error)
        error = choose(serving, request->target, &row, &known);
    if (error || !known || !is_shown(serving, &row))
        return error ? error : answer_request(serving, request, answer);
    target_make(&serving->location, row.item.url, span_of(""), site_of(serving));
    error = versions_open(&versions, &serving->times.reader, row.item.url);
    if (!error)
        error = page_of_versions(&serving->page, &versions, buf_span(&serving->location));
    versions_close(&versions);
    answer_ourselves(OK, answer);
    return !error && serving->page.full ? ERROR_TOO_LARGE : error;
}

static int answer_wish(struct serving *serving, const struct server_request *request,
                       struct server_answer *answer)
{
    struct server_request asked = *request;
    struct past_wish wish;
    struct page_mirror about;
    int error;

    past_read_wish(request->target, &wish);
    error = set_time(serving, &wish);
    if (error)
        return error;
    asked.target = wish.target;
    if (wish.wants_changes)
        return answer_versions(serving, &asked, answer);
    if (!span_starts(wish.target, TARGET_OWN))
        return answer_request(serving, &asked, answer);
    about = about_mirror(serving);
    answer_ourselves(page_of_target(&serving->page, asked.target, &about, 1), answer);
    return 0;
}

/* Sets the body of ANSWER to what is stored, or to the page of the server. */
static void set_body(struct serving *serving, struct server_answer *answer)
{
    if (answer->ours) {
        buf_clear(&serving->tag);
        store_release(serving->store, answer->stored);
        answer->stored = NULL;
    }
    if (answer->ours && keep_body(serving, NULL, buf_span(&serving->page), answer))
        answer->status = 503;
    if (answer->stored)
        answer->body = answer->stored->bytes;
}

/* Lets the mirror see what was committed since. */
static int refresh(struct serving *serving)
{
    bool changed;
    int error = frontier_refresh(serving->mirror.frontier, &changed);

    return !error && changed ? mirror_locate(&serving->mirror, &serving->weaver.url) : error;
}

bool serving_answer_all(struct service *service, struct span target, struct server_answer *answer)
{
    size_t count = service->options.count;
    struct page_mirror *all = mem_new(count, sizeof *all);
    struct serving *first = service->servings[0][1];

    for (size_t i = 0; i < count; i++) {
        struct serving *serving = service->servings[i][1];
        int error = refresh(serving);

        if (error)
            message_error("%s: %s", serving->mirror.path, error_reason(error, errno));
        all[i] = about_mirror(serving);
        all[i].host = server_authority(service->server, i + 1);
        all[i].title = find_title(serving);
    }
    buf_clear(&first->wanted);
    answer_ourselves(page_of_target(&first->page, target, all, count), answer);
    if (first->page.full)
        answer_failure(first, ERROR_TOO_LARGE, answer);
    set_body(first, answer);
    free(all);
    return true;
}

bool serving_answer(struct serving *serving, const struct server_request *request,
                    struct server_answer *answer)
{
    int error = refresh(serving);

    serving->postponed = false;
    buf_clear(&serving->wanted);
    if (!error)
        error = answer_wish(serving, request, answer);
    if (error)
        answer_failure(serving, error, answer);
    if (!serving->postponed)
        set_body(serving, answer);
    return !serving->postponed;
}
