/* SPDX-License-Identifier: MIT */
/* The command `tiptoe robots meta`: says what a page and its header fields allow robots to do, and by which
 * terms. */
#include "config.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "cmd/open.h"
#include "cmd/options.h"
#include "extract/html.h"
#include "robots/date.h"
#include "robots/meta.h"
#include "robots/text.h"
#include "term/message.h"
#include "term/safe.h"
#include "url/url.h"

enum { EXIT_UNREADABLE = 3, OUTPUT_MAX = 64 * 1024 * 1024 };

static const struct option_row rows[] = {
    {.name = "agent",
     .kind = OPTION_TEXT,
     .argument = "NAME",
     .standard = "tiptoe",
     .help = "judge for this robot: a product token, or a whole User-Agent value"},
    {.name = "header",
     .kind = OPTION_LIST,
     .argument = "LINE",
     .help = "a header line of the page: 'X-Robots-Tag: noindex'"},
    {.name = "now",
     .kind = OPTION_TEXT,
     .argument = "TIME",
     .help = "judge dates as of this time: 2026-01-31T12:00:00Z; default: now"},
    {.kind = OPTION_END},
};

/* One call of the command. */
struct look {
    const struct options *given;
    struct buf body;
    struct page page;
    struct span *headers;
    size_t header_count;
    int64_t now_ms;
};

/* Reads --now. Returns false for an invalid time, which is reported. */
static bool read_now(struct look *look)
{
    const char *text = options_text(look->given, "now");

    look->now_ms = clock_wall_ms();
    if (!text || date_read(span_of(text), &look->now_ms) == strlen(text))
        return true;
    message_error("--now '%s' is not a time; write it as in 2026-01-31T12:00:00Z", text);
    return false;
}

/* Keeps the header lines and returns the value of their Content-Type, empty without one. */
static struct span read_headers(struct look *look)
{
    struct span content_type = span_make(NULL, 0);
    struct texts given = options_list(look->given, "header");

    look->header_count = given.count;
    look->headers = mem_new(given.count, sizeof *look->headers);
    for (size_t i = 0; i < given.count; i++) {
        struct span line = span_of(given.all[i]);

        look->headers[i] = line;
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

static void add_term(struct buf *out, const struct look *look, const struct meta_term *term)
{
    safe_add(out, term->text);
    if (term->source == META_ELEMENT) {
        const struct meta_entry *meta = &look->page.robots[term->index];
        bool is_named = meta->name.len > 0;

        buf_add_text(out, is_named ? " (meta name=" : " (meta http-equiv=");
        safe_add(out, is_named ? meta->name : meta->http_equiv);
        buf_add_format(out, ")%s\n", meta_reader_text(term->reader));
    } else {
        buf_add_format(out, " (%s, header %zu)\n", meta_source_text(term->source), term->index + 1);
    }
}

/* Reports a word that is not a term. */
static void report_unknown(void *look, size_t index, struct span word)
{
    (void)index;
    message_warn("%s: unknown word '%.*s'; robots ignore it", ((const struct look *)look)->given->operands[0],
                 (int)word.len, word.at);
}

static void print_verdict(struct look *look)
{
    struct meta_input input = {
        .agent = span_of(options_text(look->given, "agent")),
        .entries = look->page.robots,
        .entry_count = look->page.robots_count,
        .headers = look->headers,
        .header_count = look->header_count,
        .now_ms = look->now_ms,
        .unknown = report_unknown,
        .context = look,
    };
    struct meta_verdict verdict;
    struct buf out BUF_LOCAL(OUTPUT_MAX);

    meta_init(&verdict);
    meta_judge(&verdict, &input);
    buf_add_format(&out, "%s %s %s\n", verdict.effects & META_NO_INDEX ? "noindex" : "index",
                   verdict.effects & META_NO_FOLLOW ? "nofollow" : "follow",
                   verdict.effects & META_NO_ARCHIVE ? "noarchive" : "archive");
    for (size_t i = 0; i < verdict.term_count; i++)
        add_term(&out, look, &verdict.terms[i]);
    (void)fwrite(buf_text(&out), 1, out.len, stdout);
    meta_release(&verdict);
}

/* Opens the page and reads its terms. Returns 0, or an enum error, which is reported. */
static int open_page(struct look *look, struct span content_type)
{
    struct url base URL_LOCAL;
    int error;

    if (url_parse(&base, span_of("http://localhost/"), NULL, NULL) != URL_OK)
        die("http://localhost/ is not a URL");
    error = page_open(&look->page, buf_span(&look->body), content_type, &base);
    if (error)
        message_error("%s: larger than any page for reading", look->given->operands[0]);
    else
        page_read_robots(&look->page, text_token(span_of(options_text(look->given, "agent"))));
    return error;
}

static int look_at(struct look *look)
{
    struct span content_type = read_headers(look);
    const char *file = look->given->operands[0];

    if (open_input(file, &look->body) || (is_page(content_type) && open_page(look, content_type)))
        return EXIT_UNREADABLE;
    if (look->page.unread)
        message_warn("%s: %s; a mirror would not store the page", file, look->page.unread);
    print_verdict(look);
    return EXIT_COMPLETE;
}

static int run_robots_meta(const struct options *given)
{
    struct look look = {.given = given};
    int status = EXIT_USAGE;

    if (!read_now(&look))
        return status;
    /* One byte more than the limit shows that a page is larger. */
    buf_init(&look.body, LIMIT_DOCUMENT_BYTES + 1);
    page_init(&look.page);
    status = look_at(&look);
    page_release(&look.page);
    buf_release(&look.body);
    free(look.headers);
    return status;
}

const struct command command_robots_meta = {
    .name = "robots meta",
    .usage = "[options] FILE",
    .summary = "report what a page's META elements and header fields allow robots to do",
    .options = rows,
    .operands_min = 1,
    .operands_max = 1,
    .needs = NEEDS_FILES,
    .run = run_robots_meta,
};
