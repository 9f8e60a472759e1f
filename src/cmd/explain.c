/* SPDX-License-Identifier: MIT */
/* `tiptoe explain`: prints what is decided about a URL, and by which rule. */
#include "config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/open.h"
#include "cmd/options.h"
#include "frontier/archive.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/origin.h"
#include "frontier/row.h"
#include "markup/link.h"
#include "pace/pace.h"
#include "robots/robots.h"
#include "term/message.h"
#include "term/safe.h"
#include "url/url.h"

enum { TEXT_MAX = 64 * 1024 };

/* Prints one line, "name      text". Text from outside is made safe. */
__attribute__((format(printf, 2, 3))) static void print(const char *name, const char *format, ...)
{
    struct buf raw BUF_LOCAL(TEXT_MAX);
    struct buf safe BUF_LOCAL(4 * TEXT_MAX);
    va_list args;

    va_start(args, format);
    (void)buf_add_format_args(&raw, format, args);
    va_end(args);
    (void)safe_add(&safe, buf_span(&raw));
    printf("%-10s %s\n", name, buf_text(&safe));
}

#define SPAN(span) (int)(span).len, (span).at ? (span).at : ""

static void print_time(const char *name, int64_t wall_ms)
{
    char text[CLOCK_TEXT_SIZE];

    clock_format(clock_us(wall_ms), 0, text);
    print(name, "%s", text);
}

/* Prints TEXT line by line. */
static void print_lines(const char *name, struct span text)
{
    while (text.len > 0) {
        struct span line = span_take_until(&text, '\n');

        print(name, "%.*s", SPAN(line));
    }
}

/* Prints what the page says about itself. */
static void print_hints(const struct frontier_visit *visit)
{
    if (visit->document_state == FRONTIER_STATIC)
        print("changes", "the page says that it is static: updates request it once in 30 days");
    else if (visit->document_state == FRONTIER_DYNAMIC)
        print("changes", "the page says that it is dynamic: updates request it first");
    if (visit->meta_url.len > 0)
        print("meta url", "%.*s", SPAN(visit->meta_url));
    if (visit->canonical.len > 0)
        print("canonical", "%.*s", SPAN(visit->canonical));
}

static void print_shell(struct frontier *frontier, int64_t id)
{
    struct frontier_place place;
    bool is_shown = frontier_rendered(frontier, id, span_of(""), &place) == 0;

    print("content", "the page is built by scripts; %s",
          is_shown ? "site/ shows what they built in a browser"
                   : "its copy may stay blank or lack parts, unless tiptoe render keeps what they build");
}

static void print_visit(struct frontier *frontier, const struct frontier_visit *visit)
{
    struct frontier_row target;
    int64_t redirect_to = visit->redirect_to;
    char attempt[24] = "";

    if (visit->reason == FRONTIER_BY_EQUAL) { /* it was never requested */
        if (frontier_get(frontier, redirect_to, &target) == 0)
            print("same as", "%.*s", SPAN(target.item.url));
        return;
    }
    if (visit->attempts > 0) /* else decided again since then */
        (void)snprintf(attempt, sizeof attempt, ", try %d", visit->attempts);
    if (visit->state != FRONTIER_REDIRECTED || visit->status > 0) {
        print_time("requested", visit->requested_ms);
        print("answer", "%d%s%.*s, %" PRId64 " ms%s", visit->status, visit->outcome.len > 0 ? " " : "",
              SPAN(visit->outcome), visit->duration_ms, attempt);
    }
    if (visit->content_type.len > 0)
        print("type", "%.*s", SPAN(visit->content_type));
    print("size", "%" PRId64 " bytes received, %" PRId64 " decoded", visit->wire_bytes, visit->plain_bytes);
    if (visit->seen_ms > visit->requested_ms) {
        print_time("rechecked", visit->seen_ms);
        print("then", visit->seen_status == 304 ? "%d, unchanged" : "%d; the earlier copy is kept",
              visit->seen_status);
    }
    if (visit->title.len > 0)
        print("title", "%.*s", SPAN(visit->title));
    if (visit->document == FRONTIER_SHELL)
        print_shell(frontier, visit->url);
    if (visit->robots_terms.len > 0)
        print("tags", "%.*s", SPAN(visit->robots_terms));
    if (visit->unavailable_ms > 0)
        print_time("withdrawn", visit->unavailable_ms);
    print_lines("usage", visit->preferences);
    print_hints(visit);
    if (visit->path.len > 0)
        print("file", "site/%.*s", SPAN(visit->path));
    if (visit->damaged)
        print("damage", "its file or its original is damaged or missing; tiptoe update fetches it again");
    if (frontier_is_cut(visit))
        print("cut off",
              "the imported archive has only a part of it; tiptoe resume or update fetches all of it");
    if (redirect_to > 0 && frontier_get(frontier, redirect_to, &target) == 0)
        print(frontier_is_same(visit) ? "same as" : "leads to", "%.*s", SPAN(target.item.url));
}

enum { SPELL_SIZE = 32 };

/* Writes the time MS in seconds, or in hours or days where seconds would say little. Returns TEXT. */
static const char *spell(int64_t ms, char text[SPELL_SIZE])
{
    static const int64_t hour_ms = INT64_C(3600) * 1000, day_ms = 24 * hour_ms;

    if (ms < hour_ms)
        (void)snprintf(text, SPELL_SIZE, "%.3f s", (double)ms / 1000);
    else if (ms < 2 * day_ms)
        (void)snprintf(text, SPELL_SIZE, "%.1f hours", (double)ms / (double)hour_ms);
    else
        (void)snprintf(text, SPELL_SIZE, "%.1f days", (double)ms / (double)day_ms);
    return text;
}

/* Prints the verdict of the stored robots.txt about URL. */
static void print_verdict(struct frontier *frontier, const struct frontier_robots *kept, struct span origin,
                          struct span url)
{
    struct robots_options options = {.agent = span_of("tiptoe"),
                                     .origin = origin,
                                     .class = (enum robots_class)kept->answer,
                                     .truncated = kept->truncated};
    struct robots_verdict verdict;
    struct robots_delay delay;
    struct robots *robots;
    char text[SPELL_SIZE];

    if (span_is(frontier_setting_text(frontier, "robots"), "strict"))
        options.mode = ROBOTS_STRICT;
    robots = robots_parse(kept->body, &options);
    verdict = robots_judge(robots, url);
    if (verdict.line > 0)
        print("verdict", "%s by line %u: %.*s", verdict.allowed ? "allowed" : "disallowed",
              (unsigned)verdict.line, SPAN(verdict.rule));
    else
        print("verdict", "%s", verdict.allowed ? "allowed, no rule matches it" : "disallowed");
    if (!verdict.store)
        print("verdict", "must not be stored, by line %u: %.*s", (unsigned)verdict.store_line,
              SPAN(verdict.store_rule));
    delay = robots_delay(robots, clock_wall_ms());
    if (delay.ms > 0)
        print("delay", "%s by line %u: %.*s", spell(delay.ms, text), (unsigned)delay.line, SPAN(delay.rule));
    robots_free(robots);
}

/* Prints the origin's pace and its reasons. */
static void print_pace(struct frontier *frontier, int64_t origin_id)
{
    struct frontier_origin origin;
    const struct frontier_pace *pace = &origin.pace;
    char text[SPELL_SIZE];
    struct span delay;
    struct buf delays BUF_LOCAL(TEXT_MAX);

    frontier_get_origin(frontier, origin_id, &origin);
    if (pace->last_request_ms == 0 && pace->pause_until_ms == 0)
        return;
    if (frontier_setting(frontier, "delay", &delay))
        delay = span_of("1");
    print("pace", "one request every %s, at most %d at once: %s", spell(pace->delay_ms, text),
          pace->connections, pace_reason_text(pace->delay_reason));
    while (delay.len > 0) { /* an item on each line */
        struct span item = span_take_until(&delay, '\n');

        (void)buf_add_format(&delays, "%s--delay %.*s", delays.len > 0 ? "; " : "", SPAN(item));
    }
    if (pace->limit_ms > 0)
        (void)buf_add_format(&delays, "; RateLimit requires %s", spell(pace->limit_ms, text));
    if (pace->rest_ms > 0)
        (void)buf_add_format(&delays, "; slow answers or errors require %s", spell(pace->rest_ms, text));
    print("", "%s", buf_text(&delays));
    if (pace->usual_ms > 0)
        print("", "answers begin after %.3f s, usually %.3f s", (double)pace->answer_ms / 1000,
              (double)pace->usual_ms / 1000);
    if (pace->pause_until_ms > clock_wall_ms()) {
        print_time("not before", pace->pause_until_ms);
        print("", "because %s", pace_reason_text(pace->pause_reason));
    }
}

/* Prints the state of the robots.txt of a URL's origin, and its verdict. */
static void print_robots(struct frontier *frontier, int64_t origin_id, struct span url)
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
        print("robots.txt", "%.*s/robots.txt has not been requested", SPAN(text));
        return;
    }
    clock_format(clock_us(robots.fetched_ms), 0, time);
    print("robots.txt", "%.*s, status %d%s%.*s, %s, %s", SPAN(robots.final_url), robots.status,
          robots.error.len > 0 ? " " : "", SPAN(robots.error), time,
          robots.answer >= 0 && robots.answer <= ROBOTS_UNREACHABLE ? answers[robots.answer] : "?");
    print_verdict(frontier, &robots, text, url);
}

static void print_row(struct frontier *frontier, const struct frontier_row *row)
{
    int64_t origin = row->item.origin;
    struct span twin;
    struct buf url; /* a copy: the next read invalidates the row's */

    buf_init(&url, LIMIT_URL_BYTES);
    (void)buf_add_span(&url, row->item.url);
    print("url", "%.*s", SPAN(row->item.url));
    print("state", "%s%s%s", frontier_state_name(row->state), row->reason ? ": " : "",
          row->reason ? frontier_reason_name(row->reason) : "");
    if (row->item.kind == FRONTIER_CANDIDATE)
        print("candidate",
              "a guess: no link leads to it, only %s; if it does not exist, that is not a failure",
              row->item.roles ? "a redirect of a page of the site, which may be a download"
                              : "a text in a script or in data that looks like an address");
    if (row->rule.len > 0)
        print("rule", "%.*s", SPAN(row->rule));
    if (row->reason == FRONTIER_BY_FAMILY)
        print("", "to mirror all of its kind, add --all-of PATTERN");
    if (row->reason == FRONTIER_BY_TRAP)
        print("", "to mirror it anyway, add an --include that matches it, and --include '*' for the rest");
    if (row->referrer_url.len > 0)
        print("found on", "%.*s (%.*s), %d link%s from the start page", SPAN(row->referrer_url),
              SPAN(row->via), row->item.depth, message_plural((uint64_t)row->item.depth));
    else if (link_place(row->via) == PLACE_SITEMAP)
        print("found on", "%.*s", SPAN(row->via));
    else
        print("found on", "the command line%s",
              link_place(row->via) == PLACE_USER ? " or --urls" : ": it is the start page");
    if (row->state == FRONTIER_QUEUED && row->item.not_before_ms > FRONTIER_LATER_MS &&
        row->item.not_before_ms > row->visit.seen_ms)
        print_time("not before", row->item.not_before_ms);
    if (row->answered)
        print_visit(frontier, &row->visit);
    twin = frontier_twin_note(frontier);
    if (twin.len > 0)
        print("names", "%.*s", SPAN(twin));
    print_robots(frontier, origin, buf_span(&url));
    print_pace(frontier, origin);
    buf_release(&url);
}

/* Prints what became of a sitemap. */
static void print_sitemap(struct frontier *frontier, const struct frontier_sitemap *sitemap)
{
    struct span origin = {0};

    print("url", "%.*s", SPAN(sitemap->url));
    print("state", "a sitemap%s", sitemap->queued ? ": queued" : "");
    if (frontier_origin_text(frontier, sitemap->voucher, &origin) == 0)
        print("found on", "%srobots.txt of %.*s",
              sitemap->level > 0 ? "a sitemap index that belongs to the " : "", SPAN(origin));
    if (sitemap->status > 0)
        print("answer", "%d", sitemap->status);
    else if (!sitemap->queued)
        print("answer", "none: robots.txt disallows it, or the server did not answer");
    if (sitemap->status == 200)
        print("entries", "%" PRId64 "%s", sitemap->pages,
              sitemap->pages > 0 ? "" : ": nothing in it could be read as a sitemap");
}

/* Explains a URL without a row. */
static int explain_unknown(struct mirror *mirror, const struct url *url)
{
    struct frontier_sitemap sitemap;
    int error = frontier_find_sitemap(mirror->frontier, buf_span(&url->text), &sitemap);

    if (!error)
        print_sitemap(mirror->frontier, &sitemap);
    return error;
}

static int explain_url(struct mirror *mirror, const char *text)
{
    struct frontier_row row;
    struct url url URL_LOCAL;
    int error = open_url(mirror, text, &url);

    if (error)
        return EXIT_LOCAL;
    error = frontier_get_by_url(mirror->frontier, buf_span(&url.text), &row);
    if (!error)
        print_row(mirror->frontier, &row);
    else if (error == ERROR_NOT_FOUND)
        error = explain_unknown(mirror, &url);
    if (error == ERROR_NOT_FOUND)
        message_error("%s: unknown URL; no page of this mirror links to it. Check its spelling",
                      buf_text(&url.text));
    else if (error)
        message_error("%s", frontier_error_text(mirror->frontier));
    return error ? EXIT_LOCAL : EXIT_COMPLETE;
}

static int explain_run(const struct options *given)
{
    struct mirror mirror;
    int status;

    if (open_mirror(&mirror, given->operands[0], FOLDER_READ))
        return EXIT_LOCAL;
    status = explain_url(&mirror, given->operands[1]);
    mirror_close(&mirror);
    return status;
}

const struct command command_explain = {
    .name = "explain",
    .usage = "[DIR] URL",
    .summary = "say what is decided about a URL, and by which rule",
    .operands_min = 1,
    .operands_max = 1,
    .needs = NEEDS_MIRROR,
    .run = explain_run,
};
