/* SPDX-License-Identifier: MIT */
/* The field of each line: whether it is one, and which was probably meant. WebWatch counted "unknown fields";
 * here each cause has a finding of its own. */
#include "config.h"

#include "lint/pass.h"
#include "lint/readings.h"
#include "robots/text.h"

/* Fields as they should be written. FIELD_OTHER: only some engines read it. */
static const struct known_field {
    const char *written;
    enum robots_field field;
} known_fields[] = {
    {"User-agent", FIELD_USER_AGENT},
    {"Disallow", FIELD_DISALLOW},
    {"Allow", FIELD_ALLOW},
    {"Sitemap", FIELD_SITEMAP},
    {"Crawl-delay", FIELD_CRAWL_DELAY},
    {"Request-rate", FIELD_REQUEST_RATE},
    {"Visit-time", FIELD_VISIT_TIME},
    {"Noindex", FIELD_NOINDEX},
    {"Noarchive", FIELD_NOINDEX},
    {"Host", FIELD_OTHER},
    {"Clean-param", FIELD_OTHER},
    {"Content-Signal", FIELD_OTHER},
    {"Content-Usage", FIELD_OTHER},
    {"License", FIELD_OTHER},
    {"Robot-version", FIELD_OTHER},
    {"Comment", FIELD_OTHER},
    {"Nofollow", FIELD_OTHER},
    {"Revisit-after", FIELD_OTHER},
    {"Domain", FIELD_OTHER},
    {"Cache-delay", FIELD_OTHER},
};
enum { KNOWN_COUNT = sizeof known_fields / sizeof known_fields[0] };

static const struct known_field *find_known(struct span name)
{
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        if (span_is_nocase(name, known_fields[i].written))
            return &known_fields[i];
    }
    return NULL;
}

bool lint_is_engine_only(struct span name)
{
    const struct known_field *known = find_known(name);

    return known ? known->field == FIELD_OTHER : span_starts_nocase(name, "acap-");
}

/* The field that NAME misspells by one or two letters, if it is long enough to tell; NULL: none. */
static const struct known_field *nearest_known(struct span name)
{
    const struct known_field *nearest = NULL;
    size_t least = 3;

    if (name.len < 4 || name.len > TEXT_DISTANCE_MAX)
        return NULL;
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        size_t distance = text_distance(name, known_fields[i].written);

        if (distance >= least || distance * 3 > name.len)
            continue;
        least = distance;
        nearest = &known_fields[i];
    }
    return nearest;
}

/* FIELD as it should be written. */
static const char *field_text(enum robots_field field)
{
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        if (known_fields[i].field == field)
            return known_fields[i].written;
    }
    return "nothing";
}

static struct span first_word(struct span text)
{
    return text_take_word(&text);
}

/* "Disallow = /x": a known field before an equals sign. */
static bool is_assignment(struct span text)
{
    size_t at = span_find(text, '=');

    return at < text.len && find_known(span_trim(span_part(text, 0, at), TEXT_SPACE));
}

static bool is_prose(struct span text)
{
    (void)text_take_word(&text);
    (void)text_take_word(&text);
    return text_take_word(&text).len > 0;
}

/* A line whose field no one reads. */
static void check_unknown(struct lint *lint, const struct lint_line *line)
{
    const struct known_field *near = nearest_known(line->has_colon ? line->name : first_word(line->code));
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
        findings_format(lint->findings, code, line->number, lint_column(line, line->name.at),
                        "'%s' is misspelt; no reader accepts it. Write '%s:'.", quote(line->name).text,
                        near->written);
    else
        lint_add(lint, code, line, line->code.at, line->code);
}

/* A field without its colon, whether tiptoe reads it or not. */
static void check_colonless(struct lint *lint, const struct lint_line *line)
{
    const struct known_field *known = find_known(first_word(line->code));
    size_t column = lint_column(line, line->code.at);

    if (is_assignment(line->code))
        lint_add(lint, LINT_EQUALS_SIGN, line, line->code.at, line->code);
    else if (line->read.field != FIELD_NONE)
        findings_format(lint->findings, LINT_MISSING_COLON, line->number, column,
                        "No colon after the field; tiptoe reads '%s' as '%s: %s', Google only if the line "
                        "has exactly two words, others skip it. Write one between the field and the value.",
                        quote(line->code).text, field_text(line->read.field), quote(line->read.value).text);
    else if (known)
        findings_format(lint->findings, LINT_MISSING_COLON, line->number, column,
                        "No colon after the field; robots skip '%s'. Write '%s: …'.", quote(line->code).text,
                        known->written);
    else
        check_unknown(lint, line);
    if (known && known->field == FIELD_ALLOW)
        lint_add(lint, LINT_ALLOW_MALFORMED, line, line->code.at, line->code);
}

/* A field that tiptoe reads although it is misspelt. */
static void check_misspelt(struct lint *lint, const struct lint_line *line)
{
    if (line->read.unquoted)
        lint_add(lint, LINT_PATH_QUOTED, line, line->name.at, line->code);
    else
        findings_format(lint->findings, LINT_TYPO, line->number, lint_column(line, line->name.at),
                        "'%s' is misspelt; only %s it. Write '%s:'.", quote(line->name).text,
                        reading_google_accepts(line->name) ? "tiptoe and Google accept" : "tiptoe accepts",
                        field_text(line->read.field));
}

/* Where another field starts in a value, because a line end was lost; its length if there is none. */
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
        for (size_t j = 0; j < sizeof fields / sizeof fields[0]; j++) {
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

void lint_line_field(struct lint *lint, const struct lint_line *line)
{
    const struct known_field *known = find_known(line->name);
    struct span first = first_word(line->name);
    const struct known_field *known_first = find_known(first);

    if (!line->has_colon)
        check_colonless(lint, line);
    else if (known_first && first.len < line->name.len)
        findings_format(lint->findings, LINT_MISSING_COLON, line->number, lint_column(line, line->name.at),
                        "No colon after '%s'; tiptoe and Google cut the line at a later one, others skip it. "
                        "Write '%s:'.",
                        quote(first).text, known_first->written);
    else if (!known && line->read.field != FIELD_OTHER)
        check_misspelt(lint, line);
    else if (!known && !lint_is_engine_only(line->name))
        check_unknown(lint, line);
    else if (line->raw.len > 0 && text_is_space(line->raw.at[0]))
        lint_add(lint, LINT_INDENTED_FIELD, line, line->raw.at, line->name);
    check_second_field(lint, line);
}
