/* SPDX-License-Identifier: MIT */
/* Answers the frontier's queue from an archive; an answer takes the same path as one from the network. URLs
 * to which no page links, because only scripts requested them, are queued when nothing else is left.
 * Documents that scripts have made of pages that are in force are taken last.
 * robots.txt is about requests, and none is made here: answers in the archive are taken even if the rules
 * disallow their URLs; a missing answer is settled as refused by the rules if they disallow it. */
#include "config.h"

#include "import/import.h"

#include <inttypes.h>
#include <stdio.h>

#include "answer/answer.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "intake/intake.h"
#include "judge/judge.h"
#include "judge/settings.h"
#include "judge/site.h"
#include "mirror/archiving.h"
#include "mirror/capture_reader.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "term/message.h"
#include "update/update.h"

enum { BATCH = 64, SNIFF_BYTES = 4096 };

struct import {
    struct intake *intake;
    struct site *site; /* the intake's */
    uint64_t altered;  /* records that were kept and contradict their digests */
    struct capture_reader reader;
    struct job job;
    struct url url;  /* of a capture without a link to it */
    size_t next;     /* the next capture to check for that, */
    size_t rendered; /* and the next document that scripts have made */
};

static bool setting_is(struct mirror *mirror, const char *text)
{
    return span_is(frontier_setting_text(mirror->frontier, "import"), text);
}

bool import_is_due(struct mirror *mirror)
{
    return setting_is(mirror, "begun");
}

void import_adjust(struct settings *settings)
{
    settings->imports = true;
    settings->revisit = false;
    settings->retries = 0;
    settings->delete_gone = settings->delete_most = false;
    settings->archive = ARCHIVE_DOCUMENTS;
}

bool import_lacks_data(struct mirror *mirror)
{
    struct frontier_stats stats;

    frontier_stats(mirror->frontier, &stats);
    return frontier_setting_number(mirror->frontier, "import-damaged") > 0 ||
           stats.reasons[FRONTIER_DONE][FRONTIER_BY_CUT] > 0;
}

int import_begin(struct site *site)
{
    uint64_t count = 0, cut = 0;
    int error;

    site->was_imported =
        !site->imports && (setting_is(site->mirror, "done") || setting_is(site->mirror, "open"));
    if (site->imports || !setting_is(site->mirror, "done"))
        return 0;
    if ((site->settings->revisit || site_is_updating(site)) &&
        !span_has(frontier_setting_text(site->frontier, "import-files"), "/")) {
        site->as_imported = true;
        return 0;
    }
    error = frontier_reopen(site->frontier, FRONTIER_BY_IMPORT, &count);
    if (!error)
        error = frontier_reopen(site->frontier, FRONTIER_BY_CUT, &cut);
    if (!error && count + cut > 0)
        message_note("fetching what the import lacks: %" PRIu64 " URLs, and the rest of %" PRIu64, count,
                     cut);
    return error ? error : frontier_set_setting(site->frontier, "import", span_of("open"));
}

int import_end(struct mirror *mirror)
{
    return frontier_set_setting(mirror->frontier, "import", span_of("done"));
}

int import_open(struct import **opened, struct intake *intake)
{
    struct import *import = MEM_NEW(struct import);
    struct mirror *mirror = intake->site->mirror;
    int error;

    *opened = import;
    import->intake = intake;
    import->site = intake->site;
    buf_init(&import->job.url, LIMIT_URL_BYTES);
    error = capture_reader_open(&import->reader, mirror, imported_last(mirror));
    if (!error && import->reader.index->orphans > 0)
        message_warn(
            "skipping %zu revisit records: these files do not contain the records to which they refer",
            import->reader.index->orphans);
    return error;
}

void import_close(struct import *import)
{
    if (!import)
        return;
    if (import->altered > 0)
        message_warn("%" PRIu64
                     " records do not match their digests, and were imported as they are; for a list: "
                     "tiptoe verify FILE",
                     import->altered);
    capture_reader_close(&import->reader);
    buf_release(&import->job.url);
    url_release(&import->url);
    free(import);
}

/* Returns true if ERROR means that the record exists and cannot be read. */
static bool is_damage(int error)
{
    return error == ERROR_CORRUPT || error == ERROR_TOO_LARGE;
}

/* Counts a record that is left out. Names it by its place: its URL may be what cannot be read. */
static int tell_damage(struct import *import, const struct capture *capture, int error)
{
    struct frontier *frontier = import->site->frontier;
    const struct capture *body = &import->reader.index->all.items[capture->body];
    struct frontier_archive file = {.name = ""};

    if (frontier_get_archive(frontier, body->file, &file) != 0)
        file.name = "";
    message_warn("archive/%s: byte %" PRIu64 ": skipping this record: %s", file.name, body->offset,
                 error_text(error));
    return frontier_set_number(frontier, "import-damaged",
                               frontier_setting_number(frontier, "import-damaged") + 1);
}

/* Finds the last capture of URL and reads it; ERROR_NOT_FOUND if none can be read. */
static int read_last(struct import *import, struct span url, struct capture **found)
{
    struct capture *capture = captures_find(import->reader.index, url, INT64_MAX);
    int error;

    if (!capture)
        return ERROR_NOT_FOUND;
    capture->used = true;
    *found = capture;
    error = capture_reader_read(&import->reader, capture, url);
    if (!error && (import->reader.record.altered || capture_reader_is_altered(&import->reader))) {
        import->altered++;
        message_debug("%.*s: its record does not match its digests", (int)url.len, url.at);
    }
    if (!is_damage(error))
        return error;
    error = tell_damage(import, capture, error);
    return error ? error : ERROR_NOT_FOUND;
}

static void begin_job(struct import *import, enum job_kind kind, struct origin *origin, struct span url)
{
    struct job *job = &import->job;
    struct buf text = job->url;

    (void)buf_set(&text, url);
    *job = (struct job){.kind = kind, .asked = origin, .of = origin, .url = text};
}

/* Takes one hop towards the rules of ORIGIN, which may redirect. */
static int step_to_rules(struct import *import, struct origin *origin)
{
    struct fetch_result *result = &import->reader.answer->result;
    struct capture *capture;
    int error;

    if (origin->rules_url.len == 0)
        (void)buf_add_format(&origin->rules_url, "%s/robots.txt", origin->text);
    begin_job(import, JOB_ROBOTS, origin, buf_span(&origin->rules_url));
    error = read_last(import, buf_span(&import->job.url), &capture);
    origin->rules = RULES_GIVEN_UP;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    if ((result->outcome != FETCH_OK && result->outcome != FETCH_REDIRECT &&
         result->outcome != FETCH_CLIENT_ERROR) ||
        result->truncation != FETCH_WHOLE)
        return 0;
    return rules_answered(import->site, origin, buf_span(&import->job.url), result, false);
}

/* Takes ITEM, or refuses it if the archive has no answer. */
static int take_url(struct import *import, struct origin *origin, const struct frontier_item *item)
{
    enum frontier_reason reason = FRONTIER_NO_REASON;
    struct job *job = &import->job;
    struct capture *capture;
    struct span rule = {0};
    int error;

    begin_job(import, JOB_URL, origin, item->url);
    job->item = *item;
    job->item.url = span_make(NULL, 0);
    error = read_last(import, item->url, &capture);
    if (error == ERROR_NOT_FOUND && origin->rules == RULES_KNOWN)
        reason = rules_judge(import->site, origin, item->url, &rule);
    if (error == ERROR_NOT_FOUND)
        return update_refuse(import->site, item, reason ? reason : FRONTIER_BY_IMPORT, rule);
    if (error)
        return error;
    job->place = capture_reader_place(&import->reader, capture);
    job_read_refusal(job, &import->reader.answer->result);
    return intake_take(import->intake, job, &import->reader.answer->result);
}

/* Takes the next URL of the origin with this id, which has one. */
static int take_next(struct import *import, int64_t id)
{
    struct origin *origin;
    struct frontier_item item;
    int error = site_origin(import->site, id, &origin);

    for (int i = 0; !error && origin->rules == RULES_WANTED && i <= LIMIT_ROBOTS_REDIRECTS; i++)
        error = step_to_rules(import, origin);
    if (!error)
        error =
            frontier_next(import->site->frontier, id, FRONTIER_CANDIDATE, site_now_ms(import->site), &item);
    if (!error)
        error = frontier_take(import->site->frontier, &item);
    if (error)
        return error == ERROR_END ? ERROR_CORRUPT : error;
    return take_url(import, origin, &item);
}

/* Returns true for robots.txt and sitemaps, which are read, and are not part of a mirror. */
static bool is_for_robots(struct import *import, const struct url *url)
{
    struct fetch_result *result = &import->reader.answer->result;
    struct span type = result->fields->first[ANSWER_CONTENT_TYPE], bytes;

    if (span_is(url_path(url), "/robots.txt") && !url_has_query(url))
        return true;
    if (result->outcome != FETCH_OK || !span_has(type, "xml") || body_span(result->plain, &bytes) ||
        bytes.len == 0)
        return false;
    bytes = span_part(bytes, 0, SNIFF_BYTES);
    return span_has(bytes, "<urlset") || span_has(bytes, "<sitemapindex");
}

/* Queues the URL of CAPTURE, unless it is known. */
static int take_unlinked(struct import *import, struct capture *capture)
{
    struct url *url = &import->url;
    int error = capture_reader_url(&import->reader, capture, url);

    if (!error)
        error = capture_reader_read(&import->reader, capture, buf_span(&url->text));
    if (is_damage(error))
        return tell_damage(import, capture, error);
    if (error || is_for_robots(import, url))
        return error;
    return discover_archived(import->site, buf_span(&url->text), span_of("archive"));
}

/* Queues one capture that no link has reached; returns false at the end. */
static bool next_unlinked(struct import *import, int *error)
{
    struct captures *index = import->reader.index;

    while (import->next < index->all.count) {
        struct capture *capture = &index->all.items[index->order[import->next++]];

        if (capture->used || captures_is_outdone(index, capture))
            continue;
        *error = take_unlinked(import, capture);
        return true;
    }
    return false;
}

/* Sets PAGE to the page of the conversion record of MADE, a document of HTML that was made of the answer in
 * force; its URL with the fragment becomes import->url. ERROR_NOT_FOUND if it is another record. */
static int find_page(struct import *import, const struct original *made, struct frontier_item *page)
{
    struct site *site = import->site;
    struct warc_record answer RELEASED_BY(warc_record_release);
    struct frontier_place place;
    struct frontier_row row;
    struct span url, refers, id, bare;
    int error;

    warc_record_init(&answer, site->mirror->folder.tmp_dir, LIMIT_WARC_HEAD_BYTES);
    if (!span_starts_nocase(made->content_type, "text/html") ||
        !warc_field(&made->record, "WARC-Target-URI", &url) ||
        !warc_field(&made->record, "WARC-Refers-To", &refers) ||
        url_parse(&import->url, url, NULL, NULL) != URL_OK)
        return ERROR_NOT_FOUND;
    bare = buf_span(&import->url.text);
    error = frontier_get_by_url(site->frontier, span_part(bare, 0, span_find(bare, '#')), &row);
    if (error || row.visit.document == FRONTIER_NO_DOCUMENT)
        return error ? error : ERROR_NOT_FOUND;
    *page = (struct frontier_item){.id = row.item.id, .depth = row.item.depth};
    place = frontier_place_of(&row.visit);
    error = original_head(site->mirror, &place, &answer);
    return error || (warc_field(&answer, "WARC-Record-ID", &id) && span_equals(id, refers)) ? error
                                                                                            : ERROR_NOT_FOUND;
}

/* Shows MADE, the document of a conversion record AT, unless it is not whole or says anything to robots. */
static int take_made(struct import *import, const struct original *made, const struct frontier_place *at)
{
    struct site *site = import->site;
    struct frontier_item page = {.id = 0};
    struct frontier_ids links RELEASED_BY(frontier_ids_release) = {0};
    struct discovery from = {.page = &page, .url = &import->url, .targets = &links, .stored = true};
    struct frontier_view view = {
        .archive = at->archive, .archive_offset = at->offset, .archive_length = at->length};
    struct span url;
    int error = find_page(import, made, &page);

    site->weaver.source = made->source;
    if (!error)
        error = document_open(&site->weaver, made->bytes, made->content_type, &import->url);
    if (error)
        return error == ERROR_NOT_FOUND || is_damage(error) ? 0 : error;
    page_read_robots(&site->weaver.page, span_of("tiptoe"));
    if (site->weaver.page.unread || site->weaver.page.robots_count > 0)
        return 0;
    error = frontier_links(site->frontier, page.id, &links);
    if (!error)
        error = discover_links(site, &from, document_links(&site->weaver));
    if (!error)
        error = frontier_set_links(site->frontier, page.id, &links);
    url = buf_span(&import->url.text);
    view.url = page.id;
    view.fragment = span_part(url, span_find(url, '#'), url.len);
    if (!error)
        error = frontier_show_again(site->frontier, page.id, span_of(""), &view.sequence);
    if (!error)
        error = frontier_misguessed(site->frontier, page.id, 1);
    return error ? error
                 : frontier_set_view(site->frontier, &view,
                                     &(struct frontier_ids){.ids = &page.id, .count = 1});
}

static int take_conversion(struct import *import, const struct capture *capture)
{
    struct frontier_place at = {capture->file, (int64_t)capture->offset, (int64_t)capture->len};
    struct original made;
    bool found;
    int error = original_find(&made, import->site->mirror, &at, span_of(""), &found);

    if (error || !found)
        return is_damage(error) ? 0 : error;
    error = take_made(import, &made, &at);
    original_release(&made);
    return error;
}

int import_some(struct import *import, bool *more)
{
    const struct captures *index = import->reader.index;
    int error = 0;

    *more = true;
    for (int i = 0; i < BATCH && !error; i++) {
        int64_t origin = frontier_busy_origin(import->site->frontier, 0);

        if (origin > 0)
            error = take_next(import, origin);
        else if (next_unlinked(import, &error))
            continue;
        else if ((*more = import->rendered < index->conversions.count))
            error = take_conversion(import, &index->conversions.items[import->rendered++]);
        else
            break;
    }
    return error;
}
