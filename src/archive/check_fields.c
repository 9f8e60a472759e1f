/* SPDX-License-Identifier: MIT */
/* Checks the fields of a record: WARC 1.1, section 5, and the fields that each type may have (section 6). */
#include "config.h"

#include <arpa/inet.h>
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

#define BIT(type) (1u << (type))

/* The types in which a field is forbidden, and those in which it is required. */
static const struct {
    const char *name;
    unsigned forbidden, required;
} field_rules[] = {
    {"WARC-Target-URI", BIT(WARC_TYPE_WARCINFO),
     BIT(WARC_TYPE_RESPONSE) | BIT(WARC_TYPE_RESOURCE) | BIT(WARC_TYPE_REQUEST) | BIT(WARC_TYPE_REVISIT) |
         BIT(WARC_TYPE_CONVERSION) | BIT(WARC_TYPE_CONTINUATION)},
    {"WARC-IP-Address", BIT(WARC_TYPE_WARCINFO) | BIT(WARC_TYPE_CONVERSION) | BIT(WARC_TYPE_CONTINUATION), 0},
    {"WARC-Protocol", BIT(WARC_TYPE_WARCINFO) | BIT(WARC_TYPE_CONVERSION) | BIT(WARC_TYPE_CONTINUATION), 0},
    {"WARC-Cipher-Suite", BIT(WARC_TYPE_WARCINFO) | BIT(WARC_TYPE_CONVERSION) | BIT(WARC_TYPE_CONTINUATION),
     0},
    {"WARC-Concurrent-To", BIT(WARC_TYPE_WARCINFO) | BIT(WARC_TYPE_CONVERSION) | BIT(WARC_TYPE_CONTINUATION),
     0},
    {"WARC-Refers-To",
     BIT(WARC_TYPE_WARCINFO) | BIT(WARC_TYPE_RESPONSE) | BIT(WARC_TYPE_RESOURCE) | BIT(WARC_TYPE_REQUEST) |
         BIT(WARC_TYPE_CONTINUATION),
     0},
    {"WARC-Refers-To-Target-URI", ~BIT(WARC_TYPE_REVISIT), 0},
    {"WARC-Refers-To-Date", ~BIT(WARC_TYPE_REVISIT), 0},
    {"WARC-Profile", ~BIT(WARC_TYPE_REVISIT), BIT(WARC_TYPE_REVISIT)},
    {"WARC-Filename", ~BIT(WARC_TYPE_WARCINFO), 0},
    {"WARC-Warcinfo-ID", BIT(WARC_TYPE_WARCINFO), 0},
    {"WARC-Payload-Digest", BIT(WARC_TYPE_WARCINFO) | BIT(WARC_TYPE_METADATA), 0},
    {"WARC-Segment-Number", 0, BIT(WARC_TYPE_CONTINUATION)},
    {"WARC-Segment-Origin-ID", ~BIT(WARC_TYPE_CONTINUATION), BIT(WARC_TYPE_CONTINUATION)},
    {"WARC-Segment-Total-Length", ~BIT(WARC_TYPE_CONTINUATION), 0},
};

static enum warc_type read_type(struct span text)
{
    for (int i = WARC_TYPE_OTHER + 1; i < WARC_TYPES; i++) {
        if (span_is_nocase(text, type_names[i]))
            return (enum warc_type)i;
    }
    return WARC_TYPE_OTHER;
}

static bool find_field(const struct warc_check *check, const char *name, struct span *value)
{
    return head_value(check->subject.head, name, 0, value);
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

/* Returns true if TEXT has the shape of PATTERN: 0 is any digit, x any hexadecimal digit; every other
 * character is itself. */
static bool has_shape(struct span text, const char *pattern)
{
    if (text.len != strlen(pattern))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];

        if (pattern[i] == '0'   ? !ascii_is_digit(c)
            : pattern[i] == 'x' ? ascii_hex_value(c) < 0
                                : c != pattern[i])
            return false;
    }
    return true;
}

static void check_id(struct warc_check *check, const char *name, size_t index)
{
    struct span value;

    if (!head_value(check->subject.head, name, index, &value))
        return;
    if (!is_bracketed(value) || !is_uri(span_part(value, 1, value.len - 2)))
        warc_say(check, WARC_ERROR, "id", "%s is not a URI in angle brackets", name);
    else if (span_starts_nocase(value, "<urn:uuid:") &&
             !has_shape(span_part(value, 10, value.len - 11), "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"))
        warc_say(check, WARC_ERROR, "id", "%s is not a valid urn:uuid", name);
}

/* Checks a URI, and returns it without brackets, as in 1.1. The grammar of 1.0 has brackets, its examples
 * have none. */
static struct span check_url(struct warc_check *check, const char *name)
{
    struct span value = {0};

    if (!find_field(check, name, &value))
        return value;
    if (is_bracketed(value)) {
        warc_say(check, check->subject.is_1_0 ? WARC_WARNING : WARC_ERROR, "brackets",
                 "%s is in angle brackets, which most readers treat as part of the URI", name);
        value = span_part(value, 1, value.len - 2);
    }
    if (!is_uri(value))
        warc_say(check, WARC_ERROR, "uri", "%s is not a URI (RFC 3986)", name);
    return value;
}

static bool is_date(struct span date, bool is_1_0)
{
    static const char second[] = "0000-00-00T00:00:00";
    static const char *const coarse[] = {"0000", "0000-00", "0000-00-00", "0000-00-00T00:00Z"};
    size_t digits = 0, len = sizeof second - 1;

    if (has_shape(span_part(date, 0, len), second) && span_is(span_part(date, len, 1), "Z"))
        return date.len == len + 1;
    if (is_1_0)
        return false;
    for (size_t i = 0; i < COUNT_OF(coarse); i++) {
        if (has_shape(date, coarse[i]))
            return true;
    }
    if (!has_shape(span_part(date, 0, len), second) || !span_is(span_part(date, len, 1), "."))
        return false;
    while (len + 1 + digits < date.len && ascii_is_digit(date.at[len + 1 + digits]))
        digits++;
    return digits >= 1 && digits <= 9 && span_is(span_part(date, len + 1 + digits, date.len), "Z");
}

static void check_date(struct warc_check *check, const char *name)
{
    static const int64_t day_us = (int64_t)24 * 60 * 60 * 1000 * 1000;
    struct span value;
    int64_t first_us, last_us;

    if (!find_field(check, name, &value))
        return;
    if (!is_date(value, check->subject.is_1_0))
        warc_say(check, WARC_ERROR, "date", "%s does not have the form that this WARC version requires",
                 name);
    else if (!moment_parse(value, &first_us, &last_us))
        warc_say(check, WARC_WARNING, "date", "%s is not a date of the calendar", name);
    else if (first_us > check->now_us + day_us)
        warc_say(check, WARC_WARNING, "date", "%s is in the future", name);
}

static void check_ip(struct warc_check *check)
{
    struct span value;
    char text[INET6_ADDRSTRLEN], again[INET6_ADDRSTRLEN];
    unsigned char address[16];

    if (!find_field(check, "WARC-IP-Address", &value))
        return;
    (void)snprintf(text, sizeof text, "%.*s", (int)span_part(value, 0, sizeof text - 1).len, value.at);
    if (value.len < sizeof text && inet_pton(AF_INET, text, address) == 1)
        return;
    if (value.len >= sizeof text || inet_pton(AF_INET6, text, address) != 1)
        warc_say(check, WARC_ERROR, "ip", "WARC-IP-Address is not an IP address");
    else if (inet_ntop(AF_INET6, address, again, sizeof again) && strcmp(again, text) != 0)
        warc_say(check, WARC_WARNING, "ip", "WARC-IP-Address does not follow RFC 5952, which writes %s",
                 again);
}

/* Checks that the address is present: the standard says that it "should" be if a server sent or received the
 * message. */
static void check_ip_is_there(struct warc_check *check)
{
    enum warc_type type = check->subject.type;
    struct span value;

    if ((type == WARC_TYPE_RESPONSE || type == WARC_TYPE_REQUEST) && warc_check_is_http(&check->subject) &&
        check->subject.found->block_len > 0 && !find_field(check, "WARC-IP-Address", &value))
        warc_say(check, WARC_WARNING, "ip", "WARC-IP-Address is missing");
}

/* Checks the number of a part of a divided record: 1 for its start, higher ones for its continuations. */
static void check_segment(struct warc_check *check)
{
    bool continues = check->subject.type == WARC_TYPE_CONTINUATION;
    struct span value;
    uint64_t number;

    check->subject.is_segment = find_field(check, "WARC-Segment-Number", &value);
    if (check->subject.is_segment && (!span_to_u64(value, &number) || (continues ? number < 2 : number != 1)))
        warc_say(check, WARC_ERROR, "segment",
                 "WARC-Segment-Number is not 1, or in a continuation not a higher number");
    if (find_field(check, "WARC-Segment-Total-Length", &value) && !span_to_u64(value, &number))
        warc_say(check, WARC_ERROR, "segment", "WARC-Segment-Total-Length is not a number");
}

static void check_truncated(struct warc_check *check)
{
    struct span value;

    check->subject.truncated = find_field(check, "WARC-Truncated", &value);
    if (check->subject.truncated && !span_is_one_of(value, "length time disconnect unspecified"))
        warc_say(check, WARC_ERROR, "truncated",
                 "WARC-Truncated has a reason that the standard does not define");
}

static void check_rules(struct warc_check *check)
{
    unsigned type = BIT(check->subject.type);
    struct span value;

    for (size_t i = 0; i < COUNT_OF(field_rules); i++) {
        bool there = find_field(check, field_rules[i].name, &value);

        if (there && (field_rules[i].forbidden & type))
            warc_say(check, WARC_ERROR, "forbidden", "%s is not allowed in a record of this type",
                     field_rules[i].name);
        if (!there && (field_rules[i].required & type))
            warc_say(check, WARC_ERROR, "missing", "%s is missing", field_rules[i].name);
    }
}

/* Checks the extension WARC-Cipher-Suite, which has IANA's names; OpenSSL has others before TLS 1.3. */
static void check_cipher_suite(struct warc_check *check)
{
    struct span value;

    if (find_field(check, "WARC-Cipher-Suite", &value) &&
        !(span_starts(value, "TLS_") && span_is_token(value)))
        warc_say(check, WARC_WARNING, "cipher-suite",
                 "WARC-Cipher-Suite is not a name of IANA's registry, such as TLS_AES_128_GCM_SHA256");
}

static void check_mandatory(struct warc_check *check)
{
    static const char *const names[] = {"WARC-Type", "WARC-Record-ID", "WARC-Date", "Content-Length"};
    struct span value;

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (!find_field(check, names[i], &value))
            warc_say(check, WARC_ERROR, "missing", "%s is missing", names[i]);
    }
    if (check->subject.content_type.len == 0 && check->subject.found->block_len > 0 &&
        check->subject.type != WARC_TYPE_CONTINUATION)
        warc_say(check, WARC_WARNING, "missing", "Content-Type is missing");
}

static void check_revisit(struct warc_check *check)
{
    static const char same[] = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
    static const char kept[] = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";
    static const char older[] = "http://netpreserve.org/warc/1.0/revisit/";
    struct span profile, value;
    bool is_same;

    if (!find_field(check, "WARC-Profile", &profile))
        return;
    if (!span_is(profile, same) && !span_is(profile, kept) && !span_starts(profile, older))
        warc_say(check, WARC_ERROR, "profile", "WARC-Profile is not one that the standard defines");
    is_same = span_is(profile, same) ||
              (span_starts(profile, older) &&
               span_is(span_part(profile, sizeof older - 1, profile.len), "identical-payload-digest"));
    if (is_same && !find_field(check, "WARC-Payload-Digest", &value))
        warc_say(check, WARC_ERROR, "missing", "a revisit by payload has no WARC-Payload-Digest");
    if (!find_field(check, "WARC-Refers-To-Target-URI", &value) ||
        !find_field(check, "WARC-Refers-To-Date", &value))
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
    struct span type;

    if (!find_field(check, "WARC-Type", &type))
        return;
    check->subject.type = read_type(type);
    if (check->subject.type == WARC_TYPE_OTHER)
        warc_say(check, WARC_WARNING, "type", "the standard does not define the record type %.*s",
                 (int)type.len, type.at);
}

void warc_check_fields(struct warc_check *check)
{
    static const char *const ids[] = {"WARC-Record-ID", "WARC-Warcinfo-ID", "WARC-Refers-To",
                                      "WARC-Segment-Origin-ID"};
    struct warc_subject *subject = &check->subject;
    struct span value;

    check_version(check);
    check_type(check);
    (void)find_field(check, "Content-Type", &subject->content_type);
    check_lines(check);
    check_mandatory(check);
    check_rules(check);
    check_truncated(check);
    for (size_t i = 0; i < COUNT_OF(ids); i++)
        check_id(check, ids[i], 0);
    for (size_t i = 0; head_value(subject->head, "WARC-Concurrent-To", i, &value) && i < 16; i++)
        check_id(check, "WARC-Concurrent-To", i);
    subject->url = check_url(check, "WARC-Target-URI");
    (void)check_url(check, "WARC-Refers-To-Target-URI");
    (void)check_url(check, "WARC-Profile");
    check_date(check, "WARC-Date");
    check_date(check, "WARC-Refers-To-Date");
    check_ip(check);
    check_ip_is_there(check);
    check_segment(check);
    check_cipher_suite(check);
    if (subject->type == WARC_TYPE_REVISIT)
        check_revisit(check);
}
