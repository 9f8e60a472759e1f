/* SPDX-License-Identifier: MIT */
/* Finds the answer in force at a time: the last capture up to then, unless site/ has a file from between that
 * capture and the time; and reads the targets of such answers. */
#include "config.h"

#include "serve/serving.h"

#include <stdio.h>

#include "answer/answer.h"
#include "base/clock.h"
#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "weave/document.h"

#define TARGET_AT      TARGET_OWN "at/"
#define TARGET_CHANGES TARGET_OWN "changes"

enum { STAMP_DIGITS = 14 };

static const int64_t ms_us = 1000;

bool past_parse(struct mirror *mirror, struct span text, int64_t *until_us)
{
    enum { YEAR_DIGITS = 4 };
    int64_t first_us;
    uint64_t number, ended_ms;

    if (text.len == YEAR_DIGITS || !span_to_u64(text, &number))
        return moment_parse(text, &first_us, until_us);
    if (number > INT64_MAX ||
        frontier_count(mirror->frontier, FRONTIER_RUN_END, (int64_t)number, &ended_ms) || ended_ms == 0)
        return false;
    *until_us = (int64_t)ended_ms * ms_us + ms_us - 1;
    return true;
}

int past_open(struct past *past, struct mirror *mirror)
{
    *past = (struct past){.mirror = mirror};
    return capture_reader_open(&past->reader, mirror, INT64_MAX);
}

void past_close(struct past *past)
{
    capture_reader_close(&past->reader);
    url_release(&past->base);
    url_release(&past->location);
}

/* Returns whether ROW's present answer was in force then, and is newer than the capture (INT64_MIN: none). */
static bool is_in_force(const struct past *past, const struct frontier_row *row, int64_t captured_us)
{
    const struct frontier_visit *visit = &row->visit;
    int64_t requested_us = visit->requested_ms * ms_us;

    return row->answered && (visit->state == FRONTIER_DONE || visit->state == FRONTIER_REDIRECTED) &&
           requested_us <= past->until_us && (captured_us == INT64_MIN || requested_us > captured_us);
}

/* Marks ROW as failed or gone. */
static void set_failed(struct frontier_row *row, const struct fetch_result *result)
{
    bool gone = result->status == 404 || result->status == 410;

    row->state = row->visit.state = gone ? FRONTIER_GONE : FRONTIER_FAILED;
    row->reason = row->visit.reason =
        fetch_outcome_is_answer(result->outcome) ? FRONTIER_BY_STATUS : FRONTIER_BY_NETWORK;
}

static void set_redirected(struct past *past, struct frontier_row *row, const struct fetch_result *result)
{
    row->state = row->visit.state = FRONTIER_REDIRECTED;
    if (url_parse_bytes(&past->location, result->fields->first[ANSWER_LOCATION], &past->base) != URL_OK)
        set_failed(row, result);
}

static void set_stored(struct past *past, struct frontier_row *row, struct span bytes)
{
    struct span type = document_type(row->visit.content_type, false, &past->base, bytes);

    row->state = row->visit.state = FRONTIER_DONE;
    row->visit.document =
        document_form(type, bytes) == DOCUMENT_NONE ? FRONTIER_NO_DOCUMENT : FRONTIER_DOCUMENT;
}

/* Gives ROW the answer of CAPTURE. */
static int set_answer(struct past *past, struct frontier_row *row, const struct capture *capture)
{
    const struct fetch_result *result = &past->reader.answer->result;
    struct frontier_place place = capture_reader_place(&past->reader, capture);
    int64_t requested_ms = capture->date_us / ms_us;
    struct span bytes;
    int error = body_span(result->plain, &bytes);

    if (error)
        return error;
    row->answered = true;
    row->rule = span_of("");
    row->reason = FRONTIER_NO_REASON;
    row->visit = (struct frontier_visit){
        .url = row->item.id,
        .requested_ms = requested_ms,
        .seen_ms = requested_ms,
        .status = result->status,
        .seen_status = result->status,
        .content_type = result->fields->first[ANSWER_CONTENT_TYPE],
        .last_modified = result->fields->first[ANSWER_LAST_MODIFIED],
        .digest = span_make((const char *)result->payload_sha256, sizeof result->payload_sha256),
        .archive = place.archive,
        .archive_offset = place.offset,
        .archive_length = place.length,
    };
    if (result->outcome == FETCH_OK)
        set_stored(past, row, bytes);
    else if (result->outcome == FETCH_REDIRECT)
        set_redirected(past, row, result);
    else
        set_failed(row, result);
    return 0;
}

int past_recall(struct past *past, struct frontier_row *row, enum past_row *then)
{
    const struct capture *capture = captures_find(past->reader.index, row->item.url, past->until_us);
    int error;

    *then = PAST_SAME;
    if (row->state == FRONTIER_REFUSED || frontier_is_withdrawn(row) ||
        is_in_force(past, row, capture ? capture->date_us : INT64_MIN))
        return 0;
    *then = capture ? PAST_CAPTURE : PAST_NOTHING;
    if (!capture) {
        if (row->answered && row->visit.state == FRONTIER_DONE && !row->visit.document)
            *then = PAST_NOT_KEPT;
        return 0;
    }
    if (url_parse(&past->base, row->item.url, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    error = capture_reader_read(&past->reader, capture, row->item.url);
    return error ? error : set_answer(past, row, capture);
}

/* Reads the 14 digits at the start of TEXT. */
static bool read_stamp(struct span text, int64_t *until_us)
{
    char moment[CLOCK_TEXT_SIZE];
    int64_t first_us;
    const char *at = text.at;

    if (text.len < STAMP_DIGITS)
        return false;
    (void)snprintf(moment, sizeof moment, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ", at, at + 4, at + 6, at + 8,
                   at + 10, at + 12);
    return moment_parse(span_of(moment), &first_us, until_us);
}

void past_read_wish(struct span target, struct past_wish *wish)
{
    struct span rest = target;

    *wish = (struct past_wish){.target = target};
    if (span_starts(rest, TARGET_CHANGES "/")) {
        wish->wants_changes = true;
        wish->target = span_part(rest, sizeof TARGET_CHANGES - 1, rest.len);
    } else if (span_take_text(&rest, TARGET_AT) && rest.len > STAMP_DIGITS && rest.at[STAMP_DIGITS] == '/' &&
               read_stamp(rest, &wish->until_us)) {
        wish->has_time = true;
        wish->target = span_part(rest, STAMP_DIGITS, rest.len);
    }
}

void past_add_place(struct buf *out, int64_t captured_us, struct span target)
{
    char stamp[CLOCK_STAMP_SIZE];

    clock_stamp(captured_us, stamp);
    (void)buf_add_format(out, TARGET_AT "%s", stamp);
    (void)buf_add_span(out, target);
}
