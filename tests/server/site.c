/* SPDX-License-Identifier: MIT */
/* Reads a site file line by line, and finds the rule for a request. rule.c reads the properties. */
#include "config.h"

#include "site.h"

#include <libgen.h>
#include <stdio.h>

#include "base/alloc.h"
#include "expand.h"
#include "log.h"
#include "request.h"
#include "rule.h"
#include "tree.h"

enum { SITE_FILE_BYTES = 64 * 1024 * 1024 };

/* A site file that is being read. */
struct reader {
    struct site *site;
    struct span rest;
    unsigned line;
};

struct span site_keep(struct site *site, struct span text)
{
    char *copy = mem_copy_text(text.len > 0 ? text.at : "", text.len);

    site->texts = mem_grow(site->texts, site->text_count + 1, sizeof *site->texts);
    site->texts[site->text_count++] = copy;
    return span_make(copy, text.len);
}

/* Reads the escape at the start of TEXT, a backslash; returns its length. */
static size_t unescape_one(struct span text, char *byte)
{
    static const char names[] = "nrt\\";
    static const char values[] = "\n\r\t\\";
    const char *name = text.len > 1 ? strchr(names, text.at[1]) : NULL;

    if (name && *name) {
        *byte = values[name - names];
        return 2;
    }
    if (text.len > 3 && text.at[1] == 'x' && ascii_hex_value(text.at[2]) >= 0 &&
        ascii_hex_value(text.at[3]) >= 0) {
        *byte = (char)(ascii_hex_value(text.at[2]) * 16 + ascii_hex_value(text.at[3]));
        return 4;
    }
    *byte = '\\';
    return 1;
}

struct span site_keep_unescaped(struct site *site, struct span text)
{
    struct span kept = site_keep(site, text);
    char *to = site->texts[site->text_count - 1];
    size_t len = 0;

    while (text.len > 0) {
        size_t taken = 1;
        char byte = text.at[0];

        if (byte == '\\')
            taken = unescape_one(text, &byte);
        to[len++] = byte;
        text = span_part(text, taken, text.len);
    }
    kept.len = len;
    return kept;
}

static size_t indent_of(struct span line)
{
    size_t indent = 0;

    while (indent < line.len && line.at[indent] == ' ')
        indent++;
    return indent;
}

static bool is_blank(struct span line)
{
    return indent_of(line) == line.len;
}

static struct span next_line(struct reader *reader)
{
    reader->line++;
    return span_take_until(&reader->rest, '\n');
}

/* The lines after `body` with deeper indentation, without the indentation of their first line. */
static struct span read_body(struct reader *reader, size_t outer)
{
    struct buf body;
    struct span kept;
    size_t inner = 0;
    size_t end = 0;

    buf_init(&body, SITE_FILE_BYTES);
    while (reader->rest.len > 0) {
        struct span line = span_part(reader->rest, 0, span_find(reader->rest, '\n'));

        if (!is_blank(line) && indent_of(line) <= outer)
            break;
        (void)next_line(reader);
        if (!is_blank(line) && inner == 0)
            inner = indent_of(line);
        (void)buf_add_span(&body, span_part(line, inner, line.len));
        (void)buf_add_byte(&body, '\n');
        if (!is_blank(line))
            end = body.len;
    }
    buf_cut(&body, end);
    kept = site_keep(reader->site, buf_span(&body));
    buf_release(&body);
    return kept;
}

static const char *begin_rule(struct site *site, struct span pattern)
{
    struct rule *rule;

    pattern = span_trim(pattern, " ");
    if (span_find(pattern, ' ') < pattern.len)
        return "a path holds no blank";
    site->rules = mem_grow(site->rules, site->rule_count + 1, sizeof *site->rules);
    rule = &site->rules[site->rule_count++];
    *rule = (struct rule){.status = span_of("200 OK")};
    rule->is_prefix = pattern.at[pattern.len - 1] == '*';
    rule->pattern = site_keep_unescaped(site, span_part(pattern, 0, pattern.len - rule->is_prefix));
    rule->has_query = span_find(rule->pattern, '?') < rule->pattern.len;
    return NULL;
}

static const char *read_property(struct reader *reader, struct span line)
{
    size_t indent = indent_of(line);
    struct span value = span_part(line, indent, line.len);
    struct span name = span_take_until(&value, ' ');

    if (reader->site->rule_count == 0)
        return "a property before the first path";
    if (!span_is(name, "body"))
        return rule_read(reader->site, name, value);
    if (!is_blank(value))
        return "the text of a body stands on the lines after it";
    return rule_add_text(&reader->site->rules[reader->site->rule_count - 1], read_body(reader, indent), 1);
}

static const char *read_line(struct reader *reader, struct span line)
{
    if (is_blank(line) || line.at[indent_of(line)] == '#')
        return NULL;
    if (indent_of(line) > 0)
        return read_property(reader, line);
    if (line.at[0] != '/' && line.at[0] != '*' && !span_starts(line, "http://"))
        return "a path begins with / or is *, or is a URL";
    return begin_rule(reader->site, line);
}

/* NULL, or an error in a @WORD@ of a text, found now and not at the first request. */
static const char *check_words(const struct site *site)
{
    unsigned ports[SERVER_PORTS] = {0};
    struct request request = {.port = 1};
    struct expansion values = {.request = &request, .ports = ports};
    const char *wrong = NULL;
    struct buf out;

    buf_init(&out, SITE_FILE_BYTES);
    for (size_t i = 0; i < site->rule_count && !wrong; i++) {
        const struct rule *rule = &site->rules[i];

        for (size_t j = 0; j < rule->header_count && !wrong; j++)
            wrong = expand(&out, rule->headers[j].text, &values) ? NULL : "unknown @WORD@ in a header";
        for (size_t j = 0; j < rule->piece_count && !wrong; j++)
            wrong = expand(&out, rule->pieces[j].text, &values) ? NULL : "unknown @WORD@ in a body";
        buf_clear(&out);
    }
    buf_release(&out);
    return wrong;
}

static const char *read_all(struct reader *reader)
{
    const char *wrong = NULL;

    while (reader->rest.len > 0 && !wrong)
        wrong = read_line(reader, next_line(reader));
    return wrong ? wrong : check_words(reader->site);
}

static char *directory_of(const char *path)
{
    char *copy = mem_copy_text(path, strlen(path));
    const char *directory = dirname(copy);
    char *kept = mem_copy_text(directory, strlen(directory));

    free(copy);
    return kept;
}

struct site *site_load(const char *path)
{
    struct site *site = MEM_NEW(struct site);
    struct reader reader = {.site = site};
    const char *wrong = NULL;
    struct buf text;

    site->directory = directory_of(path);
    site->loaded_us = log_now_us();
    buf_init(&text, SITE_FILE_BYTES);
    if (tree_read(path, &text) != 0) {
        wrong = "cannot be read";
    } else {
        reader.rest = buf_span(&text);
        wrong = read_all(&reader);
    }
    buf_release(&text);
    if (wrong) {
        fprintf(stderr, "%s:%u: %s\n", path, reader.line, wrong);
        site_free(site);
        return NULL;
    }
    return site;
}

struct site *site_of_tree(const char *directory)
{
    struct site *site = MEM_NEW(struct site);

    site->directory = mem_copy_text(".", 1);
    site->loaded_us = log_now_us();
    (void)begin_rule(site, span_of("/*"));
    site->rules[0].tree = site_keep(site, span_of(directory));
    return site;
}

void site_free(struct site *site)
{
    if (!site)
        return;
    for (size_t i = 0; i < site->text_count; i++)
        free(site->texts[i]);
    free(site->texts);
    free(site->rules);
    free(site->directory);
    free(site);
}

static bool pattern_fits(const struct rule *rule, const struct request *request)
{
    struct span target = rule->has_query ? request->target : request->path;

    if (rule->is_prefix)
        target = span_part(target, 0, rule->pattern.len);
    return span_equals(target, rule->pattern);
}

/* Whether the request has the field "Name: value"; without a value, any field of that name. */
static bool has_header(const struct request *request, struct span wanted)
{
    struct span value = wanted;
    struct span name = span_take_until(&value, ':');

    value = span_trim(value, " ");
    for (size_t i = 0; i < request->header_count; i++) {
        const struct request_header *header = &request->headers[i];

        if (span_equals_nocase(header->name, name) && (value.len == 0 || span_equals(header->value, value)))
            return true;
    }
    return false;
}

static bool host_is(const struct request *request, struct span wanted)
{
    struct span host = request_header(request, "Host");

    return span_equals_nocase(span_part(host, 0, span_find(host, ':')), wanted);
}

static bool condition_holds(const struct condition *condition, const struct rule *rule,
                            const struct request *request, uint64_t age_ms)
{
    switch (condition->kind) {
    case IF_PORT:
        return request->port == condition->first;
    case IF_HOST:
        return host_is(request, condition->text);
    case IF_METHOD:
        return span_equals(request->method, condition->text);
    case IF_REQUEST:
        return rule->seen >= condition->first && rule->seen <= condition->last;
    case IF_AFTER:
        return age_ms >= condition->first;
    case IF_BEFORE:
        return age_ms < condition->first;
    case IF_HEADER:
        return has_header(request, condition->text);
    case IF_NO_HEADER:
        return !has_header(request, condition->text);
    }
    return false;
}

/* The conditions on a request's destination (WHERE), or those on its time and number. */
static bool conditions_hold(const struct rule *rule, const struct request *request, uint64_t age_ms,
                            bool where)
{
    for (size_t i = 0; i < rule->condition_count; i++) {
        const struct condition *condition = &rule->conditions[i];
        bool is_where =
            condition->kind == IF_PORT || condition->kind == IF_HOST || condition->kind == IF_METHOD;

        if (is_where == where && !condition_holds(condition, rule, request, age_ms))
            return false;
    }
    return true;
}

const struct rule *site_rule(struct site *site, const struct request *request, int64_t now_us)
{
    uint64_t age_ms = (uint64_t)(now_us - site->loaded_us) / 1000;
    const struct rule *found = NULL;

    for (size_t i = 0; i < site->rule_count; i++) {
        struct rule *rule = &site->rules[i];

        if (!pattern_fits(rule, request) || !conditions_hold(rule, request, age_ms, true))
            continue;
        rule->seen++;
        if (!found && conditions_hold(rule, request, age_ms, false))
            found = rule;
    }
    return found;
}
