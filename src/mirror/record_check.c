/* SPDX-License-Identifier: MIT */
/* Compares the records of answers with the database. */
#include "config.h"

#include "mirror/record_check.h"

#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/archive.h"
#include "frontier/queue.h"
#include "frontier/robots.h"
#include "frontier/row.h"
#include "mirror/imported.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "mirror/stored.h"
#include "url/percent.h"

/* Dates are compared as texts, to the millisecond, which is what the database has. */
enum { DATE_LEN = sizeof "2026-11-20T15:44:00.123" - 1 };

static bool has_url(const struct warc_record *record, struct span url)
{
    struct span value = {0};
    struct buf wanted;
    bool same;

    buf_init(&wanted, 3 * LIMIT_URL_BYTES);
    same = warc_field(record, "WARC-Target-URI", &value) && percent_add(&wanted, url, PERCENT_URI) == 0 &&
           span_equals(value, buf_span(&wanted));
    buf_release(&wanted);
    return same;
}

/* A record may be younger than the answer: an unchanged page that the archive lacked was archived later.
 * Later in an update is earlier by the clock of a machine that was set back. */
static bool has_date(const struct warc_record *record, const struct frontier_visit *visit)
{
    char first[CLOCK_TEXT_SIZE], last[CLOCK_TEXT_SIZE];
    bool is_set_back = visit->seen_ms < visit->requested_ms;
    struct span value = {0};

    if (!warc_field(record, "WARC-Date", &value) || value.len < DATE_LEN)
        return false;
    clock_format(1000 * (is_set_back ? visit->seen_ms : visit->requested_ms), 3, first);
    clock_format(1000 * (is_set_back ? visit->requested_ms : visit->seen_ms), 3, last);
    return memcmp(value.at, first, DATE_LEN) >= 0 && memcmp(value.at, last, DATE_LEN) <= 0;
}

static bool has_payload(const struct warc_record *record, struct span sha256)
{
    unsigned char digest[DIGEST_MAX_BYTES];
    enum digest_kind kind;
    struct span value;

    if (!warc_field(record, "WARC-Payload-Digest", &value) || !digest_parse(value, &kind, digest) ||
        kind != DIGEST_SHA256)
        return true;
    return span_equals(span_make((const char *)digest, digest_len(kind)), sha256);
}

/* Whether the file is what the record's body decodes to. */
static int check_file(struct mirror *mirror, const struct frontier_row *row, const char *path,
                      const char **trouble)
{
    struct original original;
    bool same = false;
    int error = original_read(&original, mirror, row, UINT64_MAX);

    if (error == ERROR_CORRUPT) {
        *trouble = "its record in the archive is damaged or missing";
        error = 0;
    } else if (!error) {
        error = stored_equals(mirror, path, original.bytes, &same);
        if (!error && !same)
            *trouble = "differs from its record in the archive";
    }
    original_release(&original);
    return error == ERROR_NOT_FOUND ? 0 : error;
}

int record_check_answer(struct mirror *mirror, const struct frontier_row *row, const char *path,
                        const char **trouble)
{
    const struct frontier_visit *visit = &row->visit;
    struct frontier_place place = {visit->archive, visit->archive_offset, visit->archive_length};
    struct warc_record record;
    int error;

    *trouble = NULL;
    if (place.archive == 0)
        return 0;
    if (imported_has(mirror, place.archive)) /* others write their records otherwise */
        return path ? check_file(mirror, row, path, trouble) : 0;
    warc_record_init(&record, mirror->folder.tmp_dir, UINT64_MAX);
    error = original_head(mirror, &place, &record);
    if (error && error != ERROR_CORRUPT)
        goto out;
    if (error)
        *trouble = "its record in the archive is damaged or missing";
    else if (!has_url(&record, row->item.url))
        *trouble = "its record in the archive has another URL";
    else if (!has_date(&record, visit))
        *trouble = "its record in the archive has another time";
    else if (!has_payload(&record, visit->digest))
        *trouble = "its record in the archive has another body";
out:
    warc_record_release(&record);
    if (*trouble)
        return 0;
    return error || !path ? error : check_file(mirror, row, path, trouble);
}

static bool is_escaped(struct span url)
{
    static const char *const codes[] = {"%7C", "%5E", "%60", "%7B", "%7D", "%5C", "%22", "%3C", "%3E"};

    for (size_t i = 0; i < COUNT_OF(codes); i++) {
        if (span_has(url, codes[i]))
            return true;
    }
    return false;
}

bool record_check_knows_url(struct mirror *mirror, struct span url)
{
    static const char robots[] = "/robots.txt";
    unsigned flags;
    int64_t id;

    if (frontier_known(mirror->frontier, url, &id, &flags) || frontier_is_sitemap(mirror->frontier, url))
        return true;
    if (url.len > sizeof robots && span_is(span_part(url, url.len - (sizeof robots - 1), url.len), robots))
        return true;
    if (frontier_robots_led_to(mirror->frontier, url))
        return true;
    return is_escaped(url); /* it may be known by characters that no URI may have */
}
