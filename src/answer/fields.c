/* SPDX-License-Identifier: MIT */
/* Parses the header section of an answer (RFC 9110, 6.3), once for all stages. Lines end in LF with or
 * without CR; folded lines belong to the line before them (RFC 9112, 2.2 and 5.2). A blank before the colon
 * makes a name invalid, and such a line is ignored. The meaning of a value is left to the stages. */
#include "config.h"

#include "answer/fields.h"

#include "base/alloc.h"
#include "base/http.h"

static const struct {
    const char *name;
    enum answer_field field;
} known[] = {
    {"cache-control", ANSWER_CACHE_CONTROL},
    {"cf-mitigated", ANSWER_CHALLENGE},
    {"content-disposition", ANSWER_CONTENT_DISPOSITION},
    {"content-encoding", ANSWER_CONTENT_ENCODING},
    {"content-length", ANSWER_CONTENT_LENGTH},
    {"content-type", ANSWER_CONTENT_TYPE},
    {"content-usage", ANSWER_USAGE},
    {"date", ANSWER_DATE},
    {"etag", ANSWER_ETAG},
    {"last-modified", ANSWER_LAST_MODIFIED},
    {"link", ANSWER_LINK},
    {"location", ANSWER_LOCATION},
    {"ratelimit", ANSWER_RATELIMIT},
    {"ratelimit-policy", ANSWER_RATELIMIT_POLICY},
    {"ratelimit-remaining", ANSWER_RATELIMIT_REMAINING},
    {"ratelimit-reset", ANSWER_RATELIMIT_RESET},
    {"referrer-policy", ANSWER_REFERRER_POLICY},
    {"refresh", ANSWER_REFRESH},
    {"retry-after", ANSWER_RETRY_AFTER},
    {"robots-tag", ANSWER_ROBOTS},
    {"sec-cp-challenge", ANSWER_CHALLENGE},
    {"set-cookie", ANSWER_SET_COOKIE},
    {"tdm-policy", ANSWER_USAGE},
    {"tdm-reservation", ANSWER_USAGE},
    {"transfer-encoding", ANSWER_TRANSFER_ENCODING},
    {"www-authenticate", ANSWER_AUTHENTICATE},
    {"x-amzn-waf-action", ANSWER_CHALLENGE},
    {"x-content-type-options", ANSWER_CONTENT_TYPE_OPTIONS},
    {"x-rate-limit-remaining", ANSWER_RATELIMIT_REMAINING},
    {"x-rate-limit-reset", ANSWER_RATELIMIT_RESET},
    {"x-ratelimit-remaining", ANSWER_RATELIMIT_REMAINING},
    {"x-ratelimit-reset", ANSWER_RATELIMIT_RESET},
    {"x-ratelimit-reset-after", ANSWER_RATELIMIT_RESET},
    {"x-robots-tag", ANSWER_ROBOTS},
    {"x-vercel-mitigated", ANSWER_CHALLENGE},
};

/* Returns the field of a name; ANSWER_FIELD_COUNT for one that no stage reads. */
static enum answer_field find_field(struct span name)
{
    for (size_t i = 0; name.len > 0 && i < COUNT_OF(known); i++) {
        if (ascii_lower(name.at[0]) == known[i].name[0] && span_is_nocase(name, known[i].name))
            return known[i].field;
    }
    return ANSWER_FIELD_COUNT;
}

/* Removes and returns the next value of a list; commas in quotes belong to it. */
static struct span take_value(struct span *list)
{
    bool quoted = false;
    size_t end = 0;
    struct span value;

    for (; end < list->len && (quoted || list->at[end] != ','); end++)
        quoted ^= list->at[end] == '"';
    value = span_trim(span_part(*list, 0, end), PLAIN_WHITE);
    *list = span_part(*list, end + 1, list->len);
    return value;
}

/* Makes the first Content-Type the one that counts (Fetch Standard, "extract a MIME type"): the last that is
 * valid or, if one before it is of the same type and only that has parameters, that one. */
static void extract_type(struct answer_fields *fields)
{
    struct span found = {0};

    for (size_t i = 0; i < fields->line_count; i++) {
        struct span list =
            fields->lines[i].field == ANSWER_CONTENT_TYPE ? fields->lines[i].value : span_of("");

        while (list.len > 0) {
            struct span value = take_value(&list), essence = http_essence(value);
            size_t slash = span_find(essence, '/');

            if (slash == 0 || slash + 1 >= essence.len || span_is(essence, "*/*"))
                continue;
            if (!found.at || !span_equals_nocase(essence, http_essence(found)) || essence.len < value.len)
                found = value;
        }
    }
    if (found.at)
        fields->first[ANSWER_CONTENT_TYPE] = found;
}

void answer_fields_read(struct answer_fields *fields, struct span head)
{
    answer_fields_clear(fields);
    (void)head_take_line(&head); /* the status line */
    while (head.len > 0) {
        struct span text = head_take_line(&head), name = head_line_name(text), value;
        enum answer_field field = find_field(name);

        if (field == ANSWER_FIELD_COUNT)
            continue;
        value = span_trim(span_part(text, name.len + 1, text.len), PLAIN_WHITE);
        *MEM_ADD(fields->lines, fields->line_count, fields->line_room) =
            (struct answer_line){field, span_trim(text, "\r\n"), value};
        if (!fields->first[field].at)
            fields->first[field] = value;
    }
    extract_type(fields);
}

void answer_fields_clear(struct answer_fields *fields)
{
    *fields = (struct answer_fields){.lines = fields->lines, .line_room = fields->line_room};
}

void answer_fields_release(struct answer_fields *fields)
{
    free(fields->lines);
    *fields = (struct answer_fields){0};
}

const struct answer_line *answer_fields_next(const struct answer_fields *fields, enum answer_field field,
                                             size_t *at)
{
    while (*at < fields->line_count) {
        const struct answer_line *line = &fields->lines[(*at)++];

        if (line->field == field)
            return line;
    }
    return NULL;
}

size_t answer_fields_texts(const struct answer_fields *fields, enum answer_field field, struct span *texts,
                           size_t max)
{
    const struct answer_line *line;
    size_t count = 0;

    for (size_t at = 0; count < max && (line = answer_fields_next(fields, field, &at));)
        texts[count++] = line->text;
    return count;
}
