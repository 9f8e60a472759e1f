/* SPDX-License-Identifier: MIT */
/* The command `tiptoe robots check`: findings about a robots.txt, for the people who write one. */
#include "config.h"

#include <limits.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "cmd_robots/source.h"
#include "lint/lint.h"
#include "robots/robots.h"
#include "term/message.h"
#include "url/host.h"
#include "url/url.h"

enum { EXIT_FINDINGS = 1, EXIT_UNREADABLE = 3, OUTPUT_MAX = 256 * 1024 * 1024 };

static const struct option_row rows[] = {
    ROBOTS_AGENT_ROW,
    {.name = "fail-on",
     .kind = OPTION_CHOICE,
     .argument = "error|warning",
     .standard = "warning",
     .help = "end with status 1 if there is a finding of this severity, or of a higher one"},
    {.name = "json", .kind = OPTION_FLAG, .help = "print one JSON array, with an object for each file"},
    {.name = "site",
     .kind = OPTION_TEXT,
     .argument = "URL",
     .help = "the URL of the FILEs: https://example.org/robots.txt"},
    {.name = "url",
     .kind = OPTION_LIST,
     .argument = "URL",
     .help = "also request the robots.txt of this site, and check the answer"},
    {.name = "hosts",
     .kind = OPTION_FLAG,
     .help = "for each URL, also request the other names of the site: http and https, with and without www"},
    {.name = "pages",
     .kind = OPTION_LIST,
     .argument = "FILE[=URL]",
     .help = "check the META elements of this page; with its URL, also against the first robots.txt"},
    {.name = "header",
     .kind = OPTION_LIST,
     .argument = "LINE",
     .help = "a header line of the pages: 'X-Robots-Tag: noindex'"},
    ROBOTS_SOURCE_ROWS,
    {.kind = OPTION_END},
};

/* One call of the command. */
struct check {
    const struct options *given;
    struct findings findings;
    struct robots_source source;
    struct buf output;
    struct json_writer json; /* to output */
    struct robots *first;    /* the first robots.txt, for --pages */
    bool is_unreadable;
    enum lint_severity worst;
};

static void add_finding(struct buf *out, const char *file, const struct finding *found)
{
    (void)safe_add(out, span_of(file));
    buf_add_format(out, ":%u:%u: %s %s: ", found->line > 0 ? (unsigned)found->line : 1U,
                   found->column > 0 ? (unsigned)found->column : 1U, lint_severity_text(found->severity),
                   lint_kind(found->code)->text);
    (void)safe_add(out, span_of(found->text));
    buf_add_format(out, " [%s]\n", lint_kind(found->code)->source);
}

static void add_json_finding(struct json_writer *json, const struct finding *found)
{
    json_line(json);
    json_open(json, '{');
    json_member_integer(json, "line", (int64_t)found->line);
    json_member_integer(json, "column", (int64_t)found->column);
    json_member_text(json, "severity", span_of(lint_severity_text(found->severity)));
    json_member_text(json, "code", span_of(lint_kind(found->code)->text));
    json_member_text(json, "text", span_of(found->text));
    json_member_text(json, "source", span_of(lint_kind(found->code)->source));
    json_close(json);
}

static void add_json(struct check *check, const char *file)
{
    struct json_writer *json = &check->json;

    json_line(json);
    json_open(json, '{');
    json_member_text(json, "file", span_of(file));
    for (int i = LINT_SEVERITY_COUNT - 1; i >= 0; i--)
        json_member_integer(json, lint_severity_text((enum lint_severity)i),
                            (int64_t)check->findings.severities[i]);
    json_open_member(json, "findings", '[');
    for (size_t i = 0; i < check->findings.kept_count; i++)
        add_json_finding(json, &check->findings.kept[i]);
    json_close(json);
    json_close(json);
}

/* Adds the last line of a file: the number of findings, and of those that are not listed. */
static void add_summary(struct check *check, const char *file, size_t remarks)
{
    size_t errors = check->findings.severities[LINT_ERROR];
    size_t warnings = check->findings.severities[LINT_WARNING];

    (void)safe_add(&check->output, span_of(file));
    buf_add_format(&check->output, ": %zu error%s and %zu warning%s", errors, message_plural(errors),
                   warnings, message_plural(warnings));
    if (remarks > 0)
        buf_add_format(&check->output, "; --verbose also lists %zu remark%s", remarks,
                       message_plural(remarks));
    buf_add_text(&check->output, "\n");
}

static void add_text(struct check *check, const char *file)
{
    const struct findings *findings = &check->findings;
    bool is_verbose = options_flag(check->given, "verbose");
    size_t remarks = is_verbose ? 0 : findings->severities[LINT_INFO] + findings->severities[LINT_OPTIMISE];

    for (size_t i = 0; i < findings->kept_count; i++) {
        const struct finding *found = &findings->kept[i];

        if (!is_verbose && lint_is_remark(found->code, found->severity))
            continue;
        add_finding(&check->output, file, found);
        remarks -= !is_verbose && found->severity < LINT_WARNING;
    }
    add_summary(check, file, remarks);
    for (int i = 0; i < LINT_CODE_COUNT; i++) {
        enum lint_code code = (enum lint_code)i;

        if (findings->counts[i] > FINDINGS_KEPT &&
            (is_verbose || !lint_is_remark(code, lint_kind(code)->severity)))
            message_note("%s: %zu findings of %s; only the first %d are listed", file, findings->counts[i],
                         lint_kind(code)->text, FINDINGS_KEPT);
    }
}

/* Prints the findings of FILE, and empties the list. */
static void report_file(struct check *check, const char *file)
{
    for (int i = 0; i < LINT_SEVERITY_COUNT; i++) {
        if (check->findings.severities[i] > 0 && check->worst < (enum lint_severity)i)
            check->worst = (enum lint_severity)i;
    }
    (options_flag(check->given, "json") ? add_json : add_text)(check, file);
    (void)fwrite(buf_text(&check->output), 1, check->output.len, stdout);
    buf_clear(&check->output);
    findings_clear(&check->findings);
}

/* Sets PLACE to the URL of the files by --site; that of a site becomes its /robots.txt. Returns false without
 * a valid --site. */
static bool read_site(const struct check *check, struct url *place)
{
    const char *site = options_text(check->given, "site");
    struct url url URL_LOCAL;
    bool is_known;

    if (!site)
        return false;
    is_known = url_parse(&url, span_of(site), NULL, NULL) == URL_OK &&
               url_parse(place, span_of(url_path(&url).len > 1 ? "" : "/robots.txt"), &url, NULL) == URL_OK;
    if (!is_known)
        message_warn("--site %s is not an absolute URL; checking the files without it", site);
    return is_known;
}

/* Keeps the first robots.txt, for --pages. */
static void keep_first(struct check *check, struct span body, enum robots_class class, struct span url)
{
    struct robots_options options = {.agent = span_of(options_text(check->given, "agent")),
                                     .origin = url_origin_text(url),
                                     .class = class};

    if (!check->first)
        check->first = robots_parse(body, &options);
}

/* Requests the robots.txt of another name of the site, and reports an answer that differs. */
static void check_other(struct check *check, const char *scheme, const char *label, struct span host)
{
    enum robots_class class = robots_source_class(&check->source, ROBOTS_STANDARD);
    struct robots_source other;
    struct buf url BUF_LOCAL(LIMIT_URL_BYTES);

    (void)buf_add_format(&url, "%s://%s%.*s", scheme, label, (int)host.len, host.at);
    robots_source_init(&other, check->given);
    other.next_ms = check->source.next_ms;
    if (robots_source_fetch(&other, buf_text(&url)) && !other.answer.error &&
        (robots_source_class(&other, ROBOTS_STANDARD) != class ||
         (class == ROBOTS_USE_FILE && !span_equals(buf_span(&other.body), buf_span(&check->source.body)))))
        findings_add(&check->findings, LINT_HOST_DIFFERS, 0, 0, buf_span(&other.url.text));
    check->source.next_ms = other.next_ms;
    robots_source_release(&other);
}

/* Checks the other names of the site: http and https, with "www." and without. */
static void check_others(struct check *check)
{
    const struct url *url = &check->source.url;
    struct span host = url_host(url);
    bool is_https = span_is(url_scheme(url), "https"), has_www = span_starts(host, "www.");

    if (url_port(url).len > 0 || !host_is_dns_name(host)) {
        message_note("--hosts has no effect on %s: an address or a site with a port has no other names",
                     buf_text(&url->text));
        return;
    }
    check_other(check, is_https ? "http" : "https", "", host);
    check_other(check, is_https ? "https" : "http", has_www ? "" : "www.",
                span_part(host, has_www ? 4 : 0, host.len));
}

static void check_robots(struct check *check, const char *operand, bool is_url)
{
    struct robots_source *source = &check->source;
    struct lint_options options = {.agent = span_of(options_text(check->given, "agent"))};
    struct url place URL_LOCAL;
    enum robots_class class;

    if (!robots_source_read(source, operand, is_url)) {
        check->is_unreadable = true;
        return;
    }
    class = robots_source_class(source, ROBOTS_STANDARD);
    if (is_url && options_flag(check->given, "hosts") && !source->answer.error)
        check_others(check);
    if (is_url)
        lint_answer(&check->findings, &source->answer);
    if (is_url || read_site(check, &place))
        options.url = buf_span(is_url ? &source->url.text : &place.text);
    options.truncated = source->is_cut;
    if (class == ROBOTS_USE_FILE)
        lint_robots(&check->findings, buf_span(&source->body), &options);
    keep_first(check, buf_span(&source->body), class, options.url);
    check->is_unreadable |= source->answer.error != NULL;
    report_file(check, source->name);
}

/* Sets FILE to that of an operand FILE[=URL]. Returns the URL, or NULL. */
static const char *split_page(const char *operand, struct buf *file)
{
    const char *equals = strstr(operand, "=http://");

    if (!equals)
        equals = strstr(operand, "=https://");
    buf_set(file, span_make(operand, equals ? (size_t)(equals - operand) : strlen(operand)));
    return equals ? equals + 1 : NULL;
}

static void check_page(struct check *check, const char *operand)
{
    struct buf file BUF_LOCAL(PATH_MAX);
    const char *url = split_page(operand, &file);
    struct robots_page page;

    if (robots_page_open(&page, check->given, buf_text(&file))) {
        lint_page(&check->findings, &page.terms, buf_span(&page.body),
                  url && check->first && !robots_judge(check->first, span_of(url)).allowed);
        report_file(check, buf_text(&file));
    } else {
        check->is_unreadable = true;
    }
    robots_page_release(&page);
}

static int check_all(struct check *check)
{
    const struct options *given = check->given;
    struct texts urls = options_list(given, "url"), pages = options_list(given, "pages");
    enum lint_severity least =
        strcmp(options_text(given, "fail-on"), "error") == 0 ? LINT_ERROR : LINT_WARNING;
    bool is_json = options_flag(given, "json");

    if (is_json)
        json_open(&check->json, '[');
    for (size_t i = 0; i < given->operand_count; i++)
        check_robots(check, given->operands[i], robots_source_is_url(given->operands[i]));
    for (size_t i = 0; i < urls.count; i++)
        check_robots(check, urls.all[i], true);
    for (size_t i = 0; i < pages.count; i++)
        check_page(check, pages.all[i]);
    if (is_json) {
        buf_add_byte(&check->output, '\n');
        json_close(&check->json);
        puts(buf_text(&check->output));
    }
    if (check->is_unreadable)
        return EXIT_UNREADABLE;
    return check->worst >= least ? EXIT_FINDINGS : EXIT_COMPLETE;
}

/* Returns 0, or an enum exit_status after an error message. */
static int confine_check(const struct options *given)
{
    bool requests = options_list(given, "url").count > 0;
    struct texts pages = options_list(given, "pages");
    struct sandbox sandbox;
    int status;

    for (size_t i = 0; i < given->operand_count; i++)
        requests |= robots_source_is_url(given->operands[i]);
    status = robots_source_confine(&sandbox, given, requests);
    if (status)
        return status;
    for (size_t i = 0; i < given->operand_count; i++)
        sandbox_allow(&sandbox, given->operands[i], SANDBOX_READ);
    for (size_t i = 0; i < pages.count; i++) {
        struct buf file BUF_LOCAL(PATH_MAX);

        (void)split_page(pages.all[i], &file);
        sandbox_allow(&sandbox, buf_text(&file), SANDBOX_READ);
    }
    return confine_end(&sandbox);
}

static int run_robots_check(const struct options *given)
{
    struct check check = {.given = given};
    int status;

    if (given->operand_count + options_list(given, "url").count + options_list(given, "pages").count == 0) {
        message_error("nothing to check; name a robots.txt file or a URL, or use --pages FILE");
        return EXIT_USAGE;
    }
    if (options_given(given, "header") && !options_given(given, "pages")) {
        message_error("--header gives header lines of pages; add --pages FILE");
        return EXIT_USAGE;
    }
    status = confine_check(given);
    if (status)
        return status;
    robots_source_init(&check.source, given);
    buf_init(&check.output, OUTPUT_MAX);
    json_init(&check.json, &check.output);
    status = check_all(&check);
    robots_free(check.first);
    findings_release(&check.findings);
    robots_source_release(&check.source);
    buf_release(&check.output);
    return status;
}

const struct command command_robots_check = {
    .name = "robots check",
    .usage = "[options] FILE|URL…",
    .summary = "report problems in a robots.txt, and what to write instead",
    .options = rows,
    .operands_max = OPERANDS_ANY,
    .needs = NEEDS_MORE,
    .run = run_robots_check,
};
