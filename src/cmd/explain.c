/* SPDX-License-Identifier: MIT */
/* `tiptoe explain`: prints what is decided about a URL, and by which rule. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "markup/link.h"
#include "pace/pace.h"
#include "report/printer.h"
#include "robots/robots.h"
#include "term/message.h"
#include "url/url.h"

enum { TEXT_MAX = 64 * 1024 };

#define SPAN(span) (int)(span).len, (span).at ? (span).at : ""

/* Prints TEXT, unless it is empty. */
static void print_span(struct printer *printer, const char *name, struct span text)
{
    if (text.len > 0)
        printer_text(printer, name, "%.*s", SPAN(text));
}

static void print_time(struct printer *printer, const char *name, int64_t wall_ms)
{
    printer_fact(printer, &(struct fact){.key = name, .value = TIME(wall_ms)});
}

/* Prints what the page says about itself. */
static void print_hints(struct printer *printer, const struct frontier_visit *visit)
{
    print_span(printer, "usage", visit->preferences);
    if (visit->document_state == FRONTIER_STATIC)
        printer_text(printer, "changes",
                     "the page says that it is static: updates request it once in 30 days");
    else if (visit->document_state == FRONTIER_DYNAMIC)
        printer_text(printer, "changes", "the page says that it is dynamic: updates request it first");
    print_span(printer, "meta_url", visit->meta_url);
    print_span(printer, "canonical", visit->canonical);
}

static void print_shell(struct printer *printer, struct frontier *frontier, int64_t id)
{
    struct frontier_place place;
    bool is_shown = frontier_rendered(frontier, id, span_of(""), &place) == 0;

    printer_text(printer, "content", "the page is built by scripts; %s",
                 is_shown
                     ? "site/ shows what they built in a browser"
                     : "its copy may stay blank or lack parts, unless tiptoe render keeps what they build");
}

static void print_visit(struct printer *printer, struct frontier *frontier,
                        const struct frontier_visit *visit)
{
    struct frontier_row target;
    int64_t redirect_to = visit->redirect_to;
    char attempt[24] = "";

    if (visit->reason == FRONTIER_BY_EQUAL) { /* it was never requested */
        if (frontier_get(frontier, redirect_to, &target) == 0)
            print_span(printer, "same_as", target.item.url);
        return;
    }
    if (visit->attempts > 0) /* else decided again since then */
        (void)snprintf(attempt, sizeof attempt, ", try %d", visit->attempts);
    if (visit->state != FRONTIER_REDIRECTED || visit->status > 0) {
        print_time(printer, "requested", visit->requested_ms);
        printer_text(printer, "answer", "%d%s%.*s, %" PRId64 " ms%s", visit->status,
                     visit->outcome.len > 0 ? " " : "", SPAN(visit->outcome), visit->duration_ms, attempt);
    }
    print_span(printer, "type", visit->content_type);
    printer_text(printer, "size", "%" PRId64 " bytes received, %" PRId64 " decoded", visit->wire_bytes,
                 visit->plain_bytes);
    if (visit->seen_ms > visit->requested_ms) {
        print_time(printer, "rechecked", visit->seen_ms);
        printer_text(printer, "then",
                     visit->seen_status == 304 ? "%d, unchanged" : "%d; the earlier copy is kept",
                     visit->seen_status);
    }
    print_span(printer, "title", visit->title);
    if (visit->document == FRONTIER_SHELL)
        print_shell(printer, frontier, visit->url);
    print_span(printer, "tags", visit->robots_terms);
    if (visit->unavailable_ms > 0)
        print_time(printer, "withdrawn", visit->unavailable_ms);
    print_hints(printer, visit);
    if (visit->path.len > 0)
        printer_text(printer, "file", "site/%.*s", SPAN(visit->path));
    if (visit->damaged)
        printer_text(printer, "damage",
                     "its file or its original is damaged or missing; tiptoe update fetches it again");
    if (frontier_is_cut(visit))
        printer_text(printer, "cut_off",
                     "the imported archive has only a part of it; tiptoe resume or update fetches all of it");
    if (redirect_to > 0 && frontier_get(frontier, redirect_to, &target) == 0)
        print_span(printer, frontier_is_same(visit) ? "same_as" : "leads_to", target.item.url);
}

/* Prints the verdict of the stored robots.txt about URL. */
static void print_verdict(struct printer *printer, struct frontier *frontier,
                          const struct frontier_robots *kept, struct span origin, struct span url)
{
    struct robots_options options = {.agent = span_of("tiptoe"),
                                     .origin = origin,
                                     .class = (enum robots_class)kept->answer,
                                     .truncated = kept->truncated};
    struct robots_verdict verdict;
    struct robots_delay delay;
    struct robots *robots;
    struct buf time BUF_LOCAL(64);

    if (span_is(frontier_setting_text(frontier, "robots"), "strict"))
        options.mode = ROBOTS_STRICT;
    robots = robots_parse(kept->body, &options);
    verdict = robots_judge(robots, url);
    if (verdict.line > 0)
        printer_text(printer, "verdict", "%s by line %u: %.*s", verdict.allowed ? "allowed" : "disallowed",
                     (unsigned)verdict.line, SPAN(verdict.rule));
    else
        printer_text(printer, "verdict", "%s",
                     verdict.allowed ? "allowed, no rule matches it" : "disallowed");
    if (!verdict.store)
        printer_text(printer, "storage", "must not be stored, by line %u: %.*s", (unsigned)verdict.store_line,
                     SPAN(verdict.store_rule));
    delay = robots_delay(robots, clock_wall_ms());
    units_add_ms(&time, delay.ms);
    if (delay.ms > 0)
        printer_text(printer, "delay", "%s by line %u: %.*s", buf_text(&time), (unsigned)delay.line,
                     SPAN(delay.rule));
    robots_free(robots);
}

/* Adds TEXT and the time MS, unless that is 0. */
static void add_time(struct buf *out, const char *text, int64_t ms)
{
    if (ms == 0)
        return;
    (void)buf_add_text(out, text);
    units_add_ms(out, ms);
}

/* Prints the origin's pace and its reasons. */
static void print_pace(struct printer *printer, struct frontier *frontier, int64_t origin_id)
{
    struct frontier_origin origin;
    const struct frontier_pace *pace = &origin.pace;
    struct span delay;
    struct buf lines BUF_LOCAL(TEXT_MAX);

    frontier_get_origin(frontier, origin_id, &origin);
    if (pace->last_request_ms == 0 && pace->pause_until_ms == 0)
        return;
    if (frontier_setting(frontier, "delay", &delay))
        delay = span_of("1");
    (void)buf_add_text(&lines, "one request every ");
    units_add_ms(&lines, pace->delay_ms);
    (void)buf_add_format(&lines, ", at most %d at once: %s\n", pace->connections,
                         pace_reason_text(pace->delay_reason));
    for (const char *before = ""; delay.len > 0; before = "; ") { /* an item on each line */
        struct span item = span_take_until(&delay, '\n');

        (void)buf_add_format(&lines, "%s--delay %.*s", before, SPAN(item));
    }
    add_time(&lines, "; RateLimit requires ", pace->limit_ms);
    add_time(&lines, "; slow answers or errors require ", pace->rest_ms);
    add_time(&lines, "\nanswers usually begin after ", pace->usual_ms);
    if (pace->usual_ms > 0)
        add_time(&lines, ", the last one after ", pace->answer_ms);
    printer_text(printer, "pace", "%s", buf_text(&lines));
    if (pace->pause_until_ms > clock_wall_ms()) {
        print_time(printer, "pause_until", pace->pause_until_ms);
        printer_text(printer, "pause", "because %s", pace_reason_text(pace->pause_reason));
    }
}

/* Prints the state of the robots.txt of a URL's origin, and its verdict. */
static void print_robots(struct printer *printer, struct frontier *frontier, int64_t origin_id,
                         struct span url)
{
    static const char *const answers[] = {
        [ROBOTS_USE_FILE] = "read",
        [ROBOTS_ALLOW_ALL] = "not found: everything is allowed",
        [ROBOTS_DISALLOW_ALL] = "access denied: the site does not want to be visited",
        [ROBOTS_UNREACHABLE] = "could not be fetched: requests are not allowed",
    };
    struct frontier_robots robots;
    struct span text = {0};
    char time[CLOCK_TEXT_SIZE];

    if (frontier_origin_text(frontier, origin_id, &text)) {
        message_error("%s", frontier_error_text(frontier));
        return;
    }
    if (frontier_robots(frontier, origin_id, &robots)) {
        printer_text(printer, "robots.txt", "%.*s/robots.txt has not been requested", SPAN(text));
        return;
    }
    clock_format(clock_us(robots.fetched_ms), 0, time);
    printer_text(printer, "robots.txt", "%.*s, status %d%s%.*s, %s, %s", SPAN(robots.final_url),
                 robots.status, robots.error.len > 0 ? " " : "", SPAN(robots.error), time,
                 robots.answer >= 0 && robots.answer <= ROBOTS_UNREACHABLE ? answers[robots.answer] : "?");
    print_verdict(printer, frontier, &robots, text, url);
}

static void print_row(struct printer *printer, struct frontier *frontier, const struct frontier_row *row)
{
    bool as_json = printer->format == REPORT_JSON;
    int64_t origin = row->item.origin;
    struct buf url; /* a copy: the next read invalidates the row's */

    buf_init(&url, LIMIT_URL_BYTES);
    (void)buf_add_span(&url, row->item.url);
    print_span(printer, "url", row->item.url);
    printer_text(printer, "state", "%s",
                 as_json ? frontier_state_name(row->state)
                         : frontier_result_words((int)row->state, (int)row->reason));
    if (row->reason && as_json)
        printer_text(printer, "reason", "%s", frontier_reason_name(row->reason));
    if (row->item.kind == FRONTIER_CANDIDATE)
        printer_text(printer, "candidate",
                     "a guess: no link leads to it (%s); if it does not exist, that is not a failure",
                     row->item.roles ? "a redirect of a page of the site, which may be a download"
                     : link_place(row->via) == PLACE_ICON
                         ? "the icon that browsers request"
                         : "a text in a script or in data looks like its address");
    print_span(printer, "rule", row->rule);
    if (row->reason == FRONTIER_BY_FAMILY)
        printer_text(printer, "advice", "to mirror all of its kind, add --all-of PATTERN");
    if (row->reason == FRONTIER_BY_TRAP)
        printer_text(printer, "advice",
                     "to mirror it anyway, add an --include that matches it, and --include '*' for the rest");
    if (row->referrer_url.len > 0)
        printer_text(printer, "found_on", "%.*s (%.*s), %d link%s from the start page",
                     SPAN(row->referrer_url), SPAN(row->via), row->item.depth,
                     message_plural((uint64_t)row->item.depth));
    else if (link_place(row->via) == PLACE_SITEMAP)
        printer_text(printer, "found_on", "%.*s", SPAN(row->via));
    else
        printer_text(printer, "found_on", "the command line%s",
                     link_place(row->via) == PLACE_USER ? " or --urls" : ": it is the start page");
    if (row->state == FRONTIER_QUEUED && row->item.not_before_ms > FRONTIER_LATER_MS &&
        row->item.not_before_ms > row->visit.seen_ms)
        print_time(printer, "not_before", row->item.not_before_ms);
    if (row->answered)
        print_visit(printer, frontier, &row->visit);
    print_span(printer, "names", frontier_twin_note(frontier));
    print_robots(printer, frontier, origin, buf_span(&url));
    print_pace(printer, frontier, origin);
    buf_release(&url);
}

/* Prints what became of a sitemap. */
static void print_sitemap(struct printer *printer, struct frontier *frontier,
                          const struct frontier_sitemap *sitemap)
{
    struct span origin = {0};

    print_span(printer, "url", sitemap->url);
    printer_text(printer, "state", "a sitemap%s", sitemap->queued ? ": queued" : "");
    if (frontier_origin_text(frontier, sitemap->voucher, &origin) == 0)
        printer_text(printer, "found_on", "%srobots.txt of %.*s",
                     sitemap->level > 0 ? "a sitemap index that belongs to the " : "", SPAN(origin));
    if (sitemap->status > 0)
        printer_text(printer, "answer", "%d", sitemap->status);
    else if (!sitemap->queued)
        printer_text(printer, "answer", "none: robots.txt disallows it, or the server did not answer");
    if (sitemap->status == 200)
        printer_text(printer, "entries", "%" PRId64 "%s", sitemap->pages,
                     sitemap->pages > 0 ? "" : ": nothing in it could be read as a sitemap");
}

/* Explains a URL without a row. */
static int explain_unknown(struct printer *printer, struct mirror *mirror, const struct url *url)
{
    struct frontier_sitemap sitemap;
    int error = frontier_find_sitemap(mirror->frontier, buf_span(&url->text), &sitemap);

    if (!error)
        print_sitemap(printer, mirror->frontier, &sitemap);
    return error;
}

static int explain_url(struct printer *printer, struct mirror *mirror, const char *text)
{
    struct frontier_row row;
    struct url url URL_LOCAL;
    int error = open_url(mirror, text, &url);

    if (error)
        return EXIT_LOCAL;
    error = frontier_get_by_url(mirror->frontier, buf_span(&url.text), &row);
    if (!error)
        print_row(printer, mirror->frontier, &row);
    else if (error == ERROR_NOT_FOUND)
        error = explain_unknown(printer, mirror, &url);
    if (error == ERROR_NOT_FOUND)
        message_error("%s: unknown URL; no page of this mirror links to it. Check its spelling",
                      buf_text(&url.text));
    else if (error)
        message_error("%s", frontier_error_text(mirror->frontier));
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

static int explain_run(const struct options *given)
{
    enum report_format format = options_flag(given, "json") ? REPORT_JSON : REPORT_LINES;
    struct mirror mirror;
    struct printer printer;
    int status;

    if (open_mirror(&mirror, given->operands[0], FOLDER_READ))
        return EXIT_LOCAL;
    printer_init(&printer, format, -1, NULL);
    printer_begin(&printer, span_of(""), NULL, NULL, 0);
    status = explain_url(&printer, &mirror, given->operands[1]);
    if (printer_end(&printer) == 0 && status == EXIT_COMPLETE)
        (void)fputs(buf_text(&printer.out), stdout);
    printer_release(&printer);
    mirror_close(&mirror);
    return status;
}

static const struct option_row rows[] = {
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON object"},
    {.kind = OPTION_END},
};

const struct command command_explain = {
    .name = "explain",
    .usage = "[--json] [DIR] URL",
    .summary = "say what is decided about a URL, and by which rule",
    .options = rows,
    .operands_min = 1,
    .operands_max = 1,
    .needs = NEEDS_MIRROR,
    .run = explain_run,
};
