/* SPDX-License-Identifier: MIT */
/* The command `tiptoe robots test`: says whether a robots.txt allows URLs, and which line decides. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/json.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "cmd_robots/source.h"
#include "robots/robots.h"
#include "term/message.h"
#include "url/url.h"

enum { EXIT_NOT_ALL = 1, EXIT_UNREADABLE = 3, OUTPUT_MAX = 64 * 1024 * 1024 };

static const struct option_row rows[] = {
    ROBOTS_AGENT_ROW,
    {.name = "also-obey",
     .kind = OPTION_LIST,
     .argument = "NAME",
     .max = ROBOTS_ALSO_OBEY_MAX,
     .help = "also obey groups for this robot"},
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON array, with an object for each URL"},
    {.name = "limit",
     .kind = OPTION_SIZE,
     .argument = "BYTES",
     .min = 1,
     .max = 64 * 1024 * 1024,
     .standard = "2M",
     .help = "read at most this much of the file"},
    {.name = "robots",
     .kind = OPTION_CHOICE,
     .argument = "standard|strict",
     .standard = "standard",
     .help = "read the file as tiptoe mirror does with this option"},
    {.kind = OPTION_HEADING, .help = "The answer that brought the file:"},
    {.name = "status",
     .kind = OPTION_NUMBER,
     .argument = "N",
     .min = 0,
     .max = 999,
     .standard = "200",
     .help = "its HTTP status; 0: an error instead of an answer"},
    {.kind = OPTION_HEADING, .help = "The request, if the first operand is a URL:"},
    ROBOTS_SOURCE_ROWS,
    {.kind = OPTION_END},
};

/* One call of the command. */
struct test {
    const struct options *given;
    const char *file;
    struct robots_source source;
    struct robots_options options;
    struct span also_obey[ROBOTS_ALSO_OBEY_MAX];
    struct robots *robots; /* for the origin of the last URL */
    struct buf origin;
    struct buf output;
    struct json_writer json; /* to output */
    bool is_all_allowed;
};

static void add_line(struct test *test, uint32_t line, struct span rule)
{
    buf_add_format(&test->output, "%s:%" PRIu32 ": ", test->file, line);
    safe_add(&test->output, rule);
    buf_add_byte(&test->output, '\n');
}

/* Returns the reason for a verdict without a line; NULL if no rule matches. */
static const char *reason_text(const struct robots_verdict *verdict)
{
    static const char *const texts[] = {
        [ROBOTS_BY_ITSELF] = "robots.txt itself is always allowed",
        [ROBOTS_BY_ANSWER] = "this answer means that there are no rules",
        [ROBOTS_BY_SIZE] = "strict: a file larger than the limit closes the site",
        [ROBOTS_BY_FORM] = "strict: a web page instead of a robots.txt closes the site",
    };

    return verdict->reason == ROBOTS_BY_ANSWER && !verdict->allowed
               ? "after this answer nothing may be fetched"
               : texts[verdict->reason];
}

static void add_verdict(struct test *test, const struct robots_verdict *verdict, struct span url)
{
    struct robots_delay delay = robots_delay(test->robots, ROBOTS_ANY_TIME);
    const char *reason = reason_text(verdict);

    if (test->given->operand_count > 2) { /* of several URLs */
        buf_add_text(&test->output, "url ");
        safe_add(&test->output, url);
        buf_add_byte(&test->output, '\n');
    }
    buf_add_text(&test->output, verdict->allowed ? "allowed\n" : "disallowed\n");
    if (verdict->line > 0)
        add_line(test, verdict->line, verdict->rule);
    if (reason)
        buf_add_format(&test->output, "%s: %s\n", test->file, reason);
    if (delay.ms >= 0)
        buf_add_format(&test->output, "delay %.12g\n", (double)delay.ms / 1000);
    if (!verdict->store) {
        buf_add_text(&test->output, "store no\n");
        add_line(test, verdict->store_line, verdict->store_rule);
    }
    for (size_t i = 0; options_flag(test->given, "verbose") && i < robots_sitemap_count(test->robots); i++) {
        buf_add_text(&test->output, "sitemap ");
        safe_add(&test->output, robots_sitemap(test->robots, i));
        buf_add_byte(&test->output, '\n');
    }
}

/* Adds the members for a line and its text, if a line decides. */
static void add_json_line(struct test *test, const char *line_key, const char *rule_key, uint32_t line,
                          struct span rule)
{
    if (line == 0)
        return;
    json_member_integer(&test->json, line_key, line);
    json_member_text(&test->json, rule_key, rule);
}

/* Adds one object: the verdict on URL. */
static void add_json(struct test *test, const struct robots_verdict *verdict, struct span url)
{
    struct robots_delay delay = robots_delay(test->robots, ROBOTS_ANY_TIME);
    struct json_writer *json = &test->json;
    const char *reason = reason_text(verdict);

    json_line(json);
    json_open(json, '{');
    json_member_text(json, "url", url);
    json_member_bool(json, "allowed", verdict->allowed);
    json_member_bool(json, "store", verdict->store);
    json_member_text(json, "file", span_of(test->file));
    add_json_line(test, "line", "rule", verdict->line, verdict->rule);
    add_json_line(test, "store_line", "store_rule", verdict->store_line, verdict->store_rule);
    if (reason)
        json_member_text(json, "reason", span_of(reason));
    if (delay.ms >= 0)
        json_member_number(json, "delay", (double)delay.ms / 1000);
    add_json_line(test, "delay_line", "delay_rule", delay.line, delay.rule);
    json_open_member(json, "sitemaps", '[');
    for (size_t i = 0; i < robots_sitemap_count(test->robots); i++)
        json_text(json, robots_sitemap(test->robots, i));
    json_close(json);
    json_close(json);
}

/* Reads the file as that of ORIGIN, which decides about rules in absolute form. */
static void parse_for(struct test *test, struct span origin)
{
    if (test->robots && span_equals(buf_span(&test->origin), origin))
        return;
    buf_set(&test->origin, origin);
    robots_free(test->robots);
    test->options.origin = buf_span(&test->origin);
    test->robots = robots_parse(buf_span(&test->source.body), &test->options);
}

/* Reads an operand: a URL, or a path of the site; a FILE without a site has one that is not shown. */
static enum url_result read_operand(struct test *test, struct url *url, const char *text, bool *is_path)
{
    struct buf whole BUF_LOCAL(OUTPUT_MAX);

    *is_path = text[0] == '/';
    if (*is_path)
        buf_add_span(&whole,
                     test->source.fetch ? url_origin(&test->source.url) : span_of("http://localhost"));
    buf_add_text(&whole, text);
    return url_parse(url, buf_span(&whole), NULL, NULL);
}

/* Judges one URL in the form in which it is sent; one that is too long to be sent, as written. Returns false
 * if it is not a URL, which is reported. */
static bool judge_url(struct test *test, struct url *url, const char *text)
{
    bool is_path;
    enum url_result result = read_operand(test, url, text, &is_path);
    struct robots_verdict verdict;
    struct span sent, origin;

    if (result != URL_OK && result != URL_TOO_LONG) {
        message_error(
            "'%s' is not a URL that can be requested: %s; name one like https://example.org/page, or a path",
            text, url_result_text(result));
        return false;
    }
    sent = result == URL_OK ? buf_span(&url->text) : span_of(text);
    origin = result == URL_OK ? url_origin(url) : span_part(sent, 0, LIMIT_URL_BYTES);
    is_path = is_path && !test->source.fetch;
    parse_for(test, is_path ? span_of("") : origin);
    verdict = robots_judge(test->robots, sent);
    if (is_path && result == URL_OK)
        sent = span_part(sent, origin.len, sent.len);
    if (options_flag(test->given, "json"))
        add_json(test, &verdict, sent);
    else
        add_verdict(test, &verdict, sent);
    test->is_all_allowed &= verdict.allowed;
    return true;
}

static int judge_all(struct test *test)
{
    int status = EXIT_COMPLETE;
    struct url url URL_LOCAL;

    if (options_flag(test->given, "json"))
        json_open(&test->json, '[');
    for (size_t i = 1; i < test->given->operand_count && status == EXIT_COMPLETE; i++) {
        if (!judge_url(test, &url, test->given->operands[i]))
            status = EXIT_USAGE;
    }
    if (test->robots && robots_is_cut(test->robots))
        message_warn(
            "%s: larger than %s; the rest is not read, and an Allow that the limit cuts has no effect",
            test->file, options_text(test->given, "limit"));
    if (test->robots && robots_is_html(test->robots))
        message_warn("%s: a web page, which has no rules", test->file);
    if (options_flag(test->given, "json")) {
        buf_add_byte(&test->output, '\n');
        json_close(&test->json);
        buf_add_byte(&test->output, '\n');
    }
    (void)fwrite(buf_text(&test->output), 1, test->output.len, stdout);
    if (status == EXIT_COMPLETE && !test->is_all_allowed)
        status = EXIT_NOT_ALL;
    return status;
}

static void read_options(struct test *test)
{
    const struct options *given = test->given;
    struct texts names = options_list(given, "also-obey");

    for (size_t i = 0; i < names.count; i++)
        test->also_obey[i] = span_of(names.all[i]);
    test->options = (struct robots_options){
        .agent = span_of(options_text(given, "agent")),
        .mode = (enum robots_mode)options_number(given, "robots"),
        .limit_bytes = (size_t)options_number(given, "limit"),
        .also_obey = test->also_obey,
        .also_obey_count = names.count,
    };
    test->options.class = robots_class((int)options_number(given, "status"), 0, test->options.mode);
}

/* Reads the robots.txt of the first operand, a file or URL. Returns false if it cannot be read, which is
 * reported. */
static bool read_body(struct test *test)
{
    if (!robots_source_read(&test->source, test->file, robots_source_is_url(test->file)))
        return false;
    test->file = test->source.name;
    if (test->source.fetch) {
        test->options.truncated = test->source.is_cut;
        test->options.class = robots_source_class(&test->source, test->options.mode);
    }
    return true;
}

static int run_robots_test(const struct options *given)
{
    struct test test = {.given = given, .file = given->operands[0], .is_all_allowed = true};
    struct sandbox sandbox;
    int status;

    status = robots_source_confine(&sandbox, given, robots_source_is_url(test.file));
    if (status)
        return status;
    sandbox_allow(&sandbox, test.file, SANDBOX_READ);
    status = confine_end(&sandbox);
    if (status)
        return status;
    read_options(&test);
    buf_init(&test.origin, LIMIT_URL_BYTES);
    buf_init(&test.output, OUTPUT_MAX);
    json_init(&test.json, &test.output);
    robots_source_init(&test.source, given);
    if (test.options.limit_bytes > LIMIT_ROBOTS_BYTES)
        test.source.body.max = test.options.limit_bytes + 1;
    status = read_body(&test) ? judge_all(&test) : EXIT_UNREADABLE;
    robots_free(test.robots);
    robots_source_release(&test.source);
    buf_release(&test.origin);
    buf_release(&test.output);
    return status;
}

const struct command command_robots_test = {
    .name = "robots test",
    .usage = "[options] FILE|URL URL|/PATH…",
    .summary = "report whether a robots.txt allows URLs, and which line decides",
    .options = rows,
    .operands_min = 2,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MORE,
    .run = run_robots_test,
};
