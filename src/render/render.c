/* SPDX-License-Identifier: MIT */
/* Opens pages of a mirror in the browser, one after the other. The browser has no network and this run none
 * either: what a page needs and the mirror lacks becomes a row of the queue for the next run that sends
 * requests. The document that scripts have made is a conversion record of the archive, from which it is
 * woven at the end of the run. */
#include "config.h"

#include "render/render.h"

#include <fcntl.h>

#include "base/bits.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "extract/visible.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "judge/judge.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "render/rendering.h"
#include "robots/meta.h"
#include "site/path.h"

enum {
    DAY_MS = 24 * 60 * 60 * 1000,
    HTML_MAX = 32 << 20, /* 8 million characters */
    TITLE_MAX = 500,
    FRAGMENT_MAX = 1000,
    TEXTS_MAX = 1 << 20,
    WHY_MAX = 400,
    BODY_MAX = 64 << 20,
    FIELDS_MAX = 2 * LIMIT_URL_BYTES,
    SHOWN_MAX = 200, /* of a URL in the reason */
    ROUNDS_MAX = 8   /* a page that names the time or a random number in its requests never has all of them */
};

#define END_TEXT(name, text) text,
static const char *const ends[] = {PAGE_ENDS(END_TEXT)};

/* The view that is open. Its memory is used again. */
struct work {
    struct render *render;
    struct site *site;
    struct frontier_view view;
    struct buf texts;          /* of the view */
    struct frontier_item page; /* its page: only id and depth */
    struct rendering rendering;
    struct frontier_ids inputs; /* what the page requests, and until it is settled, what it links to */
    struct buf why, text;
    struct body html;
    unsigned char digest[DIGEST_MAX_BYTES]; /* of that */
    struct visible visible;
    int error;                /* the first local failure of an answer; all requests are refused after it */
    struct original original; /* the last answer */
    struct buf body, fields;
};

static void work_init(struct work *work, struct render *render)
{
    *work = (struct work){.render = render, .site = render->site, .original.plain.fd = -1};
    buf_init(&work->body, BODY_MAX);
    buf_init(&work->fields, FIELDS_MAX);
    buf_init(&work->texts, TEXTS_MAX);
    buf_init(&work->why, WHY_MAX);
    buf_init(&work->text, VISIBLE_TEXT_MAX);
    body_init(&work->html, render->site->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, HTML_MAX);
    visible_init(&work->visible);
}

static void work_release(struct work *work)
{
    original_release(&work->original);
    buf_release(&work->body);
    buf_release(&work->fields);
    buf_release(&work->texts);
    frontier_ids_release(&work->inputs);
    buf_release(&work->why);
    buf_release(&work->text);
    body_release(&work->html);
    visible_release(&work->visible);
}

/* Forgets the last answer: a film needs much memory, once. */
static void forget(struct work *work)
{
    original_release(&work->original);
    work->original = (struct original){.plain.fd = -1};
    buf_release(&work->body);
    buf_init(&work->body, BODY_MAX);
    buf_clear(&work->fields);
}

static int read_file(struct work *work, struct span path)
{
    char name[PATH_BYTES_MAX + 1];
    int fd FILE_LOCAL, error;

    fd = -1;
    error = path_copy(path, name) ? file_open(work->site->mirror->folder.site_dir, name, O_RDONLY, 0, &fd)
                                  : ERROR_CORRUPT;
    return error ? error : file_read_rest(fd, &work->body);
}

/* Answers with the body of ROW, which is invalid afterwards. */
static int answer_body(struct work *work, const struct frontier_row *row, struct page_answer *answer)
{
    int error;

    answer->status = 200;
    (void)buf_add_format(&work->fields, "Content-Type: %.*s\n", (int)row->visit.content_type.len,
                         row->visit.content_type.at);
    if (!row->visit.document) {
        error = read_file(work, row->visit.path);
        answer->body = buf_span(&work->body);
        return error;
    }
    error = original_read(&work->original, work->site->mirror, row, LIMIT_DOCUMENT_BYTES, NULL);
    answer->body = work->original.bytes;
    return error;
}

static int answer_row(struct work *work, struct frontier_row *row, struct page_answer *answer)
{
    bool is_same = frontier_is_same(&row->visit);
    struct frontier_row next;
    int error;

    if (row->visit.state == FRONTIER_DONE)
        return answer_body(work, row, answer);
    answer->status = row->visit.status;
    (void)buf_add_span(&work->body, row->visit.redirect_fragment);
    error = frontier_get(work->site->frontier, row->visit.redirect_to, &next);
    if (!error && is_same) {
        buf_clear(&work->body);
        return views_has(&next) && next.visit.state == FRONTIER_DONE ? answer_body(work, &next, answer)
                                                                     : ERROR_CORRUPT;
    }
    if (!error)
        (void)buf_add_format(&work->fields, "Location: %.*s%s\n", (int)next.item.url.len, next.item.url.at,
                             buf_text(&work->body));
    return error;
}

/* Judges a request for a URL, in site->found, that the mirror does not have: only files that pages of the
 * site show come from other hosts. Robots.txt decides later, with all other rules. */
static enum page_verdict judge_unknown(struct work *work, enum request_kind kind)
{
    struct site *site = work->site;
    bool is_shown = kind == REQUEST_STYLE || kind == REQUEST_MEDIA;
    struct span rule;

    if (work->view.rounds >= ROUNDS_MAX ||
        scope_judge(site->scope, &site->found, FRONTIER_AS_REQUISITE, work->page.depth, &rule) ||
        (!is_shown && scope_judge(site->scope, &site->found, FRONTIER_AS_PAGE, work->page.depth, &rule)))
        return PAGE_REFUSE;
    return PAGE_HOLD;
}

/* Answers a request, as page_ask. OF is a struct work. A URL that the mirror does not have is held if it is
 * one of the site, or a file that pages show, and --requisites lets pages have it. No answer comes from
 * elsewhere. */
static enum page_verdict ask(void *of, struct span url, enum request_kind kind, struct page_answer *answer)
{
    struct work *work = of;
    struct site *site = work->site;
    struct frontier_row row;
    int64_t id;
    unsigned flags;
    int error;

    forget(work);
    (void)buf_add_text(&work->fields, "Access-Control-Allow-Origin: *\n");
    if (work->error || names_parse(site, url) != URL_OK)
        return PAGE_REFUSE;
    if (!frontier_known(site->frontier, buf_span(&site->found.text), &id, &flags))
        return judge_unknown(work, kind);
    error = frontier_get(site->frontier, id, &row);
    if (!error && views_has(&row)) {
        error = answer_row(work, &row, answer);
        answer->fields = buf_span(&work->fields);
        if (!error)
            return PAGE_ANSWER;
    }
    if (error && !error_is_damage(error) && error != ERROR_TOO_LARGE)
        work->error = error;
    if (error)
        return PAGE_REFUSE;
    if (row.state == FRONTIER_QUEUED ||
        (row.state == FRONTIER_REFUSED && /* only because nothing linked to it */
         (row.reason == FRONTIER_BY_GUESSES || row.reason == FRONTIER_BY_NOFOLLOW)))
        return judge_unknown(work, kind);
    answer->status = row.answered ? row.visit.status : 0;
    return answer->status >= 400 ? PAGE_ANSWER : PAGE_REFUSE;
}

/* Returns whether the page is built on the answer to REQUEST, which is one of the site or, with SCRIPTS, for
 * a script of any host, and has none. A picture that is missing is missing on the live site, too. The URL
 * becomes site->found. */
static bool is_trouble(struct site *site, const struct page_request *request, bool scripts)
{
    enum request_kind kind = request->kind;
    bool fails = request->verdict == PAGE_REFUSE || request->status >= 400;
    struct span rule;

    return fails && kind != REQUEST_MEDIA && kind != REQUEST_OTHER &&
           names_parse(site, request->url) == URL_OK &&
           ((scripts && kind == REQUEST_SCRIPT) ||
            span_equals(url_origin(&site->found), buf_span(&site->mirror->site)) ||
            !scope_judge(site->scope, &site->found, FRONTIER_AS_PAGE, 0, &rule));
}

/* Makes work->why the first trouble among the requests; SCRIPTS as above. Returns whether one was answered
 * with an error; the links of the page are then those of a page that does not exist. */
static bool judge_requests(struct work *work, bool scripts)
{
    bool is_lost = false;
    struct site *site = work->site;
    struct frontier_row row;

    for (size_t i = 0; i < work->rendering.request_count; i++) {
        const struct page_request *request = &work->rendering.requests[i];
        struct span target;
        const char *trouble = request->is_get ? "the mirror does not have" : "takes more than a GET";

        if (!is_trouble(site, request, scripts))
            continue;
        if (frontier_get_by_url(site->frontier, buf_span(&site->found.text), &row) == 0 &&
            row.reason == FRONTIER_BY_ROBOTS)
            trouble = "robots.txt disallows";
        if (request->verdict == PAGE_ANSWER)
            trouble = "the site answers with an error";
        is_lost |= request->verdict == PAGE_ANSWER;
        target = buf_span(&site->found.text);
        if (span_equals(url_origin(&site->found), buf_span(&site->mirror->site)))
            target = url_target(&site->found);
        target = span_part(target, 0, SHOWN_MAX);
        if (work->why.len == 0)
            (void)buf_add_format(&work->why, "its scripts need %.*s, which %s", (int)target.len, target.at,
                                 trouble);
    }
    return is_lost;
}

/* Returns the effects of the terms in the content of META robots. */
static unsigned judge_terms(struct span content)
{
    struct meta_verdict verdict RELEASED_BY(meta_release);
    struct meta_entry entry = {.name = span_of("robots"), .content = content};

    meta_init(&verdict);
    meta_judge(&verdict, &(struct meta_input){.agent = span_of("tiptoe"),
                                              .entries = &entry,
                                              .entry_count = 1,
                                              .now_ms = clock_wall_ms()});
    return verdict.effects;
}

/* Queues what the page waits for. All that the mirror knows of its requests becomes work->inputs. */
static int add_requests(struct work *work)
{
    struct site *site = work->site;
    int error = 0;

    work->inputs.count = 0;
    frontier_ids_add(&work->inputs, work->page.id);
    for (size_t i = 0; i < work->rendering.request_count && !error; i++) {
        const struct page_request *request = &work->rendering.requests[i];
        int64_t id = 0;
        unsigned flags;

        if (request->verdict == PAGE_HOLD)
            error =
                discover_rendered(site, &work->page, request->url, FRONTIER_AS_REQUISITE, VIA_REQUEST, &id);
        else if (request->is_get && names_parse(site, request->url) == URL_OK)
            (void)frontier_known(site->frontier, buf_span(&site->found.text), &id, &flags);
        if (id > 0)
            frontier_ids_add(&work->inputs, id);
    }
    return error;
}

/* Adds the page at URL. One of this page's own views, "#/about", is opened, too; of "#/page?id=heading" also
 * "#/page", to which perhaps nothing else links. */
static int add_link(struct work *work, struct span url)
{
    struct span page = span_part(url, 0, span_find(url, '#')), fragment = span_part(url, page.len, url.len);
    int64_t id = 0;
    int error;

    error = discover_rendered(work->site, &work->page, page, FRONTIER_AS_PAGE, "link in a browser", &id);
    if (!error && id > 0)
        frontier_ids_add(&work->inputs, id);
    if (error || id != work->page.id || fragment.len > FRAGMENT_MAX || !link_is_view(fragment) ||
        link_is_first_view(fragment))
        return error;
    error = frontier_add_view(work->site->frontier, id, link_whole_view(fragment));
    return error ? error : frontier_add_view(work->site->frontier, id, fragment);
}

/* Adds the pages to which the document links, or which took its place. */
static int add_links(struct work *work)
{
    struct span links = work->rendering.links;
    int error = work->rendering.end == PAGE_LEFT ? add_link(work, work->rendering.left_for) : 0;

    while (links.len > 0 && !error) {
        struct span rel = span_take_until(&links, '\n'), url = span_take_until(&rel, ' ');
        bool is_followed = true;

        while (rel.len > 0)
            is_followed &= !span_is_nocase(span_take_until(&rel, ' '), "nofollow");
        if (is_followed)
            error = add_link(work, url);
    }
    return error;
}

/* Makes work->why the end of the page, or why it shows no more than ROW's original, if one of them is so. */
static int judge_document(struct work *work, const struct frontier_row *row)
{
    struct original original ORIGINAL_LOCAL;
    int error;

    if (work->rendering.end != PAGE_SETTLED) {
        buf_clear(&work->why);
        (void)buf_add_format(&work->why, "it %s", ends[work->rendering.end]);
    }
    if (work->why.len > 0)
        return 0;
    buf_clear(&work->text);
    error = original_read(&original, work->site->mirror, row, LIMIT_DOCUMENT_BYTES, NULL);
    if (!error)
        visible_read(&work->visible, original.bytes, original.content_type, &work->text);
    if (error || work->rendering.text.len > work->text.len)
        return error;
    (void)judge_requests(work, true);
    if (work->why.len == 0)
        (void)buf_add_text(&work->why, "it shows no more text than without its scripts");
    return 0;
}

/* Makes what the page requests and links to its links, in addition to those of its views that have files. */
static int set_links(struct work *work)
{
    struct frontier *frontier = work->site->frontier;
    struct buf fragment BUF_LOCAL(LIMIT_URL_BYTES);
    struct frontier_ids links RELEASED_BY(frontier_ids_release) = {0};
    struct bits seen RELEASED_BY(bits_release) = {0};
    bool adds =
        work->view.fragment.len > 0 || frontier_next_view_file(frontier, work->page.id, &fragment) == 0;
    int error = adds ? frontier_links(frontier, work->page.id, &links) : 0;

    for (size_t i = 0; i < links.count; i++)
        bits_add(&seen, links.ids[i]);
    for (size_t i = 0; i < work->inputs.count; i++) {
        if (!bits_has(&seen, work->inputs.ids[i]))
            frontier_ids_add(&links, work->inputs.ids[i]);
        bits_add(&seen, work->inputs.ids[i]);
    }
    return error && error != ERROR_NOT_FOUND ? error : frontier_set_links(frontier, work->page.id, &links);
}

/* Notes that site/ is to show the page with TITLE in another way, which the end of the run weaves, and that
 * the view has, or loses, a file of its own. */
static int note_change(struct work *work, struct span title, bool has_file)
{
    struct buf path BUF_LOCAL(PATH_BUFFER_MAX);
    struct frontier *frontier = work->site->frontier;
    struct frontier_row row;
    int error = frontier_show_again(frontier, work->page.id, title, &work->view.sequence);

    if (!error) /* for pages that were never woven */
        error = frontier_misguessed(frontier, work->page.id, 1);
    if (!has_file)
        work->view.sequence = 0;
    if (!error)
        error = frontier_get(frontier, work->page.id, &row);
    if (error || work->view.fragment.len == 0)
        return error;
    path_of_view(&path, row.visit.path, work->view.fragment);
    return has_file ? frontier_removal_done(frontier, buf_span(&path))
                    : frontier_schedule_removal(frontier, buf_span(&path));
}

/* Shows the document of ROW, now a page that scripts build: archives it, unless the archive has it. */
static int show_document(struct work *work, const struct frontier_row *row)
{
    struct span digest = span_make((const char *)work->digest, FRONTIER_DIGEST_BYTES);
    struct span document = work->rendering.document, title = span_of("");
    bool is_archived, is_shown = work->view.sequence > 0;
    int error;

    body_clear(&work->html, LIMIT_BODY_IN_MEMORY);
    error = body_add(&work->html, document.at, document.len);
    if (!error)
        error = digest_body(DIGEST_SHA256, &work->html, work->digest);
    is_archived = work->view.archive > 0 && span_equals(work->view.digest, digest);
    work->view.digest = digest;
    if (error || (is_archived && is_shown))
        return error;
    if (!is_archived)
        error = archiving_add_conversion(work->site->mirror, row, &work->html, &work->view);
    if (!error)
        error = set_links(work);
    if (work->view.fragment.len == 0)
        title = span_part(work->rendering.title, 0, TITLE_MAX);
    work->render->shown++;
    return error ? error : note_change(work, title, true);
}

/* Shows what the scripts of the page have made, if they build it or the user names it, and nothing speaks
 * against it. Its views are shown only beside that. */
static int settle_document(struct work *work)
{
    struct frontier *frontier = work->site->frontier;
    struct span fragment = work->view.fragment;
    struct frontier_place place;
    struct frontier_row row;
    int error = frontier_get(frontier, work->page.id, &row);

    if (!error && fragment.len == 0 && work->view.sequence != row.visit.sequence)
        work->view.sequence = 0;
    if (error || work->rendering.end == PAGE_HELD ||
        (fragment.len > 0 && frontier_rendered(frontier, work->page.id, span_of(""), &place)))
        return error;
    work->view.why = span_of("");
    if ((row.visit.document != FRONTIER_SHELL && !views_is_named(work->site, row.item.url)) ||
        !span_starts_nocase(row.visit.content_type, "text/html"))
        return original_leave_views(work->site->mirror, work->page.id, row.visit.path);
    error = judge_document(work, &row);
    if (!error)
        error = frontier_get(frontier, work->page.id, &row);
    if (work->why.len > 0 && fragment.len > 0)
        (void)buf_add_format(&work->why, " (in its view %.*s)", (int)fragment.len, fragment.at);
    work->view.why = buf_span(&work->why);
    if (error)
        return error;
    if (work->why.len == 0)
        return show_document(work, &row);
    work->render->unshown++;
    if (fragment.len == 0)
        error = original_leave_views(work->site->mirror, work->page.id, row.visit.path);
    return error || work->view.sequence == 0 ? error : note_change(work, span_of(""), false);
}

/* Takes what the page has become, and keeps the view. */
static int take(struct work *work)
{
    struct frontier_view *view = &work->view;
    struct span robots = work->rendering.robots;
    unsigned effects = 0;
    size_t input_count;
    bool is_lost;
    int error;

    buf_clear(&work->why);
    is_lost = judge_requests(work, false);
    while (robots.len > 0)
        effects |= judge_terms(span_take_until(&robots, '\n'));
    if (effects & (META_NO_INDEX | META_NO_ARCHIVE)) {
        buf_clear(&work->why);
        (void)buf_add_text(&work->why, "its scripts say NOINDEX");
    }
    error = add_requests(work);
    input_count = work->inputs.count;
    if (!error && !is_lost && !(effects & META_NO_FOLLOW))
        error = add_links(work);
    if (!error)
        error = settle_document(work);
    work->inputs.count = input_count;
    if (work->rendering.end == PAGE_HELD)
        view->rounds++;
    else if (view->rounds < ROUNDS_MAX)
        view->rounds = 0;
    if (!error)
        error = views_look(work->site, &work->inputs, &view->seen);
    if (!error)
        error = frontier_set_view(work->site->frontier, view, &work->inputs);
    return error ? error : mirror_commit(work->site->mirror);
}

static bool stops(void *of)
{
    return mirror_stops(((struct work *)of)->site->mirror) != NULL;
}

/* Opens the page ROW. Its clock begins with the day of the answer, so that two mirrors of one
 * day are the same. A page in which the run ends stays due. */
static int open_page(struct work *work, const struct frontier_row *row)
{
    struct buf url BUF_LOCAL(2 * LIMIT_URL_BYTES);
    struct page_task task = {.agent = work->render->agent,
                             .clock_ms = row->visit.requested_ms / DAY_MS * DAY_MS,
                             .most_ms = work->render->until_ms - clock_monotonic_ms(),
                             .ask = ask,
                             .stops = stops,
                             .of = work};
    bool is_over;
    int error;

    (void)buf_add_format(&url, "%.*s%.*s", (int)row->item.url.len, row->item.url.at,
                         (int)work->view.fragment.len, work->view.fragment.at);
    task.url = buf_span(&url);
    if (task.most_ms > PAGE_MOST_MS)
        task.most_ms = PAGE_MOST_MS;
    work->page = (struct frontier_item){.id = row->item.id, .depth = row->item.depth};
    error = rendering_open(work->render->browser, &task, &work->rendering);
    if (!error && work->rendering.end == PAGE_CRASHED) { /* perhaps others ended the browser */
        rendering_free(&work->rendering);
        error = rendering_open(work->render->browser, &task, &work->rendering);
    }
    is_over = clock_monotonic_ms() >= work->render->until_ms || work->rendering.end == PAGE_STOPPED;
    if (!error)
        error = work->error;
    if (!error && !is_over)
        error = take(work);
    rendering_free(&work->rendering);
    work->render->opened += !is_over;
    return is_over ? 0 : error;
}

/* Returns whether ROW is a page whose links may be followed. */
static bool may_open(const struct frontier_row *row)
{
    bool may = views_has(row) && frontier_is_page(&row->visit);

    for (struct span terms = row->visit.robots_terms; may && terms.len > 0;) {
        struct span term = span_take_until(&terms, ';'); /* "meta element: nofollow" */

        (void)span_take_until(&term, ':');
        term = span_trim(term, PLAIN_WHITE);
        may = !(judge_terms(term) & META_NO_FOLLOW) && !span_is_one_of_nocase(term, "follow all"); /* NONE= */
    }
    return may;
}

/* Opens the view if that was not done yet, its page would now get other answers than it got then, site/ shows
 * the page as a later visit has brought it, or the user names it only since then. */
static int open_view(struct work *work)
{
    struct frontier_row row;
    int64_t seen;
    int error = views_look(work->site, &work->inputs, &seen);
    bool due = work->inputs.count == 0 || seen != work->view.seen;

    if (!error)
        error = frontier_get(work->site->frontier, work->view.url, &row);
    if (!error && work->view.fragment.len == 0)
        due |= work->view.sequence > 0
                   ? work->view.sequence != row.visit.sequence
                   : row.visit.document == FRONTIER_DOCUMENT && work->view.rounds == 0 &&
                         work->view.why.len == 0 && views_is_named(work->site, row.item.url);
    return error || !due || !may_open(&row) ? error : open_page(work, &row);
}

int render_pages(struct render *render)
{
    struct mirror *mirror = render->site->mirror;
    struct work work RELEASED_BY(work_release);
    int error;

    work_init(&work, render);
    error = views_choose(render->site);
    while (!error && !render->stop && clock_monotonic_ms() < render->until_ms) {
        error = frontier_next_view(mirror->frontier, work.view.id, &work.texts, &work.view, &work.inputs);
        if (!error)
            error = open_view(&work);
        render->stop = mirror_stops(mirror);
    }
    return error == ERROR_END ? 0 : error;
}
