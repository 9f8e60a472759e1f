/* SPDX-License-Identifier: MIT */
/* Reads the terms of META robots and X-Robots-Tag (Google, "Robots meta tag specifications") and of
 * Robots-Tag (draft-illyes-repext). One scanner reads all forms: lists of terms; "agent: terms" up to the
 * next agent; "ALL=" and "NONE=" before lists; and both forms of Robots-Tag: "agent;term;term, agent;term" (a
 * structured field) and "agent=term, term;". Every restrictive term counts, in any order, also after
 * NONE=. */
#include "config.h"

#include "robots/meta.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "robots/date.h"
#include "robots/lines.h"

/* Terms without a value, in lower case. */
static const struct {
    const char *name;
    unsigned effect;
    unsigned off_effect; /* further effect in a list after NONE= */
} terms[] = {
    {"noindex", META_NO_INDEX, 0},
    {"no-index", META_NO_INDEX, 0},
    {"nofollow", META_NO_FOLLOW, 0},
    {"no-follow", META_NO_FOLLOW, 0},
    {"none", META_NO_INDEX | META_NO_FOLLOW, 0},
    {"noarchive", META_NO_ARCHIVE, 0},
    {"no-archive", META_NO_ARCHIVE, 0},
    {"nocache", META_NO_ARCHIVE, 0},
    {"no-cache", META_NO_ARCHIVE, 0},
    {"noimageindex", META_NO_IMAGES, 0},
    {"index", 0, META_NO_INDEX},
    {"follow", 0, META_NO_FOLLOW},
    {"archive", 0, META_NO_ARCHIVE},
    {"all", 0, META_NO_INDEX | META_NO_FOLLOW},
    {"nosnippet", 0, 0},
    {"notranslate", 0, 0},
    {"indexifembedded", 0, 0},
    {"noodp", 0, 0},
    {"noydir", 0, 0},
    {"noai", 0, 0},
    {"noimageai", 0, 0},
    {"nositelinkssearchbox", 0, 0},
    {"nopagereadaloud", 0, 0},
};
enum { TERM_COUNT = COUNT_OF(terms) };

/* How far the name of an agent applies. */
enum scope {
    SCOPE_LINE,   /* to the next name */
    SCOPE_MEMBER, /* to the next comma */
    SCOPE_SEGMENT /* to the next semicolon */
};

struct scanner {
    const struct meta_input *input;
    struct meta_verdict *verdict;
    struct span token;
    enum meta_source source;
    enum meta_reader reader;
    size_t index;
    bool takes_agents;  /* agent names are allowed before terms */
    bool is_structured; /* "name;" at the start of a list member is an agent */
    struct span rest;
    bool is_ours; /* the following terms are addressed to us */
    enum scope scope;
    bool at_member;     /* at the start of a list member */
    bool in_bad_date;   /* colons belong to an invalid date */
    bool is_off;        /* after NONE=, up to the next agent */
    struct span lonely; /* a NONE= with nothing after it yet */
};

static bool ends_word(struct span text)
{
    char c = text.at[0];

    return byte_is_in(c, TEXT_BLANK ",;|:=\"'") || text_invisible_len(text) > 0;
}

static bool is_addressed(struct span name, struct span token)
{
    name = text_trim(name);
    name = span_part(name, 0, span_find(name, '/'));
    return span_is_nocase(name, "robots") || span_is_nocase(name, "robot") || span_is(name, "*") ||
           (token.len > 0 && span_equals_nocase(name, token));
}

static void add_term(struct scanner *scanner, struct span text, unsigned effect)
{
    struct meta_verdict *verdict = scanner->verdict;

    if (!scanner->is_ours)
        return;
    if (verdict->term_count < LIMIT_META_TERMS || effect & ~verdict->effects) {
        *MEM_ADD(verdict->terms, verdict->term_count, verdict->room) =
            (struct meta_term){.text = text,
                               .effect = effect,
                               .source = scanner->source,
                               .reader = scanner->reader,
                               .index = scanner->index};
    }
    verdict->disagreements += effect != META_NOTHING && scanner->reader != META_BY_BOTH;
    verdict->effects |= effect;
}

static void advance(struct scanner *scanner, size_t len)
{
    scanner->rest = span_part(scanner->rest, len, scanner->rest.len);
}

/* Returns the next byte after blanks, or 0 at the end. */
static char peek_beyond_blanks(struct span text)
{
    text = text_skip_blanks(text);
    return text.len > 0 ? text.at[0] : '\0';
}

static void skip_blanks(struct scanner *scanner)
{
    scanner->rest = text_skip_blanks(scanner->rest);
}

/* Skips blanks and the byte C after them; false, with nothing skipped, if another follows. */
static bool take_beyond_blanks(struct scanner *scanner, char c)
{
    if (peek_beyond_blanks(scanner->rest) != c)
        return false;
    skip_blanks(scanner);
    advance(scanner, 1);
    return true;
}

/* Skips one separator and ends the scope that it closes. */
static void pass_separator(struct scanner *scanner)
{
    size_t invisible = text_invisible_len(scanner->rest);
    char c = scanner->rest.at[0];

    if (c == ',' || c == ';' || c == '|')
        scanner->in_bad_date = false;
    if (c == ',')
        scanner->at_member = true;
    if ((c == ',' && scanner->scope == SCOPE_MEMBER) || (c == ';' && scanner->scope == SCOPE_SEGMENT)) {
        scanner->scope = SCOPE_LINE;
        scanner->is_ours = true;
    }
    advance(scanner, invisible > 0 ? invisible : 1);
}

static struct span take_word(struct scanner *scanner)
{
    struct span word;
    size_t len = 0;

    while (len < scanner->rest.len && !ends_word(span_part(scanner->rest, len, scanner->rest.len)))
        len++;
    word = span_part(scanner->rest, 0, len);
    advance(scanner, len);
    return word;
}

static size_t find_term(struct span word)
{
    size_t i = 0;

    while (i < TERM_COUNT && !span_is_nocase(word, terms[i].name))
        i++;
    return i;
}

/* Returns true for a term with a value. */
static bool is_parameter(struct span word)
{
    return span_is_one_of_nocase(word, "max-snippet max-image-preview max-video-preview unavailable_after");
}

/* Returns the text from the start of WORD to the scanner's position. */
static struct span since(const struct scanner *scanner, struct span word)
{
    return span_make(word.at, (size_t)(scanner->rest.at - word.at));
}

/* Skips the value after ':' or '=' of a term: a quoted text, or the text up to the next separator. */
static void pass_value(struct scanner *scanner)
{
    skip_blanks(scanner);
    if (scanner->rest.len > 0 && scanner->rest.at[0] == '"') {
        advance(scanner, 1);
        advance(scanner, span_find(scanner->rest, '"') + 1);
        return;
    }
    while (scanner->rest.len > 0 && !strchr(TEXT_BLANK ",;|", scanner->rest.at[0]))
        advance(scanner, 1);
}

static void read_date(struct scanner *scanner, struct span word)
{
    int64_t now_ms = scanner->input->now_ms, at_ms;
    int64_t *soonest = &scanner->verdict->unavailable_at_ms;
    size_t len;

    skip_blanks(scanner);
    if (scanner->rest.len > 0 && scanner->rest.at[0] == '"')
        advance(scanner, 1);
    len = date_read(scanner->rest, &at_ms);
    if (len == 0) {
        scanner->in_bad_date = true;
        add_term(scanner, word, META_NOTHING);
        return;
    }
    advance(scanner, len);
    add_term(scanner, since(scanner, word), at_ms <= now_ms ? META_NO_INDEX : META_NOTHING);
    if (scanner->is_ours && at_ms > now_ms && (*soonest < 0 || at_ms < *soonest))
        *soonest = at_ms;
}

static void read_parameter(struct scanner *scanner, struct span word)
{
    if (!take_beyond_blanks(scanner, ':') && !take_beyond_blanks(scanner, '=')) {
        add_term(scanner, word, META_NOTHING);
        return;
    }
    if (span_is_nocase(word, "unavailable_after")) {
        read_date(scanner, word);
        return;
    }
    pass_value(scanner);
    add_term(scanner, since(scanner, word), META_NOTHING);
}

/* Reads a known term, alone or with a value, or ALL= or NONE= before a list. In structured fields, only "=?1"
 * is true. */
static void read_term(struct scanner *scanner, struct span word, size_t term)
{
    bool is_off = scanner->is_off;

    if (take_beyond_blanks(scanner, '=')) {
        bool is_all = span_is_nocase(word, "all"), is_none = span_is_nocase(word, "none");

        if (span_starts(scanner->rest, "?1")) {
            advance(scanner, 2);
        } else if ((is_all || is_none) && !span_starts(scanner->rest, "?")) {
            scanner->is_off = is_none;
            scanner->lonely = is_none ? word : span_make(NULL, 0);
            return;
        } else {
            pass_value(scanner);
            return;
        }
    }
    scanner->lonely.len = 0;
    add_term(scanner, word, terms[term].effect | (is_off ? terms[term].off_effect : 0));
}

/* Reads "no index" as two words; the first has been read. */
static bool read_split_term(struct scanner *scanner, struct span word)
{
    struct span before = scanner->rest, second, whole;
    char joined[16] = "no";

    if (!span_is_nocase(word, "no"))
        return false;
    skip_blanks(scanner);
    second = take_word(scanner);
    whole = since(scanner, word);
    if (second.len < sizeof joined - 2) {
        size_t term;

        memcpy(joined + 2, second.at, second.len);
        term = find_term(span_make(joined, second.len + 2));
        if (term < TERM_COUNT) {
            read_term(scanner, whole, term);
            return true;
        }
    }
    scanner->rest = before;
    return false;
}

static bool has_letter(struct span word)
{
    for (size_t i = 0; i < word.len; i++) {
        if (ascii_is_alpha(word.at[i]))
            return true;
    }
    return span_is(word, "*");
}

/* Returns true if the text after "name=" is empty or begins with a term. */
static bool starts_terms(struct span rest)
{
    struct scanner ahead = {.rest = rest};
    struct span word;

    skip_blanks(&ahead);
    if (ahead.rest.len == 0 || ahead.rest.at[0] == ';' || ahead.rest.at[0] == ',')
        return true;
    word = take_word(&ahead);
    return find_term(word) < TERM_COUNT || is_parameter(word);
}

/* Treats WORD as an agent's name if the following text shows that it is one. */
static bool read_agent(struct scanner *scanner, struct span word, bool at_member)
{
    char next = peek_beyond_blanks(scanner->rest);

    if (!scanner->takes_agents || scanner->in_bad_date || !has_letter(word))
        return false;
    if (next == ';' && at_member && scanner->is_structured)
        scanner->scope = SCOPE_MEMBER;
    else if (next == ':')
        scanner->scope = SCOPE_LINE;
    else if (next == '=' && scanner->source == META_ROBOTS_TAG && scanner->scope != SCOPE_MEMBER &&
             starts_terms(span_part(scanner->rest, span_find(scanner->rest, '=') + 1, scanner->rest.len)))
        scanner->scope = SCOPE_SEGMENT;
    else
        return false;
    scanner->is_ours = is_addressed(word, scanner->token);
    scanner->is_off = false;
    scanner->lonely.len = 0;
    skip_blanks(scanner);
    advance(scanner, 1);
    return true;
}

/* Reports a word that means nothing, and skips its value. */
static void pass_unknown(struct scanner *scanner, struct span word)
{
    const struct meta_input *input = scanner->input;

    if (input->unknown && scanner->is_ours && !scanner->in_bad_date)
        input->unknown(input->context, scanner->index, word);
    if (take_beyond_blanks(scanner, '='))
        pass_value(scanner);
}

static void read_word(struct scanner *scanner)
{
    struct span word = take_word(scanner);
    bool at_member = scanner->at_member;
    size_t term = find_term(word);

    if (word.len == 0) {
        pass_separator(scanner);
        return;
    }
    scanner->at_member = false;
    if (is_parameter(word)) {
        read_parameter(scanner, word);
    } else if (term < TERM_COUNT) {
        read_term(scanner, word, term);
    } else if (!read_split_term(scanner, word) && !read_agent(scanner, word, at_member)) {
        pass_unknown(scanner, word);
    }
}

static void scan(struct scanner *scanner, struct span value)
{
    scanner->rest = value;
    scanner->is_ours = true;
    scanner->at_member = true;
    scanner->scope = SCOPE_LINE;
    scanner->is_off = false;
    scanner->in_bad_date = false;
    scanner->lonely = span_make(NULL, 0);
    while (scanner->rest.len > 0)
        read_word(scanner);
    /* NONE= at the end means NONE. */
    if (scanner->lonely.len > 0)
        add_term(scanner, scanner->lonely, META_NO_INDEX | META_NO_FOLLOW);
}

/* Returns true if an X-Robots-Tag value is a structured field: "name;term" in every member, without
 * spaces. */
static bool looks_structured(struct span value)
{
    while (value.len > 0) {
        struct span member = span_trim(span_take_until(&value, ','), TEXT_SPACE);
        struct span name = span_part(member, 0, span_find(member, ';'));

        if (name.len == 0 || name.len == member.len || find_term(name) < TERM_COUNT)
            return false;
        for (size_t i = 0; i < member.len; i++) {
            if (byte_is_in(member.at[i], TEXT_BLANK) || (i < name.len && strchr(":=", member.at[i])))
                return false;
        }
    }
    return true;
}

static void scan_field(struct scanner *scanner, struct span value, enum meta_source source)
{
    scanner->source = source;
    scanner->takes_agents = true;
    scanner->is_structured = source == META_ROBOTS_TAG || looks_structured(value);
    scan(scanner, value);
}

static void scan_header(struct scanner *scanner, struct span line)
{
    struct span name = span_trim(span_take_until(&line, ':'), TEXT_SPACE);

    if (span_is_nocase(name, "x-robots-tag"))
        scan_field(scanner, line, META_X_ROBOTS_TAG);
    else if (span_is_nocase(name, "robots-tag"))
        scan_field(scanner, line, META_ROBOTS_TAG);
}

/* Returns true if ENTRY is addressed to us by its name or by http-equiv=robots. */
static bool is_named(const struct meta_entry *entry, struct span token)
{
    struct span names = entry->name;

    while (names.len > 0) {
        if (is_addressed(span_take_until(&names, ','), token))
            return true;
    }
    return span_is_nocase(text_trim(entry->http_equiv), "robots");
}

/* Returns true if ENTRY replaces a header field, whose terms may name agents. */
static bool is_header(const struct meta_entry *entry)
{
    return span_is_nocase(text_trim(entry->http_equiv), "x-robots-tag");
}

bool meta_is_addressed(const struct meta_entry *entry, struct span token)
{
    return is_named(entry, token) || is_header(entry);
}

static void scan_entry(struct scanner *scanner, const struct meta_entry *entry)
{
    scanner->source = META_ELEMENT;
    scanner->reader = entry->reader;
    scanner->takes_agents = !is_named(entry, scanner->token);
    scanner->is_structured = false;
    if (meta_is_addressed(entry, scanner->token))
        scan(scanner, entry->content);
}

void meta_init(struct meta_verdict *verdict)
{
    *verdict = (struct meta_verdict){.unavailable_at_ms = -1};
}

void meta_release(struct meta_verdict *verdict)
{
    mem_free(verdict->terms);
    meta_init(verdict);
}

void meta_judge(struct meta_verdict *verdict, const struct meta_input *input)
{
    struct scanner scanner = {.input = input, .verdict = verdict, .token = text_token(input->agent)};

    verdict->effects = META_NOTHING;
    verdict->unavailable_at_ms = -1;
    verdict->term_count = 0;
    verdict->disagreements = 0;
    for (size_t i = 0; i < input->header_count; i++) {
        scanner.index = i;
        scan_header(&scanner, input->headers[i]);
    }
    for (size_t i = 0; i < input->entry_count; i++) {
        scanner.index = i;
        scan_entry(&scanner, &input->entries[i]);
    }
}

const char *meta_source_text(enum meta_source source)
{
    static const char *const texts[] = {"meta element", "X-Robots-Tag", "Robots-Tag"};

    return texts[source];
}

const char *meta_reader_text(enum meta_reader reader)
{
    static const char *const texts[] = {"", " (only the tokenizer finds it)", " (only libxml2 finds it)"};

    return texts[reader];
}

bool meta_is_license(struct span link)
{
    while (link.len > 0) {
        struct span part = span_trim(span_take_until(&link, ';'), PLAIN_WHITE);

        if (span_starts_nocase(part, "rel=") &&
            span_is_nocase(span_trim(span_part(part, 4, part.len), "\""), "license"))
            return true;
    }
    return false;
}

bool meta_is_usage(struct span name)
{
    return span_is_one_of_nocase(span_trim(name, PLAIN_WHITE), "tdm-reservation tdm-policy");
}
