/* SPDX-License-Identifier: MIT */
/* Reads what an answer says about itself. Its directives decide whether it is stored and its links are
 * followed: META ROBOTS and X-Robots-Tag, the noindex lines of robots.txt, and the date of an earlier
 * unavailable_after. Statements about uses, and hints, decide nothing. Files that are not pages although
 * their type says so, or that have no type, are recognised by Content-Disposition (RFC 6266), the first bytes
 * (MIME Sniffing Standard, 6 and 7.1) and the file's name. */
#include "config.h"

#include "answer/answer.h"
#include "base/clock.h"
#include "base/http.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "intake/intake.h"
#include "judge/judge.h"
#include "judge/site.h"
#include "robots/meta.h"
#include "site/path.h"
#include "update/update.h"

/* More robots header lines in one answer are treated as an attack, and the answer is withheld. */
enum { ROBOTS_LINES_MAX = 64 };

/* Longer addresses in META URL are cut. */
enum { HINT_MAX = 2000 };

void directives_refuse(struct stored *stored, enum frontier_reason reason, struct span rule)
{
    stored->store = false;
    stored->visit->reason = reason;
    stored->visit->rule = rule;
}

/* Describes the restrictive terms, for `explain`; borrowed from intake->terms. */
static struct span describe_terms(struct intake *intake)
{
    buf_clear(&intake->terms);
    for (size_t i = 0; i < intake->meta.term_count; i++) {
        const struct meta_term *term = &intake->meta.terms[i];

        if (term->effect == META_NOTHING)
            continue;
        (void)buf_add_format(&intake->terms, "%s%s%s: %.*s", intake->terms.len > 0 ? "; " : "",
                             meta_source_text(term->source), meta_reader_text(term->reader),
                             (int)(term->text.len < 200 ? term->text.len : 200), term->text.at);
    }
    return buf_span(&intake->terms);
}

/* Reads a page's robots directives before its links are extracted or anything is stored. */
static void read_tags(struct intake *intake, struct stored *stored)
{
    struct weaver *weaver = &intake->site->weaver;

    if (stored->form != DOCUMENT_HTML)
        return;
    if (stored->result->plain->len > LIMIT_DOCUMENT_BYTES ||
        document_open(weaver, stored->bytes, stored->type, &intake->url)) {
        stored->unread = "the page is above 64 MiB, so its META robots was not read";
        return;
    }
    page_read_robots(&weaver->page, span_of("tiptoe"));
    stored->unread = weaver->page.unread;
}

/* Decides from the page and its header fields whether to store the answer and follow its links. If the
 * directives cannot be read, neither is allowed. */
static void judge_tags(struct intake *intake, struct stored *stored)
{
    const struct page *page =
        stored->form == DOCUMENT_HTML && !stored->unread ? &intake->site->weaver.page : NULL;
    struct span lines[ROBOTS_LINES_MAX];
    struct meta_input input = {.agent = span_of("tiptoe"), .headers = lines, .now_ms = clock_wall_ms()};

    input.header_count = answer_fields_texts(stored->result->fields, ANSWER_ROBOTS, lines, ROBOTS_LINES_MAX);
    if (input.header_count == ROBOTS_LINES_MAX)
        stored->unread = "the answer has too many X-Robots-Tag lines";
    if (page) {
        input.entries = page->robots;
        input.entry_count = page->robots_count;
    }
    meta_judge(&intake->meta, &input);
    stored->visit->robots_terms = describe_terms(intake);
    if (intake->meta.unavailable_at_ms > 0)
        stored->visit->unavailable_ms = intake->meta.unavailable_at_ms;
    stored->store = true;
    stored->follow = !(intake->meta.effects & META_NO_FOLLOW) && !stored->unread;
    if (stored->unread) {
        stored->visit->robots_terms = span_of(stored->unread);
        directives_refuse(stored, FRONTIER_BY_CONTENT, stored->visit->robots_terms);
    } else if (intake->meta.effects & (META_NO_INDEX | META_NO_ARCHIVE)) {
        directives_refuse(stored,
                          intake->meta.effects & META_NO_INDEX ? FRONTIER_BY_NOINDEX : FRONTIER_BY_NOARCHIVE,
                          stored->visit->robots_terms);
    }
}

/* Applies noindex lines in robots.txt: the page is fetched and its links are followed, but it is not
 * stored. */
static void judge_noindex_lines(struct intake *intake, struct stored *stored)
{
    const struct origin *origin = stored->job->asked;
    struct robots_verdict verdict;

    if (!stored->store || origin->rules != RULES_KNOWN)
        return;
    verdict = robots_judge(origin->robots, buf_span(&stored->job->url));
    if (!verdict.store)
        directives_refuse(stored, FRONTIER_BY_NOINDEX,
                          rules_text(&intake->terms, verdict.store_line, verdict.store_rule));
}

void directives_judge(struct intake *intake, struct stored *stored, bool is_unchanged)
{
    read_tags(intake, stored);
    judge_tags(intake, stored);
    /* The directives of a page that is not modified stay in force. */
    if (is_unchanged && stored->store && revisit_has_expired(&intake->revisit)) {
        stored->visit->robots_terms = revisit_expiry_rule(&intake->revisit);
        directives_refuse(stored, FRONTIER_BY_NOINDEX, stored->visit->robots_terms);
    }
    judge_noindex_lines(intake, stored);
}

/* Returns the page that was read for its links, or NULL. */
static const struct page *page_of(struct intake *intake, const struct stored *stored)
{
    return stored->form == DOCUMENT_HTML && stored->links ? &intake->site->weaver.page : NULL;
}

struct span directives_preferences(struct intake *intake, const struct stored *stored)
{
    const struct page *page = page_of(intake, stored);
    const struct answer_fields *fields = stored->result->fields;

    (void)buf_set(&intake->preferences, buf_span(&stored->job->asked->preferences));
    for (size_t i = 0; i < fields->line_count; i++) {
        const struct answer_line *line = &fields->lines[i];

        if (line->field == ANSWER_USAGE || (line->field == ANSWER_LINK && meta_is_license(line->value)))
            (void)buf_add_format(&intake->preferences, "%.*s\n", (int)line->text.len, line->text.at);
    }
    for (size_t i = 0; page && i < page->meta_count; i++) {
        const struct meta_entry *meta = &page->metas[i];

        if (meta_is_usage(meta->name))
            (void)buf_add_format(&intake->preferences, "meta %.*s: %.*s\n", (int)meta->name.len,
                                 meta->name.at, (int)meta->content.len, meta->content.at);
    }
    if (page && page->metas_cut)
        (void)buf_add_text(&intake->preferences, "the page has more META elements than are read\n");
    return buf_span(&intake->preferences);
}

enum referrer_policy directives_referrer(struct intake *intake, const struct stored *stored)
{
    const struct page *page = page_of(intake, stored);
    enum referrer_policy policy = REFERRER_UNSAID;
    const struct answer_line *line;

    for (size_t at = 0; (line = answer_fields_next(stored->result->fields, ANSWER_REFERRER_POLICY, &at));)
        policy = referrer_policy(line->value, policy);
    for (size_t i = 0; page && i < page->meta_count; i++)
        if (span_is_nocase(span_trim_white(page->metas[i].name), "referrer"))
            policy = referrer_policy(page->metas[i].content, policy);
    return policy;
}

void directives_read_hints(const struct page *page, struct frontier_visit *visit)
{
    for (size_t i = 0; i < page->meta_count; i++) {
        struct span name = span_trim_white(page->metas[i].name);
        struct span content = span_trim_white(page->metas[i].content);

        if (span_is_nocase(name, "document-state") && span_is_nocase(content, "static"))
            visit->document_state = FRONTIER_STATIC;
        else if (span_is_nocase(name, "document-state") && span_is_nocase(content, "dynamic"))
            visit->document_state = FRONTIER_DYNAMIC;
        else if (span_is_nocase(name, "url") && visit->meta_url.len == 0)
            visit->meta_url = span_part(content, 0, HINT_MAX);
    }
}

/* As many bytes as browsers examine. */
enum { SNIFFED = 1445 };

static bool is_page_type(struct span essence)
{
    return span_is_one_of_nocase(essence, "text/html application/xhtml+xml");
}

/* Returns the type whose files begin like BYTES; NULL for others. */
static const char *type_by_start(struct span bytes)
{
    static const struct {
        const char *start, *type;
    } starts[] = {
        {"%PDF-", "application/pdf"},
        {"PK\3\4", "application/zip"},
        {"\x1f\x8b\x08", "application/gzip"},
        {"\x89PNG\r\n", "image/png"},
        {"\xff\xd8\xff", "image/jpeg"},
        {"GIF8", "image/gif"},
        {"\x7f"
         "ELF",
         "application/octet-stream"},
    };

    for (size_t i = 0; i < COUNT_OF(starts); i++)
        if (span_starts(bytes, starts[i].start))
            return starts[i].type;
    return NULL;
}

/* Returns true if BYTES have one that no text has. Pages in UTF-16 do not count. */
static bool is_binary(struct span bytes)
{
    if (span_starts(bytes, "\xfe\xff") || span_starts(bytes, "\xff\xfe"))
        return false;
    for (size_t i = 0; i < bytes.len && i < SNIFFED; i++)
        if ((unsigned char)bytes.at[i] < ' ' && !byte_is_in(bytes.at[i], "\t\n\f\r\x1b"))
            return true;
    return false;
}

/* Returns the file name's extension in Content-Disposition, in either form; empty without one. */
static struct span extension_of_field(struct span value)
{
    static const char name[] = "filename";
    struct span found = span_of("");

    while (value.len > 0) {
        struct span part = span_trim(span_take_until(&value, ';'), HTTP_WHITE);

        if (!span_starts_nocase(part, name) || span_find(part, '=') == part.len)
            continue;
        part = span_part(part, span_find(part, '=') + 1, part.len);
        part = span_trim(part, HTTP_WHITE "\"");
        part = span_part(part, span_find(part, '\'') < part.len ? span_after_last(part, '\'') : 0, part.len);
        if (types_own_extension(part).len > 0)
            found = types_own_extension(part);
    }
    return found;
}

/* Returns the type of a file with EXTENSION, which is not that of a page. */
static struct span type_of_name(struct buf *made, struct span extension)
{
    const char *type = types_of_extension(extension);

    if (type && !is_page_type(span_of(type)))
        return span_of(type);
    if (type || extension.len == 0)
        return span_of("application/octet-stream");
    buf_clear(made);
    (void)buf_add_format(made, "application/octet-stream; name=x.%.*s", (int)extension.len, extension.at);
    return buf_span(made);
}

struct span download_type(struct buf *made, struct span type, const struct answer_fields *fields,
                          const struct url *url, struct span bytes)
{
    struct span value = fields->first[ANSWER_CONTENT_DISPOSITION], path = url_path(url), own;
    struct span essence = http_essence(type);
    struct span name = span_part(path, span_after_last(path, '/'), path.len);
    bool is_page = is_page_type(essence);
    bool is_saved = span_is_nocase(http_essence(value), "attachment");
    const char *start = is_page ? type_by_start(bytes) : NULL;

    if (!is_page &&
        !(is_saved && span_is_one_of_nocase(essence, "application/octet-stream application/force-download "
                                                     "application/download binary/octet-stream")))
        return type;
    if (!types_extension(span_of("application/octet-stream"), name, &own).at &&
        (is_saved || start || is_binary(bytes)))
        return type_of_name(made, own);
    if (start)
        return span_of(start);
    return is_saved ? type_of_name(made, extension_of_field(value)) : type;
}
