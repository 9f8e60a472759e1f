/* SPDX-License-Identifier: MIT */
/* Values of the fields that are neither names nor rules: delays and times, which tiptoe obeys; sitemaps; and
 * the fields of single engines and drafts, which it only records (ROBOTS.md, 2.4 and 2.8). */
#include "config.h"

#include "lint/pass.h"
#include "robots/text.h"
#include "robots/times.h"
#include "url/url.h"

enum { HUGE_DELAY_MS = 300 * 1000 };

/* Adds a finding about the value; about the field if there is no value. */
static void add_value(struct lint *lint, enum lint_code code, const struct lint_line *line)
{
    lint_add(lint, code, line, line->value.len > 0 ? line->value.at : line->code.at, line->read.value);
}

/* Keeps a URL or path of the line until all rules are known. */
static void keep_reference(struct lint *lint, const struct lint_line *line, struct span text, bool is_usage)
{
    *(struct lint_reference *)list_add(&lint->references, sizeof(struct lint_reference)) =
        (struct lint_reference){.text = text,
                                .line = line->number,
                                .column = (uint32_t)lint_column(line, text.at),
                                .is_usage = is_usage};
}

/* "10", "0.5", ".5": digits with at most one point, which everyone reads alike. */
static bool is_decimal(struct span value)
{
    size_t points = 0;

    for (size_t i = 0; i < value.len; i++) {
        if (!ascii_is_digit(value.at[i]) && (value.at[i] != '.' || ++points > 1))
            return false;
    }
    return true;
}

static void check_delay(struct lint *lint, const struct lint_line *line)
{
    int64_t ms;

    if (!times_read_delay(line->read.value, &ms)) {
        add_value(lint, LINT_DELAY_INVALID, line);
        return;
    }
    if (!is_decimal(line->read.value))
        findings_format(
            lint->findings, LINT_DELAY_UNIT, line->number, lint_column(line, line->value.at),
            "Crawl-delay '%s' is not only a number; tiptoe reads %.10g seconds, other readers may "
            "ignore the line. Write 'Crawl-delay: %.10g'.",
            quote(line->read.value).text, (double)ms / 1000, (double)ms / 1000);
    if (ms > HUGE_DELAY_MS)
        findings_format(
            lint->findings, LINT_DELAY_HUGE, line->number, lint_column(line, line->value.at),
            "Crawl-delay is more than 300 s; tiptoe obeys it and requests at most %lld pages a day, other "
            "robots give up or ignore it. If that is not intended, write a smaller number.",
            (long long)(INT64_C(86400) * 1000 / ms));
}

static bool is_name_byte(char c)
{
    return ascii_is_alpha(c) || ascii_is_digit(c) || (c && strchr("-._~[]%", c));
}

/* "p1[&p2] [path]" */
static bool is_clean_param(struct span value)
{
    struct span names = span_part(value, 0, span_find(value, ' '));
    struct span path = span_trim(span_part(value, names.len, value.len), TEXT_SPACE);

    if (names.len == 0)
        return false;
    while (names.len > 0) {
        struct span name = span_take_until(&names, '&');

        if (name.len == 0)
            return false;
        for (size_t i = 0; i < name.len; i++) {
            if (!is_name_byte(name.at[i]))
                return false;
        }
    }
    return path.len == 0 || ((path.at[0] == '/' || path.at[0] == '*') && span_find(path, ' ') == path.len);
}

/* "search=yes", "ai-train=no", "use=…" */
static bool is_signal(struct span name, struct span value)
{
    static const char *const names[] = {"search", "ai-input", "ai-train"};

    name = span_trim(name, TEXT_SPACE);
    value = span_trim(value, TEXT_SPACE);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (span_is_nocase(name, names[i]))
            return span_is_nocase(value, "yes") || span_is_nocase(value, "no");
    }
    return span_is_nocase(name, "use") && value.len > 0;
}

/* "train-ai=y;parameter": a member of a structured dictionary with the value y or n. */
static bool is_preference(struct span label, struct span value)
{
    for (size_t i = 0; i < label.len; i++) {
        if (!(label.at[i] >= 'a' && label.at[i] <= 'z') && !(i > 0 && ascii_is_digit(label.at[i])) &&
            !(i > 0 && strchr("-_.", label.at[i])))
            return false;
    }
    value = span_trim(span_part(value, 0, span_find(value, ';')), TEXT_SPACE);
    return label.len > 0 && (span_is(value, "y") || span_is(value, "n"));
}

/* Is VALUE a list of members "name=value", all of them valid, and not empty? */
static bool is_list_of(struct span value, bool (*is_valid)(struct span name, struct span value))
{
    if (value.len == 0)
        return false;
    while (value.len > 0) {
        struct span member = span_trim(span_take_until(&value, ','), TEXT_SPACE);
        struct span name = span_take_until(&member, '=');

        if (!is_valid(name, member))
            return false;
    }
    return true;
}

/* "[path SP] label=y, label=n" */
static void check_usage(struct lint *lint, const struct lint_line *line)
{
    struct span preferences = line->value, path = span_make(NULL, 0);

    if (span_starts(preferences, "/") || span_starts(preferences, "*")) {
        path = span_take_until(&preferences, ' ');
        preferences = span_trim(preferences, TEXT_SPACE);
    }
    if (!is_list_of(preferences, is_preference))
        add_value(lint, LINT_USAGE_INVALID, line);
    if (path.len > 0)
        keep_reference(lint, line, path, true);
}

static void check_engine_only(struct lint *lint, const struct lint_line *line)
{
    lint_add(lint, LINT_ENGINE_ONLY, line, line->name.at, line->code);
    if (span_is_nocase(line->name, "clean-param") && !is_clean_param(line->value))
        add_value(lint, LINT_CLEANPARAM_INVALID, line);
    if (span_is_nocase(line->name, "content-signal") && !is_list_of(line->value, is_signal))
        add_value(lint, LINT_CONTENT_SIGNAL_INVALID, line);
    if (span_is_nocase(line->name, "content-usage"))
        check_usage(lint, line);
}

static void check_sitemap(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->read.value;

    if (url_starts_http(value))
        keep_reference(lint, line, value, false);
    else
        add_value(lint, LINT_SITEMAP_RELATIVE, line);
}

void lint_line_extension(struct lint *lint, const struct lint_line *line)
{
    struct day_window window;
    int64_t ms;

    switch (line->read.field) {
    case FIELD_CRAWL_DELAY:
        check_delay(lint, line);
        break;
    case FIELD_REQUEST_RATE:
        if (!times_read_rate(line->read.value, &ms, &window))
            add_value(lint, LINT_RATE_INVALID, line);
        break;
    case FIELD_VISIT_TIME:
        if (!times_read_window(line->read.value, &window))
            add_value(lint, LINT_VISIT_TIME_INVALID, line);
        break;
    case FIELD_SITEMAP:
        check_sitemap(lint, line);
        break;
    case FIELD_NOINDEX:
        lint_add(lint, LINT_NOINDEX_IN_ROBOTS, line, line->name.at, line->name);
        break;
    case FIELD_OTHER:
        if (line->has_colon && lint_is_engine_only(line->name))
            check_engine_only(lint, line);
        break;
    case FIELD_NONE:
    case FIELD_USER_AGENT:
    case FIELD_ALLOW:
    case FIELD_DISALLOW:
        break;
    }
}
