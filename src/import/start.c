/* SPDX-License-Identifier: MIT */
/* Finds the start page of WARC files. One pass over the files notes what their records say about URLs; the
 * notes are then joined by URL. A file is read to its end only if it is short or no page was found in it: the
 * start page comes early. */
#include "config.h"

#include "import/sources.h"

#include <errno.h>

#include "archive/walk.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/http.h"
#include "base/limits.h"
#include "base/sorted.h"
#include "base/alloc.h"
#include "url/url.h"

enum { RECORDS_MAX = 20000, FILES_MAX = 100 };

static const char page_info[] = "urn:pageinfo:"; /* Browsertrix: a record for each page that it opened */

enum evidence {
    IS_PAGE = 1, /* HTML that was answered with 200 */
    IS_REDIRECT = 2,
    IS_PAGE_INFO = 4,
    IS_SEED = 8,
    HAS_NO_VIA = 16,  /* counts if other URLs have one */
    IS_OPENED = 32,   /* requested without a Referer */
    IS_FOLLOWED = 64, /* requested with one */
    IS_REFERER = 128, /* of another URL */
    IS_FILE = 256,    /* anything else that was answered with 200; of the first few while there is no page */
    IS_SENT = 512,    /* requested by another method than GET */
    IS_NAMED = 1024,  /* as a page, by a package */
    IS_FAILED = 2048, /* answered with a status above 399 */
    IS_REVISIT = 4096,

    KEEPS_TEXT = IS_PAGE | IS_REDIRECT | IS_FILE | IS_PAGE_INFO | IS_NAMED
};

struct note {
    uint64_t url; /* its hash */
    uint64_t number;
    unsigned evidence;
    int status; /* of a failure */
    char *text; /* the URL if the evidence KEEPS_TEXT, otherwise NULL */
};

struct finder {
    uint64_t key[2];
    LIST(struct note) notes;
    size_t files, records; /* records of the current file */
    bool has_page, has_answer, has_via, has_revisit;
    struct url url;
    struct buf http, fields;
};

static bool read_url(struct finder *finder, struct span text)
{
    if (url_parse(&finder->url, text, NULL, NULL) != URL_OK)
        return false;
    url_strip(&finder->url);
    return true;
}

/* Returns the hash of the URL, or 0 if it is not a URL. */
static uint64_t add_note(struct finder *finder, struct span url, unsigned evidence)
{
    struct note *note;
    struct span text;

    if (!read_url(finder, url))
        return 0;
    if (evidence & (IS_PAGE | IS_REDIRECT | IS_FILE) && span_is(url_path(&finder->url), "/robots.txt"))
        return 0;
    finder->has_page |= (evidence & IS_PAGE) != 0;
    text = buf_span(&finder->url.text);
    note = LIST_ADD(finder->notes);
    *note = (struct note){
        .url = siphash13(finder->key, text), .number = finder->notes.count, .evidence = evidence};
    if (evidence & KEEPS_TEXT)
        note->text = mem_copy_text(text.at, text.len);
    return note->url;
}

static void read_answer(struct finder *finder, struct span url, int status, struct span type)
{
    finder->has_answer |= read_url(finder, url);
    if (status == 200 && span_starts_one_of_nocase(type, "text/html application/xhtml+xml"))
        (void)add_note(finder, url, IS_PAGE);
    else if (status == 200 && !finder->has_page && finder->files < FILES_MAX)
        finder->files += add_note(finder, url, IS_FILE) != 0;
    else if (status >= 301 && status <= 308 && status != 304)
        (void)add_note(finder, url, IS_REDIRECT);
    else if (status >= 400 && add_note(finder, url, IS_FAILED) != 0)
        finder->notes.items[finder->notes.count - 1].status = status;
}

static void read_request(struct finder *finder, struct span url)
{
    struct span http = buf_span(&finder->http), referer = {0};
    uint64_t hash;

    finder->has_answer |= read_url(finder, url);
    if (!span_starts(http, "GET ")) {
        (void)add_note(finder, url, IS_SENT);
        return;
    }
    if (!head_value(http, "Referer", 0, &referer)) {
        (void)add_note(finder, url, IS_OPENED);
        return;
    }
    hash = add_note(finder, url, IS_FOLLOWED);
    if (!read_url(finder, referer) || siphash13(finder->key, buf_span(&finder->url.text)) == hash)
        return;
    (void)add_note(finder, referer, IS_REFERER);
}

/* Reads what Heritrix and others note: the page that linked to a URL, and the kinds of links from the seed to
 * it. */
static void read_metadata(struct finder *finder, struct span url)
{
    struct span fields, via = {0}, hops = {0};

    buf_clear(&finder->fields);
    (void)buf_add_byte(&finder->fields, '\n'); /* instead of a start line */
    (void)buf_add_span(&finder->fields, buf_span(&finder->http));
    fields = buf_span(&finder->fields);
    if (head_value(fields, "hopsFromSeed", 0, &hops) && (hops.len == 0 || span_is(hops, "0")))
        (void)add_note(finder, url, IS_SEED);
    else if (head_value(fields, "via", 0, &via) && via.len > 0)
        finder->has_via = true;
    else if (hops.len == 0)
        (void)add_note(finder, url, HAS_NO_VIA);
}

static int read_record(void *context, struct warc_walk *walk, struct warc_found *found)
{
    struct finder *finder = context;
    struct span head = buf_span(&found->head);
    struct span type = warc_walk_value(head, "WARC-Type"), media = {0};
    struct span url = span_trim(warc_walk_value(head, "WARC-Target-URI"), "<>"); /* some write brackets */
    bool is_request = span_is_nocase(type, "request"), is_response = span_is_nocase(type, "response");
    int error;

    if (finder->records++ == RECORDS_MAX && finder->has_page)
        return ERROR_END;
    if (found->faults & WARC_NO_RECORD)
        return 0;
    if (span_is_nocase(type, "resource")) {
        if (span_take_text(&url, page_info))
            (void)add_note(finder, url, IS_PAGE_INFO);
        else
            read_answer(finder, url, 200, warc_walk_value(head, "Content-Type"));
        return 0;
    }
    if (span_is_nocase(type, "revisit")) {
        finder->has_revisit = true;
        (void)add_note(finder, url, IS_REVISIT);
        return 0;
    }
    if (!is_request && !is_response &&
        (!span_is_nocase(type, "metadata") ||
         !span_starts_nocase(warc_walk_value(head, "Content-Type"), "application/warc-fields")))
        return 0;
    error = warc_walk_http(walk, &finder->http);
    if (error)
        return error;
    if (is_request) {
        read_request(finder, url);
    } else if (is_response) {
        (void)head_value(buf_span(&finder->http), "Content-Type", 0, &media);
        read_answer(finder, url, head_status(buf_span(&finder->http)), media);
    } else {
        read_metadata(finder, url);
    }
    return 0;
}

/* Returns how good a start page EVIDENCE makes; 0: not a start page. */
static unsigned rank(const struct finder *finder, unsigned evidence)
{
    bool is_seed = evidence & IS_SEED || (finder->has_via && evidence & HAS_NO_VIA);

    if (evidence & IS_NAMED && evidence & (IS_PAGE | IS_REDIRECT | IS_FILE | IS_REVISIT))
        return 8;
    if (!(evidence & IS_PAGE) && !(evidence & IS_REDIRECT && (is_seed || evidence & IS_PAGE_INFO)))
        return evidence & IS_FILE && !(evidence & IS_SENT) ? 1 : 0;
    if (evidence & IS_PAGE_INFO)
        return 7;
    if (is_seed)
        return 6;
    return 2 + (evidence & IS_OPENED ? 2 : evidence & IS_FOLLOWED ? 0 : 1) + (evidence & IS_REFERER ? 1 : 0);
}

/* A URL with what all its notes say. */
struct candidate {
    const struct note *first; /* the first with a text, if possible not of a page's record */
    unsigned evidence, rank;
    int status; /* of a failure, or 0 */
};

static struct candidate join_notes(const struct finder *finder, size_t begin, size_t end)
{
    const struct note *notes = finder->notes.items;
    struct candidate joined = {0};

    for (size_t i = begin; i < end; i++) {
        joined.evidence |= notes[i].evidence;
        if (notes[i].text && (!joined.first || joined.first->evidence == IS_PAGE_INFO))
            joined.first = &notes[i];
        joined.status = notes[i].status ? notes[i].status : joined.status;
    }
    joined.rank = rank(finder, joined.evidence);
    return joined;
}

static bool is_before(const struct candidate *left, const struct candidate *right)
{
    return !right->first || left->first->number < right->first->number;
}

/* Returns the page or redirect with the best evidence; of several, the first. FAILED becomes the first page
 * that the files name and that was answered with an error. */
static struct candidate choose(const struct finder *finder, struct candidate *failed)
{
    const struct note *notes = finder->notes.items;
    struct candidate best = {0};

    if (finder->notes.count > 0)
        qsort(finder->notes.items, finder->notes.count, sizeof *notes, compare_numbers);
    for (size_t i = 0, end; i < finder->notes.count; i = end) {
        struct candidate candidate;

        for (end = i; end < finder->notes.count && notes[end].url == notes[i].url; end++)
            continue;
        candidate = join_notes(finder, i, end);
        if (candidate.rank > best.rank ||
            (candidate.rank > 0 && candidate.rank == best.rank && is_before(&candidate, &best)))
            best = candidate;
        if (candidate.evidence & (IS_NAMED | IS_PAGE_INFO) && candidate.rank == 0 && candidate.status != 0 &&
            is_before(&candidate, failed))
            *failed = candidate;
    }
    return best;
}

/* Takes the URL of CHOSEN, or says why no page is chosen. The pages that the files name are what their maker
 * wanted: where all of these failed, no other page is the start page. */
static int use(const struct finder *finder, const struct candidate *chosen, const struct candidate *failed,
               struct buf *url, struct buf *why)
{
    if (failed->first && !(chosen->evidence & (IS_NAMED | IS_PAGE_INFO)))
        (void)buf_add_format(
            why,
            "%s, the page that these files name, was answered with %d; choose the start page "
            "with --start URL",
            failed->first->text, failed->status);
    else if (chosen->first)
        return buf_add_text(url, chosen->first->text);
    else
        (void)buf_add_text(
            why,
            finder->has_answer
                ? "these files contain no page that GET was answered with; choose the start page with "
                  "--start URL"
            : finder->has_revisit
                ? "these files only say that pages are as in other files (revisit records); give those, too"
                : "these files contain no answers of a web server; import reads WARC and WACZ files");
    return ERROR_NOT_FOUND;
}

int start_find(const struct sources *sources, struct buf *url, struct buf *why)
{
    struct finder finder = {0};
    struct candidate chosen = {0}, failed = {0};
    struct span pages = buf_span(&sources->pages);
    int error = 0;

    random_fill(finder.key, sizeof finder.key);
    buf_init(&finder.http, LIMIT_HEADER_BYTES);
    buf_init(&finder.fields, LIMIT_HEADER_BYTES + 1);
    while (pages.len > 0)
        (void)add_note(&finder, span_take_until(&pages, '\n'), IS_NAMED);
    for (size_t i = 0; i < sources->count && !error; i++) {
        finder.records = 0;
        error = warc_walk_each(sources->all[i].fd, UINT64_MAX, read_record, &finder);
        if (error)
            (void)buf_add_format(why, "%s: %s", sources->all[i].label, error_reason(error, errno));
    }
    if (!error)
        chosen = choose(&finder, &failed);
    if (!error)
        error = use(&finder, &chosen, &failed, url, why);
    for (size_t i = 0; i < finder.notes.count; i++)
        free(finder.notes.items[i].text);
    free(finder.notes.items);
    url_release(&finder.url);
    buf_release(&finder.http);
    buf_release(&finder.fields);
    return error;
}
