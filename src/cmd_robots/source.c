/* SPDX-License-Identifier: MIT */
/* Reads the input of the robots commands: fetches a robots.txt by a few requests, a second apart, following
 * each redirect; and opens a page with its header lines. */
#include "config.h"

#include "cmd_robots/source.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "cmd/command.h"
#include "fetch/fetch.h"
#include "robots/lines.h"
#include "term/message.h"

enum { GAP_MS = 1000, VALUE_MAX = 1000 };

bool robots_source_is_url(const char *operand)
{
    return span_starts_nocase(span_of(operand), "http://") ||
           span_starts_nocase(span_of(operand), "https://");
}

int robots_source_confine(struct sandbox *sandbox, const struct options *given, bool requests)
{
    struct buf why BUF_LOCAL(2 * LIMIT_URL_BYTES);
    int error = options_check(given, &why);

    if (error) {
        message_error("%s", buf_text(&why));
        return EXIT_USAGE;
    }
    confine_begin(sandbox, given, requests ? SANDBOX_CONNECT : 0);
    if (requests)
        sandbox_allow(sandbox, file_tmpdir(), SANDBOX_WRITE);
    return EXIT_COMPLETE;
}

void robots_source_init(struct robots_source *source, const struct options *given)
{
    *source = (struct robots_source){.given = given, .spool_dir = -1};
    buf_init(&source->body, LIMIT_ROBOTS_BYTES + 1); /* the last byte shows that a file is larger */
    buf_init(&source->content_type, VALUE_MAX);
}

void robots_source_release(struct robots_source *source)
{
    fetch_free(source->fetch);
    file_close(&source->spool_dir);
    url_release(&source->url);
    url_release(&source->hop);
    url_release(&source->location);
    buf_release(&source->body);
    buf_release(&source->content_type);
}

static void open_fetch(struct robots_source *source)
{
    struct fetch_options options;

    if (source->spool_dir < 0) /* for bodies above a megabyte */
        source->spool_dir = open(file_tmpdir(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    options = (struct fetch_options){
        .user_agent = ROBOT_AGENT,
        .private_hosts = options_list(source->given, "allow-private"),
        .named_host = url_host(&source->url),
        .spool_dir = source->spool_dir,
        .wake_fd = -1,
        .max_transfers = 1,
    };

    fetch_free(source->fetch);
    source->fetch = fetch_new(&options);
}

/* Sends a request, again if its outcome does not count as an attempt, and returns the result. */
static struct fetch_result *fetch_one(struct robots_source *source, struct span url)
{
    struct fetch_request request = {
        .url = url, .max_bytes = LIMIT_ROBOTS_BYTES, .accept = span_of("text/plain, */*;q=0.5")};
    struct fetch_result *result = NULL;
    int64_t left_ms;

    do {
        if (result)
            fetch_recycle(source->fetch, result);
        while ((left_ms = source->next_ms - clock_monotonic_ms()) > 0)
            (void)poll(NULL, 0, (int)left_ms);
        fetch_start(source->fetch, &request);
        while (!(result = fetch_take(source->fetch)))
            fetch_wait(source->fetch, GAP_MS);
        source->next_ms = clock_monotonic_ms() + GAP_MS;
    } while (fetch_outcome_is_none(result->outcome));
    return result;
}

/* Counts a redirect that can be followed, and sets source->location to its target. */
static bool take_hop(struct robots_source *source, const struct fetch_result *result)
{
    if (result->outcome != FETCH_REDIRECT || source->answer.redirects == LIMIT_REDIRECTS ||
        url_parse(&source->location, result->fields->first[ANSWER_LOCATION], &source->hop, NULL) != URL_OK)
        return false;
    url_strip(&source->location);
    source->answer.redirects++;
    return true;
}

static void take_answer(struct robots_source *source, struct fetch_result *result)
{
    const struct span *first = result->fields->first;
    struct lint_answer *answer = &source->answer;
    struct span body = span_make(NULL, 0);
    bool is_complete = fetch_outcome_is_answer(result->outcome) || result->outcome == FETCH_TOO_LARGE ||
                       result->outcome == FETCH_BAD_CODING;

    answer->status = is_complete ? result->status : 0;
    answer->error = is_complete ? NULL : fetch_outcomes[result->outcome].text;
    answer->is_undecodable = result->outcome == FETCH_BAD_CODING;
    (void)buf_add_span(&source->content_type, span_part(first[ANSWER_CONTENT_TYPE], 0, VALUE_MAX));
    answer->content_type = buf_span(&source->content_type);
    source->is_cut = result->outcome == FETCH_TOO_LARGE;
    if (result->outcome == FETCH_PRIVATE_ADDRESS)
        message_warn("%s has a private address. To open it, add --allow-private %.*s",
                     buf_text(&source->hop.text), (int)url_host(&source->hop).len, url_host(&source->hop).at);
    if (body_span(result->plain, &body) || buf_add_span(&source->body, body))
        message_warn("%s: the body could not be read; checking the part that could",
                     buf_text(&source->url.text));
}

/* Requests URL and follows its redirects; the last answer counts. */
static void follow_redirects(struct robots_source *source, const struct url *url)
{
    struct fetch_result *result;
    bool is_redirect = true;

    while (is_redirect && url_parse(&source->hop, buf_span(&url->text), NULL, NULL) == URL_OK) {
        result = fetch_one(source, buf_span(&source->hop.text));
        is_redirect = take_hop(source, result);
        if (!is_redirect)
            take_answer(source, result);
        fetch_recycle(source->fetch, result);
        url = &source->location;
    }
}

enum robots_class robots_source_class(const struct robots_source *source, enum robots_mode mode)
{
    const struct lint_answer *answer = &source->answer;

    return robots_class(answer->is_undecodable ? 0 : answer->status, answer->redirects, mode);
}

bool robots_source_fetch(struct robots_source *source, const char *url)
{
    enum url_result parsed = url_parse(&source->location, span_of(url), NULL, NULL);

    if (parsed == URL_OK)
        parsed = url_parse(&source->url, span_of("/robots.txt"), &source->location, NULL);
    if (parsed != URL_OK) {
        message_error("'%s' is not a URL that can be requested: %s; name one like https://example.org/", url,
                      url_result_text(parsed));
        return false;
    }
    url_strip(&source->url);
    source->answer = (struct lint_answer){.error = "no answer"};
    source->is_cut = false;
    buf_clear(&source->body);
    buf_clear(&source->content_type);
    open_fetch(source);
    follow_redirects(source, &source->url);
    return true;
}

bool robots_source_read(struct robots_source *source, const char *operand, bool is_url)
{
    source->name = operand;
    source->answer = (struct lint_answer){.status = 200};
    buf_clear(&source->body);
    if (is_url ? !robots_source_fetch(source, operand) : open_input(operand, &source->body) != 0)
        return false;
    if (is_url)
        source->name = buf_text(&source->url.text);
    else
        source->is_cut = source->body.len > LIMIT_ROBOTS_BYTES;
    return true;
}

/* Keeps the header lines and returns the value of their Content-Type, empty without one. */
static struct span read_headers(struct robots_page *page, struct texts given)
{
    struct span content_type = span_make(NULL, 0);

    page->headers = mem_new(given.count, sizeof *page->headers);
    page->terms.headers = page->headers;
    page->terms.header_count = given.count;
    for (size_t i = 0; i < given.count; i++) {
        struct span line = span_of(given.all[i]);

        page->headers[i] = line;
        if (span_is_nocase(span_trim(span_take_until(&line, ':'), HTTP_WHITE), "content-type"))
            content_type = span_trim(line, HTTP_WHITE);
    }
    return content_type;
}

/* Returns true if the elements of a page of this type count. They do without a type. */
static bool is_page(struct span content_type)
{
    struct span type = span_trim(span_take_until(&content_type, ';'), HTTP_WHITE);

    return type.len == 0 || span_is_nocase(type, "text/html") ||
           span_is_nocase(type, "application/xhtml+xml");
}

bool robots_page_open(struct robots_page *page, const struct options *given, const char *file)
{
    struct span agent = span_of(options_text(given, "agent")), content_type;
    struct url base URL_LOCAL;

    *page = (struct robots_page){.terms = {.agent = agent, .now_ms = clock_wall_ms()}};
    /* One byte more than the limit shows that a page is larger. */
    buf_init(&page->body, LIMIT_DOCUMENT_BYTES + 1);
    page_init(&page->page);
    content_type = read_headers(page, options_list(given, "header"));
    if (open_input(file, &page->body))
        return false;
    if (!is_page(content_type))
        return true;
    if (url_parse(&base, span_of("http://localhost/"), NULL, NULL) != URL_OK)
        die("http://localhost/ is not a URL");
    if (page_open(&page->page, buf_span(&page->body), content_type, &base)) {
        message_error("%s: larger than any page for reading", file);
        return false;
    }
    page_read_robots(&page->page, text_token(agent));
    page->terms.entries = page->page.robots;
    page->terms.entry_count = page->page.robots_count;
    if (page->page.unread)
        message_warn("%s: %s; a mirror would not store the page", file, page->page.unread);
    return true;
}

void robots_page_release(struct robots_page *page)
{
    page_release(&page->page);
    buf_release(&page->body);
    free(page->headers);
}
