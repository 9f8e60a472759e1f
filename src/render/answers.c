/* SPDX-License-Identifier: MIT */
/* Answers the requests of pages in the browser with the body that the site sent for the URL, its redirect or
 * its error. A URL that was not requested yet, and may be, is held. No answer comes from elsewhere. */
#include "config.h"

#include "render/inside.h"

#include <fcntl.h>

#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "judge/names.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "site/path.h"

enum { BODY_MAX = 64 << 20, FIELDS_MAX = 2 * LIMIT_URL_BYTES };

void answers_init(struct answers *answers, struct site *site)
{
    *answers = (struct answers){.site = site, .original.plain.fd = -1};
    buf_init(&answers->body, BODY_MAX);
    buf_init(&answers->fields, FIELDS_MAX);
}

static void forget(struct answers *answers)
{
    original_release(&answers->original);
    answers->original = (struct original){.plain.fd = -1};
    buf_release(&answers->body); /* a film needs much memory, once */
    buf_init(&answers->body, BODY_MAX);
    buf_clear(&answers->fields);
}

void answers_release(struct answers *answers)
{
    forget(answers);
    buf_release(&answers->body);
    buf_release(&answers->fields);
}

bool answers_has(const struct frontier_row *row)
{
    const struct frontier_visit *visit = &row->visit;

    return row->answered && !frontier_is_withdrawn(row) &&
           ((visit->state == FRONTIER_DONE && visit->path.len > 0) ||
            (visit->state == FRONTIER_REDIRECTED && visit->redirect_to > 0));
}

static int read_file(struct answers *answers, struct span path)
{
    char name[PATH_BYTES_MAX + 1];
    int fd FILE_LOCAL, error;

    fd = -1;
    error = path_copy(path, name) ? file_open(answers->site->mirror->folder.site_dir, name, O_RDONLY, 0, &fd)
                                  : ERROR_CORRUPT;
    return error ? error : file_read_rest(fd, &answers->body);
}

/* Answers with the body of ROW, which is invalid afterwards. */
static int answer_body(struct answers *answers, const struct frontier_row *row, struct page_answer *answer)
{
    int error;

    answer->status = 200;
    (void)buf_add_format(&answers->fields, "Content-Type: %.*s\n", (int)row->visit.content_type.len,
                         row->visit.content_type.at);
    if (!row->visit.document) {
        error = read_file(answers, row->visit.path);
        answer->body = buf_span(&answers->body);
        return error;
    }
    error = original_read(&answers->original, answers->site->mirror, row, LIMIT_DOCUMENT_BYTES, NULL);
    answer->body = answers->original.bytes;
    return error;
}

static int answer_row(struct answers *answers, struct frontier_row *row, struct page_answer *answer)
{
    bool is_same = frontier_is_same(&row->visit);
    struct frontier_row next;
    int error;

    if (row->visit.state == FRONTIER_DONE)
        return answer_body(answers, row, answer);
    answer->status = row->visit.status;
    (void)buf_add_span(&answers->body, row->visit.redirect_fragment);
    error = frontier_get(answers->site->frontier, row->visit.redirect_to, &next);
    if (!error && is_same) {
        buf_clear(&answers->body);
        return answers_has(&next) && next.visit.state == FRONTIER_DONE ? answer_body(answers, &next, answer)
                                                                       : ERROR_CORRUPT;
    }
    if (!error)
        (void)buf_add_format(&answers->fields, "Location: %.*s%s\n", (int)next.item.url.len, next.item.url.at,
                             buf_text(&answers->body));
    return error;
}

/* Judges a request for a URL, in site->found, that the mirror does not have: only files that pages of the
 * site show come from other hosts. Robots.txt decides later, with all other rules. */
static enum page_verdict judge_unknown(struct answers *answers, enum request_kind kind)
{
    struct site *site = answers->site;
    bool is_shown =
        kind == REQUEST_IMAGE || kind == REQUEST_STYLE || kind == REQUEST_FONT || kind == REQUEST_MEDIA;
    struct span rule;

    if (!answers->may_hold ||
        scope_judge(site->scope, &site->found, FRONTIER_AS_REQUISITE, answers->depth, &rule) ||
        (!is_shown && scope_judge(site->scope, &site->found, FRONTIER_AS_PAGE, answers->depth, &rule)))
        return PAGE_REFUSE;
    return PAGE_HOLD;
}

enum page_verdict answers_ask(void *of, struct span url, enum request_kind kind, struct page_answer *answer)
{
    struct answers *answers = of;
    struct site *site = answers->site;
    struct frontier_row row;
    int64_t id;
    unsigned flags;
    int error;

    forget(answers);
    (void)buf_add_text(&answers->fields, "Access-Control-Allow-Origin: *\n");
    if (answers->error || names_parse(site, url) != URL_OK)
        return PAGE_REFUSE;
    if (!frontier_known(site->frontier, buf_span(&site->found.text), &id, &flags))
        return judge_unknown(answers, kind);
    error = frontier_get(site->frontier, id, &row);
    if (!error && answers_has(&row)) {
        error = answer_row(answers, &row, answer);
        answer->fields = buf_span(&answers->fields);
        if (!error)
            return PAGE_ANSWER;
    }
    if (error && !error_is_damage(error) && error != ERROR_TOO_LARGE)
        answers->error = error;
    if (error)
        return PAGE_REFUSE;
    if (row.state == FRONTIER_QUEUED ||
        (row.state == FRONTIER_REFUSED && /* only because nothing linked to it */
         (row.reason == FRONTIER_BY_GUESSES || row.reason == FRONTIER_BY_NOFOLLOW)))
        return judge_unknown(answers, kind);
    answer->status = row.answered ? row.visit.status : 0;
    return answer->status >= 400 ? PAGE_ANSWER : PAGE_REFUSE;
}
