/* SPDX-License-Identifier: MIT */
/* The properties of a rule: one row and one small reader each, in the order of README. */
#include "config.h"

#include "rule.h"

typedef const char *property_reader(struct site *site, struct rule *rule, struct span value);

static const char *read_number(struct span text, uint64_t *number)
{
    return span_to_u64(text, number) ? NULL : "a number is wanted";
}

/* "3", "3-5" or "3-". */
static const char *read_range(struct span text, uint64_t *first, uint64_t *last)
{
    size_t dash = span_find(text, '-');
    struct span to = span_part(text, dash + 1, text.len);

    if (read_number(span_part(text, 0, dash), first))
        return "N, N-M or N- is wanted";
    *last = dash < text.len ? UINT64_MAX : *first;
    return to.len > 0 ? read_number(to, last) : NULL;
}

static const struct {
    const char *name;
    enum condition_kind kind;
} condition_names[] = {
    {"port", IF_PORT},   {"host", IF_HOST},     {"method", IF_METHOD}, {"request", IF_REQUEST},
    {"after", IF_AFTER}, {"before", IF_BEFORE}, {"header", IF_HEADER}, {"no-header", IF_NO_HEADER},
};

static const char *read_if(struct site *site, struct rule *rule, struct span value)
{
    struct condition *condition = &rule->conditions[rule->condition_count];
    struct span name = span_take_until(&value, ' ');

    if (rule->condition_count == RULE_CONDITIONS)
        return "too many conditions";
    for (size_t i = 0; i < COUNT_OF(condition_names); i++) {
        if (!span_is(name, condition_names[i].name))
            continue;
        rule->condition_count++;
        condition->kind = condition_names[i].kind;
        condition->text = site_keep(site, value);
        if (condition->kind == IF_REQUEST)
            return read_range(value, &condition->first, &condition->last);
        if (condition->kind == IF_PORT || condition->kind == IF_AFTER || condition->kind == IF_BEFORE)
            return read_number(value, &condition->first);
        return NULL;
    }
    return "unknown condition";
}

static const char *add_line(struct site *site, struct header_line *lines, size_t *count, size_t max,
                            struct span text, uint64_t times)
{
    if (*count == max)
        return "too many lines of this kind";
    lines[*count].text = site_keep_unescaped(site, text);
    lines[*count].count = times;
    (*count)++;
    return NULL;
}

/* "N TEXT" or "endless TEXT": moves the number from VALUE to TIMES. */
static const char *read_times(struct span *value, uint64_t *times)
{
    struct span count = span_take_until(value, ' ');

    *times = REPEAT_ENDLESS;
    return span_is(count, "endless") ? NULL : read_number(count, times);
}

static const char *read_status(struct site *site, struct rule *rule, struct span value)
{
    rule->status = site_keep_unescaped(site, value);
    return NULL;
}

static const char *read_interim(struct site *site, struct rule *rule, struct span value)
{
    uint64_t times;
    const char *wrong = read_times(&value, &times);

    if (wrong)
        return wrong;
    return add_line(site, rule->interims, &rule->interim_count, RULE_CONDITIONS, value, times);
}

static const char *read_interim_header(struct site *site, struct rule *rule, struct span value)
{
    rule->interim_header = site_keep_unescaped(site, value);
    return NULL;
}

static const char *read_type(struct site *site, struct rule *rule, struct span value)
{
    struct buf line;
    const char *wrong;

    buf_init(&line, 1024);
    (void)buf_add_text(&line, "Content-Type: ");
    (void)buf_add_span(&line, value);
    wrong = add_line(site, rule->headers, &rule->header_count, RULE_HEADERS, buf_span(&line), 1);
    buf_release(&line);
    return wrong;
}

static const char *read_header(struct site *site, struct rule *rule, struct span value)
{
    return add_line(site, rule->headers, &rule->header_count, RULE_HEADERS, value, 1);
}

static const char *read_headers(struct site *site, struct rule *rule, struct span value)
{
    uint64_t times;
    const char *wrong = read_times(&value, &times);

    if (wrong)
        return wrong;
    return add_line(site, rule->headers, &rule->header_count, RULE_HEADERS, value, times);
}

static const char *read_etag(struct site *site, struct rule *rule, struct span value)
{
    rule->etag = site_keep(site, value);
    return NULL;
}

static const char *read_modified(struct site *site, struct rule *rule, struct span value)
{
    rule->modified = site_keep(site, value);
    return NULL;
}

static const char *add_piece(struct rule *rule, enum piece_kind kind, struct span text, uint64_t count)
{
    if (rule->piece_count == RULE_PIECES)
        return "too many pieces of body";
    rule->pieces[rule->piece_count].kind = kind;
    rule->pieces[rule->piece_count].text = text;
    rule->pieces[rule->piece_count].count = count;
    rule->piece_count++;
    return NULL;
}

const char *rule_add_text(struct rule *rule, struct span text, uint64_t count)
{
    return add_piece(rule, PIECE_TEXT, text, count);
}

static const char *read_text(struct site *site, struct rule *rule, struct span value)
{
    return rule_add_text(rule, site_keep_unescaped(site, value), 1);
}

static const char *read_repeat(struct site *site, struct rule *rule, struct span value)
{
    uint64_t times;
    const char *wrong = read_number(span_take_until(&value, ' '), &times);

    return wrong ? wrong : rule_add_text(rule, site_keep_unescaped(site, value), times);
}

static const char *read_fill(struct site *site, struct rule *rule, struct span value)
{
    uint64_t bytes;
    const char *wrong = read_number(value, &bytes);

    (void)site;
    return wrong ? wrong : add_piece(rule, PIECE_FILL, value, bytes);
}

static const char *read_file(struct site *site, struct rule *rule, struct span value)
{
    return add_piece(rule, PIECE_FILE, site_keep(site, value), 1);
}

static const char *read_echo(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    return add_piece(rule, PIECE_ECHO, value, 1);
}

static const char *read_endless(struct site *site, struct rule *rule, struct span value)
{
    rule->endless = site_keep_unescaped(site, value);
    return rule->endless.len > 0 ? NULL : "a text is wanted";
}

static const char *read_tree(struct site *site, struct rule *rule, struct span value)
{
    rule->tree = site_keep(site, value);
    return NULL;
}

static const char *read_gzip(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    (void)value;
    rule->gzip++;
    return NULL;
}

static const char *read_keep(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    rule->keeps = true;
    return read_number(value, &rule->keep);
}

static const char *read_append(struct site *site, struct rule *rule, struct span value)
{
    rule->append = site_keep_unescaped(site, value);
    return NULL;
}

static const char *read_raw(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    (void)value;
    rule->raw = true;
    return NULL;
}

static const char *read_length(struct site *site, struct rule *rule, struct span value)
{
    rule->length_given = true;
    if (!span_is(value, "none"))
        rule->length = site_keep_unescaped(site, value);
    return NULL;
}

static const char *read_chunked(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    rule->chunked = true;
    while (value.len > 0) {
        const char *wrong;

        if (rule->chunk_count == RULE_CHUNKS)
            return "too many chunk sizes";
        wrong = read_number(span_take_until(&value, ' '), &rule->chunks[rule->chunk_count]);
        if (wrong)
            return wrong;
        if (rule->chunks[rule->chunk_count++] == 0)
            return "a chunk of 0 bytes would end the body";
    }
    return NULL;
}

static const char *read_chunk_extension(struct site *site, struct rule *rule, struct span value)
{
    rule->chunk_extension = site_keep_unescaped(site, value);
    return NULL;
}

static const char *read_trailer(struct site *site, struct rule *rule, struct span value)
{
    return add_line(site, rule->trailers, &rule->trailer_count, RULE_CONDITIONS, value, 1);
}

static const char *read_delay(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    return read_number(value, &rule->delay_ms);
}

static const char *read_delay_per_open(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    return read_number(value, &rule->delay_per_open_ms);
}

static const char *read_hold(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    if (read_number(value, &rule->hold) || rule->hold > SERVER_HOLD)
        return "a small number is wanted";
    return NULL;
}

static const char *read_drip(struct site *site, struct rule *rule, struct span value)
{
    struct span place = span_take_until(&value, ' ');
    struct span bytes = span_take_until(&value, ' ');
    struct drip drip = {0};

    (void)site;
    if (!span_is(place, "head") && !span_is(place, "body"))
        return "head or body is wanted";
    if (read_number(bytes, &drip.bytes) || read_number(value, &drip.every_ms) || drip.bytes == 0)
        return "bytes and milliseconds are wanted";
    *(span_is(place, "head") ? &rule->drip_head : &rule->drip_body) = drip;
    return NULL;
}

static const char *read_end(struct rule *rule, enum end_action action, struct span value)
{
    struct span place = span_take_until(&value, ' ');

    rule->end = action;
    rule->end_place = AT_END;
    if (place.len == 0)
        return NULL;
    if (span_is(place, "start"))
        rule->end_place = AT_START;
    else if (span_is(place, "head"))
        rule->end_place = AT_HEAD;
    else if (span_is(place, "body"))
        rule->end_place = AT_BODY;
    else
        return "start, head or body is wanted";
    return rule->end_place == AT_BODY ? read_number(value, &rule->end_bytes) : NULL;
}

static const char *read_close(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    return read_end(rule, END_CLOSE, value);
}

static const char *read_reset(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    return read_end(rule, END_RESET, value);
}

static const char *read_hang(struct site *site, struct rule *rule, struct span value)
{
    (void)site;
    return read_end(rule, END_HANG, value);
}

static const struct {
    const char *name;
    property_reader *read;
} properties[] = {
    {"if", read_if},
    {"status", read_status},
    {"interim", read_interim},
    {"interim-header", read_interim_header},
    {"type", read_type},
    {"header", read_header},
    {"headers", read_headers},
    {"etag", read_etag},
    {"modified", read_modified},
    {"text", read_text},
    {"repeat", read_repeat},
    {"fill", read_fill},
    {"file", read_file},
    {"echo", read_echo},
    {"endless", read_endless},
    {"tree", read_tree},
    {"gzip", read_gzip},
    {"keep", read_keep},
    {"append", read_append},
    {"raw", read_raw},
    {"length", read_length},
    {"chunked", read_chunked},
    {"chunk-extension", read_chunk_extension},
    {"trailer", read_trailer},
    {"delay", read_delay},
    {"delay-per-open", read_delay_per_open},
    {"hold", read_hold},
    {"drip", read_drip},
    {"close", read_close},
    {"reset", read_reset},
    {"hang", read_hang},
};

const char *rule_read(struct site *site, struct span name, struct span value)
{
    for (size_t i = 0; i < COUNT_OF(properties); i++) {
        if (span_is(name, properties[i].name))
            return properties[i].read(site, &site->rules[site->rule_count - 1], value);
    }
    return "unknown property";
}
