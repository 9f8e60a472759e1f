/* SPDX-License-Identifier: MIT */
/* Values of the fields that are neither names nor rules: delays and times, which we heed; sitemaps; and what
 * single engines or drafts have added, which we write down and do not act on (ROBOTS.md, 2.4 and 2.8). */
#include "config.h"

#include "lint/pass.h"
#include "robots/text.h"
#include "robots/times.h"

enum { HUGE_DELAY_MS = 300 * 1000 };

/* The value's place; that of the field where there is no value. */
static size_t value_column(const struct lint_line *line)
{
    return lint_column(line, line->value.len > 0 ? line->value.at : line->code.at);
}

static void look_at_delay(struct lint *lint, const struct lint_line *line)
{
    int64_t ms;

    if (!times_read_delay(line->read.value, &ms))
        findings_add(lint->findings, LINT_DELAY_INVALID, line->number, value_column(line),
                     "'%s' is no number of seconds: we ignore it; write 'Crawl-delay: 10'",
                     quote(line->read.value).text);
    else if (ms > HUGE_DELAY_MS)
        findings_add(
            lint->findings, LINT_DELAY_HUGE, line->number, value_column(line),
            "%lld seconds between two requests are %lld pages a day: we obey, others give up or ignore "
            "it; write less, or 'Disallow: /'",
            (long long)(ms / 1000), (long long)(INT64_C(86400) * 1000 / ms));
}

static void look_at_rate(struct lint *lint, const struct lint_line *line)
{
    struct day_window window;
    int64_t ms;

    if (!times_read_rate(line->read.value, &ms, &window))
        findings_add(lint->findings, LINT_RATE_INVALID, line->number, value_column(line),
                     "'%s' is no rate: we ignore it; write 'Request-rate: 1/10s' or '1/10s 0600-0845'",
                     quote(line->read.value).text);
}

static void look_at_visit_time(struct lint *lint, const struct lint_line *line)
{
    struct day_window window;

    if (!times_read_window(line->read.value, &window))
        findings_add(lint->findings, LINT_VISIT_TIME_INVALID, line->number, value_column(line),
                     "'%s' is no part of the day: we ignore it; write 'Visit-time: 0600-0845', in UTC",
                     quote(line->read.value).text);
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

static bool is_yes_no(struct span value)
{
    return span_is_nocase(value, "yes") || span_is_nocase(value, "no");
}

/* "search=yes, ai-train=no" */
static bool is_content_signal(struct span value)
{
    static const char *const names[] = {"search", "ai-input", "ai-train"};

    if (value.len == 0)
        return false;
    while (value.len > 0) {
        struct span setting = span_trim(span_take_until(&value, ','), TEXT_SPACE);
        struct span name = span_trim(span_take_until(&setting, '='), TEXT_SPACE);
        bool is_known = false;

        setting = span_trim(setting, TEXT_SPACE);
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
            is_known |= span_is_nocase(name, names[i]) && is_yes_no(setting);
        if (!is_known && !(span_is_nocase(name, "use") && setting.len > 0))
            return false;
    }
    return true;
}

static bool is_label(struct span name)
{
    for (size_t i = 0; i < name.len; i++) {
        if (!(name.at[i] >= 'a' && name.at[i] <= 'z') && !(i > 0 && ascii_is_digit(name.at[i])) &&
            !(i > 0 && strchr("-_.", name.at[i])))
            return false;
    }
    return name.len > 0;
}

/* A structured dictionary of labels that are y or n. */
static bool is_usage(struct span preferences)
{
    if (preferences.len == 0)
        return false;
    while (preferences.len > 0) {
        struct span value = span_trim(span_take_until(&preferences, ','), TEXT_SPACE);
        struct span label = span_take_until(&value, '=');

        value = span_trim(span_part(value, 0, span_find(value, ';')), TEXT_SPACE);
        if (!is_label(label) || !(span_is(value, "y") || span_is(value, "n")))
            return false;
    }
    return true;
}

/* "[path SP] label=y, label=n" */
static void look_at_usage(struct lint *lint, const struct lint_line *line)
{
    struct span preferences = line->value, path = span_make(NULL, 0);

    if (span_starts(preferences, "/") || span_starts(preferences, "*")) {
        path = span_take_until(&preferences, ' ');
        preferences = span_trim(preferences, TEXT_SPACE);
    }
    if (!is_usage(preferences))
        findings_add(lint->findings, LINT_USAGE_INVALID, line->number, value_column(line),
                     "'%s' is no list of preferences: we write it down as it is; write "
                     "'Content-Usage: train-ai=n, search=y', with a path before it if it is for a part",
                     quote(line->value).text);
    if (path.len > 0)
        *(struct lint_reference *)lint_list_add(&lint->references, sizeof(struct lint_reference)) =
            (struct lint_reference){.text = path,
                                    .line = line->number,
                                    .column = (uint32_t)lint_column(line, path.at),
                                    .is_usage = true};
}

/* What only some engines read: said with its value, for it is recorded. */
static void look_at_engine_only(struct lint *lint, const struct lint_line *line)
{
    findings_add(
        lint->findings, LINT_ENGINE_ONLY, line->number, lint_column(line, line->name.at),
        "%s is read by single engines only: we write down '%s' and do nothing about it; nothing needs "
        "to change",
        quote(line->name).text, quote(line->value).text);
    if (span_is_nocase(line->name, "clean-param") && !is_clean_param(line->value))
        findings_add(lint->findings, LINT_CLEANPARAM_INVALID, line->number, value_column(line),
                     "'%s' is no list of parameters: we ignore it; write 'Clean-param: ref&sid /forum/'",
                     quote(line->value).text);
    if (span_is_nocase(line->name, "content-signal") && !is_content_signal(line->value))
        findings_add(lint->findings, LINT_CONTENT_SIGNAL_INVALID, line->number, value_column(line),
                     "'%s' is no list of signals: we write it down as it is; write "
                     "'Content-Signal: search=yes, ai-input=no, ai-train=no'",
                     quote(line->value).text);
    if (span_is_nocase(line->name, "content-usage"))
        look_at_usage(lint, line);
}

static void look_at_sitemap(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->read.value;

    if (!span_starts_nocase(value, "http://") && !span_starts_nocase(value, "https://")) {
        findings_add(
            lint->findings, LINT_SITEMAP_RELATIVE, line->number, value_column(line),
            "'%s' is no absolute URL: we resolve it from the file's own, if there is any text, most readers "
            "ignore it; write 'Sitemap: https://…'",
            quote(value).text);
        return;
    }
    *(struct lint_reference *)lint_list_add(&lint->references, sizeof(struct lint_reference)) =
        (struct lint_reference){
            .text = value, .line = line->number, .column = (uint32_t)lint_column(line, value.at)};
}

static void look_at_noindex(struct lint *lint, const struct lint_line *line)
{
    findings_add(lint->findings, LINT_NOINDEX_IN_ROBOTS, line->number, lint_column(line, line->name.at),
                 "%s in a robots.txt is no standard, and search engines dropped it in 2019: we fetch what it "
                 "names and do not store it; write X-Robots-Tag: noindex, or META robots, in the pages",
                 quote(line->name).text);
}

void lint_line_extension(struct lint *lint, const struct lint_line *line)
{
    switch (line->read.field) {
    case FIELD_CRAWL_DELAY:
        look_at_delay(lint, line);
        break;
    case FIELD_REQUEST_RATE:
        look_at_rate(lint, line);
        break;
    case FIELD_VISIT_TIME:
        look_at_visit_time(lint, line);
        break;
    case FIELD_SITEMAP:
        look_at_sitemap(lint, line);
        break;
    case FIELD_NOINDEX:
        look_at_noindex(lint, line);
        break;
    case FIELD_OTHER:
        if (line->has_colon && lint_is_engine_only(line->name))
            look_at_engine_only(lint, line);
        break;
    case FIELD_NONE:
    case FIELD_USER_AGENT:
    case FIELD_ALLOW:
    case FIELD_DISALLOW:
        break;
    }
}
