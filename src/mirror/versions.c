/* SPDX-License-Identifier: MIT */
/* Lists the versions of a page that the archive has, and reads what each shows. */
#include "config.h"

#include "mirror/versions.h"

#include "answer/answer.h"
#include "base/error.h"
#include "extract/visible.h"
#include "frontier/row.h"
#include "mirror/mirror.h"

/* Adds CAPTURE, which is newer than all before. */
static int add_version(struct versions *versions, const struct capture *capture)
{
    const struct fetch_result *result = &versions->reader->answer->result;
    const struct version *last = versions->count > 0 ? &versions->all[versions->count - 1] : NULL;
    struct version version = {.capture = capture};
    int error = capture_reader_read(versions->reader, capture, buf_span(&versions->url.text));

    if (error)
        return error == ERROR_CORRUPT || error == ERROR_TOO_LARGE ? 0 : error;
    version.status = result->status;
    version.bytes = result->plain->len;
    digest_text(DIGEST_SHA256, result->payload_sha256, version.digest);
    if (!last || last->status != version.status || strcmp(last->digest, version.digest) != 0)
        *MEM_ADD(versions->all, versions->count, versions->room) = version;
    return 0;
}

int versions_open(struct versions *versions, struct capture_reader *reader, struct span url)
{
    const struct capture *last;
    struct captures *index;
    struct frontier_row row;
    int error;

    *versions = (struct versions){.reader = reader};
    if (url_parse(&versions->url, url, NULL, NULL) != URL_OK)
        return ERROR_INVALID;
    error = frontier_get_by_url(reader->mirror->frontier, buf_span(&versions->url.text), &row);
    if (error || row.state == FRONTIER_REFUSED || frontier_is_withdrawn(&row))
        return error;
    index = reader->index;
    last = captures_find(index, buf_span(&versions->url.text), INT64_MAX);
    for (size_t i = 0; last && i < index->all.count && !error; i++)
        if (index->all.items[i].url == last->url)
            error = add_version(versions, &index->all.items[i]);
    return error;
}

void versions_close(struct versions *versions)
{
    url_release(&versions->url);
    free(versions->all);
}

/* Adds the text that a version shows, by lines. */
static int read_text(struct versions *versions, const struct version *version, struct buf *text)
{
    const struct fetch_result *result = &versions->reader->answer->result;
    struct span bytes, type;
    struct visible visible;
    int error = capture_reader_read(versions->reader, version->capture, buf_span(&versions->url.text));

    if (!error)
        error = body_span(result->plain, &bytes);
    if (error)
        return error;
    type = result->fields->first[ANSWER_CONTENT_TYPE];
    if (span_starts_nocase(type, "text/html") || span_starts_nocase(type, "application/xhtml+xml")) {
        visible_init(&visible);
        visible.by_lines = true;
        visible_read(&visible, bytes, type, text);
        visible_release(&visible);
        return 0;
    }
    if (!span_starts_one_of_nocase(type, "text/ application/json application/xml application/javascript"))
        return ERROR_INVALID;
    (void)buf_add_span(text, span_part(bytes, 0, VISIBLE_TEXT_MAX));
    return 0;
}

int versions_compare(struct versions *versions, size_t from, size_t to, diff_reader *each, void *context,
                     const char **note)
{
    struct buf before BUF_LOCAL(VISIBLE_TEXT_MAX);
    struct buf after BUF_LOCAL(VISIBLE_TEXT_MAX);
    bool cut;
    int error = read_text(versions, &versions->all[from], &before);

    if (!error)
        error = read_text(versions, &versions->all[to], &after);
    *note = error == ERROR_INVALID ? "no comparison: it is not a text" : NULL;
    if (error)
        return *note ? 0 : error;
    diff_lines(buf_span(&before), buf_span(&after), each, context, &cut);
    if (cut || before.full || after.full)
        *note = "the texts are too long, or differ too much, to be compared line by line in full";
    else if (span_equals(buf_span(&before), buf_span(&after)))
        *note = "their visible texts are the same";
    return 0;
}
