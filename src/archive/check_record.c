/* SPDX-License-Identifier: MIT */
/* Checks one record: its fields (WARC 1.1, sections 5 and 6), and the HTTP message in its block: start line,
 * length, codings, and whether a request is for the URL of its record. */
#include "config.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>

#include "archive/check_inside.h"
#include "base/clock.h"
#include "base/utf8.h"

static const char *const type_names[WARC_TYPES] = {
    [WARC_TYPE_OTHER] = "",
    [WARC_TYPE_WARCINFO] = "warcinfo",
    [WARC_TYPE_RESPONSE] = "response",
    [WARC_TYPE_RESOURCE] = "resource",
    [WARC_TYPE_REQUEST] = "request",
    [WARC_TYPE_METADATA] = "metadata",
    [WARC_TYPE_REVISIT] = "revisit",
    [WARC_TYPE_CONVERSION] = "conversion",
    [WARC_TYPE_CONTINUATION] = "continuation",
};

/* Returns the value of a field of the record; without the field, its start is NULL. */
static struct span field(const struct warc_check *check, const char *name)
{
    return warc_walk_value(check->subject.head, name);
}

bool warc_check_is_http(const struct warc_subject *subject)
{
    enum warc_type type = subject->type;

    return (type == WARC_TYPE_RESPONSE || type == WARC_TYPE_REQUEST || type == WARC_TYPE_REVISIT) &&
           span_starts_nocase(subject->content_type, "application/http");
}

/* Checks each line separately: a name, a colon, a value, no folding. */
static void check_lines(struct warc_check *check)
{
    struct span rest = check->subject.head;

    (void)span_take_until(&rest, '\n');
    while (rest.len > 0) {
        struct span line = span_trim(span_take_until(&rest, '\n'), "\r");
        size_t colon = span_find(line, ':');
        struct span name = span_part(line, 0, colon), value;

        if (line.len == 0)
            continue;
        if (line.at[0] == ' ' || line.at[0] == '\t') {
            if (!check->subject.is_1_0)
                warc_say(check, WARC_ERROR, "folded", "a field is folded over two lines");
        } else if (colon == line.len || !span_is_token(name))
            warc_say(check, WARC_ERROR, "field", "a line of the head is not a field: %.*s", (int)line.len,
                     line.at);
        else if (name.len < 64 && !span_is_nocase(name, "WARC-Concurrent-To") &&
                 !span_is_nocase(name, "WARC-Protocol") && span_starts_nocase(name, "WARC-")) {
            char text[64];

            (void)snprintf(text, sizeof text, "%.*s", (int)name.len, name.at);
            if (head_value(check->subject.head, text, 1, &value) && value.at >= line.at + line.len)
                warc_say(check, WARC_ERROR, "repeated", "%s is repeated", text);
        }
    }
    if (!utf8_is_valid(check->subject.head))
        warc_say(check, WARC_ERROR, "utf-8", "the head is not UTF-8");
}

/* Returns true if TEXT has a scheme and only bytes that RFC 3986 allows in a URI. */
static bool is_uri(struct span text)
{
    size_t colon = span_find(text, ':');

    if (colon == text.len || !ascii_is_alpha(text.at[0]))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];

        if (c <= 0x20 || c >= 0x7f || strchr("\"<>\\^`{|}", c))
            return false;
    }
    return true;
}

static bool is_bracketed(struct span text)
{
    return text.len > 2 && text.at[0] == '<' && text.at[text.len - 1] == '>';
}

static bool is_uuid(struct span text)
{
    static const char pattern[] = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    bool is_fine = text.len == sizeof pattern - 1;

    for (size_t i = 0; i < text.len && is_fine; i++)
        is_fine = pattern[i] == 'x' ? ascii_is_hex(text.at[i]) : text.at[i] == pattern[i];
    return is_fine;
}

static void check_id(struct warc_check *check, const char *name, struct span value)
{
    if (!is_bracketed(value) || !is_uri(span_part(value, 1, value.len - 2)))
        warc_say(check, WARC_ERROR, "id", "%s is not a URI in angle brackets", name);
    else if (span_starts_nocase(value, "<urn:uuid:") && !is_uuid(span_part(value, 10, value.len - 11)))
        warc_say(check, WARC_ERROR, "id", "%s is not a valid urn:uuid", name);
}

/* Checks a URI. The grammar of 1.0 has brackets, its examples have none; 1.1 has none. */
static void check_url(struct warc_check *check, const char *name, struct span value)
{
    if (is_bracketed(value)) {
        warc_say(check, check->subject.is_1_0 ? WARC_WARNING : WARC_ERROR, "brackets",
                 "%s is in angle brackets, which most readers treat as part of the URI", name);
        value = span_part(value, 1, value.len - 2);
    }
    if (!is_uri(value))
        warc_say(check, WARC_ERROR, "uri", "%s is not a URI (RFC 3986)", name);
}

/* Returns true if DATE, which can be read, has the form of a record's version: of 1.0, whole seconds; of 1.1,
 * W3CDTF; of both, in UTC. */
static bool is_in_form(struct span date, bool is_1_0)
{
    static const char day[] = "2026-11-20", second[] = "2026-11-20T15:44:00Z";
    bool has_time = date.len >= sizeof day;

    if (has_time && (span_byte(date, sizeof day - 1) != 'T' || span_byte(date, date.len - 1) != 'Z'))
        return false;
    return !is_1_0 || date.len == sizeof second - 1;
}

static void check_date(struct warc_check *check, const char *name, struct span value)
{
    static const int64_t day_us = (int64_t)24 * 60 * 60 * 1000 * 1000;
    int64_t first_us, last_us;

    if (!moment_parse(value, &first_us, &last_us) || !is_in_form(value, check->subject.is_1_0))
        warc_say(check, WARC_ERROR, "date", "%s is not a date in the form that this WARC version requires",
                 name);
    else if (first_us > check->now_us + day_us)
        warc_say(check, WARC_WARNING, "date", "%s is in the future", name);
}

static void check_ip(struct warc_check *check, const char *name, struct span value)
{
    char text[INET6_ADDRSTRLEN], again[INET6_ADDRSTRLEN];
    unsigned char address[16];

    (void)snprintf(text, sizeof text, "%.*s", (int)span_part(value, 0, sizeof text - 1).len, value.at);
    if (value.len < sizeof text && inet_pton(AF_INET, text, address) == 1)
        return;
    if (value.len >= sizeof text || inet_pton(AF_INET6, text, address) != 1)
        warc_say(check, WARC_ERROR, "ip", "%s is not an IP address", name);
    else if (inet_ntop(AF_INET6, address, again, sizeof again) && strcmp(again, text) != 0)
        warc_say(check, WARC_WARNING, "ip", "%s does not follow RFC 5952, which writes %s", name, again);
}

/* Checks the number of a part of a divided record: 1 for its start, higher ones for its continuations. */
static void check_segment(struct warc_check *check, const char *name, struct span value)
{
    bool continues = check->subject.type == WARC_TYPE_CONTINUATION;
    uint64_t number;

    if (!span_to_u64(value, &number) || (continues ? number < 2 : number != 1))
        warc_say(check, WARC_ERROR, "segment", "%s is not 1, or in a continuation not a higher number", name);
}

static void check_total(struct warc_check *check, const char *name, struct span value)
{
    uint64_t number;

    if (!span_to_u64(value, &number))
        warc_say(check, WARC_ERROR, "segment", "%s is not a number", name);
}

static void check_truncated(struct warc_check *check, const char *name, struct span value)
{
    if (!span_is_one_of(value, "length time disconnect unspecified"))
        warc_say(check, WARC_ERROR, "truncated", "%s has a reason that the standard does not define", name);
}

#define BIT(type) (1u << (type))
enum {
    IN_ALL = BIT(WARC_TYPES) - 1,
    IN_INFO = BIT(WARC_TYPE_WARCINFO),
    IN_REVISITS = BIT(WARC_TYPE_REVISIT),
    IN_CONTINUATIONS = BIT(WARC_TYPE_CONTINUATION),
    IN_UNSERVED = BIT(WARC_TYPE_WARCINFO) | BIT(WARC_TYPE_CONVERSION) | BIT(WARC_TYPE_CONTINUATION),
    IN_FETCHED = BIT(WARC_TYPE_RESPONSE) | BIT(WARC_TYPE_RESOURCE) | BIT(WARC_TYPE_REQUEST)
};

/* The types in which a field is forbidden, and those in which it is required; and the check of its value. */
static const struct {
    const char *name;
    unsigned forbidden, required;
    void (*check)(struct warc_check *check, const char *name, struct span value);
} field_rules[] = {
    {"WARC-Type", 0, IN_ALL, NULL},
    {"WARC-Record-ID", 0, IN_ALL, check_id},
    {"WARC-Date", 0, IN_ALL, check_date},
    {"Content-Length", 0, IN_ALL, NULL},
    {"WARC-Target-URI", IN_INFO,
     IN_FETCHED | IN_REVISITS | BIT(WARC_TYPE_CONVERSION) | BIT(WARC_TYPE_CONTINUATION), check_url},
    {"WARC-IP-Address", IN_UNSERVED, 0, check_ip},
    {"WARC-Protocol", IN_UNSERVED, 0, NULL},
    {"WARC-Cipher-Suite", IN_UNSERVED, 0, NULL},
    {"WARC-Concurrent-To", IN_UNSERVED, 0, check_id},
    {"WARC-Refers-To", IN_INFO | IN_FETCHED | IN_CONTINUATIONS, 0, check_id},
    {"WARC-Refers-To-Target-URI", IN_ALL & ~IN_REVISITS, 0, check_url},
    {"WARC-Refers-To-Date", IN_ALL & ~IN_REVISITS, 0, check_date},
    {"WARC-Profile", IN_ALL & ~IN_REVISITS, IN_REVISITS, check_url},
    {"WARC-Filename", IN_ALL & ~IN_INFO, 0, NULL},
    {"WARC-Warcinfo-ID", IN_INFO, 0, check_id},
    {"WARC-Payload-Digest", IN_INFO | BIT(WARC_TYPE_METADATA), 0, NULL},
    {"WARC-Truncated", 0, 0, check_truncated},
    {"WARC-Segment-Number", 0, IN_CONTINUATIONS, check_segment},
    {"WARC-Segment-Origin-ID", IN_ALL & ~IN_CONTINUATIONS, IN_CONTINUATIONS, check_id},
    {"WARC-Segment-Total-Length", IN_ALL & ~IN_CONTINUATIONS, 0, check_total},
};

static void check_rules(struct warc_check *check)
{
    enum { REPEATED_MAX = 16 };
    unsigned type = BIT(check->subject.type);

    for (size_t i = 0; i < COUNT_OF(field_rules); i++) {
        const char *name = field_rules[i].name;
        struct span value = field(check, name);
        bool there = value.at;

        if (there && (field_rules[i].forbidden & type))
            warc_say(check, WARC_ERROR, "forbidden", "%s is not allowed in a record of this type", name);
        if (!there && (field_rules[i].required & type))
            warc_say(check, WARC_ERROR, "missing", "%s is missing", name);
        for (size_t j = 0; there && field_rules[i].check && j < REPEATED_MAX; j++) {
            field_rules[i].check(check, name, value);
            there = head_value(check->subject.head, name, j + 1, &value);
        }
    }
}

/* Checks that fields are present which the standard says "should" be: the type of a block, and the address if
 * a server sent or received the message. */
static void check_recommended(struct warc_check *check)
{
    const struct warc_subject *subject = &check->subject;
    bool has_block = subject->found->block_len > 0;

    if (subject->content_type.len == 0 && has_block && subject->type != WARC_TYPE_CONTINUATION)
        warc_say(check, WARC_WARNING, "missing", "Content-Type is missing");
    if (warc_check_is_http(subject) && subject->type != WARC_TYPE_REVISIT && has_block &&
        !field(check, "WARC-IP-Address").at)
        warc_say(check, WARC_WARNING, "ip", "WARC-IP-Address is missing");
}

static void check_revisit(struct warc_check *check)
{
    static const char same[] = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
    static const char kept[] = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";
    static const char older[] = "http://netpreserve.org/warc/1.0/revisit/";
    struct span profile = field(check, "WARC-Profile");
    bool is_same;

    if (!profile.at)
        return;
    if (!span_is(profile, same) && !span_is(profile, kept) && !span_starts(profile, older))
        warc_say(check, WARC_ERROR, "profile", "WARC-Profile is not one that the standard defines");
    is_same = span_is(profile, same) ||
              (span_starts(profile, older) &&
               span_is(span_part(profile, sizeof older - 1, profile.len), "identical-payload-digest"));
    if (is_same && !field(check, "WARC-Payload-Digest").at)
        warc_say(check, WARC_ERROR, "missing", "a revisit by payload has no WARC-Payload-Digest");
    if (!field(check, "WARC-Refers-To-Target-URI").at || !field(check, "WARC-Refers-To-Date").at)
        warc_say(check, WARC_WARNING, "refers-to",
                 "WARC-Refers-To-Target-URI or -Date is missing, so replay cannot find the original");
    if (span_is(profile, same) && check->subject.found->block_len > 0 && !check->subject.truncated)
        warc_say(check, WARC_ERROR, "truncated", "a revisit with headers only lacks WARC-Truncated: length");
}

static void check_version(struct warc_check *check)
{
    struct warc_subject *subject = &check->subject;
    struct span line = subject->head;
    bool is_draft;

    line = span_trim(span_take_until(&line, '\n'), "\r");
    is_draft = span_is_nocase(line, "WARC/0.17") || span_is_nocase(line, "WARC/0.18");
    subject->is_1_0 = is_draft || span_is_nocase(line, "WARC/1.0");
    if (is_draft)
        warc_say(check, WARC_WARNING, "version", "the version is a draft of the standard");
    else if (!subject->is_1_0 && !span_is_nocase(line, "WARC/1.1"))
        warc_say(check, WARC_ERROR, "version", "the version is neither WARC/1.0 nor WARC/1.1");
}

static void check_type(struct warc_check *check)
{
    struct span type = field(check, "WARC-Type");

    for (int i = WARC_TYPE_OTHER + 1; i < WARC_TYPES; i++)
        if (span_is_nocase(type, type_names[i]))
            check->subject.type = (enum warc_type)i;
    if (type.at && check->subject.type == WARC_TYPE_OTHER)
        warc_say(check, WARC_WARNING, "type", "the standard does not define the record type %.*s",
                 (int)type.len, type.at);
}

void warc_check_fields(struct warc_check *check)
{
    struct warc_subject *subject = &check->subject;

    check_version(check);
    check_type(check);
    subject->content_type = field(check, "Content-Type");
    subject->url = field(check, "WARC-Target-URI");
    if (is_bracketed(subject->url))
        subject->url = span_part(subject->url, 1, subject->url.len - 2);
    subject->truncated = field(check, "WARC-Truncated").at;
    subject->is_segment = field(check, "WARC-Segment-Number").at;
    check_lines(check);
    check_rules(check);
    check_recommended(check);
    if (subject->type == WARC_TYPE_REVISIT)
        check_revisit(check);
}

/* Checks the start line ("HTTP/1.1 200"). Later versions of HTTP have no status line, and readers fail on one
 * that names them. */
static void check_start_line(struct warc_check *check)
{
    struct span head = buf_span(&check->block.head);
    struct span line = span_trim(span_take_until(&head, '\n'), "\r");

    if (check->subject.type == WARC_TYPE_REQUEST)
        return;
    if (span_starts(line, "HTTP/2") || span_starts(line, "HTTP/3"))
        warc_say(check, WARC_WARNING, "status line",
                 "the status line is of HTTP/2 or 3, which replay tools cannot read");
    else if (!span_starts(line, "HTTP/1.") || line.len < 12 || !ascii_is_digit(line.at[9]))
        warc_say(check, WARC_ERROR, "status line", "the HTTP message does not begin with a status line");
    else if (line.at[9] == '1')
        warc_say(check, WARC_ERROR, "status line", "an interim answer (1xx) replaces the final one");
}

/* Checks that the message has the length that its header block states. */
static void check_length(struct warc_check *check)
{
    const struct warc_block *block = &check->block;
    struct span head = buf_span(&block->head), text;
    uint64_t length;

    if (block->is_chunked) {
        if (block->chunked.state != CHUNKED_DONE)
            warc_say(check, WARC_ERROR, "cut body",
                     "the chunked body is cut off or damaged, and there is no WARC-Truncated");
        return;
    }
    if (span_is_one_of(span_part(head, 9, 3), "204 304") || !head_value(head, "Content-Length", 0, &text) ||
        !span_to_u64(text, &length))
        return;
    if (block->body_len < length)
        warc_say(check, WARC_ERROR, "cut body",
                 "the body has %" PRIu64 " of %" PRIu64 " bytes, and there is no WARC-Truncated",
                 block->body_len, length);
    else if (block->body_len > length)
        warc_say(check, WARC_WARNING, "long body",
                 "the body has %" PRIu64 " bytes, but its Content-Length is %" PRIu64, block->body_len,
                 length);
}

/* Checks that the header block describes the framing of the body that follows it. */
static void check_framing(struct warc_check *check)
{
    struct span head = buf_span(&check->block.head), value;

    if (check->block.lacks_chunks)
        warc_say(check, WARC_WARNING, "framing",
                 "the header has Transfer-Encoding: chunked, but the body is not in chunks");
    if (head_value(head, "Transfer-Encoding", 0, &value) && head_value(head, "Content-Length", 0, &value))
        warc_say(check, WARC_WARNING, "framing", "the header has both Transfer-Encoding and Content-Length");
}

/* Checks that the payload can be decoded. */
static void check_coding(struct warc_check *check)
{
    struct warc_block *block = &check->block;
    struct span codings, coded;
    const char *why;

    if (!block->is_coded || block->coded.len == 0 || check->subject.truncated ||
        !head_value(buf_span(&block->head), "Content-Encoding", 0, &codings))
        return;
    if (!block->coded_is_whole) {
        warc_say(check, WARC_WARNING, "encoding", "the body is too large to check whether it can be decoded");
        return;
    }
    if (body_span(&block->coded, &coded))
        return;
    why = check->watch.decode(check->watch.context, codings, coded);
    if (why)
        warc_say(check, WARC_ERROR, "encoding", "the body cannot be decoded as %.*s: %s", (int)codings.len,
                 codings.at, why);
}

/* Sets OTHER to the URL of the request. Returns false if the request names none. */
static bool requested_url(struct warc_check *check, struct span head)
{
    struct span line = head, method, target, host, authority = {0};
    struct buf text BUF_LOCAL(2 * LIMIT_URL_BYTES);

    line = span_take_until(&line, '\n');
    method = span_take_until(&line, ' ');
    target = span_take_until(&line, ' ');
    if (span_is(method, "CONNECT") || target.len == 0)
        return false;
    if (target.at[0] != '/')
        return url_parse(&check->other, target, NULL, NULL) == URL_OK;
    host = url_origin(&check->url);
    (void)span_take_until(&host, '/');
    (void)span_take_until(&host, '/');
    if (head_value(head, "Host", 0, &authority) && authority.len > 0)
        host = authority;
    (void)buf_add_span(&text, url_scheme(&check->url));
    (void)buf_add_text(&text, "://");
    (void)buf_add_span(&text, host);
    (void)buf_add_span(&text, target);
    return !text.full && url_parse(&check->other, buf_span(&text), NULL, NULL) == URL_OK;
}

/* Takes a byte off the front of TEXT, which may be an escape. */
static unsigned char take_byte(struct span *text)
{
    int escape = span_escape(*text);
    unsigned char byte = escape >= 0 ? (unsigned char)escape : (unsigned char)text->at[0];

    *text = span_part(*text, escape >= 0 ? 3 : 1, text->len);
    return byte;
}

/* Returns true if two URLs differ only in their escapes: a record must escape characters that requests may
 * contain. */
static bool is_same_url(struct span a, struct span b)
{
    while (a.len > 0 && b.len > 0) {
        if (take_byte(&a) != take_byte(&b))
            return false;
    }
    return a.len == b.len;
}

static void check_request(struct warc_check *check)
{
    static const char *const secrets[] = {"Authorization", "Proxy-Authorization", "Cookie"};
    struct span head = buf_span(&check->block.head), value;

    for (size_t i = 0; i < COUNT_OF(secrets); i++) {
        if (head_value(head, secrets[i], 0, &value))
            warc_say(check, WARC_WARNING, "credentials", "the request contains %s, which may be a secret",
                     secrets[i]);
    }
    if (url_parse(&check->url, check->subject.url, NULL, NULL) != URL_OK)
        return;
    if (url_has_userinfo(&check->url))
        warc_say(check, WARC_WARNING, "credentials", "WARC-Target-URI contains a user name");
    if (!requested_url(check, head))
        return;
    url_strip(&check->url);
    url_strip(&check->other);
    if (!is_same_url(buf_span(&check->url.text), buf_span(&check->other.text)))
        warc_say(check, WARC_ERROR, "target", "the request is for %.*s, which is not its WARC-Target-URI",
                 (int)check->other.text.len, check->other.text.at);
}

void warc_check_http(struct warc_check *check)
{
    if (check->block.len == 0)
        return;
    check_start_line(check);
    if (!check->block.head_ended)
        warc_say(check, WARC_ERROR, "http", "the HTTP message has no complete header block");
    else if (check->subject.type == WARC_TYPE_RESPONSE) {
        check_framing(check);
        if (!check->subject.truncated)
            check_length(check);
        check_coding(check);
    } else if (check->subject.type == WARC_TYPE_REQUEST)
        check_request(check);
    else if (check->block.body_len > 0)
        warc_say(check, WARC_ERROR, "revisit", "the revisit has a body, which only its original may have");
}
