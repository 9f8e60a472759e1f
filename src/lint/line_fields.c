/* SPDX-License-Identifier: MIT */
/* Checks the field of each line, and the values of fields that are neither names nor rules: delays, times and
 * sitemaps, which tiptoe reads, and the fields of single search engines and of drafts (Content-Signal,
 * draft-ietf-aipref-attach), which it only records. */
#include "config.h"

#include "lint/pass.h"
#include "robots/text.h"
#include "robots/date.h"
#include "url/url.h"

enum { HUGE_DELAY_MS = 300 * 1000 };

/* The fields that tiptoe reads, as they should be written. */
static const char *const field_texts[] = {
    [FIELD_USER_AGENT] = "User-agent",   [FIELD_ALLOW] = "Allow",
    [FIELD_DISALLOW] = "Disallow",       [FIELD_NOINDEX] = "Noindex",
    [FIELD_CRAWL_DELAY] = "Crawl-delay", [FIELD_REQUEST_RATE] = "Request-rate",
    [FIELD_VISIT_TIME] = "Visit-time",   [FIELD_SITEMAP] = "Sitemap",
    [FIELD_SITEMAP + 1] = "Noarchive", /* read as Noindex */
};

/* Returns true for these, and for fields that only some search engines read. */
static bool is_known(struct span name)
{
    return span_is_one_of_nocase(
        name, "user-agent disallow allow sitemap crawl-delay request-rate visit-time noindex noarchive host "
              "clean-param content-signal content-usage license robot-version comment nofollow revisit-after "
              "domain cache-delay");
}

/* Returns the field that NAME misspells by one or two letters, if it is long enough to tell; NULL if none. */
static const char *nearest_known(struct span name)
{
    const char *nearest = NULL;
    size_t least = 3;

    if (name.len < 4)
        return NULL;
    for (size_t i = FIELD_USER_AGENT; i < COUNT_OF(field_texts); i++) {
        size_t distance = text_distance(name, span_of(field_texts[i]));

        if (distance >= least || distance * 3 > name.len)
            continue;
        least = distance;
        nearest = field_texts[i];
    }
    return nearest;
}

static struct span first_word(struct span text)
{
    return span_take_word(&text, TEXT_SPACE);
}

/* Returns true for "Disallow = /x": a known field before an equals sign. */
static bool is_assignment(struct span text)
{
    size_t at = span_find(text, '=');

    return at < text.len && is_known(span_trim(span_part(text, 0, at), TEXT_SPACE));
}

static bool is_prose(struct span text)
{
    (void)span_take_word(&text, TEXT_SPACE);
    (void)span_take_word(&text, TEXT_SPACE);
    return span_take_word(&text, TEXT_SPACE).len > 0;
}

/* Returns true for a field that google/robotstxt reads: by its beginning, and some that are misspelt. */
static bool is_known_to_google(struct span name)
{
    return span_starts_nocase(name, "allow") ||
           (lines_field_by_beginning(name) != FIELD_OTHER && !span_starts_nocase(name, "user_agent"));
}

/* Returns who accepts a field that is not written correctly. */
static const char *readers_text(bool by_tiptoe, bool by_google)
{
    if (by_tiptoe)
        return by_google ? "only tiptoe and Google accept it" : "only tiptoe accepts it";
    return by_google ? "only Google accepts it" : "no reader accepts it";
}

/* Reports the misspelt field KNOWN. */
static void add_typo(struct lint *lint, const struct lint_line *line, bool by_tiptoe, const char *known)
{
    findings_format(lint->findings, LINT_TYPO, LINT_USUAL, line->number, lint_column(line, line->name.at),
                    "'%s' is misspelt; %s. Write '%s:'.", quote(line->name).text,
                    readers_text(by_tiptoe, is_known_to_google(line->name)), known);
}

/* Reports FIELD without its colon. Google accepts it if exactly one word follows. */
static void add_missing_colon(struct lint *lint, const struct lint_line *line, struct span field)
{
    bool by_google = is_known_to_google(field) && field.len < line->code.len && !is_prose(line->code);

    findings_format(lint->findings, LINT_MISSING_COLON, LINT_USUAL, line->number,
                    lint_column(line, line->code.at),
                    "'%s': no colon after the field; %s. Write one between the field and the value.",
                    quote(line->code).text,
                    line->has_colon ? "tiptoe and Google cut the line at a later one, others skip it"
                                    : readers_text(line->read.field != FIELD_NONE, by_google));
}

/* Reports a line whose field no robot reads. */
static void check_unknown(struct lint *lint, const struct lint_line *line)
{
    const char *near = nearest_known(line->has_colon ? line->name : first_word(line->code));
    enum lint_code code = LINT_UNKNOWN_FIELD;

    if (span_starts(line->code, ";") || span_starts(line->code, "//"))
        code = LINT_SEMICOLON_COMMENT;
    else if (is_assignment(line->code))
        code = LINT_EQUALS_SIGN;
    else if (line->has_colon && near)
        code = LINT_TYPO;
    else if (is_prose(line->has_colon ? line->name : line->code))
        code = LINT_PROSE;
    if (code == LINT_TYPO)
        add_typo(lint, line, false, near);
    else
        lint_add(lint, code, line, line->code.at, line->code);
}

/* Reports a field without its colon, whether tiptoe reads it or not. */
static void check_colonless(struct lint *lint, const struct lint_line *line)
{
    struct span first = first_word(line->code);

    if (is_assignment(line->code))
        lint_add(lint, LINT_EQUALS_SIGN, line, line->code.at, line->code);
    else if (line->read.field != FIELD_NONE || is_known(first))
        add_missing_colon(lint, line, first);
    else
        check_unknown(lint, line);
    if (span_is_nocase(first, "allow"))
        lint_add(lint, LINT_ALLOW_MALFORMED, line, line->code.at, line->code);
}

/* Reports a field that tiptoe reads although it is misspelt. */
static void check_misspelt(struct lint *lint, const struct lint_line *line)
{
    if (line->read.unquoted)
        lint_add(lint, LINT_PATH_QUOTED, line, line->name.at, line->code);
    else
        add_typo(lint, line, true, field_texts[line->read.field]);
}

/* Returns where another field starts in a value, because a line end was lost; its length without one. */
static size_t find_second_field(struct span value)
{
    static const struct {
        const char *text;
        bool after_space; /* only at the start of a word */
    } fields[] = {
        {"user-agent:", false}, {"disallow:", false},   {"allow:", true},
        {"sitemap:", true},     {"crawl-delay:", true},
    };

    for (size_t i = 0; i < value.len; i++) {
        for (size_t j = 0; j < COUNT_OF(fields); j++) {
            if (ascii_lower(value.at[i]) == fields[j].text[0] &&
                (!fields[j].after_space || i == 0 || text_is_space(value.at[i - 1])) &&
                span_starts_nocase(span_part(value, i, value.len), fields[j].text))
                return i;
        }
    }
    return value.len;
}

static void check_second_field(struct lint *lint, const struct lint_line *line)
{
    struct span second = span_part(line->value, find_second_field(line->value), line->value.len);

    if (second.len > 0 && line->read.field != FIELD_NONE && line->read.field != FIELD_OTHER)
        lint_add(lint, LINT_TWO_FIELDS_ON_LINE, line, second.at, second);
}

static void check_field(struct lint *lint, const struct lint_line *line)
{
    struct span first = first_word(line->name);

    if (!line->has_colon)
        check_colonless(lint, line);
    else if (is_known(first) && first.len < line->name.len)
        add_missing_colon(lint, line, first);
    else if (!is_known(line->name) && line->read.field != FIELD_OTHER)
        check_misspelt(lint, line);
    else if (!is_known(line->name) && !span_starts_nocase(line->name, "acap-"))
        check_unknown(lint, line);
    check_second_field(lint, line);
}

/* Adds a finding about the value; about the field if the value is empty. */
static void add_value(struct lint *lint, enum lint_code code, const struct lint_line *line)
{
    lint_add(lint, code, line, line->value.len > 0 ? line->value.at : line->code.at, line->read.value);
}

static void check_delay(struct lint *lint, const struct lint_line *line)
{
    int64_t ms;

    if (!times_read_delay(line->read.value, &ms)) {
        add_value(lint, LINT_DELAY_INVALID, line);
        return;
    }
    if (ms > HUGE_DELAY_MS)
        findings_format(
            lint->findings, LINT_DELAY_HUGE, LINT_USUAL, line->number, lint_column(line, line->value.at),
            "Crawl-delay is more than 300 s; tiptoe obeys it and requests at most %lld pages a day, other "
            "robots give up or ignore it. If that is not intended, write a smaller number.",
            (long long)(INT64_C(86400) * 1000 / ms));
}

/* Returns true for "p1[&p2] [path]". */
static bool is_clean_param(struct span value)
{
    struct span names = span_take_word(&value, TEXT_SPACE), path = span_take_word(&value, TEXT_SPACE);

    do {
        if (!span_is_plain(span_take_until(&names, '&'), "-._~[]%"))
            return false;
    } while (names.len > 0);
    return value.len == 0 && (path.len == 0 || byte_is_in(path.at[0], "/*"));
}

/* Returns true for "search=yes", "ai-train=no" or "use=…". */
static bool is_signal(struct span name, struct span value)
{
    name = span_trim(name, TEXT_SPACE);
    value = span_trim(value, TEXT_SPACE);
    if (span_is_nocase(name, "use"))
        return value.len > 0;
    return span_is_one_of_nocase(name, "search ai-input ai-train") && span_is_one_of_nocase(value, "yes no");
}

/* Returns true for a member of a structured dictionary with the value y or n: "train-ai=y;parameter". */
static bool is_preference(struct span label, struct span value)
{
    if (!span_is_plain(label, "-_.") || !ascii_is_alpha(label.at[0]))
        return false;
    for (size_t i = 0; i < label.len; i++) {
        if (ascii_lower(label.at[i]) != label.at[i])
            return false;
    }
    return span_is_one_of(span_trim(span_take_until(&value, ';'), TEXT_SPACE), "y n");
}

/* Returns true if VALUE is a list of members "name=value", not empty, and all of them are valid. */
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

/* Returns true for "[path SP] label=y, label=n". */
static bool is_usage(struct span value)
{
    if (span_starts(value, "/") || span_starts(value, "*")) {
        (void)span_take_until(&value, ' ');
        value = span_trim(value, TEXT_SPACE);
    }
    return is_list_of(value, is_preference);
}

static void check_recorded(struct lint *lint, const struct lint_line *line)
{
    if (span_is_nocase(line->name, "clean-param") && !is_clean_param(line->value))
        add_value(lint, LINT_CLEANPARAM_INVALID, line);
    if (span_is_nocase(line->name, "content-signal") && !is_list_of(line->value, is_signal))
        add_value(lint, LINT_CONTENT_SIGNAL_INVALID, line);
    if (span_is_nocase(line->name, "content-usage") && !is_usage(line->value))
        add_value(lint, LINT_USAGE_INVALID, line);
}

/* Keeps the URL of a Sitemap line until all rules are known. */
static void check_sitemap(struct lint *lint, const struct lint_line *line)
{
    struct span value = line->read.value;

    if (url_starts_http(value))
        *LIST_ADD(lint->sitemaps) = (struct lint_sitemap){
            .url = value, .line = line->number, .column = (uint32_t)lint_column(line, value.at)};
    else if (value.len > 0)
        add_value(lint, LINT_SITEMAP_RELATIVE, line);
}

static void check_value(struct lint *lint, const struct lint_line *line)
{
    enum robots_field field = line->read.field;
    struct day_window window;
    int64_t ms;

    if (field == FIELD_CRAWL_DELAY)
        check_delay(lint, line);
    else if (field == FIELD_REQUEST_RATE && !times_read_rate(line->read.value, &ms, &window))
        add_value(lint, LINT_RATE_INVALID, line);
    else if (field == FIELD_VISIT_TIME && !times_read_window(line->read.value, &window))
        add_value(lint, LINT_VISIT_TIME_INVALID, line);
    else if (field == FIELD_SITEMAP)
        check_sitemap(lint, line);
    else if (field == FIELD_NOINDEX)
        lint_add(lint, LINT_NOINDEX_IN_ROBOTS, line, line->name.at, line->name);
    else if (field == FIELD_OTHER && line->has_colon)
        check_recorded(lint, line);
}

void lint_line_field(struct lint *lint, const struct lint_line *line)
{
    check_field(lint, line);
    check_value(lint, line);
}
