/* SPDX-License-Identifier: MIT */
/* The field of each line: whether it is one, and what it was meant to be. WebWatch's "unknown field" comes
 * apart here into the causes that it found and those that years of real files added. */
#include "config.h"

#include "lint/pass.h"
#include "robots/text.h"

/* How a field is written, and who reads it. */
struct known_field {
    const char *name; /* in lower case */
    const char *written;
    bool is_ours; /* we read it; the rest are extensions of some engine, recorded only */
};

static const struct known_field known_fields[] = {
    {"user-agent", "User-agent", true},
    {"disallow", "Disallow", true},
    {"allow", "Allow", true},
    {"sitemap", "Sitemap", true},
    {"crawl-delay", "Crawl-delay", true},
    {"request-rate", "Request-rate", true},
    {"visit-time", "Visit-time", true},
    {"noindex", "Noindex", true},
    {"noarchive", "Noarchive", true},
    {"host", "Host", false},
    {"clean-param", "Clean-param", false},
    {"content-signal", "Content-Signal", false},
    {"content-usage", "Content-Usage", false},
    {"license", "License", false},
    {"robot-version", "Robot-version", false},
    {"comment", "Comment", false},
    {"nofollow", "Nofollow", false},
    {"revisit-after", "Revisit-after", false},
    {"domain", "Domain", false},
    {"cache-delay", "Cache-delay", false},
};
enum { KNOWN_COUNT = sizeof known_fields / sizeof known_fields[0] };

static const struct known_field *find_known(struct span name)
{
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        if (span_is_nocase(name, known_fields[i].name))
            return &known_fields[i];
    }
    return NULL;
}

bool lint_is_engine_only(struct span name)
{
    const struct known_field *known = find_known(name);

    return known ? !known->is_ours : span_starts_nocase(name, "acap-");
}

static unsigned smallest(unsigned a, unsigned b, unsigned c)
{
    unsigned least = a < b ? a : b;

    return least < c ? least : c;
}

/* Letters to insert, drop or replace between NAME and WANTED; both are short. */
static unsigned distance(struct span name, const char *wanted)
{
    unsigned row[24], len = (unsigned)strlen(wanted);

    for (unsigned j = 0; j <= len; j++)
        row[j] = j;
    for (unsigned i = 1; i <= name.len; i++) {
        unsigned diagonal = row[0];

        row[0] = i;
        for (unsigned j = 1; j <= len; j++) {
            unsigned above = row[j];

            row[j] = smallest(above + 1, row[j - 1] + 1,
                              diagonal + (ascii_lower(name.at[i - 1]) != wanted[j - 1]));
            diagonal = above;
        }
    }
    return row[len];
}

/* The field that NAME is one or two letters away from, in words long enough to tell; NULL: none. */
static const struct known_field *nearest_known(struct span name)
{
    const struct known_field *nearest = NULL;
    unsigned least = 3;

    if (name.len < 4 || name.len > 16)
        return NULL;
    for (size_t i = 0; i < KNOWN_COUNT; i++) {
        unsigned far = distance(name, known_fields[i].name);

        if (far >= least || far * 3 > name.len)
            continue;
        least = far;
        nearest = &known_fields[i];
    }
    return nearest;
}

static const char *field_text(enum robots_field field)
{
    switch (field) {
    case FIELD_USER_AGENT:
        return "User-agent";
    case FIELD_ALLOW:
        return "Allow";
    case FIELD_DISALLOW:
        return "Disallow";
    case FIELD_NOINDEX:
        return "Noindex";
    case FIELD_CRAWL_DELAY:
        return "Crawl-delay";
    case FIELD_REQUEST_RATE:
        return "Request-rate";
    case FIELD_VISIT_TIME:
        return "Visit-time";
    case FIELD_SITEMAP:
        return "Sitemap";
    case FIELD_NONE:
    case FIELD_OTHER:
        break;
    }
    return "nothing";
}

static bool starts_comment(struct span text)
{
    return span_starts(text, ";") || span_starts(text, "//");
}

static struct span first_word(struct span text)
{
    size_t len = 0;

    while (len < text.len && !text_is_space(text.at[len]))
        len++;
    return span_part(text, 0, len);
}

/* "Disallow = /x": a known field before an equals sign. */
static bool is_assignment(struct span text)
{
    size_t at = span_find(text, '=');

    return at < text.len && find_known(span_trim(span_part(text, 0, at), TEXT_SPACE));
}

/* Three words or more, of which the first is none that a field could be. */
static bool is_prose(struct span text)
{
    size_t words = 0;

    while (text.len > 0 && words < 3) {
        struct span word = first_word(span_trim(text, TEXT_SPACE));

        text = span_part(text, (size_t)(word.at - text.at) + word.len, text.len);
        words += word.len > 0;
        text = span_trim(text, TEXT_SPACE);
    }
    return words == 3;
}

static void add(struct lint *lint, enum lint_code code, const struct lint_line *line, const char *text)
{
    findings_add(lint->findings, code, line->number, lint_column(line, line->code.at), "'%s' %s",
                 quote(line->code).text, text);
}

static const char *equals_text(enum robots_field field)
{
    return field == FIELD_NONE
               ? "binds nobody: we skip it; write ':' for '='"
               : "has '=' for ':': we take the '=' for part of the value, others skip the line; "
                 "write ':'";
}

/* A line that is no field at all: what does it look like? */
static void look_at_unknown(struct lint *lint, const struct lint_line *line)
{
    const struct known_field *near = nearest_known(line->has_colon ? line->name : first_word(line->code));

    if (starts_comment(line->code))
        add(lint, LINT_SEMICOLON_COMMENT, line,
            "is no comment here, and no field: we skip it; write '#' before it");
    else if (is_assignment(line->code))
        add(lint, LINT_EQUALS_SIGN, line, equals_text(FIELD_NONE));
    else if (line->has_colon && near)
        findings_add(lint->findings, LINT_TYPO, line->number, lint_column(line, line->name.at),
                     "'%s' is no field: we skip the line, and so does everyone; write '%s:'",
                     quote(line->name).text, near->written);
    else if (is_prose(line->has_colon ? line->name : line->code))
        add(lint, LINT_PROSE, line,
            "is text for people, which nobody reads here: we skip it; write '#' before it");
    else
        add(lint, LINT_UNKNOWN_FIELD, line,
            line->has_colon ? "is a field that nobody knows: we skip it; remove it, or write '#' before it"
                            : "is no field: we skip it; remove it, or write '#' before it");
}

/* A field without its colon, whether we read it or not. */
static void look_at_colonless(struct lint *lint, const struct lint_line *line)
{
    const struct known_field *known = find_known(first_word(line->code));
    size_t column = lint_column(line, line->code.at);

    if (is_assignment(line->code))
        add(lint, LINT_EQUALS_SIGN, line, equals_text(line->read.field));
    else if (line->read.field != FIELD_NONE)
        findings_add(lint->findings, LINT_MISSING_COLON, line->number, column,
                     "no colon: we read '%s' as '%s: %s', Google only if there are two words, others not at "
                     "all; write the colon",
                     quote(line->code).text, field_text(line->read.field), quote(line->read.value).text);
    else if (known)
        findings_add(lint->findings, LINT_MISSING_COLON, line->number, column,
                     "no colon: '%s' is skipped; write '%s: …'", quote(line->code).text, known->written);
    else
        look_at_unknown(lint, line);
    if (known && span_is(span_of(known->name), "allow"))
        findings_add(lint->findings, LINT_ALLOW_MALFORMED, line->number, column,
                     "an Allow without its colon frees nobody: we skip it; write 'Allow: %s'",
                     quote(span_trim(span_part(line->code, 5, line->code.len), TEXT_SPACE)).text);
}

/* Does google/robotstxt take NAME for a field: by its beginning, or as one of its misspellings? */
static bool is_read_by_google(struct span name)
{
    static const char *const beginnings[] = {"disallow",  "user-agent", "allow",    "sitemap",
                                             "useragent", "user agent", "site-map", "dissallow",
                                             "dissalow",  "disalow",    "diasllow", "disallaw"};

    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (span_starts_nocase(name, beginnings[i]))
            return true;
    }
    return false;
}

/* A field that we read although it is not written as it should be. */
static void look_at_misspelt(struct lint *lint, const struct lint_line *line)
{
    const char *written = field_text(line->read.field);

    if (line->read.unquoted) {
        findings_add(lint->findings, LINT_PATH_QUOTED, line->number, lint_column(line, line->name.at),
                     "the line is quoted: we read it as %s without the quotes, others skip it; remove them",
                     written);
        return;
    }
    findings_add(lint->findings, LINT_TYPO, line->number, lint_column(line, line->name.at),
                 "'%s' is no field: we%s read it as %s, others skip it; write '%s:'", quote(line->name).text,
                 is_read_by_google(line->name) ? ", like Google," : "", written, written);
}

static bool is_word_byte(char c)
{
    return ascii_is_alpha(c) || ascii_is_digit(c) || c == '-';
}

/* Where in a value another field begins: the line end before it was lost. LEN where none does. */
static size_t find_second_field(struct span value)
{
    static const char *const glued[] = {"user-agent:", "disallow:"};
    static const char *const apart[] = {"allow:", "sitemap:", "crawl-delay:"};

    for (size_t i = 0; i < value.len; i++) {
        struct span rest = span_part(value, i, value.len);
        char c = ascii_lower(rest.at[0]);

        if (c == 'u' || c == 'd') {
            for (size_t j = 0; j < 2; j++) {
                if (span_starts_nocase(rest, glued[j]))
                    return i;
            }
        } else if ((c == 'a' || c == 's' || c == 'c') && (i == 0 || !is_word_byte(value.at[i - 1]))) {
            for (size_t j = 0; j < 3; j++) {
                if (span_starts_nocase(rest, apart[j]) && (i == 0 || text_is_space(value.at[i - 1])))
                    return i;
            }
        }
    }
    return value.len;
}

static void look_for_second_field(struct lint *lint, const struct lint_line *line)
{
    size_t at = find_second_field(line->value);

    if (at == line->value.len || line->read.field == FIELD_NONE || line->read.field == FIELD_OTHER)
        return;
    findings_add(
        lint->findings, LINT_TWO_FIELDS_ON_LINE, line->number, lint_column(line, line->value.at + at),
        "a second field, '%s', stands on the line: we, like all, take it for part of the value of %s; "
        "write it on a line of its own",
        quote(span_part(line->value, at, line->value.len)).text, field_text(line->read.field));
}

void lint_line_field(struct lint *lint, const struct lint_line *line)
{
    const struct known_field *known = find_known(line->name);
    struct span first = first_word(line->name);
    const struct known_field *known_first = find_known(first);
    bool is_indented = line->raw.len > 0 && text_is_space(line->raw.at[0]);

    if (!line->has_colon)
        look_at_colonless(lint, line);
    else if (known_first && first.len < line->name.len)
        findings_add(
            lint->findings, LINT_MISSING_COLON, line->number, lint_column(line, line->name.at),
            "no colon after '%s': we, and Google, cut the line at a later one, and others skip it; write "
            "'%s:'",
            quote(first).text, known_first->written);
    else if (!known && line->read.field != FIELD_OTHER)
        look_at_misspelt(lint, line);
    else if (!known && !lint_is_engine_only(line->name))
        look_at_unknown(lint, line);
    else if (is_indented)
        findings_add(
            lint->findings, LINT_INDENTED_FIELD, line->number, 1,
            "white space before %s: we read the line, as RFC 9309 does; readers of 1994 skip it as an "
            "unknown field; start the line with the field",
            quote(line->name).text);
    if (line->has_colon && (!known || known->is_ours))
        look_for_second_field(lint, line);
}
